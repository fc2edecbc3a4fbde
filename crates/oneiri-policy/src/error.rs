//! Why a policy does not compile, and what is odd in one that does. Messages are for people, and programs take `key`,
//! `range` and `kind`. The range is in the text that the caller gave: a fault in a preset has none, because nobody
//! could see it there.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use crate::source::{Place, RuleRef, Source};

/// Why a policy does not compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyError {
    message: String,
    found: Found,
    key: Option<String>,
}

/// Where a fault of a policy lies.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Found {
    #[cfg_attr(not(feature = "toml"), allow(dead_code, reason = "files need the feature"))]
    File(Place, Range<usize>),
    Rule(RuleRef),
    Policy,
}

impl PolicyError {
    /// The fault of the value of a key, whose place is not known yet.
    pub(crate) fn of(key: &str, message: impl Into<String>) -> Self {
        Self { message: message.into(), found: Found::Policy, key: Some(key.into()) }
    }

    pub(crate) fn at_rule(self, rule: RuleRef) -> Self {
        Self { found: Found::Rule(rule), ..self }
    }

    /// A fault of a file, whose key is not known yet.
    #[cfg(feature = "toml")]
    pub(crate) fn in_file(place: Place, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), found: Found::File(place, range), key: None }
    }

    #[cfg(feature = "toml")]
    pub(crate) fn at_place(self, place: Place, range: Range<usize>) -> Self {
        Self { found: Found::File(place, range), ..self }
    }

    #[cfg(feature = "toml")]
    pub(crate) fn in_key(self, key: &str) -> Self {
        Self { key: self.key.or_else(|| Some(key.into())), ..self }
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The key whose value is wrong or missing, such as `host`.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// The bytes of the file that are wrong, if the policy is a file.
    #[must_use]
    pub fn range(&self) -> Option<Range<usize>> {
        match &self.found {
            Found::File(Place { source: Source::File(_), .. }, range) => Some(range.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Found::File(place, _) => write!(f, "{place}")?,
            Found::Rule(rule) => write!(f, "{rule}")?,
            Found::Policy => f.write_str("the policy")?,
        }
        self.key.as_ref().map_or(Ok(()), |key| write!(f, ", {key}"))?;
        write!(f, ": {}", self.message)
    }
}

impl core::error::Error for PolicyError {}

/// What somebody should know about a rule: that it has no effect, or that it matches less than it seems to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Warning {
    /// The rule.
    pub rule: RuleRef,
    /// What is the matter with the rule.
    pub kind: WarningKind,
    /// What the rule does, as a clause, and what to write instead. If it has no effect: why.
    pub message: String,
    /// A text that shows it.
    pub witness: String,
}

/// What is the matter with a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum WarningKind {
    /// The rule has no effect.
    NoEffect,
    /// The rule denies a path on a host, and does not match the path alone, if it is checked without a base. With a
    /// [`Base`](crate::Base) it does.
    PathsWithoutHost,
    /// The path of the rule ends with a slash, and matches none of the paths below.
    SlashAtEnd,
}

/// `Display` writes `line 3: this [[allow]] rule has no effect, because ... (for example http://h/)`.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, kind, message, witness } = self;
        match rule.line {
            Some(_) => write!(f, "{}: this [[{}]] rule ", rule.place(), rule.kind.name())?,
            None => write!(f, "{rule} ")?,
        }
        if *kind == WarningKind::NoEffect {
            f.write_str("has no effect, because ")?;
        }
        write!(f, "{message} (for example {witness})")
    }
}
