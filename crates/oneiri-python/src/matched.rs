//! What a template found in a text: `oneiri.template.Match`. `restored` reads what `__reduce__` writes, so the two
//! change together. The kind "Match" is also in `restore.rs`, because that makes every pickled result again. `restored`
//! must know each name of `Hazards::names` in `oneiri-template`, because a pickled match would otherwise lose a hazard
//! without an error. The stub `_oneiri.pyi` repeats the methods and the names of the hazards, so it changes with them.

use std::borrow::Cow;

use oneiri_template::{Capture, Hazards, Value};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::given::Text;
use crate::reduce::reduced;

/// The values of a text, by the names of the variables. Variables that are not in it are undefined.
///
/// >>> found = Template("/{name}").match("/..")
/// >>> found["name"], "other" in found
/// ('..', False)
///
/// A variable with several values is a list, and with only one of them a text. `get_list` and `get_str` do not depend on
/// how many there are.
///
/// >>> route = Template("/files{/path*}")
/// >>> route.match("/files/a").get_list("path"), route.match("/files/a/b").get_list("path")
/// (['a'], ['a', 'b'])
#[pyclass(frozen, eq, module = "oneiri.template")]
#[derive(PartialEq)]
pub(crate) struct Match {
    captures: Vec<Capture<'static>>,
    unknown: Vec<Cow<'static, str>>,
}

#[pymethods]
impl Match {
    /// The values: texts, lists of texts, or dictionaries of texts.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for capture in &self.captures {
            values.set_item(&capture.name, object(py, &capture.value)?)?;
        }
        Ok(values)
    }

    /// The hazards of each variable whose value is unsafe in a file path: "slash", "dot-segment", "nul".
    #[getter]
    fn hazards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let hazards = PyDict::new(py);
        for capture in &self.captures {
            let names: Vec<_> = capture.hazards.names().collect();
            if !names.is_empty() {
                hazards.set_item(&capture.name, names)?;
            }
        }
        Ok(hazards)
    }

    /// The pairs of the query that belong to no variable, as they stand in the text: only with `lenient_query`.
    #[getter]
    fn unknown(&self) -> Vec<&str> {
        self.unknown.iter().map(AsRef::as_ref).collect()
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
        self.value(&name).map_or(Ok(default), |value| object(py, value).map(Some))
    }

    /// The text of a variable, or the default if it is undefined. A variable with more than one value raises ValueError.
    ///
    /// >>> Template("/users/{id}").match("/users/7").get_str("id")
    /// '7'
    #[pyo3(signature = (name, default = None))]
    fn get_str(&self, name: Text<'_>, default: Option<String>) -> PyResult<Option<String>> {
        match self.value(&name) {
            None => Ok(default),
            Some(Value::Text(text)) => Ok(Some(text.to_string())),
            Some(Value::List(items)) => Err(not_so(&name, "get_list", items.len())),
            Some(Value::Map(pairs)) => Err(not_so(&name, "get_dict", pairs.len())),
        }
    }

    /// The texts of a variable as a list, whether it has one value or more. The list is empty if the variable is
    /// undefined. A dictionary raises ValueError.
    ///
    /// >>> Template("/search{?tag*}").match("/search?tag=x").get_list("tag")
    /// ['x']
    fn get_list(&self, name: Text<'_>) -> PyResult<Vec<Cow<'static, str>>> {
        match self.value(&name) {
            None => Ok(Vec::new()),
            Some(Value::Text(text)) => Ok(vec![text.clone()]),
            Some(Value::List(items)) => Ok(items.clone()),
            Some(Value::Map(pairs)) => Err(not_so(&name, "get_dict", pairs.len())),
        }
    }

    /// The names and texts of a variable as a dictionary, which is empty if the variable is undefined. Other values raise
    /// ValueError.
    ///
    /// >>> Template("/search{?pairs*}").match("/search?a=1&b=2").get_dict("pairs")
    /// {'a': '1', 'b': '2'}
    fn get_dict<'py>(&self, py: Python<'py>, name: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
        match self.value(&name) {
            None => Ok(PyDict::new(py).into_any()),
            Some(value @ Value::Map(_)) => object(py, value),
            Some(Value::Text(_)) => Err(not_so(&name, "get_str", 1)),
            Some(Value::List(items)) => Err(not_so(&name, "get_list", items.len())),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
        match self.value(&name) {
            Some(value) => object(py, value),
            None => Err(PyKeyError::new_err(name.to_string())),
        }
    }

    fn __contains__(&self, name: Text<'_>) -> bool {
        self.value(&name).is_some()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Match {}>", self.values(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let captures = self.captures.iter().map(|capture| {
            let value = match &capture.value {
                // Pairs may have the same name, which a dictionary would lose.
                Value::Map(pairs) => (pairs,).into_pyobject(py)?.into_any(),
                value => object(py, value)?,
            };
            Ok((&capture.name, value, capture.hazards.names().collect::<Vec<_>>()))
        });
        let captures = captures.collect::<PyResult<Vec<_>>>()?;
        reduced(py, "Match", (captures, &self.unknown).into_pyobject(py)?)
    }
}

impl Match {
    pub(crate) fn of(found: oneiri_template::Match<'_>) -> Self {
        let found = found.into_owned();
        Self { captures: found.captures().to_vec(), unknown: found.unknown().to_vec() }
    }

    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        type Parts<'py> = (Vec<(String, Bound<'py, PyAny>, Vec<String>)>, Vec<String>);
        let (captures, unknown): Parts<'_> = parts.extract()?;
        let capture = |(name, value, hazards): (String, Bound<'_, PyAny>, Vec<String>)| {
            let value = if let Ok(text) = value.extract::<String>() {
                Value::Text(text.into())
            } else if let Ok((pairs,)) = value.extract::<(Vec<(String, String)>,)>() {
                Value::Map(pairs.into_iter().map(|(a, b)| (a.into(), b.into())).collect())
            } else {
                let items: Vec<String> = value.extract()?;
                Value::List(items.into_iter().map(Cow::Owned).collect())
            };
            let has = |name: &str| hazards.iter().any(|hazard| hazard == name);
            let hazards = Hazards { slash: has("slash"), dot_segment: has("dot-segment"), nul: has("nul") };
            Ok(Capture { name: name.into(), value, hazards })
        };
        let captures = captures.into_iter().map(capture).collect::<PyResult<_>>()?;
        Ok(Self { captures, unknown: unknown.into_iter().map(Cow::Owned).collect() })
    }

    /// See [`has_all`].
    pub(crate) fn has_all(&self, required: &[String]) -> bool {
        has_all(&self.captures, required, |_| true)
    }

    fn value(&self, name: &str) -> Option<&Value<'static>> {
        self.captures.iter().find(|capture| capture.name == name).map(|capture| &capture.value)
    }
}

/// Whether each of these variables has a value, if `has` says that the template has the variable.
pub(crate) fn has_all(captures: &[Capture<'_>], required: &[String], has: impl Fn(&str) -> bool) -> bool {
    let is_captured = |name: &String| captures.iter().any(|capture| capture.name == *name);
    required.iter().all(|name| is_captured(name) || !has(name))
}

fn not_so(name: &str, other: &str, count: usize) -> PyErr {
    PyValueError::new_err(format!("{name} has {count} values of another kind: use {other}({name:?})"))
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
