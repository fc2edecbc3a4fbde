//! What a template found in a text: `oneiri.template.Match`.

use oneiri_template::{Hazards, Value};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::given::Text;

/// The values of a text, by the names of the variables. Variables that are not in it are undefined.
///
/// >>> found = Template("/{name}").match("/..")
/// >>> found["name"], "other" in found
/// ('..', False)
#[pyclass(frozen, eq, module = "oneiri.template")]
#[derive(PartialEq)]
pub(crate) struct Match {
    found: oneiri_template::Match<'static>,
}

#[pymethods]
impl Match {
    /// The values: texts, lists of texts, or dictionaries of texts.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for capture in self.found.captures() {
            values.set_item(&capture.name, object(py, &capture.value)?)?;
        }
        Ok(values)
    }

    /// The hazards of each variable whose value is unsafe in a file path: "slash", "dot-segment", "nul".
    #[getter]
    fn hazards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let hazards = PyDict::new(py);
        for capture in self.found.captures() {
            let Hazards { slash, dot_segment, nul } = capture.hazards;
            let names = [("slash", slash), ("dot-segment", dot_segment), ("nul", nul)];
            let names: Vec<_> = names.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
            if !names.is_empty() {
                hazards.set_item(&capture.name, names)?;
            }
        }
        Ok(hazards)
    }

    /// The pairs of the query that belong to no variable, as they stand in the text: only with `lenient_query`.
    #[getter]
    fn unknown(&self) -> Vec<&str> {
        self.found.unknown().iter().map(AsRef::as_ref).collect()
    }

    /// The value of a variable, or the default if it is undefined.
    ///
    /// >>> Template("/users{?page}").match("/users").get("page", "1")
    /// '1'
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: Text<'_>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.found.get(&name).map_or(Ok(default), |value| object(py, value).map(Some))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
        match self.found.get(&name) {
            Some(value) => object(py, value),
            None => Err(PyKeyError::new_err(name.to_string())),
        }
    }

    fn __contains__(&self, name: Text<'_>) -> bool {
        self.found.get(&name).is_some()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Match {}>", self.values(py)?.repr()?))
    }
}

impl Match {
    pub(crate) fn of(found: oneiri_template::Match<'_>) -> Self {
        Self { found: found.into_owned() }
    }
}

fn object<'py>(py: Python<'py>, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::List(items) => items.into_pyobject(py)?,
        Value::Map(pairs) => {
            let map = PyDict::new(py);
            for (name, value) in pairs {
                map.set_item(name, value)?;
            }
            map.into_any()
        }
    })
}
