//! A compiled policy, and its check: limits, readers, violations, rules.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::{UriRef, UriRefBuf};
use oneiri_readers::Reader;

use crate::agreement::{Agreed, read};
use crate::builder::{Builder, Test};
use crate::decision::{Canonical, Checked, Decision, NO_URL, Reason, Reasons, Seen};
use crate::detect::{Found, mixed_dots, older, read_otherwise, violations};
use crate::index::{Index, Target};
use crate::names::special_name;
use crate::networks::Networks;
use crate::rule::{HostPattern, PathPattern};
use crate::view::View;
use crate::violation::Violation;

/// Rules about what all readers agree on.
///
/// ```
/// use oneiri_policy::Policy;
///
/// let policy = Policy::compile(r#"
///     [[allow]]
///     scheme = "https"
///     host = "*.example.com"
///     path = "/v1/*"
/// "#)?;
/// let checked = policy.check("https://api.example.com/v1/users").allowed().unwrap();
/// assert_eq!(checked.host(), Some("api.example.com"));
///
/// let decision = policy.check(r"https://evil.example\@api.example.com/v1/users");
/// assert_eq!(decision.reasons()[0].code, "refused");
/// assert!(!policy.check("https://api.example.com/v1/..%2f..%2fadmin").is_allowed());
/// # Ok::<(), oneiri_policy::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    pub(crate) readers: Vec<&'static dyn Reader>,
    /// Those of them that resolve references.
    pub(crate) resolvers: Vec<&'static dyn Reader>,
    /// Whether the fast path may be taken with these readers.
    pub(crate) plain: bool,
    pub(crate) max_length: usize,
    pub(crate) repair: bool,
    pub(crate) permitted: u32,
    /// Whether a rule is about the same origin.
    pub(crate) relative: bool,
    pub(crate) networks: Arc<Networks>,
    pub(crate) allow: Index,
    pub(crate) deny: Index,
    pub(crate) tests: Vec<Test>,
}

impl Policy {
    /// A policy without rules, which admits nothing.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Checks a text without a base.
    pub fn check<'t>(&self, text: &'t str) -> Decision<'t> {
        let checked = self.check_simple(text, None).or_else(|| self.check_beyond_ascii(text));
        match checked {
            Some(checked) => Decision::Allow(checked),
            None => self.check_slowly(text, None),
        }
    }

    /// Checks a text that is resolved against a base, such as the target of a redirect or a link on a page. The
    /// canonical text is absolute.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let policy = Policy::preset("open-redirect").unwrap();
    /// let base = "https://app.example/login";
    /// let checked = policy.check_with_base("/account?tab=1", base).allowed().unwrap();
    /// assert_eq!(checked.as_str(), "https://app.example/account?tab=1");
    /// assert!(!policy.check_with_base("//evil.example", base).is_allowed());
    /// ```
    pub fn check_with_base<'t>(&self, text: &'t str, base: &str) -> Decision<'t> {
        self.check_slowly(text, Some(base))
    }

    /// The tests of the policy whose decision is not the expected one.
    #[must_use]
    pub fn test(&self) -> Vec<&Test> {
        let fails = |test: &&Test| {
            let decision = match &test.base {
                None => self.check(&test.text),
                Some(base) => self.check_with_base(&test.text, base),
            };
            decision.is_allowed() != test.allow
        };
        self.tests.iter().filter(fails).collect()
    }

    /// What each reader sees in a text, in the one spelling in which readers are compared, or why it refuses
    /// the text. A userinfo is left out.
    #[must_use]
    pub fn readings(&self, text: &str, base: Option<&str>) -> Vec<Seen> {
        let saw = |reader: &dyn Reader| match read(reader, text, base) {
            Err(refusal) => format!("{NO_URL}: {refusal}"),
            Ok(reading) => match View::of(&reading) {
                Ok(view) => view
                    .uri
                    .with_userinfo(None)
                    .map_or_else(|it| it.to_string(), |it| it.to_string()),
                Err((_, message)) => message.to_string(),
            },
        };
        self.readers_for(base).iter().map(|it| Seen { reader: it.name(), saw: saw(*it) }).collect()
    }

    /// The rule that admits a text, with its line if the policy is a file: `allow rule 3 (line 17)`.
    #[must_use]
    pub fn rule_of(&self, checked: &Checked<'_>) -> String {
        let rule = self.allow.rules.iter().find(|rule| rule.number == checked.rule());
        rule.map_or_else(String::new, ToString::to_string)
    }

    /// The tests of the policy.
    #[must_use]
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// Whether a violation is permitted.
    #[must_use]
    pub fn permits(&self, violation: Violation) -> bool {
        self.permitted & violation.bit() != 0
    }

    /// The check in its order, without the fast path.
    pub(crate) fn check_slowly<'t>(&self, text: &'t str, base: Option<&str>) -> Decision<'t> {
        match self.admitted(text, base) {
            Ok(checked) => Decision::Allow(checked),
            Err(reasons) => Decision::Deny(reasons),
        }
    }

    fn admitted<'t>(&self, text: &'t str, base: Option<&str>) -> Result<Checked<'t>, Reasons> {
        if text.len() > self.max_length {
            let message = format!(
                "the text has {} bytes, and max-length = {} admits no more",
                text.len(),
                self.max_length
            );
            return Err([Reason::new("length", self.max_length..text.len(), message)].into());
        }
        let agreed = self.agreed(text, base);
        let found = self.forbidden(text, agreed.as_ref().ok().and_then(Agreed::host));
        let agreed = match agreed {
            Ok(agreed) => agreed,
            Err(mut reasons) => {
                reasons.extend(found.reasons(false));
                return Err(reasons);
            }
        };
        let checked = self.by_rules(text, &agreed);
        if !found.is_empty() {
            // A switch is named if it admits the text, perhaps with those of the other violations.
            let mut reasons = found.reasons(checked.is_ok());
            reasons.extend(checked.err().unwrap_or_default());
            return Err(reasons);
        }
        let checked = checked?;
        if checked.as_str() != text {
            self.settle(&checked, &agreed, base)?;
        }
        if base.is_some() && self.resolvers.len() < self.readers.len() {
            // Programs that do not resolve are given the canonical text.
            let again = self.agree(checked.as_str(), "", None)?;
            is_own(again.view.uri.as_str(), &checked)?;
        }
        Ok(checked)
    }

    /// Whether the canonical text is admitted, too, and is its own canonical text. Its host is that of the text, so
    /// it has the same violations.
    fn settle(
        &self,
        checked: &Checked<'_>,
        agreed: &Agreed,
        base: Option<&str>,
    ) -> Result<(), Reasons> {
        let text = checked.as_str();
        if let Some(again) = self.check_simple(text, agreed.host()) {
            return is_own(again.as_str(), checked);
        }
        let whole = |mut reasons: Reasons| {
            reasons.iter_mut().for_each(|reason| reason.range = 0..0);
            reasons
        };
        let again = self.agreed(text, base).map_err(whole)?;
        is_own(&again.canonical(), checked)?;
        let found = self.forbidden(text, None);
        if !found.is_empty() {
            return Err(whole(found.reasons(false)));
        }
        self.by_rules(text, &again).map(|_| ()).map_err(whole)
    }

    /// The violations that the policy does not permit.
    fn forbidden(&self, text: &str, host: Option<&crate::host::Host>) -> Forbidden {
        let found = violations(text, host);
        let mixed = mixed_dots(&found);
        let found = found.into_iter().filter(|(violation, _)| !self.permits(*violation)).collect();
        Forbidden { found, mixed }
    }

    fn by_rules<'t>(&self, text: &'t str, agreed: &Agreed) -> Result<Checked<'t>, Reasons> {
        let canonical = agreed.canonical();
        let exact = canonical == text;
        let target = agreed.target(text);
        let rule = self.decide(&target).map_err(|reason| {
            let host = oneiri::split(text).host.filter(|host| !host.is_empty());
            let start = host
                .map_or(0, |host| (host.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize));
            let end = host.map_or(text.len(), |host| start + host.len());
            Reasons::from([Reason { range: start..end, ..reason }])
        })?;
        let text = match exact {
            true => UriRef::parse(text).map(Canonical::Given),
            false => UriRefBuf::parse(canonical).map(Canonical::Written),
        };
        let text = text.map_err(|error| [Reason::new("refused", 0..0, error.to_string())])?;
        let networks = Arc::clone(&self.networks);
        Ok(Checked {
            text,
            port: target.port,
            address: target.address,
            rule: self.allow.rules[rule].number,
            networks,
        })
    }

    /// The index of the rule that allows the target.
    pub(crate) fn decide(&self, target: &Target<'_>) -> Result<usize, Reason> {
        let mut denying = 0;
        let denies = |target: &Target<'_>| {
            self.deny.find(target, |id| {
                denying = id;
                true
            })
        };
        // What a policy permits in a path must not hide a path that it denies.
        let others = if self.deny.has_paths() { read_otherwise(target.path) } else { None };
        let older = target.host.filter(|_| self.permits(Violation::MappedHost)).and_then(older);
        let older = older.as_ref().map(|host| Target {
            host: Some(&host.text),
            address: host.address,
            ..*target
        });
        let paths =
            core::iter::once(target.path).chain(others.iter().flatten().map(String::as_str));
        let mut targets = core::iter::once(*target)
            .chain(older)
            .flat_map(|target| paths.clone().map(move |path| Target { path, ..target }));
        if let Some(target) = targets.find(denies) {
            let message = self.deny.rules[denying].denial(&target);
            return Err(Reason::new("denied", 0..0, message));
        }
        let (mut rule, mut special) = (None, None);
        self.allow.find(target, |id| {
            // A special host needs a rule that names it.
            if special.is_none() && !self.allow.rules[id].names_host() {
                special = self.special(target).or_else(|| self.special(older.as_ref()?));
            }
            if special.is_none() || self.allow.rules[id].names_host() {
                rule = Some(id);
            }
            rule.is_some()
        });
        match rule {
            Some(rule) => Ok(rule),
            None => Err(special.or_else(|| self.special(target)).unwrap_or_else(|| {
                let message = match self.allow.rules.is_empty() {
                    true => "the policy has no rule that allows, so it admits nothing",
                    false if self.relative => {
                        "no rule allows the text; rules of the same origin allow paths, and URLs of the base's origin"
                    }
                    false => "no rule allows the text",
                };
                Reason::new("no-rule", 0..0, message)
            })),
        }
    }

    /// Why the host of a target is not on the public internet.
    pub(crate) fn special(&self, target: &Target<'_>) -> Option<Reason> {
        if self.networks.any {
            return None;
        }
        let (code, message) = match (target.address, target.host) {
            (Some(address), _) => {
                let (block, source) = self.networks.special(address)?;
                (
                    "special-address",
                    format!("{address} is not a public address: {block} ({source}); {NAMED}"),
                )
            }
            (None, Some(host)) if !host.is_empty() => {
                let source = special_name(host)?;
                ("special-name", format!("'{host}' is not a public name ({source}); {NAMED}"))
            }
            _ => return None,
        };
        Some(Reason::new(code, 0..0, message))
    }
}

/// What forbids a text, whatever the rules say.
struct Forbidden {
    found: Found,
    /// Escaped dot segments beside others, which no switch permits.
    mixed: Option<Range<usize>>,
}

impl Forbidden {
    fn is_empty(&self) -> bool {
        self.found.is_empty() && self.mixed.is_none()
    }

    /// The reasons. `told` says that nothing else is against the text, so each reason names the switch that admits it.
    fn reasons(self, told: bool) -> Reasons {
        let Self { found, mixed } = self;
        let told = told && mixed.is_none();
        let reason = |(violation, range): (Violation, _)| {
            let (name, section) = (violation.name(), violation.section());
            let switch =
                if told { format!("; {name} = \"allow\" admits it") } else { String::new() };
            Reason::new(name, range, format!("{} ({section}){switch}", violation.description()))
        };
        let mixed = mixed.map(|range| {
            Reason::new("disagreement", range, "programs remove other dot segments first")
        });
        found.into_iter().map(reason).chain(mixed).collect()
    }
}

/// The end of a reason that a host is not public.
const NAMED: &str = "a rule that names the host admits it";

/// Whether the canonical text is read as itself.
fn is_own(again: &str, checked: &Checked<'_>) -> Result<(), Reasons> {
    let text = checked.as_str();
    if again == text {
        return Ok(());
    }
    let message = format!("the canonical text '{text}' would be read as '{again}'");
    Err([Reason::new("disagreement", 0..0, message)].into())
}

impl crate::rule::Compiled {
    /// Says that the rule denies a target, and by what.
    fn denial(&self, target: &Target<'_>) -> String {
        let host = match self.host {
            HostPattern::Name { .. } | HostPattern::Network(_) => target.host,
            _ => None,
        };
        let path = match self.path {
            PathPattern::Any => None,
            _ => Some(target.path),
        };
        match (host, path) {
            (Some(host), None) => format!("{self} matches the host '{host}'"),
            (None, Some(path)) => format!("{self} matches the path '{path}'"),
            (Some(host), Some(path)) => {
                format!("{self} matches the host '{host}' and the path '{path}'")
            }
            (None, None) => format!("{self} matches"),
        }
    }

    /// Whether the rule is for a host that it names, and not for any host, any host below a name, or a block as
    /// large as `0.0.0.0/0`.
    pub(crate) fn names_host(&self) -> bool {
        match &self.host {
            HostPattern::Any => false,
            HostPattern::Name { itself, .. } => *itself,
            HostPattern::Network(network) => network.is_narrow(),
            HostPattern::Absent | HostPattern::SameOrigin => true,
        }
    }
}
