//! What the rules of a policy decide about a text that all parsers read alike. [`Check`](crate::Check) asks them last.
//!
//! Rules that deny are asked before those that allow, for every host and every path that a program may read in the text,
//! and a path that can be read in too many ways is denied. If no rule allows the text, the first objection is reported.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::detect::{maps_to_delimiter, older};
use crate::host_pattern::HostPattern;
use crate::index::{Index, Target};
use crate::names::special_name;
use crate::networks::{Addresses, Refused, Shared};
use crate::pattern::normal_form;
use crate::readings::{is_plain, nfkc, readings, too_many};
use crate::reason::{Code, Reason};
use crate::rule::{Compiled, QueryPattern};
use crate::violation::{PathUse, Treatment, Violation};

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) allow: Index,
    pub(crate) deny: Index,
    /// The addresses for the rules that list none.
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) has_same_origin: bool,
    /// What the policy does with mapped punctuation.
    pub(crate) punctuation: Treatment,
}

/// How programs may read a host that IDNA maps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MappedHosts {
    /// The policy denies them, so there is one way.
    Denied,
    /// As IDNA of 2008 does, or as IDNA of 2003 does.
    Permitted,
}

impl Rules {
    /// The allow rule that decides.
    ///
    /// `given` are the paths of the target, with their escapes, as parsers find them: what is denied for one of them is
    /// denied.
    pub(crate) fn decide(&self, target: &Target<'_>, given: &[&str], mapped: MappedHosts) -> Result<usize, Reason> {
        let older = target.host.filter(|_| mapped == MappedHosts::Permitted).and_then(older);
        let older = older.as_ref().map(|host| Target { host: Some(host.text()), address: host.address(), ..*target });
        if !self.deny.rules.is_empty() {
            for target in core::iter::once(target).chain(&older) {
                if let Some(reason) = self.denial(target, given) {
                    return Err(reason);
                }
            }
        }
        let mut objection = None;
        for (id, rule) in self.allow.matching(target) {
            // A rule that names the host as it was given means its older reading as well.
            let found = self
                .objection(rule, target)
                .or_else(|| self.objection(rule, older.as_ref()?).filter(|_| !rule.names(target.host)));
            let found = found.or_else(|| self.objection_to_mapping(rule, target));
            let Some(found) = found else { return Ok(id) };
            objection = objection.or(Some(found));
        }
        Err(objection.or_else(|| special(&self.addresses, target)).unwrap_or_else(|| self.no_rule()))
    }

    /// Why a rule that denies matches a target, or one of the paths that servers may read its path as.
    fn denial(&self, target: &Target<'_>, given: &[&str]) -> Option<Reason> {
        if let Some(rule) = self.deny.first(target) {
            return Some(denied(rule, target));
        }
        let is_ignored = self.deny.path_use(target) == PathUse::Ignored && !self.deny.has_queries();
        if is_ignored || given.iter().all(|path| is_plain(path) && *path == target.path) {
            return None;
        }
        let Some(paths) = readings(given.iter().copied()) else {
            return Some(Reason::new(Code::TooManyReadings, 0..0, too_many()));
        };
        let first = |path: &str, query| {
            let path: Cow<'_, str> = normal_form(path);
            let target = Target { path: &path, query, ..*target };
            let rule = self.deny.first(&target)?;
            Some(denied(rule, &target))
        };
        paths.iter().find_map(|path| {
            first(path, target.query).or_else(|| {
                // A program that decodes or maps a question mark finds a query after it.
                let (path, query) = path.split_once('?')?;
                first(path, Some(query.split('#').next().unwrap_or_default()))
            })
        })
    }

    /// Why a rule does not allow a target whose path has mapped punctuation: some program reads another path in it, or finds
    /// a query there, which the rule does not allow.
    fn objection_to_mapping(&self, rule: &Compiled, target: &Target<'_>) -> Option<Reason> {
        // A rule with a uri names the text.
        let looks = rule.path.is_some() || rule.query != QueryPattern::Any;
        if !looks || rule.uri.is_some() || self.punctuation != Treatment::Auto {
            return None;
        }
        let (path, query) = mapped_readings(target)?
            .into_iter()
            .find(|(path, query)| !rule.matches_path(path) || !rule.matches_query(Some(query)))?;
        let violation = Violation::MappedPunctuation;
        let query = if query.is_empty() { query } else { ["?", &query].concat() };
        let message = format!(
            "programs that map characters may read '{path}{query}' ({}), which {} does not allow; {} = \"allow\" admits it",
            violation.section(),
            rule.reference,
            violation.name(),
        );
        Some(Reason::new(Code::Violation(violation), 0..0, message))
    }

    /// Why a rule does not allow a target that it matches: a host that is not public needs a rule that names it.
    fn objection(&self, rule: &Compiled, target: &Target<'_>) -> Option<Reason> {
        if rule.names(target.host) {
            return None;
        }
        special(rule.addresses.as_ref().unwrap_or(&self.addresses), target)
    }

    fn no_rule(&self) -> Reason {
        let message = if self.allow.rules.is_empty() {
            "the policy has no rule that allows, so it admits nothing"
        } else if self.has_same_origin {
            "no rule allows the text; rules of the same origin allow paths, and URLs of the base's origin"
        } else {
            "no rule allows the text"
        };
        Reason::new(Code::NoRule, 0..0, message)
    }

    /// Whether a rule that could decide looks at the path.
    pub(crate) fn path_use(&self, target: &Target<'_>) -> PathUse {
        match self.allow.path_use(target) {
            PathUse::Matched => PathUse::Matched,
            PathUse::Ignored => self.deny.path_use(target),
        }
    }
}

/// Why the host of a target is not on the public internet, or not among the listed addresses.
pub(crate) fn special(addresses: &Addresses, target: &Target<'_>) -> Option<Reason> {
    if addresses.is_any() {
        return None;
    }
    let (code, message) = match (target.address, target.host) {
        (Some(address), _) => match addresses.refusal(address)? {
            Refused::Special(block, source) => {
                (Code::SpecialAddress, format!("{address} is not a public address: {block} ({source})"))
            }
            Refused::Unlisted => (Code::UnlistedAddress, format!("{address} is not among the addresses of the rule")),
        },
        (None, Some(host)) if !host.is_empty() => {
            let source = special_name(host)?;
            (Code::SpecialName, format!("'{host}' is not a public name ({source})"))
        }
        _ => return None,
    };
    // A rule without a port has that of the scheme, which people forget.
    let port = target.port.filter(|_| target.port != target.default_port);
    let port = port.map(|port| format!(", such as the port {port},")).unwrap_or_default();
    Some(Reason::new(code, 0..0, format!("{message}; a rule that names the host and matches the rest{port} admits it")))
}

/// Says that a rule denies a target, and by what.
fn denied(rule: &Compiled, target: &Target<'_>) -> Reason {
    let host = match rule.host {
        HostPattern::Name { .. } | HostPattern::Network(_) => target.host,
        _ => None,
    };
    let path = rule.path.as_ref().map(|_| target.path);
    let reference = &rule.reference;
    let part = |(name, part): (&str, Option<&str>)| Some(format!("the {name} '{}'", part?));
    let parts = [("host", host), ("path", path)].into_iter().filter_map(part);
    // The value of a parameter may be a secret, so the query is not shown.
    let has_names = matches!(rule.query, QueryPattern::Names(_));
    let parts = parts.chain(has_names.then(|| "a name of the query".to_owned()));
    let parts: Vec<_> = parts.collect();
    let separator = if parts.is_empty() { "" } else { " " };
    let message = format!("{reference} matches{separator}{}", parts.join(" and "));
    let mut reason = Reason::new(Code::Denied, 0..0, message);
    reason.rule = Some(reference.clone().into());
    reason
}

/// The paths without those that come twice.
pub(crate) fn distinct<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut distinct: Vec<&str> = Vec::with_capacity(1);
    for path in paths {
        if !distinct.contains(&path) {
            distinct.push(path);
        }
    }
    distinct
}

/// The paths, each with a query, that programs may read in a path that they map: they cut it at `?`, at `#` or at neither, and
/// remove parameters or keep them. `None` if the path has nothing to map to such a delimiter.
fn mapped_readings(target: &Target<'_>) -> Option<Vec<(String, String)>> {
    if target.path.is_ascii() && !target.path.contains('%') {
        return None;
    }
    let path = normal_form(target.path);
    if !path.contains(maps_to_delimiter) {
        return None;
    }
    let (mut whole, given) = (nfkc(&path), target.query.unwrap_or_default());
    if path.contains(['％', '﹪']) {
        // An escape may begin at the percent sign.
        whole = String::from_utf8_lossy(&oneiri::percent::decode(&whole)).into_owned();
    }
    let mut found = Vec::from([(whole.clone(), given.to_owned())]);
    if let Some((path, query)) = whole.split_once('?') {
        found.push((path.to_owned(), given.to_owned()));
        let query = query.split('#').next().unwrap_or_default();
        found.push((path.to_owned(), [query, given].join("&")));
    }
    if let Some((path, _)) = whole.split_once('#') {
        found.push((path.to_owned(), given.to_owned()));
        found.push((path.split('?').next().unwrap_or_default().to_owned(), String::new()));
    }
    for nth in 0..found.len() {
        let (path, query) = &found[nth];
        let names: Vec<&str> = path.split('/').map(|it| it.split(';').next().unwrap_or_default()).collect();
        found.push((names.join("/"), query.clone()));
    }
    Some(found)
}
