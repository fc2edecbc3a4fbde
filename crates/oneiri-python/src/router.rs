//! Many templates: `oneiri.template.Router`. A router takes only templates without options, because `__reduce__` writes
//! their texts alone, and `restored` reads them in that order. `test_template.py` pickles routers of each kind.

use std::sync::OnceLock;

use oneiri_template::{Capture, Matcher, Overlaps, Router as Routes, RouterError, Template as Parsed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyTuple, PyType};

use crate::given::{Given, Text};
use crate::matched::{Match, has_all};
use crate::reduce::reduced;
use crate::template::{Required, Template, raise, unknown_variable};
use crate::unlocked::unlocked;

/// Finds the template that matches a text, in one pass for all of them. No two templates may match one text, unless
/// the router is ranked: then a literal goes before a variable at the first place where two templates differ. The templates
/// are a list, or a dictionary with a name for each. `required` names variables without which there is no match, like in
/// `Template`.
///
/// >>> Router({"user": "/users/{id}", "home": "/"}, required=["id"]).find("/users/7")
/// ('user', <Match {'id': '7'}>)
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
    templates: Vec<Parsed>,
    /// The keys of the templates, if they were a dictionary.
    names: Option<Vec<Py<PyAny>>>,
    ranked: bool,
    required: Vec<String>,
    /// The templates one by one: only for a ranked router, when the first that matches lacks a required variable.
    matchers: OnceLock<Vec<Option<Matcher>>>,
}

#[pymethods]
impl Router {
    #[new]
    #[pyo3(signature = (templates, *, ranked = false, required = Required::default()), text_signature = "(templates, *, ranked=False, required=())")]
    fn new(py: Python<'_>, templates: &Bound<'_, PyAny>, ranked: bool, required: Required) -> PyResult<Self> {
        if templates.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected a list of templates, found str"));
        }
        let (names, given) = match templates.cast::<PyMapping>() {
            Ok(named) => {
                let names = named.keys()?.iter().map(Bound::unbind).collect();
                (Some(names), named.values()?.into_any())
            }
            Err(_) => (None, templates.clone()),
        };
        let templates = given.try_iter()?.map(|given| template(&given?));
        let templates = templates.collect::<PyResult<Vec<_>>>()?;
        let required = required.0;
        let is_known = |name: &&String| templates.iter().any(|template| has(template, name));
        if let Some(name) = required.iter().find(|name| !is_known(name)) {
            return Err(unknown_variable(name));
        }
        let overlaps = if ranked { Overlaps::Ranked } else { Overlaps::Refused };
        let routes = Routes::new(templates.iter().cloned().zip(0..), overlaps).map_err(|error| {
            let first = match &error {
                RouterError::Matcher { template, .. } => *template,
                RouterError::Overlap { templates: [_, second], .. } => *second,
                _ => 0,
            };
            let text = templates.get(first).map_or("", Parsed::as_str);
            raise(py, text, 0..text.len(), error.to_string(), "")
        })?;
        Ok(Self { routes, templates, names, ranked, required, matchers: OnceLock::new() })
    }

    /// The name of the template that matches the text, or its index if the templates have no names, and the values. None if no template matches.
    ///
    /// >>> Router(["/a/{x}", "/b/{x}"]).find("/b/1")
    /// (1, <Match {'x': '1'}>)
    fn find<'py>(&self, py: Python<'py>, text: Given<'_, '_>) -> PyResult<Option<(Bound<'py, PyAny>, Match)>> {
        let text = text.as_str();
        let Some((index, found)) = unlocked(py, text, || self.first(text)) else { return Ok(None) };
        let key = match &self.names {
            Some(names) => names[index].bind(py).clone(),
            None => index.into_pyobject(py)?.into_any(),
        };
        Ok(Some((key, found)))
    }

    /// A router with the type of its keys, for type checkers.
    #[classmethod]
    fn __class_getitem__(cls: &Bound<'_, PyType>, _key: &Bound<'_, PyAny>) -> Py<PyType> {
        cls.clone().unbind()
    }

    fn __repr__(&self) -> String {
        format!("<Router of {} templates>", self.templates.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let texts = self.templates.iter().map(Parsed::as_str);
        let templates = match &self.names {
            Some(names) => {
                let named = PyDict::new(py);
                names.iter().zip(texts).try_for_each(|(name, text)| named.set_item(name, text))?;
                named.into_any()
            }
            None => texts.collect::<Vec<_>>().into_pyobject(py)?.into_any(),
        };
        reduced(py, "Router", (templates, self.ranked, &self.required).into_pyobject(py)?)
    }
}

impl Router {
    /// The template that matches a text with all required variables, and its values.
    fn first(&self, text: &str) -> Option<(usize, Match)> {
        let (&index, found) = self.routes.find(text)?;
        if self.has_required(index, found.captures()) {
            return Some((index, Match::of(found)));
        }
        if !self.ranked {
            return None;
        }
        // The template that goes first lacks a variable, so another one may come after it: of all that match with their
        // variables, again the one that goes first.
        let matchers =
            self.matchers.get_or_init(|| self.templates.iter().map(|it| it.matcher_shortest_first().ok()).collect());
        let fits = |(index, matcher): (usize, &Option<Matcher>)| {
            let found = matcher.as_ref()?.matches(text).ok()?;
            self.has_required(index, found.captures()).then(|| (self.templates[index].clone(), index))
        };
        let fitting = matchers.iter().enumerate().filter_map(fits);
        let routes = Routes::new(fitting, Overlaps::Ranked).ok()?;
        routes.find(text).map(|(&index, found)| (index, Match::of(found)))
    }

    fn has_required(&self, index: usize, captures: &[Capture<'_>]) -> bool {
        has_all(captures, &self.required, |name| has(&self.templates[index], name))
    }

    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (templates, ranked, required): (Bound<'_, PyAny>, bool, Required) = parts.extract()?;
        Self::new(parts.py(), &templates, ranked, required)
    }
}

/// Whether a template has a variable.
fn has(template: &Parsed, name: &str) -> bool {
    template.variables().any(|variable| variable.name() == name)
}

/// A template as an argument: its text, or a `Template` without options.
fn template(given: &Bound<'_, PyAny>) -> PyResult<Parsed> {
    match given.cast::<Template>() {
        Ok(template) if template.get().is_plain() => Ok(template.get().parsed.clone()),
        Ok(_) => Err(PyValueError::new_err("expected templates without options")),
        Err(_) => Template::parse(given.py(), &given.extract::<Text<'_>>()?).map(|template| template.parsed),
    }
}
