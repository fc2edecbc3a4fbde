//! The tests of a policy.

use alloc::string::String;

use crate::base::Base;
use crate::decision::{Decision, Denied};
use crate::policy::Policy;

/// A text with the decision that is expected for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The text.
    pub text: String,
    /// Whether it should be admitted.
    pub allow: bool,
    /// The base, if the text is resolved against one.
    pub base: Option<String>,
}

/// A test whose decision is not the expected one.
#[derive(Clone, Debug)]
pub struct FailedTest<'p> {
    /// The test.
    pub test: &'p Test,
    /// What the policy decides, with the reasons if it denies the text, or the rule if it admits the text.
    pub decision: Decision<'p>,
}

impl Test {
    /// Runs the test, with another base if it names none. `None` if it passes.
    pub(crate) fn run<'p>(
        &'p self,
        policy: &Policy,
        other: Option<&Base>,
    ) -> Option<FailedTest<'p>> {
        let decision = match self.base.as_deref().map(Base::compile) {
            None => match other {
                None => policy.check(&self.text),
                Some(base) => policy.check_with_base(&self.text, base),
            },
            Some(Ok(base)) => policy.check_with_base(&self.text, &base),
            Some(Err(error)) => Decision::Deny(Denied::from(error)),
        };
        (decision.is_allowed() != self.allow).then_some(FailedTest { test: self, decision })
    }
}
