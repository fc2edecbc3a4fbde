//! What users of `yarl` and `furl` look for: `/`, mappings as queries, the origin, the name of the user.

use oneiri::{Alphabet, Edit, Error, Parts, Policy, Ri, Rung, SchemePresence};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::given::Text;

/// A query as an argument: its text, or the pairs of a mapping.
pub(crate) enum Query<'a> {
    Text(Text<'a>),
    Pairs(Vec<(String, String)>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Query<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Ok(mapping) = object.cast::<PyMapping>() else {
            return object.extract().map(Self::Text);
        };
        let mut pairs = Vec::new();
        for pair in mapping.items()?.iter() {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let key = datum(&key)?;
            if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
                for value in value.try_iter()? {
                    pairs.push((key.clone(), datum(&value?)?));
                }
            } else {
                pairs.push((key, datum(&value)?));
            }
        }
        Ok(Self::Pairs(pairs))
    }
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

    /// The decoded text of the userinfo before its first ":"; None without a userinfo. Octets that are not UTF-8
    /// become U+FFFD. RFC 3986 section 3.2.1 deprecates passwords in identifiers; `redacted` hides them.
    ///
    /// >>> Uri("ftp://ad%61:secret@h/").username, Uri("ftp://h/").username
    /// ('ada', None)
    #[getter]
    fn username(&self) -> Option<String> {
        let userinfo = self.any.view().userinfo()?.as_str();
        let name = userinfo.split_once(':').map_or(userinfo, |(name, _)| name);
        Some(String::from_utf8_lossy(&oneiri::percent::decode(name)).into_owned())
    }

    /// A copy with another query; None removes it. A mapping is a query of its pairs, in its order. Keys and values
    /// are data, and are percent-encoded; a list or a tuple gives a pair for each item, and an int its digits.
    ///
    /// >>> Uri("foo:a#f").with_query(""), Uri("foo:a?q").with_query(None)
    /// (Uri('foo:a?#f'), Uri('foo:a'))
    /// >>> Uri("http://h/?old").with_query({"q": "a&b", "page": 2, "tag": ["x", "y"]})
    /// Uri('http://h/?q=a%26b&page=2&tag=x&tag=y')
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
        let without =
            each!(&self.any, it => it.edited(Edit::Query(None), Policy::Refuse).map(Any::from));
        let mut any = without.map_err(|error| raise(py, error, self.text()))?;
        each!(&mut any, it => {
            let mut query = it.query_mut();
            for (key, value) in pairs {
                query.append(key, value);
            }
        });
        any.wrap(py)
    }
}

/// Joins components to a value of the type that another value has.
fn built<A: Alphabet, F: SchemePresence>(
    _like: &Ri<String, A, F>,
    parts: &Parts<'_>,
) -> Result<Ri<String, A, F>, Error> {
    Ri::build(parts)
}
