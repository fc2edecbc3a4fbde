//! The functions on columns: `oneiri.arrow`.

mod build;
mod coded;
mod elsewhere;
mod export;
mod frozen;
mod import;
mod input;
mod kinds;
mod notebook;
mod output;
mod parallel;
mod slice;

use arrow_schema::DataType;
use oneiri::{Iri, Normalization, Uri};
use oneiri_arrow::{Error, Errors, Plan, Task};
use oneiri_operations::Operation;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::{raise, raise_refusal};
use crate::given::{Given, Threads, hash as hash_of, rung as rung_of};
use crate::grammar::{Grammar, grammar as grammar_of, unfit};
use crate::ladder::Ladder;
pub(crate) use coded::taken;
pub(crate) use input::Column;
pub(crate) use kinds::not_read;
pub(crate) use notebook::restored;
pub(crate) use output::{Array, ChunkedArray, column};

/// Runs a task on a column. `oneiri.arrow` has a function for each task.
#[pyfunction]
#[pyo3(signature = (
    task, column, second = None, *, base = None, rung = "scheme", case = false, escape = false,
    path = false, hash = "xxh3", grammar = "iri-reference", errors = "null", threads = Threads(1),
    ladder = None
), text_signature = "(task, column, second=None, *, base=None, rung='path', case=False, escape=False, \
path=False, hash='xxh3', grammar='iri-reference', errors='null', threads=1, ladder=None)")]
#[allow(clippy::too_many_arguments, reason = "by keyword, and called by `oneiri.arrow` alone")]
pub(crate) fn run_column<'py>(
    py: Python<'py>,
    task: &str,
    column: Column,
    second: Option<Column>,
    base: Option<Given<'_, '_>>,
    rung: &str,
    case: bool,
    escape: bool,
    path: bool,
    hash: &str,
    grammar: &str,
    errors: &str,
    threads: Threads,
    ladder: Option<&Bound<'_, Ladder>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = ladder.map(|ladder| ladder.get().rules());
    let grammar = grammar_of(grammar)?;
    let operation = Operation::of_name(task).filter(|it| it.row().faces.column.is_some());
    let unknown = || PyValueError::new_err(format!("unknown task {task:?}"));
    let task = match operation.ok_or_else(unknown)? {
        Operation::Parse => Task::Parse,
        Operation::ParseLenient => Task::ParseLenient,
        Operation::IsValid => Task::IsValid,
        Operation::Check => Task::WhyNot,
        Operation::Normalize => match rules {
            Some(rules) => Task::NormalizeBy(rung_of(rung)?, rules),
            None => Task::Normalize(rung_of(rung)?),
        },
        Operation::NormalizeSteps => Task::Steps(Normalization::NONE.case(case).escape(escape).path(path)),
        Operation::Resolve => {
            Task::Resolve(base.map(|base| checked(py, &base, grammar)).transpose()?)
        }
        Operation::ToUri => Task::ToUri,
        Operation::ToIri => Task::ToIri,
        Operation::Fingerprint => match rules {
            Some(rules) => Task::FingerprintBy(rung_of(rung)?, hash_of(hash)?, rules),
            None => Task::Fingerprint(rung_of(rung)?, hash_of(hash)?),
        },
        Operation::Rung => rules.map_or(Task::Rung, Task::RungBy),
        operation => Task::of(operation).ok_or_else(unknown)?,
    };
    if let Some(second) = &second {
        if second.len() != column.len() {
            let (rows, others) = (column.len(), second.len());
            let message = format!("expected columns of one length, found {rows} and {others} rows");
            return Err(PyValueError::new_err(message));
        }
    }
    let errors: Errors = errors.parse().map_err(unfit)?;
    // A dictionary may have texts that no row uses. They raise nothing.
    let tolerant = if errors == Errors::Raise { Errors::Null } else { errors };
    let tolerant = Plan::new(task.clone(), grammar, tolerant).map_err(unfit)?;
    let plan = Plan::new(task, grammar, errors).map_err(unfit)?;
    // If there are no chunks, only the plan tells the type of the output.
    let (is_chunked, data_type) = (column.is_chunked, plan.output(&column.data_type));
    let data_type = data_type.map_err(|error| raise_error(py, error))?;
    let run = |plan: &Plan, column: Column, second: Option<Column>| {
        let second = second.map(Column::into_one).transpose();
        let second = second.map_err(|error| raise_error(py, error))?;
        parallel::run(py, plan.clone(), column, second.as_ref(), threads.0)
    };
    let coded = match &column.data_type {
        DataType::Dictionary(key, _) if second.is_none() && oneiri_arrow::is_text(&data_type) => {
            Some(DataType::Dictionary(key.clone(), Box::new(data_type.clone())))
        }
        _ => None,
    };
    if let Some(data_type) = &coded {
        let raises = errors == Errors::Raise;
        if let Some(columns) = coded::run(py, &column, raises, |it| run(&tolerant, it, None))? {
            return output::column(py, columns, is_chunked, data_type);
        }
    }
    let columns = match (run(&plan, column.clone(), second.clone())?, errors) {
        (Err(Error::NotUtf8 { row }), Errors::Keep) => return Err(not_kept(row)),
        (Ok(_), Errors::Keep) if column.not_utf8.is_some() => {
            return Err(not_kept(column.not_utf8.unwrap_or_default()));
        }
        // A row that is not UTF-8 is an invalid text like any other.
        (Err(Error::NotUtf8 { .. }), Errors::Null | Errors::Raise) => {
            run(&plan, column.lossy()?, second.as_ref().map(Column::lossy).transpose()?)?
        }
        (columns, _) => columns,
    };
    let columns = columns.and_then(|columns| match coded {
        Some(_) => coded::by_rows(&column, &columns),
        None => Ok(columns),
    });
    let columns = columns.map_err(|error| raise_error(py, error))?;
    output::column(py, columns, is_chunked, &coded.unwrap_or(data_type))
}

/// The error for a row that is not UTF-8 where invalid texts are kept. A text with U+FFFD in place of the octets would be
/// the text of other rows too.
fn not_kept(row: usize) -> PyErr {
    PyValueError::new_err(format!(
        "row {row}: expected UTF-8: errors=\"keep\" cannot keep other octets as text; \"null\" and \"raise\" can be chosen"
    ))
}

/// The text of a base, after checking that it is valid.
fn checked(py: Python<'_>, base: &Given<'_, '_>, grammar: Grammar) -> PyResult<String> {
    let text = base.as_str();
    let parsed = match grammar.is_ascii() {
        true => Uri::parse(text).map(|_| ()),
        false => Iri::parse(text).map(|_| ()),
    };
    parsed.map(|()| text.to_owned()).map_err(|error| raise(py, error, text))
}

/// The Python exception for an error in a column.
fn raise_error(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Refused(refusal) => raise_refusal(py, &refusal),
        Error::TooLong => PyOverflowError::new_err(error.to_string()),
        Error::Type(_) => PyTypeError::new_err(error.to_string()),
        Error::NotUtf8 { .. } | Error::Keys | Error::Lengths { .. } => {
            PyValueError::new_err(error.to_string())
        }
    }
}
