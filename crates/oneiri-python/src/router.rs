//! Many templates: `oneiri.template.Router`.

use oneiri_template::{Overlaps, Router as Routes, RouterError, Template as Parsed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::given::{Given, Text};
use crate::matched::Match;
use crate::reduce::reduced;
use crate::template::{Template, raise};
use crate::unlocked::unlocked;

/// Finds the template that matches a text, in one pass for all of them. No two templates may match one text, unless
/// the router is ranked: then a literal goes before a variable at the first place where two templates differ.
///
/// >>> router = Router(["/users/{id}", "/users/me"], ranked=True)
/// >>> router.find("/users/me")
/// (1, <Match {}>)
/// >>> router.find("/users/7")
/// (0, <Match {'id': '7'}>)
/// >>> Router(["/users/{id}", "/users/me"])
/// Traceback (most recent call last):
/// oneiri.Error: templates 0, '/users/{id}', and 1, '/users/me', both match '/users/me'
#[pyclass(frozen, module = "oneiri.template")]
pub(crate) struct Router {
    routes: Routes<usize>,
    templates: Vec<String>,
    ranked: bool,
}

#[pymethods]
impl Router {
    #[new]
    #[pyo3(signature = (templates, *, ranked = false))]
    fn new(py: Python<'_>, templates: &Bound<'_, PyAny>, ranked: bool) -> PyResult<Self> {
        if templates.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected a list of templates, found str"));
        }
        let parsed = templates.try_iter()?.map(|given| template(&given?));
        let parsed = parsed.collect::<PyResult<Vec<_>>>()?;
        let templates: Vec<_> = parsed.iter().map(ToString::to_string).collect();
        let overlaps = if ranked { Overlaps::Ranked } else { Overlaps::Refused };
        let routes = Routes::new(parsed.into_iter().zip(0..), overlaps).map_err(|error| {
            let first = match &error {
                RouterError::Matcher { template, .. } => *template,
                RouterError::Overlap { templates: [_, second], .. } => *second,
                _ => 0,
            };
            let text = templates.get(first).map_or("", String::as_str);
            raise(py, text, 0..text.len(), error.to_string(), "")
        })?;
        Ok(Self { routes, templates, ranked })
    }

    /// The index of the template that matches the text, and the values. None if no template matches.
    ///
    /// >>> Router(["/a/{x}", "/b/{x}"]).find("/b/1")
    /// (1, <Match {'x': '1'}>)
    fn find(&self, py: Python<'_>, text: Given<'_, '_>) -> Option<(usize, Match)> {
        let text = text.as_str();
        unlocked(py, text, || self.routes.find(text).map(|(&index, it)| (index, Match::of(it))))
    }

    fn __repr__(&self) -> String {
        format!("<Router of {} templates>", self.templates.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        reduced(py, "Router", (&self.templates, self.ranked).into_pyobject(py)?)
    }
}

impl Router {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (templates, ranked): (Bound<'_, PyAny>, bool) = parts.extract()?;
        Self::new(parts.py(), &templates, ranked)
    }
}

/// A template as an argument: its text, or a `Template` without options.
fn template(given: &Bound<'_, PyAny>) -> PyResult<Parsed> {
    match given.cast::<Template>() {
        Ok(template) if template.get().is_plain() => Ok(template.get().parsed.clone()),
        Ok(_) => Err(PyValueError::new_err("expected templates without options")),
        Err(_) => Template::parse(given.py(), &given.extract::<Text<'_>>()?)
            .map(|template| template.parsed),
    }
}
