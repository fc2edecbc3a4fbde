//! Why a policy does not compile, and what is odd in one that does.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// Why a policy does not compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyError {
    message: String,
    place: Place,
}

/// Where a fault of a policy lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The bytes of the file, and the number of the line, from 1.
    #[cfg_attr(not(feature = "toml"), allow(dead_code, reason = "files need the feature"))]
    File(Range<usize>, usize),
    /// A rule, such as `allow rule 3`, counted from 0.
    Rule(&'static str, usize),
    Policy,
}

impl PolicyError {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into().into_owned(), place: Place::Policy }
    }

    pub(crate) fn at(self, place: Place) -> Self {
        if self.place == Place::Policy { Self { place, ..self } } else { self }
    }

    #[cfg(feature = "toml")]
    pub(crate) fn rule(&self) -> Option<(&'static str, usize)> {
        match self.place {
            Place::Rule(kind, index) => Some((kind, index)),
            _ => None,
        }
    }

    #[cfg(feature = "toml")]
    pub(crate) fn placed(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the file that are wrong, if the policy is a file.
    #[must_use]
    pub fn range(&self) -> Option<Range<usize>> {
        match &self.place {
            Place::File(range, _) => Some(range.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::File(_, line) => write!(f, "line {line}: ")?,
            Place::Rule(kind, index) => write!(f, "{kind} rule {index}: ")?,
            Place::Policy => {}
        }
        f.write_str(&self.message)
    }
}

impl core::error::Error for PolicyError {}

/// A rule that has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Warning {
    /// The rule: `allow rule 3`, counted from 0.
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
