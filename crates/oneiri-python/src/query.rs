//! Methods that change the pairs of a query, and the types of their arguments. `search_params.rs` and `whatwg.rs` take
//! the same arguments, so a change to `Query` changes `oneiri.whatwg`, too.

use std::collections::HashMap;

use oneiri::{Edit, UriRefBuf, percent};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::given::Text;

/// A query as an argument: its text, or keys with their values, in a mapping or in a list or tuple of pairs.
pub(crate) enum Query<'a> {
    Text(Text<'a>),
    Pairs(Vec<Pairs>),
}

/// A key and its values. The value None stands for a key without a "=".
pub(crate) struct Pairs {
    pub(crate) key: String,
    pub(crate) values: Vec<Option<String>>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Query<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let mapping = object.cast::<PyMapping>();
        let is_mapping = mapping.is_ok();
        let given = if let Ok(mapping) = mapping {
            mapping.items()?.into_any()
        } else if is_sequence(&object) {
            object.to_owned()
        } else if object.is_instance_of::<PyString>() {
            return object.extract().map(Self::Text);
        } else {
            let found = object.get_type().qualname()?;
            let expected = "expected str, a mapping, or a list or tuple of pairs";
            return Err(PyTypeError::new_err(format!("{expected}, found {found}")));
        };
        let pairs = given.try_iter()?.map(|pair| {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            let key = datum(&key)?;
            let values = if value.is_none() && !is_mapping {
                vec![None]
            } else if is_sequence(&value) {
                let values = value.try_iter()?.map(|value| datum(&value?).map(Some));
                values.collect::<PyResult<_>>()?
            } else {
                vec![Some(datum(&value)?)]
            };
            Ok(Pairs { key, values })
        });
        pairs.collect::<PyResult<_>>().map(Self::Pairs)
    }
}

fn is_sequence(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// The text of a key or of a value: a text itself, or the digits of a number. How a truth value, a float or None is
/// written in a query is a convention of each service, so nothing is assumed about these.
fn datum(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if object.is_instance_of::<PyString>() {
        return Ok(object.extract::<Text<'_>>()?.to_owned());
    }
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(object.str()?.to_string());
    }
    let found = object.get_type().qualname()?;
    Err(PyTypeError::new_err(format!("expected str or int in a query, found {found}")))
}

/// The query that a method was called with: one positional argument, or keywords.
fn argument<'a>(given: &'a Bound<'_, PyTuple>, keywords: Option<&'a Bound<'_, PyDict>>) -> PyResult<Option<Query<'a>>> {
    match (given.len(), keywords) {
        (1, None) => given.get_borrowed_item(0)?.extract(),
        (0, Some(keywords)) => keywords.as_any().extract().map(Some),
        _ => Err(PyTypeError::new_err("expected a query, or its pairs as keywords")),
    }
}

/// Like [`argument`], for a method that changes pairs: None is an error.
fn pairs_argument<'a>(given: &'a Bound<'_, PyTuple>, keywords: Option<&'a Bound<'_, PyDict>>) -> PyResult<Query<'a>> {
    let query = argument(given, keywords)?;
    query.ok_or_else(|| PyTypeError::new_err("expected pairs of a query, found None"))
}

#[pymethods]
impl Identifier {
    /// A copy with another query; None removes it. A text is the query as it is to be spelled. A mapping, a list or
    /// tuple of pairs, or keywords are a query of these pairs, in this order. Keys and values are data, and are
    /// percent-encoded; a list or a tuple of values gives a pair for each item, an int its digits. In a pair, None
    /// gives a key without a "=". A key "repair" can only be given in a mapping or a pair.
    ///
    /// >>> Uri("foo:a#f").with_query(""), Uri("foo:a?q").with_query(None)
    /// (Uri('foo:a?#f'), Uri('foo:a'))
    /// >>> Uri("http://h/?old").with_query({"q": "a&b", "page": 2, "tag": ["x", "y"]})
    /// Uri('http://h/?q=a%26b&page=2&tag=x&tag=y')
    /// >>> Uri("http://h/").with_query(q="a b", page=2)
    /// Uri('http://h/?q=a%20b&page=2')
    /// >>> Uri("http://h/").with_query(Uri("http://i/?a=x%20y&b").query_pairs)
    /// Uri('http://h/?a=x%20y&b')
    #[pyo3(
        signature = (*query, repair = false, **pairs),
        text_signature = "($self, query=..., /, *, repair=False, **pairs)"
    )]
    fn with_query(
        &self,
        py: Python<'_>,
        query: &Bound<'_, PyTuple>,
        repair: bool,
        pairs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Self>> {
        match argument(query, pairs)? {
            None => self.edited(py, Edit::Query(None), repair),
            Some(Query::Text(text)) => self.edited(py, Edit::Query(Some(&text)), repair),
            Some(Query::Pairs(pairs)) => {
                let pairs = spelled(&pairs);
                let text = pairs.join("&");
                self.edited(py, Edit::Query((!pairs.is_empty()).then_some(&text)), repair)
            }
        }
    }

    /// A copy in which the given keys have the given values. The pairs of a key stand where its first pair stood, or at
    /// the end if there was none; an empty list removes the key. All other pairs keep their spelling. The argument is
    /// that of `with_query`; `uri % query` is the same.
    ///
    /// >>> Uri("http://h/?a=1&b=%31&a=2").update_query(a=["x", "y"], c=3)
    /// Uri('http://h/?a=x&a=y&b=%31&c=3')
    /// >>> Uri("http://h/?a=1&b=2").update_query("b=%33&c")
    /// Uri('http://h/?a=1&b=%33&c')
    #[pyo3(signature = (*query, **pairs), text_signature = "($self, query=..., /, **pairs)")]
    fn update_query(
        &self,
        py: Python<'_>,
        query: &Bound<'_, PyTuple>,
        pairs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Self>> {
        self.updated(py, &pairs_argument(query, pairs)?)
    }

    /// A copy with updated pairs in the query; see `update_query`.
    ///
    /// >>> Uri("http://h/?a=1&b=2") % {"b": 3}
    /// Uri('http://h/?a=1&b=3')
    fn __mod__(&self, py: Python<'_>, query: Query<'_>) -> PyResult<Py<Self>> {
        self.updated(py, &query)
    }

    /// A copy with more pairs at the end of the query. The argument is that of `with_query`.
    ///
    /// >>> Uri("http://h/?a=1").extend_query({"a": 2, "b": "x y"})
    /// Uri('http://h/?a=1&a=2&b=x%20y')
    #[pyo3(signature = (*query, **pairs), text_signature = "($self, query=..., /, **pairs)")]
    fn extend_query(
        &self,
        py: Python<'_>,
        query: &Bound<'_, PyTuple>,
        pairs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Self>> {
        let more = match pairs_argument(query, pairs)? {
            Query::Text(text) => text.to_owned(),
            Query::Pairs(pairs) => spelled(&pairs).join("&"),
        };
        let query = self.any.view().query().unwrap_or_default();
        let joined = match (query.as_str(), &*more) {
            (_, "") => return self.any.clone().wrap(py),
            ("", more) => more.to_owned(),
            (query, more) => [query.strip_suffix('&').unwrap_or(query), "&", more].concat(),
        };
        self.edited(py, Edit::Query(Some(&joined)), false)
    }

    /// A copy without the pairs of these keys. If no pair is left, there is no query.
    ///
    /// >>> Uri("http://h/?a=1&b=2&%61=3#f").without_query_params("a", "c")
    /// Uri('http://h/?b=2#f')
    #[pyo3(signature = (*keys))]
    fn without_query_params(&self, py: Python<'_>, keys: &Bound<'_, PyTuple>) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        let keys: Vec<_> = keys.iter().collect();
        let keys = keys.iter().map(|key| key.extract()).collect::<PyResult<Vec<Text<'_>>>>()?;
        each!(&mut any, it => {
            let mut query = it.query_mut();
            for key in &keys {
                query.remove(key);
            }
        });
        any.wrap(py)
    }

    /// A copy in which this is the only pair of its key in the query. The new pair stands where the first pair of
    /// the key stood, or at the end if there was none; None removes all pairs of the key. Key and value are data
    /// and are percent-encoded; the other pairs stay as they are.
    ///
    /// >>> Uri("http://h/?a=1&b=%31&a=2").with_query_pair("a", "x&y+z")
    /// Uri('http://h/?a=x%26y%2Bz&b=%31')
    /// >>> Uri("http://h/?a=1&%61=2").with_query_pair("a", None)
    /// Uri('http://h/')
    fn with_query_pair(&self, py: Python<'_>, key: Text<'_>, value: Option<Text<'_>>) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        each!(&mut any, it => {
            let mut query = it.query_mut();
            match &value {
                Some(value) => query.set(&key, value),
                None => query.remove(&key),
            };
        });
        any.wrap(py)
    }

    /// A copy with one more pair at the end of the query.
    ///
    /// >>> Uri("http://h/?a=1").join_query_pair("a", "2 3")
    /// Uri('http://h/?a=1&a=2%203')
    fn join_query_pair(&self, py: Python<'_>, key: Text<'_>, value: Text<'_>) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        each!(&mut any, it => {
            it.query_mut().append(&key, &value);
        });
        any.wrap(py)
    }
}

impl Identifier {
    fn updated(&self, py: Python<'_>, query: &Query<'_>) -> PyResult<Py<Self>> {
        let given: Vec<(Vec<u8>, Vec<String>)> = match query {
            Query::Text(text) => divided(text).map(|pair| (key(pair), vec![pair.to_owned()])).collect(),
            Query::Pairs(pairs) => {
                pairs.iter().map(|pair| (pair.key.clone().into_bytes(), spelled(std::slice::from_ref(pair)))).collect()
            }
        };
        let mut new: HashMap<&[u8], Vec<&str>> = HashMap::new();
        for (key, pairs) in &given {
            new.entry(key).or_default().extend(pairs.iter().map(String::as_str));
        }
        let old = self.any.view().query().unwrap_or_default();
        let mut updated = Vec::new();
        for pair in divided(old.as_str()) {
            match new.get_mut(&*key(pair)) {
                Some(pairs) => updated.append(pairs),
                None => updated.push(pair),
            }
        }
        for (key, _) in &given {
            updated.append(new.entry(key).or_default());
        }
        let text = updated.join("&");
        self.edited(py, Edit::Query((!updated.is_empty()).then_some(&text)), false)
    }
}

/// The pairs of a query as they are spelled; between two "&" there may be an empty one.
fn divided(query: &str) -> impl Iterator<Item = &str> {
    query.split('&').filter(move |_| !query.is_empty())
}

/// The decoded key of a pair.
fn key(pair: &str) -> Vec<u8> {
    percent::decode(pair.split('=').next().unwrap_or_default()).into_owned()
}

/// The pairs as they are spelled in a query.
fn spelled(pairs: &[Pairs]) -> Vec<String> {
    let mut pair = UriRefBuf::default();
    let mut texts = Vec::with_capacity(pairs.len());
    for Pairs { key, values } in pairs {
        for value in values {
            pair.query_mut().clear().append(key, value.as_deref().unwrap_or_default());
            let text = pair.query().unwrap_or_default().as_str();
            let text = if value.is_none() { text.strip_suffix('=').unwrap_or(text) } else { text };
            texts.push(text.to_owned());
        }
    }
    texts
}
