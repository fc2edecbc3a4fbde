//! The fast path: texts that both grammars surely read alike.
//!
//! A plain text is its own canonical text and has no violation. A simple text is normalized by the engine, and
//! the URL Standard changes nothing else in it. The law `admitted_texts_are_canonical` holds both to the check in
//! its order.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::IpAddr;

use oneiri::{Iri, Parts, Rung, Uri, UriRef, UriRefBuf, percent};

use crate::decision::{Canonical, Checked};
use crate::detect::{at_host, in_parts, mixed_dots, range};
use crate::host::{Host, is_simple_name};
use crate::index::Target;
use crate::policy::Policy;
use crate::view::default_port;

impl Policy {
    /// The text, if it is admitted and simple but for characters beyond ASCII. `None` says nothing.
    ///
    /// Both grammars read it as the text with the host in Punycode and with the other characters escaped. A host is
    /// mapped once, and shown once.
    pub(crate) fn check_beyond_ascii(&self, text: &str) -> Option<Checked<'static>> {
        if !self.plain || text.is_ascii() || text.len() > self.max_length || self.allow.has_uris() {
            return None;
        }
        let iri = Iri::parse(text).ok()?;
        let spelling = iri.parts().host?;
        let host = (!spelling.is_ascii()).then(|| Host::of(spelling)).transpose().ok()?;
        if let Some(host) = &host {
            let mut found = Vec::new();
            at_host(text, spelling, host, &mut found);
            if found.iter().any(|(violation, _)| !self.permits(*violation)) {
                return None;
            }
        }
        let place = range(text, spelling);
        let name = host.as_ref().map_or(spelling, |host| &host.text);
        let rest = percent::encode(text.get(place.end..)?, "%!$&'()*+,;=:@/?#");
        let ascii = [text.get(..place.start)?, name, &rest].concat();
        self.check_simple(&ascii, host.as_ref()).map(Checked::into_owned)
    }

    /// The text, if it is simple and admitted. `None` says nothing.
    ///
    /// A simple text is a URI with one of the schemes `http`, `https`, `ws` and `wss`, with a name of letters,
    /// digits and hyphens or an IPv4 address as its host, and without userinfo and without `'` in the query, which the URL Standard
    /// encodes. Both grammars find the same components. In the path, both remove the same dot segments, of which
    /// some are escaped; the engine also decodes what needs no escape, which changes no segment.
    ///
    /// `known` is a host in its one form, without a violation: the readers read it as it stands.
    pub(crate) fn check_simple<'t>(
        &self,
        text: &'t str,
        known: Option<&Host>,
    ) -> Option<Checked<'t>> {
        if !self.plain || text.len() > self.max_length {
            return None;
        }
        let uri = Uri::parse(text).ok()?;
        let parts = uri.parts();
        let Parts {
            scheme: Some(scheme), userinfo: None, host: Some(host), port, path, query, ..
        } = parts
        else {
            return None;
        };
        let (name, scheme) = (host, well_known(scheme)?);
        if query.is_some_and(|query| query.contains('\'')) {
            return None;
        }
        let address = match known {
            Some(known) if known.text == name => known.address,
            _ if is_simple_name(name.as_bytes()) => None,
            // Four decimal numbers without leading zeros, which all programs read alike.
            _ => Some(IpAddr::V4(name.parse().ok()?)),
        };
        let default = default_port(scheme);
        let given = match port {
            None | Some("") => None,
            Some(digits) => Some(digits.parse().ok().filter(|port| *port != 0)?),
        };
        let normal = if uri.is_plain() && !path.is_empty() {
            None
        } else {
            let normal = uri.normalize_at(Rung::Scheme);
            (normal.as_str() != text).then(|| UriRefBuf::from(normal.into_owned()))
        };
        if normal.is_some() || !uri.is_plain() || parts.fragment.is_some() || !is_plain_path(path) {
            let mut found = Vec::new();
            in_parts(text, &parts, None, &mut found);
            let forbidden = found.iter().any(|(violation, _)| !self.permits(*violation));
            if forbidden || mixed_dots(&found).is_some() {
                return None;
            }
        }
        let canonical = normal.as_ref().map_or(parts, |uri| uri.parts());
        let target = Target {
            given: text,
            scheme,
            host: canonical.host,
            address,
            port: given.or(default),
            default_port: default,
            path: canonical.path,
            query: canonical.query,
            same_origin: false,
        };
        let rule = self.allow.rules[self.decide(&target).ok()?].number;
        let networks = Arc::clone(&self.networks);
        let port = given.or(default);
        let text = match normal {
            None => Canonical::Given(UriRef::from(uri)),
            Some(uri) => Canonical::Written(uri),
        };
        Some(Checked { text, port, address, rule, networks })
    }
}

/// The scheme in lower case, if it is one of those that both grammars read alike.
fn well_known(scheme: &str) -> Option<&'static str> {
    ["https", "http", "ws", "wss"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known))
}

/// Whether a path has no empty segment but the last and no semicolon. What the parser calls plain has no escapes and
/// no dot segments.
fn is_plain_path(path: &str) -> bool {
    let path = path.as_bytes();
    // Without a branch for each byte, so that many bytes are looked at together.
    let pairs = path.iter().zip(path.get(1..).unwrap_or_default());
    let empty = pairs.fold(false, |found, (one, two)| found | (*one == b'/' && *two == b'/'));
    !path.iter().fold(empty, |found, byte| found | (*byte == b';'))
}
