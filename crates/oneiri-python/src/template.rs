//! URI Templates: `oneiri.template`. A new option belongs in `Options`, because equality and `is_plain` ask them, in
//! `__repr__`, and in `__reduce__` and `restored`, because a pickled template would lose it. A router refuses templates
//! with options. `test_template.py` pickles each.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use oneiri::Unit;
use oneiri_template::{ExpandError, Matcher, MatcherError, Template as Parsed, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::error::{Fault, raise_fault};
use crate::given::{Given, Text};
use crate::matched::Match;
use crate::reduce::reduced;
use crate::unlocked::unlocked;

/// A URI Template (RFC 6570), parsed once. A text that is no template raises `Error`.
///
/// `rule` says which values `match` takes if a text has two readings: "shortest-first". Without a rule,
/// `match` rejects such a template. `lenient_query` ignores the order of the pairs in a query, and pairs that the
/// template does not have. `required` names variables without which there is no match: "/users/{id}" also expands to
/// "/users/", with an undefined `id`. Equality, order and hash are those of the text and the options.
///
/// >>> template = Template("/users/{id}{?fields*}")
/// >>> template.expand(id="ada", fields=["name", "age"])
/// '/users/ada?fields=name&fields=age'
/// >>> template.match("/users/ada").values
/// {'id': 'ada'}
/// >>> Template("/users/{id}").match("/users/"), Template("/users/{id}", required=["id"]).match("/users/")
/// (<Match {}>, None)
/// >>> Template("/users/{id!}")
/// Traceback (most recent call last):
/// oneiri.Error: invalid URI Template: byte 10: expected ',', '*', ':' or '}', found '!' (RFC 6570 section 2.3)
#[pyclass(frozen, eq, ord, hash, module = "oneiri.template")]
#[derive(Clone)]
pub(crate) struct Template {
    pub(crate) parsed: Parsed,
    options: Options,
    pub(crate) required: Vec<String>,
    matcher: OnceLock<Result<Matcher, MatcherError>>,
}

/// How a template reads texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Options {
    by_rule: bool,
    lenient_query: bool,
}

#[pymethods]
impl Template {
    #[new]
    #[pyo3(signature = (text, *, rule = None, lenient_query = false, required = Required::default()), text_signature = "(text, *, rule=None, lenient_query=False, required=())")]
    fn new(
        py: Python<'_>,
        text: Text<'_>,
        rule: Option<Text<'_>>,
        lenient_query: bool,
        required: Required,
    ) -> PyResult<Self> {
        let by_rule = match rule.as_deref() {
            None => false,
            Some("shortest-first") => true,
            Some(other) => {
                let message = format!("unknown rule {other:?}: expected \"shortest-first\"");
                return Err(PyValueError::new_err(message));
            }
        };
        let options = Options { by_rule, lenient_query };
        let template = Self { options, required: required.0, ..Self::parse(py, &text)? };
        let names = template.names();
        match template.required.iter().find(|name| !names.contains(&name.as_str())) {
            Some(name) => Err(unknown_variable(name)),
            None => Ok(template),
        }
    }

    /// The names of the variables, in order.
    ///
    /// >>> Template("/{+path}{?q,page:2}").variables
    /// ('path', 'q', 'page')
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names())
    }

    /// The text that the template expands to (RFC 6570 section 3). A value is a text, a number, a list or tuple of
    /// these, or a mapping of names to these; None and an absent variable are undefined. Values by keyword go before those
    /// of the mapping.
    ///
    /// >>> Template("{+base}/search{?q,page}").expand({"base": "http://h"}, q="thé & lait", page=2)
    /// 'http://h/search?q=th%C3%A9%20%26%20lait&page=2'
    #[pyo3(signature = (values = None, /, **variables))]
    fn expand(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyMapping>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let values = self.values(values, variables)?;
        self.parsed.expand(&values).map_err(|error| self.raise_expand(py, &error))
    }

    /// The template that is left when some variables are expanded. A variable also stays if the text before it depends
    /// on a variable that stays, so give the same values again when the others are known.
    ///
    /// >>> Template("/search{?q,page}").partial(q="tea")
    /// Template('/search?q=tea{&page}')
    #[pyo3(signature = (values = None, /, **variables))]
    fn partial(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyMapping>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let values = self.values(values, variables)?;
        let parsed = self.parsed.partial(&values).map_err(|error| self.raise_expand(py, &error))?;
        let has = |name: &&String| parsed.variables().any(|it| it.name() == name.as_str());
        let required = self.required.iter().filter(has).cloned().collect();
        Ok(Self { parsed, options: self.options, required, matcher: OnceLock::new() })
    }

    /// The values with which the template expands to this text, or None if there are none. The time is linear in the
    /// length of the text. A template that expands to one text with two sets of values raises `Error`, which shows
    /// both, unless it was made with a rule.
    ///
    /// >>> found = Template("/files/{name}{?tags*}").match("/files/a%2Fb?tags=x&tags=y")
    /// >>> found.values, found.hazards
    /// ({'name': 'a/b', 'tags': ['x', 'y']}, {'name': ['slash']})
    /// >>> Template("/files/{name}").match("/other") is None
    /// True
    /// >>> Template("{a}{b}").match("x")
    /// Traceback (most recent call last):
    /// oneiri.Error: the template is ambiguous: 'a' is the expansion of {a="a"} and of {b="a"}
    fn r#match(&self, py: Python<'_>, text: Given<'_, '_>) -> PyResult<Option<Match>> {
        let matcher = self.matcher_or_raise(py)?;
        let text = text.as_str();
        let found = unlocked(py, text, || matcher.matches(text).ok().map(Match::of));
        Ok(found.filter(|found| found.has_all(&self.required)))
    }

    fn __str__(&self) -> &str {
        self.parsed.as_str()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, self.parsed.as_str()).repr()?;
        let rule = if self.options.by_rule { ", rule='shortest-first'" } else { "" };
        let lenient = if self.options.lenient_query { ", lenient_query=True" } else { "" };
        let required = match self.required.as_slice() {
            [] => String::new(),
            names => format!(", required={}", PyList::new(py, names)?.repr()?),
        };
        Ok(format!("Template({text}{rule}{lenient}{required})"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Options { by_rule, lenient_query } = self.options;
        let parts = (self.parsed.as_str(), by_rule, lenient_query, &self.required);
        let parts = parts.into_pyobject(py)?;
        reduced(py, "Template", parts)
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl PartialOrd for Template {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.key().partial_cmp(&other.key())
    }
}

impl std::hash::Hash for Template {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Template {
    pub(crate) fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let parsed = Parsed::parse(text).map_err(|error| {
            let start = error.start();
            let end = start + error.found().map_or(0, char::len_utf8);
            let message = error.display_in(Unit::Char, text).to_string();
            let (expected, rule) = (error.expected(), error.section());
            let fault = Fault { message, component: "template", expected, rule };
            raise_fault(py, text, start..end, fault)
        })?;
        let (options, required) = (Options::default(), Vec::new());
        Ok(Self { parsed, options, required, matcher: OnceLock::new() })
    }

    pub(crate) fn restored(py: Python<'_>, parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (text, by_rule, lenient_query, required): (String, bool, bool, Vec<String>) = parts.extract()?;
        let options = Options { by_rule, lenient_query };
        Ok(Self { options, required, ..Self::parse(py, &text)? })
    }

    /// Whether it was made without options.
    pub(crate) fn is_plain(&self) -> bool {
        self.options == Options::default() && self.required.is_empty()
    }

    fn key(&self) -> (&Parsed, Options, &[String]) {
        (&self.parsed, self.options, &self.required)
    }

    pub(crate) fn matcher_or_raise(&self, py: Python<'_>) -> PyResult<&Matcher> {
        let matcher = self.matcher.get_or_init(|| self.matcher());
        matcher.as_ref().map_err(|error| {
            let text = self.parsed.as_str();
            raise(py, text, 0..text.len(), error.to_string(), "")
        })
    }

    fn matcher(&self) -> Result<Matcher, MatcherError> {
        let matcher = if self.options.by_rule { self.parsed.matcher_shortest_first() } else { self.parsed.matcher() };
        matcher.map(|matcher| if self.options.lenient_query { matcher.lenient_query() } else { matcher })
    }

    /// The names of the variables, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for variable in self.parsed.variables() {
            if !names.contains(&variable.name()) {
                names.push(variable.name());
            }
        }
        names
    }

    /// The values of the variables that the template has.
    fn values(
        &self,
        values: Option<&Bound<'_, PyMapping>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<BTreeMap<String, Value<'static>>> {
        let mut found = BTreeMap::new();
        for variable in self.parsed.variables() {
            let name = variable.name();
            let by_keyword = variables.map(|variables| variables.get_item(name)).transpose()?.flatten();
            let given = match (by_keyword, values) {
                (None, Some(values)) if values.contains(name)? => Some(values.get_item(name)?),
                (by_keyword, _) => by_keyword,
            };
            if let Some(given) = given.filter(|given| !given.is_none()) {
                found.insert(name.to_owned(), value(name, &given)?);
            }
        }
        Ok(found)
    }

    fn raise_expand(&self, py: Python<'_>, error: &ExpandError) -> PyErr {
        let text = self.parsed.as_str();
        let (range, rule) = match error {
            ExpandError::Prefix { range, .. } => (range.clone(), "RFC 6570 section 2.4.1"),
            _ => (0..text.len(), ""),
        };
        raise(py, text, range, error.display_in(Unit::Char, text).to_string(), rule)
    }
}

/// The names of variables, as an argument.
#[derive(Default)]
pub(crate) struct Required(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Required {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("required: expected a list of names, found str"));
        }
        object.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

pub(crate) fn unknown_variable(name: &str) -> PyErr {
    PyValueError::new_err(format!("required: no template has the variable {name:?}"))
}

/// Makes the Python exception for an error in a range of bytes of a template.
pub(crate) fn raise(py: Python<'_>, text: &str, range: Range<usize>, message: String, rule: &str) -> PyErr {
    raise_fault(py, text, range, Fault { message, component: "template", expected: "", rule })
}

/// The value of a variable.
fn value(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Value<'static>> {
    if let Ok(mapping) = given.cast::<PyMapping>() {
        let pairs = mapping.items()?.into_iter().map(|pair| {
            let (key, item): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            Ok((datum(name, &key)?.into(), datum(name, &item)?.into()))
        });
        return pairs.collect::<PyResult<_>>().map(Value::Map);
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let items = given.try_iter()?.map(|item| datum(name, &item?).map(Into::into));
        return items.collect::<PyResult<_>>().map(Value::List);
    }
    datum(name, given).map(Value::from)
}

/// The text of a value: a text or an identifier itself, or the digits of a number.
fn datum(name: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    if given.is_instance_of::<PyInt>() && !given.is_instance_of::<PyBool>() {
        return Ok(given.str()?.to_string());
    }
    match given.extract::<Given<'_, '_>>() {
        Ok(text) => Ok(text.as_str().to_owned()),
        Err(error) if given.is_instance_of::<PyString>() => Err(error),
        Err(_) => {
            let found = given.get_type().qualname()?;
            let expected = "expected str, int, a list or tuple of these, or a mapping";
            Err(PyTypeError::new_err(format!("{name}: {expected}, found {found}")))
        }
    }
}
