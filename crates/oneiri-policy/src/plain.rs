//! The fast path: texts that both grammars surely read alike.
//!
//! A plain text is its own canonical text and has no violation. A simple text is normalized by the engine, and
//! the URL Standard changes nothing else in it. The law `the_fast_path_decides_alike` holds both to the check in
//! its order.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::net::IpAddr;

use oneiri::{Iri, Parts, Rung, Uri, UriRef, UriRefBuf, percent};
use oneiri_readers::agreement::Host;

use crate::base::Base;
use crate::check::place_of_host;
use crate::decision::{Canonical, Checked, Decision, Denied};
use crate::detect::{
    Forbidden, Found, at_host, at_mapped_host, escape, hidden_userinfo, in_parts, mixed_dots,
};
use crate::host::is_simple_name;
use crate::index::Target;
use crate::parsers::Agreed;
use crate::pattern::normal_form;
use crate::policy::Policy;
use crate::readings::is_plain;
use crate::reason::{Code, Reason};
use crate::rules::MappedHosts;
use crate::violation::{PathUse, Violation};

/// The decision about a text, if it is plain or simple. `None` says nothing.
pub(crate) fn check<'t>(policy: &Policy, text: &'t str) -> Option<Decision<'t>> {
    if !policy.parsers.is_plain || text.len() > policy.max_length {
        return None;
    }
    let Some(simple) = Simple::read(text, None) else { return respelled(policy, text) };
    match simple.rule(policy, text, Origin::Other) {
        Ok(rule) => Some(Decision::Allow(simple.checked(policy, rule))),
        Err(reason) => simple.denied(policy, text, reason, Found::new()).map(Decision::Deny),
    }
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
    let origin = if base.is_origin(simple.scheme, simple.canonical().host?, Some(simple.port)) {
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
    let is_ascii = text.is_ascii();
    if (is_ascii && !policy.repair) || policy.rules.allow.has_uris() {
        return None;
    }
    if !is_ascii && !policy.parsers.reads_iris {
        return None;
    }
    if has_other_syntax(text) || text.ends_with(' ') {
        return None;
    }
    if !policy.repair {
        Iri::parse(text).ok()?;
    }
    let bytes = text.as_bytes();
    let colon = bytes.iter().position(|byte| *byte == b':')?;
    let start = colon + 3;
    if bytes.get(colon..start) != Some(b"://") {
        return None;
    }
    let find = |start: usize, is_end: fn(u8) -> bool| {
        let length = bytes[start..].iter().position(|byte| is_end(*byte));
        length.map_or(bytes.len(), |length| start + length)
    };
    // What is simple has neither a userinfo nor an address of IPv6.
    let path = find(start, |byte| matches!(byte, b'/' | b'?' | b'#'));
    let end = find(start, |byte| matches!(byte, b':' | b'/' | b'?' | b'#' | b'@' | b'['));
    let spelling = &text[start..end];
    let host = (!spelling.is_ascii()).then(|| Host::of(spelling)).transpose().ok()?;
    let name = host.as_ref().map_or(spelling, Host::text);
    let rest = encoded(policy, &text[path..])?;
    let ascii = [&text[..start], name, &text[end..path], &rest].concat();
    let simple = Simple::read(&ascii, host.as_ref())?;
    let mut found = Found::new();
    match &host {
        Some(host) if spelling.contains('%') => at_host(text, spelling, host, &mut found),
        Some(host) => at_mapped_host(text, spelling, host, &mut found),
        None => {}
    }
    let is_forbidden =
        |(violation, _): &(Violation, _)| !policy.treatments.permits(*violation, PathUse::Ignored);
    let decided = if found.iter().any(is_forbidden) {
        Err(None)
    } else {
        simple.rule(policy, text, Origin::Other)
    };
    match decided {
        Ok(rule) => Some(Decision::Allow(simple.checked(policy, rule).into_owned())),
        Err(reason) => simple.denied(policy, text, reason, found).map(Decision::Deny),
    }
}

/// Whether a text has what the URL Standard reads in its own way: a backslash, which it reads as a slash, a control, which
/// it may remove, or a percent sign that begins no escape, which it keeps.
fn has_other_syntax(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'%' => escape(bytes, at).is_none(),
        // The controls from U+0080 on have two bytes.
        0xC2 => bytes.get(at + 1).is_some_and(|next| *next < 0xA0),
        byte => *byte == b'\\' || byte.is_ascii_control(),
    })
}

/// What comes after the authority, with the characters encoded that a URI must not have.
fn encoded<'t>(policy: &Policy, rest: &'t str) -> Option<Cow<'t, str>> {
    let signs = rest.bytes().filter(|byte| *byte == b'#').count();
    if signs <= 1 {
        return Some(percent::encode(rest, "%!$&'()*+,;=:@/?#"));
    }
    // A fragment has no second number sign.
    let (before, fragment) = rest.split_once('#').filter(|_| policy.repair)?;
    let safe = "%!$&'()*+,;=:@/?";
    Some([&*percent::encode(before, safe), "#", &percent::encode(fragment, safe)].concat().into())
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
    port: u16,
    default_port: u16,
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
        let (scheme, default_port) = well_known(scheme)?;
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
            port: given.unwrap_or(default_port),
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
            port: Some(self.port),
            default_port: Some(self.default_port),
            path,
            query: canonical.query,
            same_origin: origin == Origin::Base,
        }
    }

    /// The text, if the policy admits it. `given` is the text that was checked.
    #[inline(always)]
    fn admitted(self, policy: &Policy, given: &str, origin: Origin) -> Option<Checked<'t>> {
        let rule = self.rule(policy, given, origin).ok()?;
        Some(self.checked(policy, rule))
    }

    /// The allow rule that admits the text. Without one, the reason of the rules, if they were asked.
    #[inline(always)]
    fn rule(&self, policy: &Policy, given: &str, origin: Origin) -> Result<usize, Option<Reason>> {
        let text = self.uri.as_str();
        let parts = self.parts;
        let canonical = self.canonical();
        let path = self.normal_path(policy, canonical.path);
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
            let mut own = Found::new();
            if let Some(normal) = self.normal.as_ref().filter(|_| !is_plain_path(canonical.path)) {
                // Without its dot segments, a path may begin with two slashes.
                in_parts(normal.as_str(), &canonical, None, &mut own);
            }
            if [found, own].iter().any(|found| is_found(policy, found, &target)) {
                return Err(None);
            }
        }
        if self.normal.as_ref().map_or(text, |normal| normal.as_str()).len() > policy.max_length {
            return Err(None);
        }
        let given = [canonical.path, parts.path];
        let given = if self.normal.is_none() { &given[..1] } else { &given[..] };
        policy.rules.decide(&target, given, self.mapped_hosts(policy)).map_err(Some)
    }

    /// The path of the canonical text in the form in which paths are compared, if a rule looks at paths.
    #[inline(always)]
    fn normal_path<'a>(&self, policy: &Policy, path: &'a str) -> Cow<'a, str> {
        let is_plain = self.uri.is_plain() && self.normal.is_none();
        if is_plain || policy.default_path_use() == PathUse::Ignored {
            Cow::Borrowed(path)
        } else {
            normal_form(path)
        }
    }

    /// In how many ways programs may read the host. IDNA has nothing to map in a name of letters, digits and hyphens.
    fn mapped_hosts(&self, policy: &Policy) -> MappedHosts {
        if self.is_known { policy.mapped_hosts() } else { MappedHosts::Denied }
    }

    /// The text, which a rule admits.
    #[inline(always)]
    fn checked(self, policy: &Policy, rule: usize) -> Checked<'t> {
        let shared = Arc::clone(&policy.rules.shared);
        let (port, address) = (Some(self.port), self.address);
        let text = match self.normal {
            None => Canonical::Given(UriRef::from(self.uri)),
            Some(uri) => Canonical::Written(uri),
        };
        Checked { text, port, address, rule, shared }
    }

    /// Why the policy does not admit the text: the violations in the order in which the check finds them, and the
    /// objection of the rules. `given` is the text that was checked, `reason` what the rules said if they were asked, and
    /// `found` has the violations of its host. `None` says nothing.
    #[cold]
    #[inline(never)]
    fn denied(
        &self,
        policy: &Policy,
        given: &str,
        reason: Option<Reason>,
        mut found: Found,
    ) -> Option<Denied> {
        let parts = oneiri::split(given);
        in_parts(given, &parts, None, &mut found);
        hidden_userinfo(given, policy, &mut found);
        let canonical = self.canonical();
        let path = self.normal_path(policy, canonical.path);
        let target = self.target(&canonical, given, &path, Origin::Other);
        let forbidden = Forbidden::among(policy, found, policy.rules.path_use(&target));
        let paths = [canonical.path, parts.path];
        let decided = match reason {
            Some(reason) => Err(reason),
            None => policy.rules.decide(&target, &paths, self.mapped_hosts(policy)),
        };
        let is_denied =
            |reason: &Reason| matches!(reason.code, Code::Denied | Code::TooManyReadings);
        if decided.as_ref().is_err_and(is_denied) && !paths.iter().all(|path| is_plain(path)) {
            // The reason names the first path that is denied, and the parsers may find others.
            return None;
        }
        if forbidden.is_empty() && decided.is_ok() {
            // It is the canonical text that is not admitted.
            return None;
        }
        let mut reasons = forbidden.reasons(decided.is_ok());
        reasons
            .extend(decided.err().map(|reason| Reason { range: place_of_host(given), ..reason }));
        Some(Denied::new(reasons))
    }
}

/// The schemes that both grammars read alike, with their default ports.
static SCHEMES: [(&str, u16); 4] = [("https", 443), ("http", 80), ("ws", 80), ("wss", 443)];

/// The scheme in lower case, with its default port, if it is one of those that both grammars read alike.
fn well_known(scheme: &str) -> Option<(&'static str, u16)> {
    SCHEMES.iter().find(|known| scheme.eq_ignore_ascii_case(known.0)).copied()
}

/// Whether a text has a violation that the policy does not permit, or that no policy permits.
fn is_found(policy: &Policy, found: &Found, target: &Target<'_>) -> bool {
    if found.is_empty() {
        return false;
    }
    let path = policy.rules.path_use(target);
    let is_forbidden =
        |(violation, _): &(Violation, _)| !policy.treatments.permits(*violation, path);
    mixed_dots(found).is_some() || found.iter().any(is_forbidden)
}

/// Whether a path has no empty segment but the last and no semicolon. What the parser calls plain has no escapes and
/// no dot segments.
fn is_plain_path(path: &str) -> bool {
    let path = path.as_bytes();
    let Some((first, rest)) = path.split_first() else { return true };
    // Without a branch for each byte, so that many bytes are looked at together.
    let pairs = path.iter().zip(rest);
    let is_other = |one: u8, two: u8| (two == b'/' && one == b'/') | (two == b';');
    !pairs.fold(*first == b';', |found, (one, two)| found | is_other(*one, *two))
}
