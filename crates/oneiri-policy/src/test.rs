//! The tests of a policy: texts with the decision that its author expects. A file has them as `[[test]]` (`file.rs`),
//! and the command runs them with `--test` (`questions.rs`). Those of a preset are about the preset alone, so a policy
//! that extends it lacks them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::decision::Decision;
use crate::reason::Code;

/// A text with the decision that is expected for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The text.
    pub text: String,
    /// Whether it should be admitted.
    pub allow: bool,
    /// Why it should be denied: one of the reasons has this code. `None` if any reason will do. Without it, a test does not tell
    /// a rule that denies from a violation in the same text.
    pub reason: Option<Code>,
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

impl FailedTest<'_> {
    /// The decision that the test expects: `allow`, `deny`, or `deny with the reason denied`.
    #[must_use]
    pub fn expected(&self) -> String {
        match (self.test.allow, self.test.reason) {
            (true, _) => "allow".to_owned(),
            (false, None) => "deny".to_owned(),
            (false, Some(code)) => format!("deny with the reason {code}"),
        }
    }

    /// The decision of the policy, as the test names it. The reasons come with it if the test expects one.
    #[must_use]
    pub fn found(&self) -> String {
        let reasons = self.decision.reasons();
        if reasons.is_empty() {
            return "allow".to_owned();
        }
        if self.test.allow || self.test.reason.is_none() {
            return "deny".to_owned();
        }
        let codes: Vec<&str> = reasons.iter().map(|reason| reason.code.as_str()).collect();
        let word = if codes.len() == 1 { "reason" } else { "reasons" };
        format!("deny with the {word} {}", crate::reason::listed(&codes))
    }
}
