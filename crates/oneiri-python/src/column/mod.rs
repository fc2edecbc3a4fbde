//! The functions on columns: `oneiri.arrow`.
//!
//! [`Job::of`] reads the task and its options. Then the column passes each of these files once: `input` takes it from
//! Python (with `import` and `kinds`), `parallel` runs the plan, and `output` gives the result to Python.
//!
//! There are three ways to run a task, from the fastest to the one that always answers: the texts of dictionaries, each once
//! (with `coded`); the rows; and the rows with U+FFFD in place of octets that are not UTF-8. Which of them is taken changes
//! the time, and never the result.

mod build;
mod coded;
mod elsewhere;
mod export;
mod import;
mod input;
mod join;
mod kinds;
mod notebook;
mod output;
mod parallel;
mod pickled;
mod slice;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use oneiri_arrow::{Error, Errors, Options, Plan, Rules, Task};
use oneiri_operations::Operation;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{raise, raise_refusal};
use crate::given::{Given, Threads};
use crate::grammar::unfit;
use crate::ladder::Ladder;
pub(crate) use build::texts;
pub(crate) use input::Column;
pub(crate) use output::{Array, ChunkedArray, column};
pub(crate) use parallel::{Piece, Work, run as in_pieces};
pub(crate) use pickled::restored;

/// Runs a task on a column. `oneiri.arrow` has a function for each task.
#[pyfunction]
#[pyo3(signature = (task, column, second = None, **options), text_signature = "(task, column, second=None, *, \
base=None, rung='scheme', case=False, escape=False, path=False, hash='xxh3', grammar='iri-reference', errors='null', \
threads=1, ladder=None)")]
pub(crate) fn run_column<'py>(
    py: Python<'py>,
    task: &str,
    column: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let job = Job::of(py, task, options)?;
    let column: Column = argument("column", column)?;
    let second = match &job.other {
        Some(text) => Some(Column::repeated(text, column.len())?),
        None => second.map(|second| argument("second", second)).transpose()?,
    };
    let (chunks, data_type) = job.run(py, &column, second)?;
    output::column(py, chunks, column.is_chunked, &data_type)
}

/// The value of the argument with this name. An exception for its type names it, as PyO3 does.
fn argument<'a, 'py, T: FromPyObject<'a, 'py>>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let (error, py): (PyErr, _) = (error.into(), value.py());
        if !error.is_instance_of::<PyTypeError>(py) {
            return error;
        }
        PyTypeError::new_err(format!("argument '{name}': {}", error.value(py)))
    })
}

/// A task with its options.
struct Job {
    plan: Plan,
    /// The number of threads; zero means one for each core.
    threads: usize,
    /// The text that each row is compared with, if it is one text for all of them.
    other: Option<String>,
}

/// The chunks of a result, or what is wrong with a row.
type Chunks = Result<Vec<ArrayRef>, Error>;

impl Job {
    /// The job for a task, with the options of `run_column`.
    fn of(py: Python<'_>, task: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (mut options, mut rules, mut threads) = (Options::default(), Rules::default(), 1);
        for (name, value) in given.into_iter().flatten() {
            let name: &str = name.extract()?;
            match name {
                "base" => {
                    options.base = argument::<Option<Given<'_, '_>>>(name, &value)?.map(|it| it.as_str().to_owned())
                }
                "case" => options.steps.case = argument(name, &value)?,
                "escape" => options.steps.escape = argument(name, &value)?,
                "path" => options.steps.path = argument(name, &value)?,
                "threads" => threads = argument::<Threads>(name, &value)?.0,
                "ladder" => {
                    let ladder: Option<Bound<'_, Ladder>> = argument(name, &value)?;
                    rules = ladder.map(|ladder| ladder.get().rules()).unwrap_or_default();
                }
                "rung" | "hash" | "grammar" | "errors" => options.set(name, argument(name, &value)?).map_err(unfit)?,
                _ => {
                    let message = format!("run_column() got an unexpected keyword argument '{name}'");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        let grammar = options.grammar.unwrap_or_default();
        let operation = Operation::of_name(task).filter(|operation| operation.row().faces.column.is_some());
        let task = operation
            .and_then(|operation| Task::of(operation, &options))
            .ok_or_else(|| PyValueError::new_err(format!("unknown task {task:?}")))?;
        if let Task::Resolve(Some(base)) = &task {
            if let Some(error) = grammar.with_scheme(true).error(base) {
                return Err(raise(py, error, base));
            }
        }
        let other = options.base.filter(|_| task == Task::Rung);
        let plan = Plan::new(task, grammar, options.errors).map_err(unfit)?.with_rules(rules);
        Ok(Self { plan, threads, other })
    }

    /// The chunks of the result, and their type.
    fn run(&self, py: Python<'_>, column: &Column, second: Option<Column>) -> PyResult<(Vec<ArrayRef>, DataType)> {
        if let Some(second) = second.as_ref().filter(|second| second.len() != column.len()) {
            let (rows, others) = (column.len(), second.len());
            let message = format!("expected columns of one length, found {rows} and {others} rows");
            return Err(PyValueError::new_err(message));
        }
        let raised = |error| raise_error(py, error);
        if let (DataType::Dictionary(key, _), None) = (&column.data_type, &second) {
            let data_type = self.plan.output(&column.data_type).map_err(raised)?;
            if oneiri_arrow::is_text(&data_type) {
                let chunks = match self.by_texts(py, column)? {
                    Some(chunks) => Ok(chunks),
                    None => self.by_rows(py, column, None)?.and_then(|chunks| coded::by_rows(column, &chunks)),
                };
                let data_type = DataType::Dictionary(key.clone(), Box::new(data_type));
                return Ok((chunks.map_err(raised)?, data_type));
            }
        }
        let chunks = self.by_rows(py, column, second)?.map_err(raised)?;
        let data_type = match chunks.first() {
            Some(chunk) => chunk.data_type().clone(),
            None => self.plan.output(&column.data_type).map_err(raised)?,
        };
        Ok((chunks, data_type))
    }

    /// Runs on the texts of dictionaries, each once. `None` if only the rows can tell what is wrong.
    fn by_texts(&self, py: Python<'_>, column: &Column) -> PyResult<Option<Vec<ArrayRef>>> {
        // A dictionary may have texts that no row uses. They raise nothing.
        let plan = self.plan.clone().without_raising();
        coded::run(py, column, self.plan.errors(), |texts| parallel::run(py, plan, texts.chunks, None, self.threads))
    }

    /// Runs on each row. A row that is not UTF-8 is an invalid text like any other.
    fn by_rows(&self, py: Python<'_>, column: &Column, second: Option<Column>) -> PyResult<Chunks> {
        let run = |column: Column, second: Option<Column>| {
            let second = second.map(Column::into_one).transpose();
            let second = second.map_err(|error| raise_error(py, error))?;
            parallel::run(py, self.plan.clone(), column.chunks, second.as_ref(), self.threads)
        };
        match (run(column.clone(), second.clone())?, self.plan.errors()) {
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
