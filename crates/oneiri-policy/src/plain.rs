//! The fast path: texts that both grammars surely read alike.
//!
//! A plain text is its own canonical text and has no violation. A simple text is normalized by the engine, and
//! the URL Standard changes nothing else in it. The law `the_fast_path_decides_alike` holds both to the check in
//! its order.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use core::net::IpAddr;

use oneiri::{Iri, Parts, Rung, Uri, UriRef, UriRefBuf, percent};
use oneiri_readers::agreement::{Host, default_port};

use crate::base::Base;
use crate::check::place_of_host;
use crate::decision::{Canonical, Checked, Decision, Denied};
use crate::detect::{Forbidden, Found, at_host, escape, hidden_userinfo, in_parts, mixed_dots};
use crate::host::is_simple_name;
use crate::index::Target;
use crate::parsers::Agreed;
use crate::pattern::normal_form;
use crate::policy::Policy;
use crate::reason::Reason;
use crate::rules::MappedHosts;
use crate::violation::{PathUse, Violation};

/// The decision about a text, if it is plain or simple. `None` says nothing.
pub(crate) fn check<'t>(policy: &Policy, text: &'t str) -> Option<Decision<'t>> {
    if !policy.parsers.is_plain || text.len() > policy.max_length {
        return None;
    }
    if let Some(simple) = Simple::read(text, None) {
        return simple.admitted(policy, text, Origin::Other).map(Decision::Allow);
    }
    respelled(policy, text)
}

/// The canonical text of a text that all parsers agree on, if it is simple and admitted.
pub(crate) fn check_canonical<'t>(
    policy: &Policy,
    text: &'t str,
    agreed: &Agreed,
) -> Option<Checked<'t>> {
    if !policy.parsers.is_plain || agreed.relative {
        return None;
    }
    let origin = if agreed.same_origin { Origin::Base } else { Origin::Other };
    Simple::read(text, agreed.host())?.admitted(policy, text, origin)
}

/// The text, if it is simple once it is resolved, and admitted.
///
/// RFC 3986 and the URL Standard resolve a reference alike if it is in the grammar, has no scheme or a scheme with an
/// authority, and if its path has no escaped dot segment.
pub(crate) fn check_with_base<'t>(
    policy: &Policy,
    text: &'t str,
    base: &Base,
) -> Option<Checked<'t>> {
    if !policy.parsers.is_plain || !base.is_plain() || text.len() > policy.max_length {
        return None;
    }
    let reference = UriRef::parse(text).ok()?;
    let parts = reference.parts();
    if !reference.is_plain() || parts.fragment.is_some() || !is_plain_path(parts.path) {
        let mut found = Found::new();
        in_parts(text, &parts, None, &mut found);
        let is_simple = |(violation, _): &(Violation, _)| {
            matches!(violation, Violation::Fragment | Violation::NonDefaultPort)
                && policy.treatments.permits(*violation, policy.default_path_use())
        };
        if !found.iter().all(is_simple) {
            return None;
        }
    }
    let whole = match parts.scheme {
        None => Cow::Owned(base.joined(text)),
        Some(_) if parts.host.is_some() => Cow::Borrowed(text),
        Some(_) => return None,
    };
    let simple = Simple::read(&whole, None)?;
    let origin = if base.is_origin(simple.scheme, simple.canonical().host?, simple.port) {
        Origin::Base
    } else {
        Origin::Other
    };
    simple.admitted(policy, text, origin).map(Checked::into_owned)
}

/// Whether a text is on the origin of the base.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Base,
    Other,
}

/// The decision about a text that is simple but for its host beyond ASCII, and for characters of the path, the query and
/// the fragment that are encoded. `None` says nothing.
///
/// Both grammars read it as the text with the host in Punycode and with the other characters escaped. A host is
/// mapped once, and shown once.
fn respelled<'t>(policy: &Policy, text: &'t str) -> Option<Decision<'t>> {
    if (text.is_ascii() && !policy.repair) || policy.rules.allow.has_uris() {
        return None;
    }
    if !text.is_ascii() && !policy.parsers.reads_iris {
        return None;
    }
    // The URL Standard reads a backslash as a slash, removes controls, and keeps a percent sign that begins no escape.
    if text.contains(|c: char| c == '\\' || c.is_control()) || text.ends_with(' ') {
        return None;
    }
    let mut percents = text.bytes().enumerate().filter(|(_, byte)| *byte == b'%');
    if percents.any(|(at, _)| escape(text.as_bytes(), at).is_none()) {
        return None;
    }
    if !policy.repair {
        Iri::parse(text).ok()?;
    }
    let start = text.find(':').filter(|at| text[*at..].starts_with("://"))? + 3;
    let length = text[start..].find(['/', '?', '#']).unwrap_or(text.len() - start);
    let (head, rest) = text.split_at(start + length);
    let parts = oneiri::split(head);
    let spelling = parts.host?;
    let host = (!spelling.is_ascii()).then(|| Host::of(spelling)).transpose().ok()?;
    let name = host.as_ref().map_or(spelling, Host::text);
    let (before, fragment) = rest.split_at(rest.find('#').map_or(rest.len(), |at| at + 1));
    if fragment.contains('#') && !policy.repair {
        return None;
    }
    let safe = "%!$&'()*+,;=:@/?";
    let [before, fragment] =
        [percent::encode(before.trim_end_matches('#'), safe), percent::encode(fragment, safe)];
    let sign = if rest.contains('#') { "#" } else { "" };
    let place = crate::detect::range(text, spelling);
    let ascii: String =
        [&text[..place.start], name, &text[place.end..head.len()], &before, sign, &fragment]
            .concat();
    let simple = Simple::read(&ascii, host.as_ref())?;
    let mut found = Found::new();
    if let Some(host) = &host {
        at_host(text, spelling, host, &mut found);
    }
    let is_forbidden =
        |(violation, _): &(Violation, _)| !policy.treatments.permits(*violation, PathUse::Ignored);
    if !found.iter().any(is_forbidden) {
        return simple
            .admitted(policy, text, Origin::Other)
            .map(Checked::into_owned)
            .map(Decision::Allow);
    }
    // The other violations, in the order in which the check finds them.
    let given = oneiri::split(text);
    in_parts(text, &given, None, &mut found);
    hidden_userinfo(text, policy, &mut found);
    let canonical = simple.canonical();
    let path = normal_form(canonical.path);
    let target = simple.target(&canonical, text, &path, Origin::Other);
    let forbidden = Forbidden::among(policy, found, policy.rules.path_use(&target));
    let decided =
        policy.rules.decide(&target, &[canonical.path, given.path], policy.mapped_hosts());
    let mut reasons = forbidden.reasons(decided.is_ok());
    reasons.extend(decided.err().map(|reason| Reason { range: place_of_host(text), ..reason }));
    Some(Decision::Deny(Denied::new(reasons)))
}

/// A text that both grammars read alike.
///
/// It is a URI with one of the schemes `http`, `https`, `ws` and `wss`, with a name of letters, digits and hyphens or an
/// IPv4 address as its host, and without userinfo and without `'` in the query, which the URL Standard encodes. Both
/// grammars find the same components. In the path, both remove the same dot segments, of which some are escaped; the
/// engine also decodes what needs no escape, which changes no segment.
struct Simple<'t> {
    uri: Uri<'t>,
    parts: Parts<'t>,
    scheme: &'static str,
    address: Option<IpAddr>,
    port: Option<u16>,
    default_port: Option<u16>,
    /// Whether the host was mapped before.
    is_known: bool,
    /// The canonical text, if it is another one.
    normal: Option<UriRefBuf>,
}

impl<'t> Simple<'t> {
    /// The text, if it is simple. `known` is a host in its one form: the parsers read it as it is.
    #[inline(always)]
    fn read(text: &'t str, known: Option<&Host>) -> Option<Self> {
        let uri = Uri::parse(text).ok()?;
        let parts = uri.parts();
        let Parts {
            scheme: Some(scheme), userinfo: None, host: Some(host), port, path, query, ..
        } = parts
        else {
            return None;
        };
        let scheme = well_known(scheme)?;
        if query.is_some_and(|query| query.contains('\'')) {
            return None;
        }
        let is_known = known.is_some();
        let address = match known {
            Some(known) if known.text() == host => known.address(),
            _ if is_simple_name(host.as_bytes()) => None,
            // Four decimal numbers without leading zeros, which all programs read alike.
            _ => Some(IpAddr::V4(host.parse().ok()?)),
        };
        let default_port = default_port(scheme);
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
        Some(Self {
            uri,
            parts,
            scheme,
            address,
            port: given.or(default_port),
            default_port,
            is_known,
            normal,
        })
    }

    /// The components of the canonical text.
    fn canonical(&self) -> Parts<'_> {
        self.normal.as_ref().map_or(self.parts, |uri| uri.parts())
    }

    fn target<'a>(
        &self,
        canonical: &Parts<'a>,
        given: &'a str,
        path: &'a str,
        origin: Origin,
    ) -> Target<'a> {
        Target {
            given,
            scheme: self.scheme,
            host: canonical.host,
            address: self.address,
            port: self.port,
            default_port: self.default_port,
            path,
            query: canonical.query,
            same_origin: origin == Origin::Base,
        }
    }

    /// The text, if the policy admits it. `given` is the text that was checked.
    #[inline(always)]
    fn admitted(self, policy: &Policy, given: &str, origin: Origin) -> Option<Checked<'t>> {
        let text = self.uri.as_str();
        let parts = self.parts;
        let canonical = self.canonical();
        let path = if self.uri.is_plain() && self.normal.is_none() {
            Cow::Borrowed(canonical.path)
        } else {
            normal_form(canonical.path)
        };
        let target = self.target(&canonical, given, &path, origin);
        let is_simple = self.normal.is_some()
            || !self.uri.is_plain()
            || parts.fragment.is_some()
            || !is_plain_path(parts.path);
        if is_simple {
            let mut found = Found::new();
            in_parts(text, &parts, None, &mut found);
            if parts.path.is_empty() {
                hidden_userinfo(text, policy, &mut found);
            }
            let is_forbidden = |path| {
                found.iter().any(|(violation, _)| !policy.treatments.permits(*violation, path))
            };
            let is_found = !found.is_empty()
                && (mixed_dots(&found).is_some() || is_forbidden(policy.rules.path_use(&target)));
            if is_found {
                return None;
            }
        }
        if self.normal.as_ref().map_or(text, |normal| normal.as_str()).len() > policy.max_length {
            return None;
        }
        let given = [canonical.path, parts.path];
        let given = if self.normal.is_none() { &given[..1] } else { &given[..] };
        // IDNA has nothing to map in a name of letters, digits and hyphens.
        let mapped = if self.is_known { policy.mapped_hosts() } else { MappedHosts::Denied };
        let rule = policy.rules.decide(&target, given, mapped).ok()?;
        let shared = Arc::clone(&policy.rules.shared);
        let (port, address) = (self.port, self.address);
        let text = match self.normal {
            None => Canonical::Given(UriRef::from(self.uri)),
            Some(uri) => Canonical::Written(uri),
        };
        Some(Checked { text, port, address, rule, shared })
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
