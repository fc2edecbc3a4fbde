//! Functions of SQL whose options are columns, too, which most queries repeat: each is compiled once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrow_array::{Array as _, ArrayRef, new_null_array};
use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::job::{Job, parse_url};
use super::output::map_type;
use super::{rows, text};
use crate::column::{Column, column as finished};
use crate::grammar::Grammar;
use crate::policy::{loads, preset};
use crate::template::Template;

/// The most options that stay compiled.
const KEPT: usize = 64;

/// The name of a function, and its options.
type Key = (String, Vec<Option<String>>);

static KNOWN: LazyLock<Mutex<HashMap<Key, Arc<Job>>>> = LazyLock::new(Mutex::default);

/// The job of a function of SQL with options.
fn job(py: Python<'_>, name: &str, options: &[Option<&str>]) -> PyResult<Arc<Job>> {
    let key = (name.to_owned(), options.iter().map(|it| it.map(str::to_owned)).collect());
    if let Some(known) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Ok(Arc::clone(known));
    }
    let option = |at: usize| options.get(at).copied().flatten();
    let first = option(0).unwrap_or_default();
    let job = match name {
        "admits" => {
            let policy = match first.strip_prefix("preset:") {
                Some(name) => preset(py, name.into())?,
                None => loads(py, first.into())?,
            };
            Job::Admits(policy.compiled, None)
        }
        "template_match" => Job::of_template(py, &Template::parse(py, first)?, true)?,
        "query_value" => Job::QueryValue(first.to_owned(), Grammar::default()),
        _ => parse_url(first, option(1), option(2)).map_err(PyValueError::new_err)?,
    };
    let (job, mut known) = (Arc::new(job), KNOWN.lock().unwrap_or_else(PoisonError::into_inner));
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(key, Arc::clone(&job));
    Ok(job)
}

/// Runs a function of SQL: on texts, with a column for each option. A row is null if its text or its first option is.
#[pyfunction]
#[pyo3(signature = (name, texts, *options))]
pub(crate) fn sql_column<'py>(
    py: Python<'py>,
    name: &str,
    texts: Column,
    options: Vec<Column>,
) -> PyResult<Bound<'py, PyAny>> {
    let whole = |column: Column| -> PyResult<ArrayRef> {
        let whole = column.lossy()?.into_one();
        whole.map_err(|error| PyValueError::new_err(error.to_string()))
    };
    let texts = whole(texts)?;
    let options = options.into_iter().map(whole).collect::<PyResult<Vec<_>>>()?;
    if let Some(other) = options.iter().find(|option| option.len() != texts.len()) {
        let (rows, others) = (texts.len(), other.len());
        let message = format!("expected columns of one length, found {rows} and {others} rows");
        return Err(PyValueError::new_err(message));
    }
    // The different jobs, and the job of each row.
    let (mut jobs, mut of_rows): (Vec<Option<Arc<Job>>>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut given: Vec<Option<&str>> = vec![None; options.len()];
    for row in 0..texts.len() {
        let mut is_other = row == 0;
        for (option, given) in options.iter().zip(&mut given) {
            let here = text(option, row)?;
            is_other |= here != *given;
            *given = here;
        }
        if is_other {
            let named = given.first().copied().flatten().is_some();
            jobs.push(if named { Some(job(py, name, &given)?) } else { None });
        }
        of_rows.push(jobs.len() - 1);
    }
    let data_type = match name {
        "admits" => DataType::Boolean,
        "template_match" => map_type(),
        _ => texts.data_type().clone(),
    };
    let done = if jobs.iter().all(Option::is_none) {
        new_null_array(&data_type, texts.len())
    } else {
        // The first row that is written must have a job, because this decides on the type.
        let kind = jobs.iter().flatten().next();
        let all = |row: usize| jobs.get(*of_rows.get(row)?)?.as_deref();
        rows(py, &texts, kind.map(AsRef::as_ref), &all, 1)?
    };
    finished(py, vec![done], false, &data_type)
}
