//! Makes a policy, by calls or from a file.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use oneiri_readers::{Reader, by_name};

use crate::error::{Place, PolicyError};
use crate::index::Index;
use crate::networks::{Network, Networks};
use crate::policy::Policy;
use crate::rule::{HostPattern, Rule};
use crate::violation::Violation;

/// A policy that is being made. [`Policy::builder`] returns it.
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) readers: Vec<String>,
    pub(crate) max_length: usize,
    pub(crate) repair: bool,
    pub(crate) addresses: Vec<String>,
    pub(crate) permitted: u32,
    pub(crate) allow: Vec<Rule>,
    pub(crate) deny: Vec<Rule>,
    pub(crate) tests: Vec<Test>,
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
            readers: ["rfc3987", "whatwg"].map(String::from).into(),
            max_length: MAX_LENGTH,
            repair: false,
            addresses: ["public"].map(String::from).into(),
            permitted: Violation::defaults(),
            allow: Vec::new(),
            deny: Vec::new(),
            tests: Vec::new(),
        }
    }
}

impl Builder {
    /// The readers that must agree, by their names. Without this call: `rfc3987` and `whatwg`.
    pub fn readers<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.readers = names.into_iter().map(Into::into).collect();
        self
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
        self.addresses = addresses.into_iter().map(Into::into).collect();
        self
    }

    /// Whether a violation is permitted.
    pub fn permit(mut self, violation: Violation, permitted: bool) -> Self {
        self.permitted &= !violation.bit();
        self.permitted |= if permitted { violation.bit() } else { 0 };
        self
    }

    /// Adds a rule that allows what it matches.
    pub fn allow(mut self, rule: Rule) -> Self {
        self.allow.push(rule);
        self
    }

    /// Adds a rule that denies what it matches. It wins over all rules that allow.
    pub fn deny(mut self, rule: Rule) -> Self {
        self.deny.push(rule);
        self
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
        let reader = |name: &String| {
            by_name(name).ok_or_else(|| PolicyError::new(format!("there is no reader '{name}'")))
        };
        let readers: Vec<&'static dyn Reader> =
            self.readers.iter().map(reader).collect::<Result<_, _>>()?;
        if readers.is_empty() {
            return Err(PolicyError::new("expected at least one reader"));
        }
        // Any other refusal would be one of a base or of a text.
        let resolves = |reader: &&'static dyn Reader| {
            reader.read_with_base("", "http://base.invalid/").is_ok()
        };
        let resolvers = readers.iter().copied().filter(resolves).collect();
        let mut networks = Networks::default();
        for text in &self.addresses {
            match (&**text, Network::parse(text)) {
                ("public", _) => {}
                ("any", _) => networks.any = true,
                (_, Some(Ok(network))) => *networks.admitted.entry(network, || ()) = (),
                _ => {
                    let message =
                        format!("expected \"public\", \"any\" or a block, found '{text}'");
                    return Err(PolicyError::new(message));
                }
            }
        }
        let index = |rules: &[Rule], allows: bool, kind: &'static str| {
            let mut index = Index::new();
            for (nth, rule) in rules.iter().enumerate() {
                let rule = rule.compile(allows);
                index.add(rule.map_err(|error| error.at(Place::Rule(kind, nth)))?);
            }
            Ok::<_, PolicyError>(index)
        };
        let (allow, deny) = (index(&self.allow, true, "allow")?, index(&self.deny, false, "deny")?);
        for rule in &deny.rules {
            if let HostPattern::Network(network) = rule.host {
                *networks.denied.entry(network, || ()) = ();
            }
        }
        let names: Vec<_> = readers.iter().map(|reader| reader.name().to_string()).collect();
        // What the fast path proves, it proves for these two.
        let plain = names.iter().all(|name| matches!(&**name, "rfc3986" | "rfc3987" | "whatwg"));
        Ok(Policy {
            readers,
            resolvers,
            plain,
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
}
