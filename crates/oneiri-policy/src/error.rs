//! Why a policy does not compile, and what is odd in one that does.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// Why a policy does not compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyError {
    message: String,
    place: Place,
    key: Option<String>,
}

/// Where a fault of a policy lies.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    #[cfg_attr(not(feature = "toml"), allow(dead_code, reason = "files need the feature"))]
    File(Line, Range<usize>),
    /// A rule, such as `allow rule 3`, counted from 0.
    Rule(&'static str, usize),
    Policy,
}

/// A line of a policy file, from 1, or of a preset that it takes over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) preset: Option<&'static str>,
    pub(crate) number: usize,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.preset.map_or(Ok(()), |preset| write!(f, "preset {preset}, "))?;
        write!(f, "line {}", self.number)
    }
}

impl PolicyError {
    /// The fault of the value of a key, whose place is not known yet.
    pub(crate) fn of(key: &str, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: Place::Policy, key: Some(key.into()) }
    }

    pub(crate) fn at_rule(self, kind: &'static str, number: usize) -> Self {
        Self { place: Place::Rule(kind, number), ..self }
    }

    /// A fault of a file, whose key is not known yet.
    #[cfg(feature = "toml")]
    pub(crate) fn in_file(line: Line, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: Place::File(line, range), key: None }
    }

    #[cfg(feature = "toml")]
    pub(crate) fn at_line(self, line: Line, range: Range<usize>) -> Self {
        Self { place: Place::File(line, range), ..self }
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
        match &self.place {
            Place::File(Line { preset: None, .. }, range) => Some(range.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::File(line, _) => write!(f, "{line}")?,
            Place::Rule(kind, number) => write!(f, "{kind} rule {number}")?,
            Place::Policy => f.write_str("the policy")?,
        }
        self.key.as_ref().map_or(Ok(()), |key| write!(f, ", {key}"))?;
        write!(f, ": {}", self.message)
    }
}

impl core::error::Error for PolicyError {}

/// A rule that has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Warning {
    /// The rule, counted from 0, and its line if the policy is a file: `allow rule 3 (line 17)`.
    pub rule: String,
    /// Why it has no effect.
    pub message: String,
    /// A text that the rule matches, and that shows it.
    pub witness: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.rule, self.message, self.witness)
    }
}
