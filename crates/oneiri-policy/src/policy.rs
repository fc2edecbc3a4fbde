//! A compiled policy as data. It never changes, so threads share it, and a program may keep it as long as it runs.
//! `builder.rs` makes it, and `questions.rs` has what you can ask it.

use alloc::vec::Vec;

use crate::base::Base;
use crate::parsers::Parsers;
use crate::rules::{MappedHosts, Rules};
use crate::test::Test;
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
/// assert_eq!(decision.reasons()[0].code, Code::Invalid);
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
    /// The tests of the policy.
    #[must_use]
    pub fn tests(&self) -> &[Test] {
        &self.tests
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
