//! `parse_url` of Spark, for SQL.

use oneiri_parsers::ParseUrl;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::given::{Given, Text};

/// A part of a URL, by the names of Spark's `parse_url`. `oneiri.duckdb` and `oneiri.spark` call it.
#[pyfunction]
#[pyo3(signature = (text, part, key = None, parser = None))]
pub(crate) fn parse_url(
    text: Given<'_, '_>,
    part: Text<'_>,
    key: Option<Text<'_>>,
    parser: Option<Text<'_>>,
) -> PyResult<Option<String>> {
    let parse = ParseUrl::new(&part, key.as_deref(), parser.as_deref());
    Ok(parse.map_err(PyValueError::new_err)?.of(text.as_str()))
}
