//! An identifier from its components (RFC 3986 section 5.3), checked.

use alloc::string::String;

use crate::compose::{Composer, verbatim};
use crate::error::{Component, Error, ErrorKind, Grammar};
use crate::parse::component::{check, check_seams};
use crate::parts::Parts;
use crate::spans::Spans;

/// Puts the parts together, if each is grammatical and they are so together. Offsets in the error
/// are those within the component that it names.
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
        return Err(Error {
            start: 0,
            end: 0,
            kind,
            component,
            grammar: Some(grammar),
            found: None,
        });
    }
    check_seams(parts.scheme.is_some(), has_authority(parts), parts.path, grammar)?;
    let mut out = String::new();
    let spans = compose(parts, &mut out);
    Ok((out, spans))
}

/// Any part of an authority makes one; a missing host is then an empty one.
fn has_authority(parts: &Parts<'_>) -> bool {
    parts.host.is_some() || parts.userinfo.is_some() || parts.port.is_some()
}

/// Writes the parts one behind the other, each with its delimiter, and checks nothing.
pub(crate) fn compose(parts: &Parts<'_>, out: &mut String) -> Spans {
    let mut composer = Composer::new(out);
    if let Some(scheme) = parts.scheme {
        composer.scheme(verbatim(scheme));
    }
    if has_authority(parts) {
        composer.authority();
        if let Some(userinfo) = parts.userinfo {
            composer.userinfo(verbatim(userinfo));
        }
        composer.host(verbatim(parts.host.unwrap_or_default()));
        if let Some(port) = parts.port {
            composer.port(port);
        }
    }
    composer.path(verbatim(parts.path));
    if let Some(query) = parts.query {
        composer.query(verbatim(query));
    }
    if let Some(fragment) = parts.fragment {
        composer.fragment(verbatim(fragment));
    }
    composer.finish()
}
