//! Makes a policy, by calls or from a file. `file.rs` sets the fields of a builder directly, so a new one also needs a
//! key there. `shared.rules` must have the order of `allow.rules`, because a decision names its rule by the index
//! alone.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::base::Base;
use crate::error::PolicyError;
use crate::host_pattern::HostPattern;
use crate::index::Index;
use crate::networks::{Addresses, NetworkMap, Shared, SharedRule};
use crate::parsers::Parsers;
use crate::policy::Policy;
use crate::rule::Rule;
use crate::rules::Rules;
#[cfg(feature = "toml")]
use crate::source::Place;
use crate::source::{RuleKind, RuleRef, Source};
use crate::test::Test;
use crate::violation::{Treatment, Treatments, Violation};

/// A policy that is being made. [`Policy::builder`] returns it.
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) parsers: Parsers,
    pub(crate) max_length: usize,
    pub(crate) repair: bool,
    addresses: Arc<Addresses>,
    pub(crate) treatments: Treatments,
    pub(crate) allow: Index,
    deny: Index,
    pub(crate) tests: Vec<Test>,
    fault: Option<PolicyError>,
}

/// The greatest length of a text in bytes, unless the policy names another: what RFC 9110 section 4.1
/// recommends to support.
const MAX_LENGTH: usize = 8000;

impl Default for Builder {
    fn default() -> Self {
        Self {
            parsers: Parsers::default(),
            max_length: MAX_LENGTH,
            repair: false,
            addresses: Arc::default(),
            treatments: Treatments::default(),
            allow: Index::new(RuleKind::Allow),
            deny: Index::new(RuleKind::Deny),
            tests: Vec::new(),
            fault: None,
        }
    }
}

impl Builder {
    /// The parsers that must agree, by their names. Without this call: `rfc3987` and `whatwg`.
    pub fn parsers<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let set = self.set_parsers(&names);
        self.or_fault(set)
    }

    /// The greatest length of a text and of its canonical text, in bytes. Without this call: 8000.
    pub fn max_length(self, max_length: usize) -> Self {
        Self { max_length, ..self }
    }

    /// Whether a text with characters that must be percent-encoded, such as spaces and a `%` of the query that begins no
    /// escape, is admitted in its encoded form. Without this call it is not.
    pub fn repair(self, repair: bool) -> Self {
        Self { repair, ..self }
    }

    /// Which addresses the rules admit that list none: `public`, `any`, and blocks such as `10.0.0.0/8`. Without
    /// `public`, only the listed blocks count. Without this call: `public`, which is every address that is globally
    /// reachable according to IANA's registries.
    pub fn addresses<T: Into<String>>(mut self, addresses: impl IntoIterator<Item = T>) -> Self {
        let addresses: Vec<String> = addresses.into_iter().map(Into::into).collect();
        let set = self.set_addresses(&addresses);
        self.or_fault(set)
    }

    /// What to do with a violation.
    pub fn violation(mut self, violation: Violation, treatment: Treatment) -> Self {
        self.treatments.set(violation, treatment);
        self
    }

    /// Adds a rule that allows what it matches.
    pub fn allow(self, rule: Rule) -> Self {
        self.with(RuleKind::Allow, &rule)
    }

    /// Adds a rule that denies what it matches. It wins over all rules that allow.
    pub fn deny(self, rule: Rule) -> Self {
        self.with(RuleKind::Deny, &rule)
    }

    fn with(mut self, kind: RuleKind, rule: &Rule) -> Self {
        let reference =
            RuleRef { kind, number: self.count(kind, &Source::Program) + 1, source: Source::Program, line: None };
        let added = self.add(rule, &reference);
        self.or_fault(added.map_err(|error| error.at_rule(reference)))
    }

    /// Adds a test, which [`Policy::failed_tests`] runs.
    pub fn test(mut self, test: Test) -> Self {
        self.tests.push(test);
        self
    }

    /// Compiles the policy.
    ///
    /// # Errors
    ///
    /// A parser that does not exist, and a rule that is invalid or would match more than it shows.
    pub fn build(mut self) -> Result<Policy, PolicyError> {
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(self.finish()),
        }
    }

    pub(crate) fn finish(self) -> Policy {
        let Self { allow, deny, addresses, .. } = self;
        // No admitted name may lead to these addresses, whatever path or port the rules are about. So such a rule has
        // an effect even if another one denies the same URLs.
        let mut denied = NetworkMap::default();
        for rule in &deny.rules {
            if let HostPattern::Network(network) = rule.host {
                *denied.entry(network, || ()) = ();
            }
        }
        let shared = |rule: &crate::rule::Compiled| SharedRule {
            reference: rule.reference.clone(),
            addresses: Arc::clone(rule.addresses.as_ref().unwrap_or(&addresses)),
        };
        let shared = Shared { rules: allow.rules.iter().map(shared).collect(), denied };
        let has_same_origin = allow.rules.iter().any(|rule| rule.host == HostPattern::SameOrigin);
        Policy {
            parsers: self.parsers,
            max_length: self.max_length,
            repair: self.repair,
            treatments: self.treatments,
            own: if has_same_origin { Base::own() } else { None },
            rules: Rules {
                shared: Arc::new(shared),
                allow,
                deny,
                addresses,
                has_same_origin,
                punctuation: self.treatments.get(Violation::MappedPunctuation),
            },
            tests: self.tests,
        }
    }

    fn or_fault(self, done: Result<(), PolicyError>) -> Self {
        Self { fault: self.fault.or(done.err()), ..self }
    }

    pub(crate) fn set_parsers(&mut self, names: &[String]) -> Result<(), PolicyError> {
        self.parsers = Parsers::named(names)?;
        Ok(())
    }

    pub(crate) fn set_addresses(&mut self, addresses: &[String]) -> Result<(), PolicyError> {
        self.addresses = Arc::new(Addresses::parse(addresses)?);
        Ok(())
    }

    /// How many rules of a kind a source has.
    fn count(&self, kind: RuleKind, source: &Source) -> usize {
        let rules = self.index(kind).rules.iter().rev();
        rules.map(|rule| &rule.reference).find(|it| it.source == *source).map_or(0, |it| it.number)
    }

    fn index(&self, kind: RuleKind) -> &Index {
        match kind {
            RuleKind::Allow => &self.allow,
            RuleKind::Deny => &self.deny,
        }
    }

    /// Adds the next rule of a kind, which is written at a place.
    #[cfg(feature = "toml")]
    pub(crate) fn add_at(&mut self, kind: RuleKind, rule: &Rule, place: Place) -> Result<(), PolicyError> {
        let Place { source, line } = place;
        let number = self.count(kind, &source) + 1;
        self.add(rule, &RuleRef { kind, number, source, line })
    }

    fn add(&mut self, rule: &Rule, reference: &RuleRef) -> Result<(), PolicyError> {
        let index = match reference.kind {
            RuleKind::Allow => &mut self.allow,
            RuleKind::Deny => &mut self.deny,
        };
        rule.compile(reference)?.into_iter().for_each(|rule| index.add(rule));
        Ok(())
    }
}
