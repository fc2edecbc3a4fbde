//! Columns of what is no task of `oneiri-arrow`: policies, templates, URLs of the URL Standard, parts of URLs, lints.
//!
//! A [`Job`] says what is done with a text, `output` builds the columns, and this file runs the rows without Python's lock.

mod job;
mod output;
mod sql;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread;

use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use arrow_select::concat::concat;
use oneiri_arrow::take_rows;
use oneiri_policy::Base;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::column::{Column, column as finished, not_read};
use crate::given::{Given, Text, Threads};
use crate::grammar::grammar as grammar_of;
use crate::key::Assumed;
use crate::lint::{Codes, lints};
use crate::policy::Policy;
use crate::template::Template;
use crate::whatwg::base_or_raise;
use job::{Job, parse_url};
use output::{Builder, TooLong};
pub(crate) use sql::sql_column;

/// How many bytes of text a thread reads before somebody may interrupt, but [`LEAST`] rows at least and [`MOST`] at most.
const BYTES: usize = 1 << 18;
const LEAST: usize = 1 << 8;
const MOST: usize = 1 << 13;

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
        ("whatwg_href", ..) => {
            Job::Href(base_or_raise(py, base.as_ref())?.map(std::borrow::Cow::into_owned))
        }
        ("parse_url", ..) => parse_url(&text(part), key.as_deref(), parser.as_deref())
            .map_err(PyValueError::new_err)?,
        ("query_value", ..) => Job::QueryValue(text(key), grammar),
        ("key", ..) => Job::Key(Box::new(assume.0), grammar),
        ("lint", ..) => Job::Lint(lints(profile, only)?, grammar),
        ("fix", ..) => Job::Fix(lints(profile, only)?, grammar),
        _ => return Err(PyValueError::new_err(format!("unknown task {task:?}"))),
    };
    // Octets that are not UTF-8 become U+FFFD.
    let (texts, keys) = column.once();
    let texts = texts.lossy()?;
    let mut chunks = Vec::with_capacity(texts.chunks.len());
    for (chunk, keys) in texts.chunks.iter().zip(keys) {
        let done = rows(py, chunk, Some(&job), &|_| Some(&job), threads.0)?;
        chunks.push(match keys {
            Some(keys) => {
                take_rows(&done, &keys).map_err(|error| PyValueError::new_err(error.to_string()))?
            }
            None => done,
        });
    }
    let data_type = job.output(match &column.data_type {
        DataType::Dictionary(_, values) => values,
        data_type => data_type,
    });
    finished(py, chunks, column.is_chunked, &data_type)
}

/// What is done with the text of each row. Rows without a job are null.
type Jobs<'a> = &'a (dyn Fn(usize) -> Option<&'a Job> + Sync);

/// The results for the rows of a chunk, which may have no row. The type of the results is that of `kind`.
fn rows(
    py: Python<'_>,
    chunk: &ArrayRef,
    kind: Option<&Job>,
    jobs: Jobs<'_>,
    threads: usize,
) -> PyResult<ArrayRef> {
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        threads => threads,
    };
    let mean = chunk.get_buffer_memory_size() / chunk.len().max(1);
    let often = (BYTES / mean.max(1)).clamp(LEAST, MOST);
    let (mut start, mut parts) = (0, Vec::new());
    while start < chunk.len() || parts.is_empty() {
        let end = chunk.len().min(start + often * threads);
        let made = py.detach(|| at_once(chunk, kind, jobs, start..end, often))?;
        parts.extend(made);
        py.check_signals()?;
        start = end;
    }
    match <[ArrayRef; 1]>::try_from(parts) {
        Ok([only]) => Ok(only),
        Err(parts) => {
            let parts: Vec<_> = parts.iter().map(AsRef::as_ref).collect();
            concat(&parts).map_err(|_| too_long(TooLong))
        }
    }
}

/// The results for some rows, each `often` of them by a thread.
fn at_once(
    chunk: &ArrayRef,
    kind: Option<&Job>,
    jobs: Jobs<'_>,
    all: Range<usize>,
    often: usize,
) -> PyResult<Vec<ArrayRef>> {
    let work = |rows: Range<usize>| {
        let mut builder = Builder::new(kind, rows.len());
        for row in rows {
            let text = text(chunk, row)?;
            match text.and_then(|text| Some((text, jobs(row)?))) {
                Some((text, job)) => job.write(text, &mut builder),
                None => builder.push_null(),
            }
            .map_err(too_long)?;
        }
        builder.finish(chunk.data_type())
    };
    if all.len() <= often {
        return Ok(vec![work(all)?]);
    }
    thread::scope(|scope| {
        let pieces = all.clone().step_by(often).map(|start| start..all.end.min(start + often));
        let threads: Vec<_> = pieces.map(|piece| scope.spawn(|| work(piece))).collect();
        let ended = |_| PyRuntimeError::new_err("a thread ended without a result");
        threads.into_iter().map(|thread| thread.join().map_err(ended)?).collect()
    })
}

fn too_long(_: TooLong) -> PyErr {
    PyOverflowError::new_err("more than 2 GiB of text in a chunk")
}

/// The text of a row. None if it is null.
fn text(chunk: &ArrayRef, row: usize) -> PyResult<Option<&str>> {
    if chunk.is_null(row) {
        return Ok(None);
    }
    Ok(Some(match chunk.data_type() {
        DataType::Utf8 => chunk.as_string::<i32>().value(row),
        DataType::LargeUtf8 => chunk.as_string::<i64>().value(row),
        DataType::Utf8View => chunk.as_string_view().value(row),
        other => return Err(not_read(other)),
    }))
}
