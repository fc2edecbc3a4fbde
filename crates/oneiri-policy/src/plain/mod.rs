//! The fast path: decides about URLs that RFC 3986 and the URL Standard surely read alike, without asking every parser.
//! `questions.rs` asks here first (`check`, `check_with_base`), and `check.rs` asks about the canonical text of a URL
//! (`check_canonical`). `None` means that the fast path cannot tell, and then `check.rs` decides.
//!
//! A *plain* text is its own canonical text and has no violation. A *simple* text is normalized by the engine, and the
//! URL Standard changes nothing else in it. The decision and its reasons must be those of `check.rs`, so return `None`
//! wherever there is a doubt. A new step of `check.rs`, or a new violation that a plain URL can have, also belongs
//! here, because `Policy::check` decides about most URLs here alone. The law `the_fast_path_decides_alike` in
//! `tests/it/laws.rs` compares both.

mod respelled;

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::net::IpAddr;

use oneiri::{Parts, Rung, Split, Uri, UriRef, UriRefBuf};
use oneiri_parsers::agreement::{Host, scheme_and_port};

use self::respelled::respelled;
use crate::base::Base;
use crate::decision::{Canonical, Checked, Decision, Denied};
use crate::detect::{Forbidden, Found, hidden_userinfo, in_parts, mixed_dots, place_of};
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
    let Some(simple) = Simple::read(text, Known::default()) else { return respelled(policy, text) };
    match simple.rule(policy, text, Origin::Other) {
        Ok(rule) => Some(Decision::Allow(simple.checked(policy, rule))),
        Err(reason) => simple.denied(policy, text, reason, Found::new()).map(Decision::Deny),
    }
}

/// The canonical text of a text that all parsers agree on, if it is simple and admitted.
pub(crate) fn check_canonical<'t>(policy: &Policy, text: &'t str, agreed: &Agreed) -> Option<Checked<'t>> {
    if !policy.parsers.is_plain || agreed.relative {
        return None;
    }
    let origin = if agreed.same_origin { Origin::Base } else { Origin::Other };
    let known = Known { host: agreed.host(), is_normal: false };
    Simple::read(text, known)?.admitted(policy, text, origin)
}

/// The text, if it is simple once it is resolved, and admitted.
///
/// RFC 3986 and the URL Standard resolve a reference alike if it is in the grammar, has no scheme or a scheme with an
/// authority, and if its path has no escaped dot segment.
pub(crate) fn check_with_base<'t>(policy: &Policy, text: &'t str, base: &Base) -> Option<Checked<'t>> {
    if !policy.parsers.is_plain || !base.is_plain() || text.len() > policy.max_length {
        return None;
    }
    let reference = UriRef::parse(text).ok()?;
    let parts = reference.parts();
    if !reference.is_plain() || parts.fragment.is_some() || !is_plain_path(parts.path) {
        let mut found = Found::new();
        in_parts(text, &parts, &|component| reference.range(component), None, &mut found);
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
    let simple = Simple::read(&whole, Known::default())?;
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

/// What is known about a text before it is read.
#[derive(Clone, Copy, Default)]
struct Known<'h> {
    /// Its host in its one form: the parsers read it as it is.
    host: Option<&'h Host>,
    /// Whether the engine would change nothing in the text but an empty path: it has no capitals in its scheme and host,
    /// no port, no dot segments, and no escapes but those that it needs.
    is_normal: bool,
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
    /// The text, if it is simple.
    #[inline(always)]
    fn read(text: &'t str, known: Known<'_>) -> Option<Self> {
        let uri = Uri::parse(text).ok()?;
        let parts = uri.parts();
        let Parts { scheme: Some(scheme), userinfo: None, host: Some(host), port, path, query, .. } = parts else {
            return None;
        };
        let (scheme, default_port) = well_known(scheme)?;
        if query.is_some_and(|query| query.contains('\'')) {
            return None;
        }
        let is_known = known.host.is_some();
        let address = match known.host {
            Some(known) if known.text() == host => known.address(),
            _ if is_simple_name(host.as_bytes()) => None,
            // Four decimal numbers without leading zeros, which all programs read alike.
            _ => Some(IpAddr::V4(host.parse().ok()?)),
        };
        let given = match port {
            None | Some("") => None,
            Some(digits) => Some(digits.parse().ok().filter(|port| *port != 0)?),
        };
        let normal = if (known.is_normal || uri.is_plain()) && !path.is_empty() {
            None
        } else {
            let normal = uri.normalize_at(Rung::Scheme);
            (normal.as_str() != text).then(|| UriRefBuf::from(normal.into_owned()))
        };
        Some(Self { uri, parts, scheme, address, port: given.unwrap_or(default_port), default_port, is_known, normal })
    }

    /// The components of the canonical text.
    fn canonical(&self) -> Parts<'_> {
        self.normal.as_ref().map_or(self.parts, |uri| uri.parts())
    }

    fn target<'a>(&self, canonical: &Parts<'a>, given: &'a str, path: &'a str, origin: Origin) -> Target<'a> {
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
        if self.is_too_long(policy) {
            return None;
        }
        let rule = self.rule(policy, given, origin).ok()?;
        Some(self.checked(policy, rule))
    }

    /// The allow rule that admits the text. Without one, the reason of the rules, if they were asked.
    #[inline(always)]
    fn rule(&self, policy: &Policy, given: &str, origin: Origin) -> Result<usize, Option<Reason>> {
        if self.normal.is_none() && self.uri.is_plain() {
            // A plain text, but perhaps for a fragment and for its path.
            let path = self.parts.path;
            let target = self.target(&self.parts, given, path, origin);
            let may_violate = self.parts.fragment.is_some() || !is_plain_path(path);
            if may_violate && self.violates(policy, given, &self.parts, &target) {
                return Err(None);
            }
            return policy.rules.decide(&target, &[path], self.mapped_hosts(policy)).map_err(Some);
        }
        self.rule_for_simple(policy, given, origin)
    }

    /// Whether the canonical text is longer than the policy admits. A text that is plain as it was given is not.
    fn is_too_long(&self, policy: &Policy) -> bool {
        let given = self.uri.as_str();
        let canonical = self.normal.as_ref().map_or(given, |normal| normal.as_str());
        canonical.len() > policy.max_length
    }

    /// The same for a text that is not plain.
    #[inline(never)]
    fn rule_for_simple(&self, policy: &Policy, given: &str, origin: Origin) -> Result<usize, Option<Reason>> {
        let canonical = self.canonical();
        let path = self.normal_path(policy, canonical.path);
        let target = self.target(&canonical, given, &path, origin);
        if self.is_too_long(policy) || self.violates(policy, given, &canonical, &target) {
            return Err(None);
        }
        let paths = [canonical.path, self.parts.path];
        let paths = if self.normal.is_none() { &paths[..1] } else { &paths[..] };
        policy.rules.decide(&target, paths, self.mapped_hosts(policy)).map_err(Some)
    }

    /// Whether the text, or its canonical text, has a violation that the policy does not permit.
    #[inline(never)]
    fn violates(&self, policy: &Policy, given: &str, canonical: &Parts<'_>, target: &Target<'_>) -> bool {
        let (text, parts) = (self.uri.as_str(), &self.parts);
        let mut found = Found::new();
        in_parts(text, parts, &|component| self.uri.range(component), None, &mut found);
        if parts.path.is_empty() {
            // The brackets of an address may be encoded in the text that is checked.
            hidden_userinfo(given, policy.repair, &mut found);
        }
        let mut own = Found::new();
        let may_violate =
            |_: &&UriRefBuf| !is_plain_path(canonical.path) || slashes(parts.path) != slashes(canonical.path);
        if let Some(normal) = self.normal.as_ref().filter(may_violate) {
            // Without its dot segments, a path may begin with two slashes, or with characters that are read as slashes.
            in_parts(normal.as_str(), canonical, &|component| normal.range(component), None, &mut own);
        }
        [found, own].iter().any(|found| is_found(policy, found, target))
    }

    /// The path of the canonical text in the form in which paths are compared, if a rule looks at paths.
    #[inline(always)]
    fn normal_path<'a>(&self, policy: &Policy, path: &'a str) -> Cow<'a, str> {
        let is_plain = self.uri.is_plain() && self.normal.is_none();
        if is_plain || policy.default_path_use() == PathUse::Ignored { Cow::Borrowed(path) } else { normal_form(path) }
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
    fn denied(&self, policy: &Policy, given: &str, reason: Option<Reason>, mut found: Found) -> Option<Denied> {
        let split = Split::of(given);
        let parts = split.parts();
        in_parts(given, &parts, &|component| split.range(component), None, &mut found);
        hidden_userinfo(given, policy.repair, &mut found);
        let canonical = self.canonical();
        let path = self.normal_path(policy, canonical.path);
        let target = self.target(&canonical, given, &path, Origin::Other);
        let forbidden = Forbidden::among(&policy.treatments, found, policy.rules.path_use(&target));
        let paths = [canonical.path, parts.path];
        let decided = match reason {
            Some(reason) => Err(reason),
            None => policy.rules.decide(&target, &paths, self.mapped_hosts(policy)),
        };
        let is_denied = |reason: &Reason| matches!(reason.code, Code::Denied | Code::TooManyReadings);
        if decided.as_ref().is_err_and(is_denied) && !paths.iter().all(|path| is_plain(path)) {
            // The reason names the first path that is denied, and the parsers may find others.
            return None;
        }
        if forbidden.is_empty() && decided.is_ok() {
            // It is the canonical text that is not admitted.
            return None;
        }
        let mut reasons = forbidden.reasons(decided.is_ok());
        reasons.extend(decided.err().map(|reason| Reason { range: place_of(&reason, given), ..reason }));
        Some(Denied::new(reasons))
    }
}

/// The scheme in lower case, with its default port, if it is one of those that both grammars read alike: all that have a
/// default port but `ftp`.
fn well_known(scheme: &str) -> Option<(&'static str, u16)> {
    scheme_and_port(scheme).filter(|known| known.0 != "ftp")
}

/// Whether a text has a violation that the policy does not permit, or that no policy permits.
fn is_found(policy: &Policy, found: &Found, target: &Target<'_>) -> bool {
    if found.is_empty() {
        return false;
    }
    let path = policy.rules.path_use(target);
    let is_forbidden = |(violation, _): &(Violation, _)| !policy.treatments.permits(*violation, path);
    mixed_dots(found).is_some() || found.iter().any(is_forbidden)
}

/// How many slashes a path has. Whoever removes a dot segment that is not the last removes a slash.
fn slashes(path: &str) -> usize {
    path.bytes().filter(|byte| *byte == b'/').count()
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
