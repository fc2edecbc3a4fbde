//! A task that Python asked for, run on a column.
//!
//! There are three ways, from the fastest to the one that always answers: the texts of dictionaries, each once; the rows; and
//! the rows with U+FFFD in place of octets that are not UTF-8. Which of them is taken changes the time, and never the result.

use std::sync::atomic::AtomicBool;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use oneiri_arrow::{Error, Errors, Plan, Task};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::input::Column;
use super::parallel::Piece;
use super::{coded, parallel};
use crate::error::raise_refusal;
use crate::grammar::{Grammar, unfit};

/// A task with its options.
pub(super) struct Job {
    pub(super) task: Task,
    pub(super) grammar: Grammar,
    pub(super) errors: Errors,
    /// The number of threads; zero means one for each core.
    pub(super) threads: usize,
}

/// The chunks of a result, or what is wrong with a row.
type Chunks = Result<Vec<ArrayRef>, Error>;

impl Job {
    /// The chunks of the result, and their type.
    pub(super) fn run(
        &self,
        py: Python<'_>,
        column: Column,
        second: Option<Column>,
    ) -> PyResult<(Vec<ArrayRef>, DataType)> {
        if let Some(second) = second.as_ref().filter(|second| second.len() != column.len()) {
            let (rows, others) = (column.len(), second.len());
            let message = format!("expected columns of one length, found {rows} and {others} rows");
            return Err(PyValueError::new_err(message));
        }
        let plan = self.plan(self.errors)?;
        // If there are no chunks, only the plan tells the type of the output.
        let data_type = plan.output(&column.data_type).map_err(|error| raise_error(py, error))?;
        let of_dictionary = match &column.data_type {
            DataType::Dictionary(key, _) if second.is_none() && oneiri_arrow::is_text(&data_type) => {
                Some(DataType::Dictionary(key.clone(), Box::new(data_type.clone())))
            }
            _ => None,
        };
        let Some(of_dictionary) = of_dictionary else {
            let chunks = self.by_rows(py, plan, column, second)?;
            return Ok((chunks.map_err(|error| raise_error(py, error))?, data_type));
        };
        if let Some(chunks) = self.by_texts(py, &column)? {
            return Ok((chunks, of_dictionary));
        }
        let chunks = self.by_rows(py, plan, column.clone(), None)?;
        let chunks = chunks.and_then(|chunks| coded::by_rows(&column, &chunks));
        Ok((chunks.map_err(|error| raise_error(py, error))?, of_dictionary))
    }

    fn plan(&self, errors: Errors) -> PyResult<Plan> {
        Plan::new(self.task.clone(), self.grammar, errors).map_err(unfit)
    }

    /// Runs on the texts of dictionaries, each once. `None` if only the rows can tell what is wrong.
    fn by_texts(&self, py: Python<'_>, column: &Column) -> PyResult<Option<Vec<ArrayRef>>> {
        // A dictionary may have texts that no row uses. They raise nothing.
        let tolerant = if self.errors == Errors::Raise { Errors::Null } else { self.errors };
        let plan = self.plan(tolerant)?;
        coded::run(py, column, self.errors, |texts| {
            parallel::run(py, of_pieces(plan), texts.chunks, None, self.threads)
        })
    }

    /// Runs on each row. A row that is not UTF-8 is an invalid text like any other.
    fn by_rows(&self, py: Python<'_>, plan: Plan, column: Column, second: Option<Column>) -> PyResult<Chunks> {
        let run = |column: Column, second: Option<Column>| {
            let second = second.map(Column::into_one).transpose();
            let second = second.map_err(|error| raise_error(py, error))?;
            parallel::run(py, of_pieces(plan.clone()), column.chunks, second.as_ref(), self.threads)
        };
        match (run(column.clone(), second.clone())?, self.errors) {
            (Err(Error::NotUtf8 { row }), Errors::Keep) => Err(not_kept(row)),
            (Ok(_), Errors::Keep) if column.not_utf8.is_some() => Err(not_kept(column.not_utf8.unwrap_or_default())),
            (Err(Error::NotUtf8 { .. }), Errors::Null | Errors::Raise) => {
                let lossy =
                    || -> PyResult<_> { Ok((column.lossy()?, second.as_ref().map(Column::lossy).transpose()?)) };
                let (column, second) = py.detach(lossy)?;
                run(column, second)
            }
            (chunks, _) => Ok(chunks),
        }
    }
}

/// Runs a plan on one piece of a column.
fn of_pieces(plan: Plan) -> impl Fn(&Piece, &AtomicBool) -> Result<ArrayRef, Error> {
    move |piece, _| plan.run(&piece.chunk, piece.second.as_ref())
}

/// The error for a row that is not UTF-8 where invalid texts are kept. A text with U+FFFD in place of the octets would be
/// the text of other rows too.
fn not_kept(row: usize) -> PyErr {
    PyValueError::new_err(format!(
        "row {row}: expected UTF-8: errors=\"keep\" cannot keep other octets as text; \"null\" and \"raise\" can be chosen"
    ))
}

/// The Python exception for an error in a column.
pub(crate) fn raise_error(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Refused(refusal) => raise_refusal(py, &refusal),
        Error::TooLong => PyOverflowError::new_err(error.to_string()),
        Error::Type(_) => PyTypeError::new_err(error.to_string()),
        Error::NotUtf8 { .. } | Error::Keys | Error::Lengths { .. } => PyValueError::new_err(error.to_string()),
    }
}
