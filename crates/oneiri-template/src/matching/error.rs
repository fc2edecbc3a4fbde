//! Why a template has no matcher, and why a text does not match.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use oneiri::Rung;

use super::capture::Match;
use super::limits::{LIMIT, WAYS};

/// A text that a template expands to with two sets of values.
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MatcherError {
    /// One text has two readings.
    Ambiguous(Box<Ambiguity>),
    /// One text may have two readings. It is not decided, because a name is in the template twice.
    Repeated {
        /// The name.
        name: String,
    },
    /// A literal or a name has an escape that is not a whole character, or, in a name, not upper case.
    Escape {
        /// The escape.
        escape: String,
    },
    /// The template has more than about 65,000 characters or four times as many ways between them: a query
    /// of 400 variables has fewer.
    TooLarge,
    /// The template is so large that the decision would take more than four million steps.
    Undecided,
}

impl fmt::Display for MatcherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ambiguous(ambiguity) => write!(f, "the template is ambiguous: {ambiguity}"),
            Self::Repeated { name } => {
                write!(f, "the template may be ambiguous: '{name}' stands in it more than once")
            }
            Self::Escape { escape } => {
                write!(f, "the template cannot be matched: '{escape}' is not the escape of a character")
            }
            Self::TooLarge => write!(
                f,
                "the template is too large to match: its automaton has more than {LIMIT} places or {WAYS} ways"
            ),
            Self::Undecided => {
                f.write_str("the template is too large for a decision: the search takes more than four million steps")
            }
        }
    }
}

impl core::error::Error for MatcherError {}

/// Why a text does not match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mismatch {
    start: usize,
    end: usize,
    found: Option<char>,
    expected: Expected,
}

/// What an expansion of the template has where a text differs from all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expected {
    /// Characters of which there are several.
    Several,
    /// This character alone.
    Character(char),
    /// Nothing.
    End,
    /// The value that the name has elsewhere.
    Value,
    /// A text that is equal at the rung. No byte is to blame.
    Equal(Rung),
}

impl Mismatch {
    pub(crate) fn at(text: &str, start: usize, expected: Expected) -> Self {
        let found = text.get(start..).and_then(|rest| rest.chars().next());
        Self { start, end: start + found.map_or(0, char::len_utf8), found, expected }
    }

    pub(crate) fn at_rung(text: &str, rung: Rung) -> Self {
        Self { start: 0, end: text.len(), found: None, expected: Expected::Equal(rung) }
    }

    /// The same at another place, which may be another text.
    pub(crate) fn moved(self, text: &str, start: usize) -> Self {
        Self::at(text, start, self.expected)
    }

    /// The first byte at which no expansion goes on as the text does; 0 if no byte is to blame, because the
    /// normal form of the text is not an expansion ([`Matcher::at`](super::Matcher::at)).
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The end of the character at [`start`](Self::start); the end of the text if no byte is to blame.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// The bytes from [`start`](Self::start) to [`end`](Self::end).
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The character there, or `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.found
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no expansion of the template")?;
        if let Expected::Equal(rung) = self.expected {
            return write!(f, " is equal to the text at the rung '{rung}'");
        }
        write!(f, ": byte {}: ", self.start)?;
        match self.expected {
            Expected::Character(expected) => write!(f, "expected '{expected}', ")?,
            Expected::End => f.write_str("expected the end, ")?,
            Expected::Value => return f.write_str("expected one value for a name that repeats"),
            Expected::Several | Expected::Equal(_) => {}
        }
        match self.found {
            None => f.write_str("found the end"),
            Some(found) if found.is_ascii_graphic() || found == ' ' => write!(f, "found '{found}'"),
            Some(found) => write!(f, "found U+{:04X}", u32::from(found)),
        }
    }
}

impl core::error::Error for Mismatch {}
