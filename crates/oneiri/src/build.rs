//! Building an identifier from its components (RFC 3986 section 5.3), with checks.

use alloc::string::String;

use crate::syntax::compose::recompose;
use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::parse::component::{check, check_seams};
use crate::syntax::parts::Parts;
use crate::syntax::spans::Spans;

/// Joins the parts. Fails if a part is invalid, or if the parts together would be parsed as something else.
/// Offsets in the error count the bytes of the component that the error names.
pub(crate) fn build(parts: &Parts<'_>, grammar: Grammar) -> Result<(String, Spans), Error> {
    let given = [
        (Component::Scheme, parts.scheme),
        (Component::Userinfo, parts.userinfo),
        (Component::Host, parts.host),
        (Component::Port, parts.port),
        (Component::Path, Some(parts.path)),
        (Component::Query, parts.query),
        (Component::Fragment, parts.fragment),
    ];
    for (component, text) in given {
        if let Some(text) = text {
            check(text, component, grammar)?;
        }
    }
    if grammar.scheme && parts.scheme.is_none() {
        let (kind, component) = (ErrorKind::SchemeMissing, Component::Scheme);
        return Err(Error { start: 0, end: 0, kind, component: Some(component), grammar: Some(grammar), found: None });
    }
    // A userinfo or a port also makes an authority. A missing host is then an empty host.
    let has_authority = parts.host.is_some() || parts.userinfo.is_some() || parts.port.is_some();
    check_seams(parts.scheme.is_some(), has_authority, parts.path, grammar)?;
    let host = has_authority.then(|| parts.host.unwrap_or_default());
    let mut out = String::new();
    let parts = Parts { host, ..*parts };
    let spans = recompose(&parts, &mut out, |_, text, out| out.push_str(text));
    Ok((out, spans))
}
