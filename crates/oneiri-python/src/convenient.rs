//! What users of `yarl` and `furl` look for: `/`, mappings as queries, the origin.

use oneiri::{
    Alphabet, Edit, Error, IriRefBuf, MaybeScheme, Parts, Ri, Rung, SchemePresence, UriRefBuf,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::given::Text;

/// A query as an argument: its text, or pairs of keys and values, in a mapping or in a list or tuple of pairs.
pub(crate) enum Query<'a> {
    Text(Text<'a>),
    Pairs(Vec<(String, Option<String>)>),
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
        let mut pairs = Vec::new();
        for pair in given.try_iter()? {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            let key = datum(&key)?;
            if value.is_none() && !is_mapping {
                pairs.push((key, None));
            } else if is_sequence(&value) {
                for value in value.try_iter()? {
                    pairs.push((key.clone(), Some(datum(&value?)?)));
                }
            } else {
                pairs.push((key, Some(datum(&value)?)));
            }
        }
        Ok(Self::Pairs(pairs))
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

#[pymethods]
impl Identifier {
    /// A copy with one more segment at the end of the path; see `join_segments`. The segment is data, so a "/" in it
    /// is encoded.
    ///
    /// >>> Uri("http://h/docs/") / "a b" / "c/d"
    /// Uri('http://h/docs/a%20b/c%2Fd')
    fn __truediv__<'py>(
        slf: &Bound<'py, Self>,
        segment: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match segment.is_instance_of::<PyString>() {
            true => slf.call_method1("join_segments", (segment,)),
            false => Ok(slf.py().NotImplemented().into_bound(slf.py())),
        }
    }

    /// The scheme, the host and the port, normalized at the scheme rung: what RFC 6454 section 4 compares. None
    /// without a scheme or without a host.
    ///
    /// >>> Uri("HTTPS://ada@Example.org:443/a?q").origin, Uri("http://h:8080/a").origin
    /// (Uri('https://example.org'), Uri('http://h:8080'))
    /// >>> Uri("urn:isbn:0").origin is None
    /// True
    #[getter]
    fn origin(&self, py: Python<'_>) -> PyResult<Option<Py<Self>>> {
        let origin = each!(&self.any, it => {
            let normal = it.normalize_at(Rung::Scheme);
            let Parts { scheme, host, port, .. } = normal.parts();
            if scheme.is_none() || host.unwrap_or_default().is_empty() {
                return Ok(None);
            }
            built(it, &Parts { scheme, host, port, ..Parts::default() }).map(Any::from)
        });
        let origin = origin.map_err(|error| raise(py, error, self.text()))?;
        origin.wrap(py).map(Some)
    }

    /// A copy with another query; None removes it. A text is the query as it is to be spelled. A mapping, or a list or
    /// tuple of pairs, is a query of these pairs, in this order. Keys and values are data, and are percent-encoded; a
    /// list or a tuple of values gives a pair for each item, an int its digits. In a pair, None
    /// gives a key without a "=".
    ///
    /// >>> Uri("foo:a#f").with_query(""), Uri("foo:a?q").with_query(None)
    /// (Uri('foo:a?#f'), Uri('foo:a'))
    /// >>> Uri("http://h/?old").with_query({"q": "a&b", "page": 2, "tag": ["x", "y"]})
    /// Uri('http://h/?q=a%26b&page=2&tag=x&tag=y')
    /// >>> Uri("http://h/").with_query(Uri("http://i/?a=x%20y&b").query_pairs)
    /// Uri('http://h/?a=x%20y&b')
    #[pyo3(signature = (query, *, repair = false))]
    fn with_query(
        &self,
        py: Python<'_>,
        query: Option<Query<'_>>,
        repair: bool,
    ) -> PyResult<Py<Self>> {
        let pairs = match &query {
            None => return self.edited(py, Edit::Query(None), repair),
            Some(Query::Text(text)) => return self.edited(py, Edit::Query(Some(text)), repair),
            Some(Query::Pairs(pairs)) => pairs,
        };
        let text = match self.any.is_ascii() {
            true => spelled(UriRefBuf::default(), pairs),
            false => spelled(IriRefBuf::default(), pairs),
        };
        self.edited(py, Edit::Query((!pairs.is_empty()).then_some(&text)), repair)
    }
}

/// The query of these pairs, encoded for an alphabet. `pair` is an empty reference: each pair is written into it.
fn spelled<A: Alphabet>(
    mut pair: Ri<String, A, MaybeScheme>,
    pairs: &[(String, Option<String>)],
) -> String {
    let mut query = String::new();
    for (key, value) in pairs {
        pair.query_mut().clear().append(key, value.as_deref().unwrap_or_default());
        let text = pair.query().unwrap_or_default().as_str();
        let text = if value.is_none() { text.strip_suffix('=').unwrap_or(text) } else { text };
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(text);
    }
    query
}

/// Joins components to a value of the type that another value has.
fn built<A: Alphabet, F: SchemePresence>(
    _like: &Ri<String, A, F>,
    parts: &Parts<'_>,
) -> Result<Ri<String, A, F>, Error> {
    Ri::build(parts)
}
