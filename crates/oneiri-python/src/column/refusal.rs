//! What becomes of bad values, and the column that says why.

use arrow_array::ArrayRef;
use arrow_array::builder::{ArrayBuilder, Int64Builder};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::DataType;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use super::build::{TextBuilder, TooLong, structure};
use crate::error::{characters, message, raise_at};

/// What becomes of a bad value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    Null,
    Raise,
    Keep,
}

impl Errors {
    /// `keep` is for what gives text for text: nothing else has a place to keep a bad text in.
    pub(crate) fn of(name: &str, keeps: bool) -> PyResult<Self> {
        match name {
            "null" => Ok(Self::Null),
            "raise" => Ok(Self::Raise),
            "keep" if keeps => Ok(Self::Keep),
            _ => {
                let keep = if keeps { ", \"raise\" or \"keep\"" } else { " or \"raise\"" };
                let message = format!("errors={name:?}: expected \"null\"{keep}");
                Err(PyValueError::new_err(message))
            }
        }
    }
}

/// A text that was refused, and why.
pub(crate) struct Refusal {
    pub(crate) row: usize,
    pub(crate) text: String,
    pub(crate) error: oneiri::Error,
}

/// Why a task ends early.
pub(crate) enum Stop {
    Refused(Box<Refusal>),
    NotUtf8 { row: usize },
    TooLong,
}

impl From<TooLong> for Stop {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

impl From<super::texts::NotUtf8> for Stop {
    fn from(fault: super::texts::NotUtf8) -> Self {
        Self::NotUtf8 { row: fault.row }
    }
}

impl Stop {
    /// The same, of a column that begins so many rows further up.
    pub(crate) fn below(self, rows: usize) -> Self {
        match self {
            Self::Refused(mut refusal) => {
                refusal.row += rows;
                Self::Refused(refusal)
            }
            Self::NotUtf8 { row } => Self::NotUtf8 { row: row + rows },
            Self::TooLong => Self::TooLong,
        }
    }

    /// What Python raises.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Refused(refusal) => {
                let Refusal { row, text, error } = *refusal;
                raise_at(py, error, &text, Some(row))
            }
            Self::NotUtf8 { row } => {
                PyValueError::new_err(format!("row {row}: expected UTF-8 in a column of strings"))
            }
            Self::TooLong => PyOverflowError::new_err(
                "more than 2 GiB of text in a column of strings: cast it to large strings",
            ),
        }
    }
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
