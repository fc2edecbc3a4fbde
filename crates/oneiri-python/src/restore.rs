//! Pickles: results are made again of what they hold. Each kind is the text that a `__reduce__` gives to `reduced`, and
//! stands in pickles that exist. A new kind without an arm fails only when it is read, so pickle it in a test.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::column::restored;
use crate::lint::Finding;
use crate::matched::Match;
use crate::policy::Reason;
use crate::router::Router;
use crate::template::Template;
use crate::validation::ValidationError;
use crate::verdict::{Difference, Step, Verdict};

/// Makes a result again of its parts. Only `pickle` calls it.
#[pyfunction]
pub(crate) fn restore<'py>(py: Python<'py>, kind: &str, parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match kind {
        "Verdict" => Bound::new(py, Verdict::restored(parts)?)?.into_any(),
        "Step" => Bound::new(py, Step::restored(parts)?)?.into_any(),
        "Difference" => Bound::new(py, Difference::restored(parts)?)?.into_any(),
        "Array" => restored(py, parts)?,
        "Finding" => Bound::new(py, Finding::restored(parts)?)?.into_any(),
        "Match" => Bound::new(py, Match::restored(parts)?)?.into_any(),
        "Reason" => Bound::new(py, Reason::restored(parts)?)?.into_any(),
        "Router" => Bound::new(py, Router::restored(parts)?)?.into_any(),
        "Template" => Bound::new(py, Template::restored(py, parts)?)?.into_any(),
        "ValidationError" => Bound::new(py, ValidationError::restored(parts)?)?.into_any(),
        _ => return Err(PyValueError::new_err(format!("expected a result, found {kind:?}"))),
    })
}
