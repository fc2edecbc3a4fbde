//! Why a template has no matcher, and why a text does not match.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::capture::Match;

/// A text that a template expands to with two sets of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Ambiguity {
    pub(crate) text: String,
    pub(crate) readings: [Match<'static>; 2],
}

impl Ambiguity {
    /// The text. No text of fewer characters has two readings, if the escapes of a character, and any other
    /// escape, count as one.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The two readings: both expand to the text.
    #[must_use]
    pub fn readings(&self) -> &[Match<'static>; 2] {
        &self.readings
    }
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = &self.readings;
        write!(f, "'{}' is the expansion of {one} and of {two}", self.text)
    }
}

/// Why a template has no matcher.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum MatcherError {
    /// One text has two readings.
    Ambiguous(Box<Ambiguity>),
    /// One text may have two readings. It is not decided, because a name stands in the template twice.
    Repeated {
        /// The name.
        name: String,
    },
    /// A literal or a name has an escape that is not a whole character, or, in a name, not upper case.
    Escape {
        /// The escape.
        escape: String,
    },
    /// The template is so large that the decision would take too long.
    TooLarge,
}

impl fmt::Display for MatcherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ambiguous(ambiguity) => write!(f, "the template is ambiguous: {ambiguity}"),
            Self::Repeated { name } => {
                write!(f, "the template may be ambiguous: '{name}' stands in it more than once")
            }
            Self::Escape { escape } => {
                write!(
                    f,
                    "the template cannot be matched: '{escape}' is not the escape of a character"
                )
            }
            Self::TooLarge => {
                f.write_str("the template is too large to decide whether it is ambiguous")
            }
        }
    }
}

impl core::error::Error for MatcherError {}

/// Why a text does not match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mismatch {
    pub(crate) start: usize,
    pub(crate) found: Option<char>,
}

impl Mismatch {
    pub(crate) fn at(text: &str, start: usize) -> Self {
        Self { start, found: text.get(start..).and_then(|rest| rest.chars().next()) }
    }

    /// The first byte at which no expansion goes on as the text does.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The character there, or `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.found
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no expansion of the template: byte {}: found ", self.start)?;
        match self.found {
            None => f.write_str("the end"),
            Some(found) if found.is_ascii_graphic() || found == ' ' => write!(f, "'{found}'"),
            Some(found) => write!(f, "U+{:04X}", u32::from(found)),
        }
    }
}

impl core::error::Error for Mismatch {}
