//! Makes a policy, by calls or from a file.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use oneiri_readers::{ALL, Reader, Rfc3987, Whatwg, by_name};

use crate::error::{Line, PolicyError};
use crate::index::Index;
use crate::networks::{Network, Networks};
use crate::policy::Policy;
use crate::rule::{Compiled, HostPattern, Rule};
use crate::violation::Violation;

/// A policy that is being made. [`Policy::builder`] returns it.
#[derive(Clone, Debug)]
pub struct Builder {
    readers: Vec<&'static dyn Reader>,
    pub(crate) max_length: usize,
    pub(crate) repair: bool,
    networks: Networks,
    permitted: u32,
    allow: Index,
    deny: Index,
    pub(crate) tests: Vec<Test>,
    /// The first error.
    fault: Option<PolicyError>,
}

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

/// The greatest length of a text in bytes, unless the policy names another: what RFC 9110 section 4.1
/// recommends to support.
const MAX_LENGTH: usize = 8000;

impl Default for Builder {
    fn default() -> Self {
        Self {
            readers: [&Rfc3987 as &dyn Reader, &Whatwg].into(),
            max_length: MAX_LENGTH,
            repair: false,
            networks: Networks::default(),
            permitted: Violation::defaults(),
            allow: Index::new(),
            deny: Index::new(),
            tests: Vec::new(),
            fault: None,
        }
    }
}

impl Builder {
    /// The readers that must agree, by their names. Without this call: `rfc3987` and `whatwg`.
    pub fn readers<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let set = self.set_readers(&names);
        self.or_fault(set)
    }

    /// The greatest length of a text, in bytes. Without this call: 8000.
    pub fn max_length(self, max_length: usize) -> Self {
        Self { max_length, ..self }
    }

    /// Whether a text with characters that must be percent-encoded, such as spaces, is admitted in its encoded
    /// form. Without this call it is not.
    pub fn repair(self, repair: bool) -> Self {
        Self { repair, ..self }
    }

    /// Which addresses are admitted: `public`, `any`, and blocks such as `10.0.0.0/8`. Without this call:
    /// `public`, which is every address that is globally reachable by IANA's registries.
    pub fn addresses<T: Into<String>>(mut self, addresses: impl IntoIterator<Item = T>) -> Self {
        let addresses: Vec<String> = addresses.into_iter().map(Into::into).collect();
        let set = self.set_addresses(&addresses);
        self.or_fault(set)
    }

    /// Whether a violation is permitted.
    pub fn permit(mut self, violation: Violation, permitted: bool) -> Self {
        self.set_permitted(violation, permitted);
        self
    }

    /// Adds a rule that allows what it matches.
    pub fn allow(mut self, rule: Rule) -> Self {
        let number = self.allow.next_number();
        let added = self.add(true, &rule, None).map_err(|error| error.at_rule("allow", number));
        self.or_fault(added)
    }

    /// Adds a rule that denies what it matches. It wins over all rules that allow.
    pub fn deny(mut self, rule: Rule) -> Self {
        let number = self.deny.next_number();
        let added = self.add(false, &rule, None).map_err(|error| error.at_rule("deny", number));
        self.or_fault(added)
    }

    /// Adds a test, which [`Policy::test`] runs.
    pub fn test(mut self, test: Test) -> Self {
        self.tests.push(test);
        self
    }

    /// Compiles the policy.
    ///
    /// # Errors
    ///
    /// A reader that does not exist, and a rule that is invalid or would match more than it shows.
    pub fn build(self) -> Result<Policy, PolicyError> {
        let Self { readers, mut networks, allow, deny, .. } = self;
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        // Any other refusal would be one of a base or of a text.
        let resolves = |reader: &&'static dyn Reader| {
            reader.read_with_base("", "http://base.invalid/").is_ok()
        };
        let resolvers = readers.iter().copied().filter(resolves).collect();
        for rule in &deny.rules {
            if let HostPattern::Network(network) = rule.host {
                *networks.denied.entry(network, || ()) = ();
            }
        }
        // What the fast path proves, it proves for these two grammars.
        let is_plain = |name| matches!(name, "rfc3986" | "rfc3987" | "whatwg");
        Ok(Policy {
            plain: readers.iter().all(|reader| is_plain(reader.name())),
            readers,
            resolvers,
            max_length: self.max_length,
            repair: self.repair,
            permitted: self.permitted,
            relative: allow.rules.iter().any(|rule| rule.host == HostPattern::SameOrigin),
            networks: Arc::new(networks),
            allow,
            deny,
            tests: self.tests,
        })
    }

    fn or_fault(self, done: Result<(), PolicyError>) -> Self {
        Self { fault: self.fault.or(done.err()), ..self }
    }

    pub(crate) fn set_permitted(&mut self, violation: Violation, permitted: bool) {
        self.permitted &= !violation.bit();
        self.permitted |= if permitted { violation.bit() } else { 0 };
    }

    pub(crate) fn set_readers(&mut self, names: &[String]) -> Result<(), PolicyError> {
        let reader = |name: &String| {
            by_name(name).ok_or_else(|| {
                let names: Vec<_> = ALL.iter().map(|reader| reader.name()).collect();
                let names = names.join(", ");
                PolicyError::of("readers", format!("expected some of {names}, found '{name}'"))
            })
        };
        self.readers = names.iter().map(reader).collect::<Result<_, _>>()?;
        match self.readers.is_empty() {
            true => Err(PolicyError::of("readers", "expected at least one reader")),
            false => Ok(()),
        }
    }

    pub(crate) fn set_addresses(&mut self, addresses: &[String]) -> Result<(), PolicyError> {
        self.networks = Networks::default();
        for text in addresses {
            match (&**text, Network::parse(text)) {
                ("public", _) => {}
                ("any", _) => self.networks.any = true,
                (_, Some(Ok(network))) => *self.networks.admitted.entry(network, || ()) = (),
                _ => {
                    let message =
                        format!("expected \"public\", \"any\" or a block, found '{text}'");
                    return Err(PolicyError::of("addresses", message));
                }
            }
        }
        Ok(())
    }

    /// Adds a rule, which stands at a line of a file.
    pub(crate) fn add(
        &mut self,
        allows: bool,
        rule: &Rule,
        line: Option<Line>,
    ) -> Result<(), PolicyError> {
        let index = if allows { &mut self.allow } else { &mut self.deny };
        let number = index.next_number();
        for rule in rule.compile(allows)? {
            index.add(Compiled { number, line, ..rule });
        }
        Ok(())
    }
}
