//! The functions of SQL whose options are columns, so each row may have its own. Most rows repeat one, so the `KEPT`
//! jobs that were used last are kept. `KNOWN` is unlocked while a job is compiled, because an error there runs Python
//! code, and two threads could then wait for each other forever. Any name but those of `_sql.py` is read as
//! `parse_url`, so a new function needs an arm in `job`. A name has one type of result. If it is not text, it belongs
//! in `sql_column`, too, because a column of nulls has no job with an `output`, and in `_SQL` of `duckdb.py` and of
//! `spark.py`, because the database is told there.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{Array as _, ArrayRef, new_null_array};
use arrow_schema::DataType;
use oneiri_arrow::{octets, spread};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::job::{Job, parse_url};
use super::output::map_type;
use super::{Jobs, mapped};
use crate::column::{Column, column as finished, raise_error};
use crate::grammar::{Grammar, grammar as grammar_of};
use crate::policy::{loads, preset};
use crate::template::Template;

/// The most options that stay compiled.
const KEPT: usize = 64;

/// The name of a function, its options, and its grammar.
type Key = (String, Vec<Option<String>>, Grammar);

/// The jobs that were used last, the last one at the end.
static KNOWN: Mutex<Vec<(Key, Arc<Job>)>> = Mutex::new(Vec::new());

/// The job of a function of SQL with options.
fn job(py: Python<'_>, key: Key) -> PyResult<Arc<Job>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = known.iter().rposition(|(other, _)| *other == key) {
        let found = known.remove(place);
        let job = Arc::clone(&found.1);
        known.push(found);
        return Ok(job);
    }
    drop(known);
    let (name, options, grammar) = &key;
    let option = |at: usize| options.get(at)?.as_deref();
    let first = option(0).unwrap_or_default();
    let job = match name.as_str() {
        "admits" => {
            let policy = match first.strip_prefix("preset:") {
                Some(name) => preset(py, name.into())?,
                None => loads(py, first.into())?,
            };
            Job::Admits(policy.compiled, None)
        }
        "template_match" => Job::of_template(py, &Template::parse(py, first)?, true)?,
        "query_value" => Job::QueryValue(first.to_owned(), *grammar),
        _ => parse_url(first, option(1), option(2)).map_err(PyValueError::new_err)?,
    };
    let (job, mut known) = (Arc::new(job), KNOWN.lock().unwrap_or_else(PoisonError::into_inner));
    if known.len() >= KEPT {
        known.remove(0);
    }
    known.push((key, Arc::clone(&job)));
    Ok(job)
}

/// Runs a function of SQL: on texts, with a column for each option. A row is null if its text or its first option is.
#[pyfunction]
#[pyo3(signature = (name, texts, *options, grammar = "iri-reference"))]
pub(crate) fn sql_column<'py>(
    py: Python<'py>,
    name: &str,
    texts: Column,
    options: Vec<Column>,
    grammar: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let grammar = grammar_of(grammar)?;
    let rows = texts.len();
    if let Some(other) = options.iter().find(|option| option.len() != rows) {
        let others = other.len();
        let message = format!("expected columns of one length, found {rows} and {others} rows");
        return Err(PyValueError::new_err(message));
    }
    let whole = |column: Column| column.into_one().and_then(|whole| spread(&whole));
    let options = options.into_iter().map(whole).collect::<Result<Vec<_>, _>>();
    let options: Vec<ArrayRef> = options.map_err(|error| raise_error(py, error))?;
    // The different jobs, and the job of each row.
    let mut jobs = Jobs { jobs: Vec::new(), of_rows: Vec::with_capacity(rows) };
    let mut given: Vec<Option<Vec<u8>>> = vec![None; options.len()];
    for row in 0..rows {
        let mut is_other = row == 0;
        for (option, given) in options.iter().zip(&mut given) {
            let here = octets(option, row).filter(|_| option.is_valid(row));
            if here != given.as_deref() {
                *given = here.map(<[u8]>::to_vec);
                is_other = true;
            }
        }
        if is_other {
            let text =
                |octets: &Option<Vec<u8>>| octets.as_ref().map(|octets| String::from_utf8_lossy(octets).into_owned());
            let options: Vec<_> = given.iter().map(text).collect();
            let named = options.first().is_some_and(Option::is_some);
            let key = (name.to_owned(), options, grammar);
            jobs.jobs.push(if named { Some(job(py, key)?) } else { None });
        }
        jobs.of_rows.push(jobs.jobs.len() - 1);
    }
    let data_type = match name {
        "admits" => DataType::Boolean,
        "template_match" => map_type(),
        _ => match &texts.data_type {
            DataType::Dictionary(_, values) => values.as_ref().clone(),
            data_type => data_type.clone(),
        },
    };
    let done = if jobs.any().is_none() { vec![new_null_array(&data_type, rows)] } else { mapped(py, &texts, jobs, 1)? };
    let is_chunked = done.len() != 1;
    finished(py, done, is_chunked, &data_type)
}
