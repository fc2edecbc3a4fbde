//! The errors that end a task, and the column that reports errors row by row.
//!
//! The names and types of that column are a schema that queries of others depend on, so they stay as they are. `ERROR`
//! in `arrow.py` of `oneiri-python` repeats the names in their order, and the cases of Python and of DataFusion look
//! them up (`WHY` in `test_cases.py` and in `cases.rs`).

use std::sync::Arc;
use std::{array, fmt};

use arrow_array::builder::{ArrayBuilder, Int64Builder};
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use oneiri::Unit;

use crate::build::{TextBuilder, TooLong};
use crate::texts::NotUtf8;

/// An invalid text, with its row and its error.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The row of the text, from 0.
    pub row: usize,
    /// Whether the text is in the other column: the base to resolve against, or the text to compare with.
    pub second: bool,
    /// The text.
    pub text: String,
    /// The error of the text.
    pub error: oneiri::Error,
}

/// The message without the row. Its offsets count characters, as SQL and Python do.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = if self.second { "other column: " } else { "" };
        write!(f, "{column}{}", self.error.display_in(Unit::Char, &self.text))
    }
}

/// The error that ends a task.
#[derive(Clone, Debug)]
pub enum Error {
    /// A text is invalid, and [`Errors::Raise`](crate::Errors::Raise) is selected.
    Refused(Box<Refusal>),
    /// A row of a string column holds bytes that are not UTF-8.
    NotUtf8 {
        /// The row, from 0.
        row: usize,
    },
    /// More than 2 GiB of text for a column with 32-bit offsets.
    TooLong,
    /// A key that is beyond the texts of its dictionary.
    Keys,
    /// A column of this type, which does not hold text.
    Type(DataType),
    /// Two columns of different lengths.
    Lengths {
        /// The number of rows of the first column.
        rows: usize,
        /// The number of rows of the second column; `None` if the column is missing.
        second: Option<usize>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "row {}: {refusal}", refusal.row),
            Self::NotUtf8 { row } => {
                write!(f, "row {row}: expected UTF-8 in a column of strings")
            }
            Self::TooLong => f.write_str("more than 2 GiB of text in a column of strings: cast it to large strings"),
            Self::Keys => f.write_str("expected keys of texts, found one beyond the dictionary"),
            Self::Type(found) => {
                write!(f, "expected a column of strings, large strings or string views, found {found}")
            }
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
    /// The same error, with `rows` added to its row: for a column that is part of a longer one and begins at that
    /// row.
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

/// A builder of the error column, which is null in the rows without an error.
pub(crate) struct ErrorBuilder {
    /// The message, the component, what was expected, what was found, and the rule.
    texts: [TextBuilder; 5],
    start: Int64Builder,
    end: Int64Builder,
    nulls: NullBufferBuilder,
}

/// The fields of the error column, in the order in which [`ErrorBuilder::finish`] makes them. `rule` is the section of the
/// standard.
pub(crate) fn fields() -> Fields {
    let texts = ["component", "expected", "found", "rule"].map(|name| (name, DataType::Utf8));
    let places = ["start", "end"].map(|name| (name, DataType::Int64));
    let all = [("message", DataType::Utf8)].into_iter().chain(places).chain(texts);
    all.map(|(name, data_type)| Field::new(name, data_type, true)).collect()
}

impl ErrorBuilder {
    pub(crate) fn new(rows: usize) -> Self {
        Self {
            texts: array::from_fn(|_| TextBuilder::new(&DataType::Utf8, rows, 0)),
            start: Int64Builder::with_capacity(rows),
            end: Int64Builder::with_capacity(rows),
            nulls: NullBufferBuilder::new(rows),
        }
    }

    /// Writes so many rows without an error.
    pub(crate) fn push_none(&mut self, rows: usize) {
        if rows == 0 {
            return;
        }
        self.texts.iter_mut().for_each(|builder| builder.push_nulls(rows));
        self.start.append_nulls(rows);
        self.end.append_nulls(rows);
        self.nulls.append_n_nulls(rows);
    }

    pub(crate) fn push(&mut self, text: &str, error: oneiri::Error) -> Result<(), TooLong> {
        let [start, end] = [error.start(), error.end()].map(|byte| Unit::Char.offset(text, byte));
        let found = error.found().map(String::from);
        let message = error.display_in(Unit::Char, text).to_string();
        let values = [
            Some(message.as_str()),
            error.component().map(oneiri::Component::name),
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
            message.finish(),
            ArrayBuilder::finish(&mut self.start),
            ArrayBuilder::finish(&mut self.end),
            component.finish(),
            expected.finish(),
            found.finish(),
            rule.finish(),
        ];
        Arc::new(StructArray::new(fields(), columns, self.nulls.finish()))
    }
}
