//! The questions that you can ask a policy, and how one begins. `check` and `inspect` must decide alike, because one asks
//! `plain/` first and the other does not.

use alloc::vec::Vec;

use crate::analysis;
use crate::base::Base;
use crate::builder::Builder;
use crate::check::Check;
use crate::decision::{Decision, Denied};
use crate::error::Warning;
use crate::plain;
use crate::policy::Policy;
use crate::test::{FailedTest, Test};

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
        self.tests.iter().filter_map(|test| self.failure(test, None)).collect()
    }

    /// The same, with a base for the tests that name none.
    #[must_use]
    pub fn failed_tests_with_base(&self, base: &Base) -> Vec<FailedTest<'_>> {
        self.tests.iter().filter_map(|test| self.failure(test, Some(base))).collect()
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

    /// Runs a test, with another base if it names none. `None` if it passes.
    fn failure<'p>(&self, test: &'p Test, other: Option<&Base>) -> Option<FailedTest<'p>> {
        let decision = match test.base.as_deref().map(Base::compile) {
            None => match other {
                None => self.check(&test.text),
                Some(base) => self.check_with_base(&test.text, base),
            },
            Some(Ok(base)) => self.check_with_base(&test.text, &base),
            Some(Err(error)) => Decision::Deny(Denied::from(error)),
        };
        let has_reason = |code| test.allow || decision.reasons().iter().any(|reason| reason.code == code);
        let passes = decision.is_allowed() == test.allow && test.reason.is_none_or(has_reason);
        (!passes).then_some(FailedTest { test, decision })
    }
}

/// The policy without rules, which admits nothing.
impl Default for Policy {
    fn default() -> Self {
        Builder::default().finish()
    }
}
