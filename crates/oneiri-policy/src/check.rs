//! The check of one URL. The steps are in this order: limits, parsers, violations, rules. `Policy::check` asks `plain/`
//! first, which decides about most URLs alone, so a new step also belongs there; otherwise those URLs skip it. The law
//! `the_fast_path_decides_alike` compares both. What is admitted must be its own canonical text (`settle`), because
//! programs forward that text, and may check it again. The names in `range` are those of `nearest.rs`, and the compiler
//! does not compare them.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use oneiri::{Component, Split, UriRef, UriRefBuf};
use oneiri_parsers::agreement::Host;

use crate::base::Base;
use crate::decision::{Canonical, Checked, Decision, Denied};
use crate::detect::{Forbidden, place_of, violations};
use crate::nearest::{Nearest, nearest};
use crate::parsers::{Agreed, Parsed, seen};
use crate::pattern::normal_form;
use crate::plain;
use crate::policy::Policy;
use crate::reason::{Code, Reason, Seen};
use crate::rules::distinct;
use crate::violation::PathUse;

/// A URL that the parsers of a policy have read once. [`Policy::inspect`] makes it, for programs that explain a
/// decision and do not want to check the URL again for each question.
///
/// ```
/// use oneiri_policy::{Policy, Preset};
///
/// let policy = Policy::preset(Preset::Ssrf);
/// let check = policy.inspect(r"http://good.example\@evil.example/", None);
/// assert!(!check.decision().is_allowed());
/// let seen: Vec<_> = check.seen().iter().map(ToString::to_string).collect();
/// assert!(seen[1].starts_with("whatwg sees http://good.example/"));
///
/// let policy = Policy::compile("[[allow]]\nhost = \"a.example\"\npath = \"/v1/*\"")?;
/// let text = "https://a.example/v2/x";
/// let check = policy.inspect(text, None);
/// assert_eq!(check.nearest().unwrap().to_string(), "allow rule 1 (line 1) matches all but the path");
/// assert_eq!(&text[check.range(&check.decision().reasons()[0])], "/v2/x");
/// # Ok::<(), oneiri_policy::PolicyError>(())
/// ```
#[derive(Debug)]
pub struct Check<'p, 't> {
    policy: &'p Policy,
    text: &'t str,
    base: Option<&'p Base>,
    readings: Vec<Parsed<'t>>,
    agreed: Result<Agreed, Vec<Reason>>,
}

impl<'p, 't> Check<'p, 't> {
    pub(crate) fn read(policy: &'p Policy, text: &'t str, base: Option<&'p Base>) -> Self {
        let rooted = text.starts_with('/') && !text.starts_with("//") && !text.starts_with("/\\");
        let own = policy.own.as_ref().filter(|_| base.is_none() && rooted);
        let mut check = Self { policy, text, base: base.or(own), readings: Vec::new(), agreed: Err(Vec::new()) };
        check.agreed = check.agree(own.is_some());
        check
    }

    fn agree(&mut self, relative: bool) -> Result<Agreed, Vec<Reason>> {
        let Self { policy, text, base, .. } = *self;
        if text.len() > policy.max_length {
            let mut reason = too_long(policy, "the text", text.len());
            reason.range = floor(text, policy.max_length)..text.len();
            return Err([reason].into());
        }
        let parsers = &policy.parsers;
        self.readings = parsers.read(text, base);
        let agreed = parsers.agree(&self.readings, base, text.len()).or_else(|mut reasons| {
            let repaired = parsers.agree_on_repaired(text, &self.readings, base);
            match (repaired, reasons.first_mut()) {
                (Some(agreed), _) if policy.repair => Ok(agreed),
                (Some(_), Some(reason)) => {
                    reason.message += "; repair = true reads it in its encoded form";
                    Err(reasons)
                }
                _ => Err(reasons),
            }
        })?;
        if relative && !agreed.same_origin {
            let message = "the text leaves the origin";
            return Err([Reason::new(Code::Disagreement, 0..text.len(), message)].into());
        }
        Ok(Agreed { relative, ..agreed })
    }

    /// Whether the policy admits the text, and why not.
    pub fn decision(&self) -> Decision<'t> {
        match self.admitted() {
            Ok(checked) => Decision::Allow(checked),
            Err(reasons) => Decision::Deny(Denied::new(reasons)),
        }
    }

    /// What each parser finds in the URL, or why it rejects the URL. A userinfo is left out, because it may be a secret.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        seen(&self.readings)
    }

    /// The allowing rule that comes closest to matching, and the fields in which the URL differs from it. `None` if the policy has no rule
    /// that allows, if parsers refuse the text or disagree, or if a rule matches it.
    ///
    /// It looks at every rule, which takes time, so use it for people who write a policy.
    #[must_use]
    pub fn nearest(&self) -> Option<Nearest> {
        let agreed = self.agreed.as_ref().ok()?;
        let path = normal_form(agreed.path());
        nearest(&self.policy.rules.allow, &agreed.target(self.text, &path))
    }

    /// The bytes of the URL that a reason is about. If no rule allows the URL, this is the component in which it differs from
    /// the [nearest](Self::nearest) rule, so the reader sees what to change. Otherwise it is the range of the reason.
    #[must_use]
    pub fn range(&self, reason: &Reason) -> core::ops::Range<usize> {
        let nearest = if reason.code == Code::NoRule { self.nearest() } else { None };
        let Some(Nearest { fields, .. }) = nearest else { return reason.range.clone() };
        let split = Split::of(self.text);
        let part = match fields.first() {
            Some(&"scheme") => split.range(Component::Scheme),
            Some(&"port") => split.range(Component::Port),
            Some(&"path") => split.range(Component::Path),
            Some(&"query") => split.range(Component::Query),
            Some(&"uri") => Some(0..self.text.len()),
            _ => None,
        };
        part.filter(|part| !part.is_empty()).unwrap_or_else(|| reason.range.clone())
    }

    fn admitted(&self) -> Result<Checked<'t>, Vec<Reason>> {
        let (policy, text) = (self.policy, self.text);
        let agreed = match &self.agreed {
            Ok(agreed) => agreed,
            Err(reasons) => {
                let mut reasons = reasons.clone();
                if text.len() <= policy.max_length {
                    let path = policy.default_path_use();
                    reasons.extend(forbidden(policy, text, None, path).reasons(false));
                }
                return Err(reasons);
            }
        };
        let path = normal_form(agreed.path());
        let use_of_path = policy.rules.path_use(&agreed.target(text, &path));
        let found = forbidden(policy, text, agreed.host(), use_of_path);
        let checked = self.by_rules(agreed, &path);
        if !found.is_empty() {
            // A switch is named if it admits the text, perhaps with those of the other violations.
            let mut reasons = found.reasons(checked.is_ok());
            reasons.extend(checked.err());
            return Err(reasons);
        }
        let checked = checked.map_err(|reason| Vec::from([reason]))?;
        if checked.as_str() != text {
            self.settle(&checked, agreed, use_of_path)?;
        }
        if self.base.is_some() && policy.parsers.has_absolute() && !agreed.relative {
            // Programs that do not resolve are given the canonical text.
            let readings = policy.parsers.read(checked.as_str(), None);
            let again = policy.parsers.agree(&readings, None, 0)?;
            is_own(again.form.uri().as_str(), &checked)?;
        }
        Ok(checked)
    }

    /// Whether the canonical text is admitted, too, and is its own canonical text. Its host is that of the text, so
    /// it has the same violations.
    fn settle(&self, checked: &Checked<'_>, agreed: &Agreed, use_of_path: PathUse) -> Result<(), Vec<Reason>> {
        let (policy, text) = (self.policy, checked.as_str());
        if text.len() > policy.max_length {
            return Err([too_long(policy, "the canonical text", text.len())].into());
        }
        if let Some(again) = plain::check_canonical(policy, text, agreed) {
            return is_own(again.as_str(), checked);
        }
        let whole = |mut reasons: Vec<Reason>| {
            reasons.iter_mut().for_each(|reason| reason.range = 0..0);
            reasons
        };
        let again = Check::read(policy, text, self.base.filter(|_| !agreed.relative));
        let again_agreed = match &again.agreed {
            Ok(agreed) => agreed,
            Err(reasons) => return Err(whole(reasons.clone())),
        };
        is_own(again_agreed.canonical(), checked)?;
        let found = forbidden(policy, text, None, use_of_path);
        if !found.is_empty() {
            return Err(whole(found.reasons(false)));
        }
        let path = normal_form(again_agreed.path());
        again.by_rules(again_agreed, &path).map(|_| ()).map_err(|reason| whole([reason].into()))
    }

    /// The path of the text with the dot segments that resolving removes. A server that merges slashes before it removes
    /// them reads another path in `/a//../b` than a parser that resolves. `None` if nothing is resolved, because the parsers
    /// then give this path themselves.
    fn unresolved_path(&self) -> Option<String> {
        let (base, text) = (self.base?, self.text);
        let is_whole = oneiri::split(text).scheme.is_some() || text.starts_with('\\');
        let whole = if is_whole { Cow::Borrowed(text) } else { Cow::Owned(base.joined(text)) };
        Some(oneiri::split(&whole).path.to_string())
    }

    /// What the rules decide. `path` is the normal form of the path.
    fn by_rules(&self, agreed: &Agreed, path: &str) -> Result<Checked<'t>, Reason> {
        let (policy, text) = (self.policy, self.text);
        let target = agreed.target(text, path);
        // What is denied in the path as one of the parsers finds it is denied.
        let found = self.readings.iter().filter_map(|parsed| parsed.reading.as_ref().ok()?.path());
        let unresolved = self.unresolved_path();
        let unresolved = unresolved.as_deref();
        let paths = distinct(core::iter::once(agreed.path()).chain(unresolved).chain(found));
        let rule = policy
            .rules
            .decide(&target, &paths, policy.mapped_hosts())
            .map_err(|reason| Reason { range: place_of(&reason, text), ..reason })?;
        let canonical = agreed.canonical();
        let canonical = if canonical == text {
            UriRef::parse(text).map(Canonical::Given)
        } else {
            UriRefBuf::parse(canonical).map(Canonical::Written)
        };
        let canonical = canonical.map_err(|error| Reason::new(Code::Invalid, 0..0, Cow::from(error.to_string())))?;
        Ok(Checked {
            text: canonical,
            port: target.port,
            address: target.address,
            rule,
            shared: Arc::clone(&policy.rules.shared),
        })
    }
}

fn forbidden(policy: &Policy, text: &str, host: Option<&Host>, path: PathUse) -> Forbidden {
    Forbidden::among(&policy.treatments, violations(text, host, policy.repair), path)
}

fn too_long(policy: &Policy, text: &str, length: usize) -> Reason {
    let most = policy.max_length;
    let message = format!("{text} has {length} bytes, and max-length = {most} admits no more");
    Reason::new(Code::Length, 0..0, message)
}

fn floor(text: &str, place: usize) -> usize {
    (0..=place).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Whether the canonical text is read as itself.
fn is_own(again: &str, checked: &Checked<'_>) -> Result<(), Vec<Reason>> {
    let text = checked.as_str();
    if again == text {
        return Ok(());
    }
    let message = format!("the canonical text '{text}' would be read as '{again}'");
    Err([Reason::new(Code::Disagreement, 0..0, message)].into())
}
