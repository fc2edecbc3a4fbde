//! The functions on columns: `oneiri.arrow`.
//!
//! A column passes these files in this order: `input` takes it from Python (with `import`, `kinds` and `frozen`), `job` runs
//! the task (with `coded` for dictionaries and `parallel` for threads), and `output` gives the result to Python.

mod build;
mod coded;
mod elsewhere;
mod export;
mod frozen;
mod import;
mod input;
mod job;
mod join;
mod kinds;
mod notebook;
mod output;
mod parallel;
mod pickled;
mod slice;

use oneiri::{Iri, Normalization, Uri};
use oneiri_arrow::Task;
use oneiri_operations::Operation;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::raise;
use crate::given::{Given, Threads, hash as hash_of, rung as rung_of};
use crate::grammar::{Grammar, grammar as grammar_of, unfit};
use crate::ladder::Ladder;
pub(crate) use build::texts;
pub(crate) use input::Column;
use job::Job;
pub(crate) use job::raise_error;
pub(crate) use output::{Array, ChunkedArray, column};
pub(crate) use parallel::{Piece, run as in_pieces};
pub(crate) use pickled::restored;

/// Runs a task on a column. `oneiri.arrow` has a function for each task.
#[pyfunction]
#[pyo3(signature = (
    task, column, second = None, *, base = None, rung = "scheme", case = false, escape = false,
    path = false, hash = "xxh3", grammar = "iri-reference", errors = "null", threads = Threads(1),
    ladder = None
), text_signature = "(task, column, second=None, *, base=None, rung='scheme', case=False, escape=False, \
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
    // A text that is the other one of each row.
    let (second, base) = match (base, task) {
        (Some(text), "rung") => (Some(Column::repeated(text.as_str(), column.len())?), None),
        (base, _) => (second, base),
    };
    let rules = ladder.map(|ladder| ladder.get().rules());
    let grammar = grammar_of(grammar)?;
    let operation = Operation::of_name(task).filter(|operation| operation.row().faces.column.is_some());
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
        Operation::Resolve => Task::Resolve(base.map(|base| checked(py, &base, grammar)).transpose()?),
        Operation::ToUri => Task::ToUri,
        Operation::ToIri => Task::ToIri,
        Operation::Fingerprint => match rules {
            Some(rules) => Task::FingerprintBy(rung_of(rung)?, hash_of(hash)?, rules),
            None => Task::Fingerprint(rung_of(rung)?, hash_of(hash)?),
        },
        Operation::Rung => rules.map_or(Task::Rung, Task::RungBy),
        operation => Task::of(operation).ok_or_else(unknown)?,
    };
    let is_chunked = column.is_chunked;
    let job = Job { task, grammar, errors: errors.parse().map_err(unfit)?, threads: threads.0 };
    let (columns, data_type) = job.run(py, column, second)?;
    output::column(py, columns, is_chunked, &data_type)
}

/// The text of a base, after checking that it is valid.
fn checked(py: Python<'_>, base: &Given<'_, '_>, grammar: Grammar) -> PyResult<String> {
    let text = base.as_str();
    let parsed = if grammar.is_ascii() { Uri::parse(text).map(|_| ()) } else { Iri::parse(text).map(|_| ()) };
    parsed.map(|()| text.to_owned()).map_err(|error| raise(py, error, text))
}
