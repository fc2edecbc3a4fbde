//! Why a text is not a template, and why a template cannot be expanded.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use oneiri::{Place, Unit};

/// Why a text is not a URI Template, and where.
///
/// ```
/// use oneiri_template::{ErrorKind, Template};
///
/// let error = Template::parse("/users/{id!}").unwrap_err();
/// assert_eq!((error.kind(), error.start(), error.found()), (ErrorKind::AfterName, 10, Some('!')));
/// assert_eq!(
///     error.to_string(),
///     "invalid URI Template: byte 10: expected ',', '*', ':' or '}', found '!' (RFC 6570 section 2.3)"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) start: usize,
    pub(crate) found: Option<char>,
}

impl Error {
    /// The rule that the text breaks.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The byte at which the text breaks the rule.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The bytes of the character at which the text breaks the rule; empty at the end of the text.
    ///
    /// ```
    /// let text = "/users/{id!}";
    /// let error = oneiri_template::Template::parse(text).unwrap_err();
    /// assert_eq!(&text[error.range()], "!");
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.found.map_or(0, char::len_utf8)
    }

    /// What the grammar allows there.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.kind.rule().expected
    }

    /// The character there, or `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        self.found
    }

    /// The section that has the rule.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.kind.rule().section
    }

    /// The message with its place counted in another unit. `text` is the text that is no template.
    ///
    /// ```
    /// use oneiri::Unit;
    ///
    /// let error = oneiri_template::Template::parse("/é/{id!}").unwrap_err();
    /// let message = error.display_in(Unit::Char, "/é/{id!}").to_string();
    /// assert!(message.starts_with("invalid URI Template: character 6: expected "));
    /// ```
    pub fn display_in(&self, unit: Unit, text: &str) -> impl fmt::Display + use<> {
        Shown { error: *self, place: unit.place(text, self.start) }
    }
}

/// An error whose message has this place.
struct Shown {
    error: Error,
    place: Place,
}

/// The rule that a text breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that no literal may have, `}` included (RFC 6570 section 2.1, with erratum 6937).
    Literal,
    /// A `%` without two hexadecimal digits (RFC 6570 section 2.1).
    Escape,
    /// An expression that is not closed, or that opens another one (RFC 6570 section 2.2).
    Unclosed,
    /// An operator that is reserved for extensions: `=`, `,`, `!`, `@` or `|` (RFC 6570 section 2.2).
    ReservedOperator,
    /// A name that is empty or has another character (RFC 6570 section 2.3).
    Name,
    /// A character after a name (RFC 6570 section 2.3).
    AfterName,
    /// A length that is not a number from 1 to 9999 (RFC 6570 section 2.4.1).
    Length,
    /// A character after a modifier (RFC 6570 section 2.4).
    AfterModifier,
}

pub(crate) struct Rule {
    /// What is expected.
    expected: &'static str,
    /// The same as a sentence. The compiler shows it for a literal, and cannot put it together itself.
    pub(crate) sentence: &'static str,
    /// The section that says so.
    section: &'static str,
}

macro_rules! rule {
    ($expected:literal, $section:literal) => {
        Rule {
            expected: $expected,
            sentence: concat!("expected ", $expected),
            section: concat!("RFC 6570 section ", $section),
        }
    };
}
impl ErrorKind {
    pub(crate) const fn rule(self) -> Rule {
        match self {
            Self::Literal => rule!("a character of a literal or '{'", "2.1"),
            Self::Escape => rule!("two hexadecimal digits after '%'", "2.1"),
            Self::Unclosed => rule!("'}'", "2.2"),
            Self::ReservedOperator => rule!("a name or one of '+', '#', '.', '/', ';', '?' and '&'", "2.2"),
            Self::Name => rule!("a letter, a digit, '_' or '%'", "2.3"),
            Self::AfterName => rule!("',', '*', ':' or '}'", "2.3"),
            Self::Length => rule!("a length from 1 to 9999", "2.4.1"),
            Self::AfterModifier => rule!("',' or '}'", "2.4"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown { error: *self, place: Unit::Byte.place("", self.start) }.fmt(f)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { error, place } = self;
        write!(f, "invalid URI Template: {place}: {}, found ", error.kind.rule().sentence)?;
        match error.found {
            None => f.write_str("the end")?,
            Some(found) if error.kind == ErrorKind::ReservedOperator => {
                write!(f, "'{found}', which is reserved for extensions")?;
            }
            Some(found) if found.is_ascii_graphic() || found == ' ' => write!(f, "'{found}'")?,
            Some(found) => write!(f, "U+{:04X}", u32::from(found))?,
        }
        write!(f, " ({})", error.section())
    }
}

impl core::error::Error for Error {}

/// Why a template cannot be expanded with these values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExpandError {
    /// A prefix of a list or of a map (RFC 6570 section 2.4.1).
    Prefix {
        /// The bytes of the variable in the template.
        range: Range<usize>,
        /// The name of the variable.
        name: String,
    },
    /// The expansion is not a reference: a literal may have `[`, `]` and more than one `#`.
    Reference {
        /// The expansion.
        text: String,
        /// Why it is not a reference, and where.
        error: oneiri::Error,
    },
}

impl ExpandError {
    /// The message with its place counted in another unit. `template` is the text of the template.
    pub fn display_in<'e>(&'e self, unit: Unit, template: &'e str) -> impl fmt::Display + use<'e> {
        ShownExpand { error: self, unit, template }
    }
}

/// An error whose message counts in a unit.
struct ShownExpand<'e> {
    error: &'e ExpandError,
    unit: Unit,
    template: &'e str,
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ShownExpand { error: self, unit: Unit::Byte, template: "" }.fmt(f)
    }
}

impl fmt::Display for ShownExpand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            ExpandError::Prefix { range, name } => {
                let place = self.unit.place(self.template, range.start);
                write!(f, "template, {place}: expected a text for the prefix of ")?;
                write!(f, "'{name}', found a list or a map (RFC 6570 section 2.4.1)")
            }
            ExpandError::Reference { text, error } => {
                write!(f, "the expansion is no reference: {}", error.display_in(self.unit, text))
            }
        }
    }
}

impl core::error::Error for ExpandError {}
