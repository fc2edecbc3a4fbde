//! A compiled policy, and the questions that you can ask it. It never changes, so threads share it, and a program may
//! keep it as long as it runs. `check` and `inspect` must decide alike, because one asks `plain/` first and the other
//! does not.

use alloc::vec::Vec;

use crate::analysis;
use crate::base::Base;
use crate::builder::Builder;
use crate::check::Check;
use crate::decision::Decision;
use crate::error::Warning;
use crate::parsers::Parsers;
use crate::plain;
use crate::rules::{MappedHosts, Rules};
use crate::test::{FailedTest, Test};
use crate::violation::{PathUse, Treatment, Treatments, Violation};

/// A compiled policy: the parsers that must agree, and rules about what they agree on.
///
/// ```
/// use oneiri_policy::{Code, Policy};
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
/// assert_eq!(decision.reasons()[0].code, Code::Refused);
/// assert!(!policy.check("https://api.example.com/v1/..%2f..%2fadmin").is_allowed());
/// # Ok::<(), oneiri_policy::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    pub(crate) parsers: Parsers,
    pub(crate) max_length: usize,
    pub(crate) repair: bool,
    pub(crate) treatments: Treatments,
    pub(crate) rules: Rules,
    /// The base of texts that begin with a slash, if a rule is about the same origin.
    pub(crate) own: Option<Base>,
    pub(crate) tests: Vec<Test>,
}

impl Policy {
    /// A policy without rules, which admits nothing.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Checks a URL without a base.
    pub fn check<'t>(&self, text: &'t str) -> Decision<'t> {
        plain::check(self, text).unwrap_or_else(|| self.inspect(text, None).decision())
    }

    /// Checks a reference, which is first resolved against a base, such as the target of a redirect or a link on a page. The
    /// canonical text is absolute. [`Base`] has an example.
    pub fn check_with_base<'t>(&self, text: &'t str, base: &Base) -> Decision<'t> {
        match plain::check_with_base(self, text, base) {
            Some(checked) => Decision::Allow(checked),
            None => self.inspect(text, Some(base)).decision(),
        }
    }

    /// Reads a URL once with every parser, for programs that explain the decision. The decision is that of
    /// [`check`](Self::check), which is faster.
    #[must_use]
    pub fn inspect<'p, 't>(&'p self, text: &'t str, base: Option<&'p Base>) -> Check<'p, 't> {
        Check::read(self, text, base)
    }

    /// Runs the tests of the policy, and returns those whose decision is not the expected one.
    #[must_use]
    pub fn failed_tests(&self) -> Vec<FailedTest<'_>> {
        self.tests.iter().filter_map(|test| test.run(self, None)).collect()
    }

    /// The same, with a base for the tests that name none.
    #[must_use]
    pub fn failed_tests_with_base(&self, base: &Base) -> Vec<FailedTest<'_>> {
        self.tests.iter().filter_map(|test| test.run(self, Some(base))).collect()
    }

    /// The tests of the policy.
    #[must_use]
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// What somebody who writes the policy should know about its rules.
    ///
    /// It warns of rules that have no effect: a rule that another one covers, a rule that allows only what rules deny,
    /// a rule that allows only addresses or names that are not public and that the policy does not admit, a rule that
    /// allows only what has a violation, and a rule that denies what no rule allows.
    ///
    /// It also warns of rules that match less than they seem to: a rule that denies a path on a host does not match the path alone, which has
    /// no host, and a path such as `/a/` means none of the paths below it.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let policy = Policy::compile(r#"
    ///     allow = [
    ///         { host = "*.example.com" },
    ///         { host = "a.example.com" },
    ///     ]
    /// "#)?;
    /// let warnings = policy.warnings();
    /// assert_eq!(
    ///     warnings[0].to_string(),
    ///     "line 4: this [[allow]] rule has no effect, because the [[allow]] rule on line 3 already allows all that it \
    ///      allows (for example http://a.example.com/)",
    /// );
    /// # Ok::<(), oneiri_policy::PolicyError>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        analysis::warnings(self)
    }

    /// What the policy does with a violation.
    #[must_use]
    pub fn treatment(&self, violation: Violation) -> Treatment {
        self.treatments.get(violation)
    }

    pub(crate) fn mapped_hosts(&self) -> MappedHosts {
        if self.treatments.permits(Violation::MappedHost, PathUse::Matched) {
            MappedHosts::Permitted
        } else {
            MappedHosts::Denied
        }
    }

    pub(crate) fn default_path_use(&self) -> PathUse {
        let Rules { allow, deny, .. } = &self.rules;
        if allow.has_paths() || deny.has_paths() { PathUse::Matched } else { PathUse::Ignored }
    }
}

/// The policy without rules, which admits nothing.
impl Default for Policy {
    fn default() -> Self {
        Builder::default().finish()
    }
}
