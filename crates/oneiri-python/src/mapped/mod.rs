//! Columns of what is no task of `oneiri-arrow`: policies, templates, URLs of the URL Standard, parts of URLs, lints.
//!
//! A [`Job`] says what is done with a text, `output` builds the columns, and the threads are those of
//! `column::parallel`. The names of tasks are those that `arrow.py` passes. The defaults of `map_column` stand twice
//! here, the second time as text, and again in `_oneiri.pyi`.

mod job;
mod output;
mod sql;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use oneiri_arrow::{Error, octets, take_rows};
use oneiri_operations::Operation;
use oneiri_policy::Base;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::column::{Column, Piece, Work, column as finished, in_pieces, raise_error};
use crate::given::{Given, Text, Threads};
use crate::grammar::grammar as grammar_of;
use crate::key::Assumed;
use crate::lint::{Codes, lints};
use crate::policy::Policy;
use crate::template::Template;
use crate::whatwg::base_or_raise;
use job::{Job, parse_url};
use output::Builder;
pub(crate) use sql::sql_column;

/// How many rows a thread reads before it asks whether somebody interrupted.
const OFTEN: usize = 1 << 8;

/// Does something with each text of a column. `oneiri.arrow` has a function for each task.
#[pyfunction]
#[pyo3(signature = (
    task, column, *, policy = None, template = None, base = None, part = None, key = None, parser = None,
    profile = "web", only = None, assume = Assumed::default(), grammar = "iri-reference", threads = Threads(1)
), text_signature = "(task, column, *, policy=None, template=None, base=None, part=None, key=None, \
parser=None, profile='web', only=None, assume=('trackers', 'query-order'), grammar='iri-reference', threads=1)")]
#[allow(clippy::too_many_arguments, reason = "by keyword, and called by `oneiri.arrow` alone")]
pub(crate) fn map_column<'py>(
    py: Python<'py>,
    task: &str,
    column: Column,
    policy: Option<&Bound<'py, Policy>>,
    template: Option<&Bound<'py, Template>>,
    base: Option<Given<'_, '_>>,
    part: Option<Text<'_>>,
    key: Option<Text<'_>>,
    parser: Option<Text<'_>>,
    profile: &str,
    only: Option<Codes>,
    assume: Assumed,
    grammar: &str,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let grammar = grammar_of(grammar)?;
    let text = |given: Option<Text<'_>>| given.map(|text| text.to_string()).unwrap_or_default();
    let compiled = || base.as_ref().map(|base| Base::compile(base.as_str()));
    let job = match (task, policy, template) {
        ("admits", Some(policy), _) => Job::Admits(policy.get().compiled.clone(), compiled()),
        ("check", Some(policy), _) => Job::Check(policy.get().compiled.clone(), compiled()),
        ("template_match", _, Some(template)) => Job::of_template(py, template.get(), false)?,
        ("whatwg_href", ..) => Job::Href(base_or_raise(py, base.as_ref())?.map(std::borrow::Cow::into_owned)),
        ("parse_url", ..) => {
            parse_url(&text(part), key.as_deref(), parser.as_deref()).map_err(PyValueError::new_err)?
        }
        ("query_value", ..) => Job::QueryValue(text(key), grammar),
        ("key", ..) => Job::Key(Box::new(assume.0), grammar),
        ("lint", ..) => Job::Apply(Operation::Lint, lints(profile, only)?, grammar),
        ("fix", ..) => Job::Apply(Operation::Fix, lints(profile, only)?, grammar),
        _ => return Err(PyValueError::new_err(format!("unknown task {task:?}"))),
    };
    let data_type = job.output(match &column.data_type {
        DataType::Dictionary(_, values) => values,
        data_type => data_type,
    });
    let (texts, keys) = column.once();
    let done = mapped(py, &texts, Jobs::one(job), threads.0)?;
    let with_keys = |(done, keys): (ArrayRef, Option<ArrayRef>)| match keys {
        Some(keys) => take_rows(&done, &keys).map_err(|error| raise_error(py, error)),
        None => Ok(done),
    };
    let chunks = done.into_iter().zip(keys).map(with_keys).collect::<PyResult<Vec<_>>>()?;
    finished(py, chunks, column.is_chunked, &data_type)
}

/// What is done with the text of each row. Rows without a job are null.
struct Jobs {
    jobs: Vec<Option<Arc<Job>>>,
    /// The place of the job of each row; empty if all rows have the first.
    of_rows: Vec<usize>,
}

impl Jobs {
    fn one(job: Job) -> Self {
        Self { jobs: vec![Some(Arc::new(job))], of_rows: Vec::new() }
    }

    fn of(&self, row: usize) -> Option<&Job> {
        let place = self.of_rows.get(row).copied().unwrap_or_default();
        self.jobs.get(place)?.as_deref()
    }

    /// A job of some row: all of them have results of one type.
    fn any(&self) -> Option<&Job> {
        self.jobs.iter().flatten().next().map(AsRef::as_ref)
    }
}

impl Work for Jobs {
    /// A text is copied before it is read, because another thread may write into the memory of a column of Python, and
    /// octets that are not UTF-8 become U+FFFD.
    fn run(&self, piece: &Piece, stops: &AtomicBool) -> Result<ArrayRef, Error> {
        let chunk = &piece.chunk;
        let texts = DataType::LargeUtf8;
        let data_type = self.any().map_or(texts.clone(), |job| job.output(&texts));
        let mut builder = Builder::new(&data_type, chunk.len());
        let mut copy = Vec::new();
        for row in 0..chunk.len() {
            if row % OFTEN == 0 && stops.load(Ordering::Relaxed) {
                break;
            }
            let job = self.of(piece.row + row).filter(|_| chunk.is_valid(row));
            match job.and_then(|job| Some((job, octets(chunk, row)?))) {
                Some((job, octets)) => {
                    copy.clear();
                    copy.extend_from_slice(octets);
                    job.write(&String::from_utf8_lossy(&copy), &mut builder)
                }
                None => builder.push_null(),
            }?;
        }
        builder.finish(chunk.data_type())
    }
}

/// The results for the texts of a column, chunk by chunk.
fn mapped(py: Python<'_>, texts: &Column, jobs: Jobs, threads: usize) -> PyResult<Vec<ArrayRef>> {
    let chunks = py.detach(|| texts.rows())?;
    in_pieces(py, jobs, chunks, None, threads)?.map_err(|error| raise_error(py, error))
}
