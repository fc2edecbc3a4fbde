//! The same on columns: `oneiri.arrow`.

mod build;
mod input;
mod output;
mod parallel;
mod refusal;
mod task;
mod texts;

use oneiri::{Iri, Steps, Uri};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::raise;
use crate::given::{Given, hash as hash_of, rung as rung_of};
use crate::grammar::Grammar;
use input::Column;
pub(crate) use output::{Array, ChunkedArray};
use refusal::Errors;
use task::{Plan, Task};

/// Does a task to a column; `oneiri.arrow` has a function for each.
#[pyfunction]
#[pyo3(signature = (
    task, column, second = None, *, base = None, rung = "path", case = false, escape = false,
    path = false, hash = "xxh3", grammar = "iri-reference", errors = "null", threads = 1
))]
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
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let grammar = Grammar::of(grammar)?;
    let (task, keeps) = match task {
        "parse" => (Task::Parse, false),
        "is_valid" => (Task::IsValid, false),
        "why_not" => (Task::WhyNot, false),
        "normalize" => (Task::Normalize(rung_of(rung)?), true),
        "normalize_steps" => (Task::Steps(Steps { case, escape, path }), true),
        "resolve" => {
            (Task::Resolve(base.map(|base| checked(py, &base, grammar)).transpose()?), true)
        }
        "to_uri" if !grammar.is_ascii() => (Task::ToUri, true),
        "to_iri" if grammar.is_ascii() => (Task::ToIri, true),
        "fingerprint" => (Task::Fingerprint(rung_of(rung)?, hash_of(hash)?), false),
        "rung" => (Task::Rung, false),
        _ => return Err(PyValueError::new_err(format!("{task} does not take this grammar"))),
    };
    if let Some(second) = &second {
        if second.len() != column.len() {
            let (rows, others) = (column.len(), second.len());
            let message = format!("expected columns of one length, found {rows} and {others} rows");
            return Err(PyValueError::new_err(message));
        }
    }
    let plan = Plan { task, grammar, errors: Errors::of(errors, keeps)? };
    let second = second.map(Column::into_one).transpose()?;
    let (is_chunked, data_type) = (column.is_chunked, column.data_type.clone());
    let done = py.detach(|| parallel::run(&plan, column, second.as_ref(), threads));
    let columns = done.map_err(|stop| stop.raise(py))?;
    output::column(py, columns, is_chunked, &data_type)
}

/// The text of a base, once it is known to be one.
fn checked(py: Python<'_>, base: &Given<'_, '_>, grammar: Grammar) -> PyResult<String> {
    let text = base.as_str();
    let parsed = match grammar.is_ascii() {
        true => Uri::parse(text).map(|_| ()),
        false => Iri::parse(text).map(|_| ()),
    };
    parsed.map(|()| text.to_owned()).map_err(|error| raise(py, error, text))
}
