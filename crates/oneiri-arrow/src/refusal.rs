//! Why a task ends early, and the column that says what is refused.

use std::fmt;

use arrow_array::ArrayRef;
use arrow_array::builder::{ArrayBuilder, Int64Builder};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::DataType;

use crate::build::{TextBuilder, TooLong, structure};
use crate::texts::NotUtf8;

/// A text that was refused, and why.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The row that it is in, from 0.
    pub row: usize,
    /// Whether it is in the second column: what the first is resolved against, or compared with.
    pub second: bool,
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub error: oneiri::Error,
}

impl Refusal {
    /// What is said before the message of the error: which column, if it is the second.
    pub fn column(&self) -> &'static str {
        if self.second { "second column: " } else { "" }
    }
}

/// Why a task ends before the column does.
#[derive(Clone, Debug)]
pub enum Error {
    /// A text was refused, and [`Errors::Raise`](crate::Errors::Raise) asked for.
    Refused(Box<Refusal>),
    /// A column that says it holds strings holds something else in this row.
    NotUtf8 {
        /// The row, from 0.
        row: usize,
    },
    /// More than 2 GiB of text for a column that counts in 32 bits.
    TooLong,
    /// A key that leads to no text of its dictionary.
    Keys,
    /// Not a column of text, but of this type.
    Type(DataType),
    /// Two columns of different lengths.
    Lengths {
        /// Of the first.
        rows: usize,
        /// Of the second; none if it is missing.
        second: Option<usize>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => {
                let start = characters(&refusal.text, refusal.error.start());
                write!(
                    f,
                    "row {}: {}{}",
                    refusal.row,
                    refusal.column(),
                    message(&refusal.error, start)
                )
            }
            Self::NotUtf8 { row } => {
                write!(f, "row {row}: expected UTF-8 in a column of strings")
            }
            Self::TooLong => f.write_str(
                "more than 2 GiB of text in a column of strings: cast it to large strings",
            ),
            Self::Keys => f.write_str("expected keys of texts, found one beyond the dictionary"),
            Self::Type(found) => write!(
                f,
                "expected a column of strings, large strings or string views, found {found}"
            ),
            Self::Lengths { rows, second: Some(others) } => {
                write!(f, "expected columns of one length, found {rows} and {others} rows")
            }
            Self::Lengths { .. } => f.write_str("expected a second column, found none"),
        }
    }
}

impl std::error::Error for Error {}

impl From<TooLong> for Error {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

impl From<NotUtf8> for Error {
    fn from(fault: NotUtf8) -> Self {
        Self::NotUtf8 { row: fault.row }
    }
}

impl Error {
    /// The same, of a column that begins so many rows further up.
    ///
    /// ```
    /// let error = oneiri_arrow::Error::NotUtf8 { row: 2 }.below(5);
    /// assert_eq!(error.to_string(), "row 7: expected UTF-8 in a column of strings");
    /// ```
    #[must_use]
    pub fn below(self, rows: usize) -> Self {
        match self {
            Self::Refused(mut refusal) => {
                refusal.row += rows;
                Self::Refused(refusal)
            }
            Self::NotUtf8 { row } => Self::NotUtf8 { row: row + rows },
            other => other,
        }
    }
}

/// How many characters of a text lie before a byte: columns of why count as SQL and Python do.
///
/// ```
/// assert_eq!(oneiri_arrow::characters("é b", 3), 2);
/// ```
#[must_use]
pub fn characters(text: &str, byte: usize) -> usize {
    match text.get(..byte) {
        Some(before) => before.chars().count(),
        // Behind the end, as where something is missing.
        None => text.chars().count(),
    }
}

/// The sentence of an error, with its place in characters.
///
/// ```
/// use oneiri_arrow::{characters, message};
///
/// let text = "é b";
/// let error = oneiri::IriRef::parse(text).unwrap_err();
/// let said = message(&error, characters(text, error.start()));
/// assert!(said.starts_with("invalid IRI reference: path, character 1: "));
/// ```
#[must_use]
pub fn message(error: &oneiri::Error, start: usize) -> String {
    let said = error.to_string();
    let byte = error.start();
    if byte == start {
        return said;
    }
    said.replacen(&format!("byte {byte}"), &format!("character {start}"), 1)
}

/// The error column: null where there is none.
pub(crate) struct ErrorBuilder {
    texts: [TextBuilder; 5],
    start: Int64Builder,
    end: Int64Builder,
    nulls: NullBufferBuilder,
}

const TEXTS: [&str; 5] = ["message", "component", "expected", "found", "rule"];

impl ErrorBuilder {
    pub(crate) fn new(rows: usize) -> Self {
        Self {
            texts: TEXTS.map(|_| TextBuilder::new(&DataType::Utf8, rows, 0)),
            start: Int64Builder::with_capacity(rows),
            end: Int64Builder::with_capacity(rows),
            nulls: NullBufferBuilder::new(rows),
        }
    }

    pub(crate) fn push_none(&mut self) {
        self.texts.iter_mut().for_each(TextBuilder::push_null);
        self.start.append_null();
        self.end.append_null();
        self.nulls.append_null();
    }

    pub(crate) fn push(&mut self, text: &str, error: oneiri::Error) -> Result<(), TooLong> {
        let (start, end) = (characters(text, error.start()), characters(text, error.end()));
        let found = error.found().map(String::from);
        let said = message(&error, start);
        let values = [
            Some(said.as_str()),
            Some(error.component().name()),
            Some(error.expected()),
            found.as_deref(),
            Some(error.section()),
        ];
        for (builder, value) in self.texts.iter_mut().zip(values) {
            builder.push_option(value)?;
        }
        self.start.append_value(start as i64);
        self.end.append_value(end as i64);
        self.nulls.append_non_null();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> ArrayRef {
        let [message, component, expected, found, rule] = &mut self.texts;
        let columns = vec![
            ("message", message.finish()),
            ("start", ArrayBuilder::finish(&mut self.start)),
            ("end", ArrayBuilder::finish(&mut self.end)),
            ("component", component.finish()),
            ("expected", expected.finish()),
            ("found", found.finish()),
            ("rule", rule.finish()),
        ];
        structure(columns, self.nulls.finish())
    }
}
