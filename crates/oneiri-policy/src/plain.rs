//! The fast path: a text that both grammars surely read alike, and that is its own canonical text.
//!
//! No violation is in a plain text, so no switch matters here. The law `plain_texts_are_decided_alike` holds this
//! to the check in its order.

use alloc::sync::Arc;

use oneiri::{Parts, Uri, UriRef};

use crate::decision::{Canonical, Checked};
use crate::host::is_plain_name;
use crate::index::Target;
use crate::policy::Policy;
use crate::view::default_port;

impl Policy {
    /// The text, if it is plain and admitted. `None` says nothing.
    ///
    /// A plain text has one of the schemes `http`, `https`, `ws` and `wss`, a plain name as its host, and no
    /// userinfo, port, fragment, escape, dot segment, empty segment or semicolon. It is a URI by RFC 3986,
    /// and the URL Standard changes none of these, so all readers of the two grammars find the same components.
    pub(crate) fn check_plain<'t>(&self, text: &'t str) -> Option<Checked<'t>> {
        if !self.plain || text.len() > self.max_length {
            return None;
        }
        let uri = Uri::parse(text).ok().filter(|uri| uri.is_plain())?;
        let Parts {
            scheme,
            userinfo: None,
            host: Some(host),
            port: None,
            path,
            query,
            fragment: None,
        } = uri.parts()
        else {
            return None;
        };
        let scheme = scheme?;
        let port = default_port(scheme).filter(|_| scheme != "ftp")?;
        if !is_plain_name(host.as_bytes()) || !is_plain_path(path.as_bytes()) {
            return None;
        }
        // The URL Standard encodes it.
        if query.is_some_and(|query| query.contains('\'')) {
            return None;
        }
        let target = Target {
            exact: Some(text),
            scheme,
            host: Some(host),
            address: None,
            port: Some(port),
            default_port: Some(port),
            path,
            query,
            same_origin: false,
        };
        let rule = self.decide(&target).ok()?;
        let networks = Arc::clone(&self.networks);
        let text = Canonical::Given(UriRef::from(uri));
        Some(Checked { text, port: Some(port), address: None, rule, networks })
    }
}

/// Whether a path begins with a slash, and has no empty segment but the last and no semicolon. What the parser
/// calls plain has no escapes and no dot segments.
fn is_plain_path(path: &[u8]) -> bool {
    let mut before = 0;
    let mut odd = path.first() != Some(&b'/');
    for &byte in path {
        odd |= (byte == b'/' && before == b'/') || byte == b';';
        before = byte;
    }
    !odd
}
