//! The parts of a path, a query and a userinfo.
//!
//! A whole component is read and written as it is spelled. Its parts (segments, keys, values, the name of the user) are
//! data: they are decoded where they are read, and encoded where they are written. `raw_…` has them as they are spelled.

use std::borrow::Cow;

use oneiri::percent;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::given::Text;
use crate::path::without_query_and_fragment;

/// The text that a part stands for. Octets that are not UTF-8 become U+FFFD.
fn data(raw: &str) -> Cow<'_, str> {
    match percent::decode(raw) {
        Cow::Borrowed(octets) => String::from_utf8_lossy(octets),
        Cow::Owned(octets) => Cow::Owned(String::from_utf8_lossy(&octets).into_owned()),
    }
}

#[pymethods]
impl Identifier {
    /// The segments of the path, decoded. An empty path has no segments. `with_segment` and `join_segments` write such
    /// segments. Octets that are not UTF-8 become U+FFFD; `raw_segments` has every segment as it is spelled.
    ///
    /// >>> UriRef("/a//b%2Fc/").segments, UriRef("/").segments, UriRef("").segments
    /// (('a', '', 'b/c', ''), ('',), ())
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments = self.any.view().path().segments();
        PyTuple::new(py, segments.map(|segment| data(segment.as_str())).collect::<Vec<_>>())
    }

    /// The decoded segments of the path, after a "/" if the path begins with a slash, like `pathlib.PurePath.parts`.
    ///
    /// >>> UriRef("/a/b%2Fc").parts, UriRef("a/b").parts, UriRef("/").parts
    /// (('/', 'a', 'b/c'), ('a', 'b'), ('/', ''))
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let path = self.any.view().path();
        let root = path.starts_with('/').then_some(Cow::Borrowed("/"));
        let segments = path.segments().map(|segment| data(segment.as_str()));
        PyTuple::new(py, root.into_iter().chain(segments).collect::<Vec<_>>())
    }

    /// The path, decoded, to show it. A "%2F" in a segment cannot be told from a "/" any more; `segments` keeps the two
    /// apart. Octets that are not UTF-8 become U+FFFD.
    ///
    /// >>> UriRef("/a%20b/c%2Fd").decoded_path
    /// '/a b/c/d'
    #[getter]
    fn decoded_path(&self) -> Cow<'_, str> {
        data(self.any.view().path().as_str())
    }

    /// The segments of the path as they are spelled.
    ///
    /// >>> UriRef("/a//b%2Fc/").raw_segments
    /// ('a', '', 'b%2Fc', '')
    #[getter]
    fn raw_segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments = self.any.view().path().segments();
        PyTuple::new(py, segments.map(|segment| segment.as_str()).collect::<Vec<_>>())
    }

    /// The last segment, decoded; "" if the path is empty or ends with a slash.
    ///
    /// >>> UriRef("/a/b%20c.tar.gz?q").name, UriRef("/a/").name
    /// ('b c.tar.gz', '')
    #[getter]
    fn name(&self) -> Cow<'_, str> {
        data(self.raw_name())
    }

    /// The last segment as it is spelled.
    ///
    /// >>> UriRef("/a/b%20c.tar.gz").raw_name
    /// 'b%20c.tar.gz'
    #[getter(raw_name)]
    fn get_raw_name(&self) -> &str {
        self.raw_name()
    }

    /// The part of `name` from its last dot on; "" if this dot is the first or the last character.
    ///
    /// >>> UriRef("/a/b.tar.gz").suffix, UriRef("/.bashrc").suffix, UriRef("/.a.b").suffix
    /// ('.gz', '', '.b')
    #[getter]
    fn suffix(&self) -> Cow<'_, str> {
        data(self.raw_suffix())
    }

    /// A copy without the last segment and the slash before it, and without query and fragment. A path that begins
    /// with a slash keeps this slash. Dot segments are treated like other segments.
    ///
    /// >>> Uri("http://h/a/b?q#f").parent, Uri("http://h/a/").parent, Uri("http://h/a").parent
    /// (Uri('http://h/a'), Uri('http://h/a'), Uri('http://h/'))
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        each!(&mut any, it => it.path_mut().pop());
        without_query_and_fragment(&mut any).map_err(|error| raise(py, error, self.text()))?;
        any.wrap(py)
    }

    /// The decoded pairs of the query: the key, and the value, or None without a "=". `with_query` writes such pairs.
    /// Pairs between "&" are a convention and not part of the grammar. A "+" is a plus sign: for HTML forms, use
    /// `urllib.parse.parse_qsl`. Octets that are not UTF-8 become U+FFFD.
    ///
    /// >>> Uri("http://h/?a=%31&&b&=c=d").query_pairs
    /// (('a', '1'), ('b', None), ('', 'c=d'))
    #[getter]
    fn query_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let query = self.any.view().query().unwrap_or_default();
        let pairs = query.pairs().map(|(key, value)| (data(key.as_str()), value.map(|value| data(value.as_str()))));
        PyTuple::new(py, pairs.collect::<Vec<_>>())
    }

    /// The pairs of the query as they are spelled.
    ///
    /// >>> Uri("http://h/?a=%31&&b&=c=d").raw_query_pairs
    /// (('a', '%31'), ('b', None), ('', 'c=d'))
    #[getter]
    fn raw_query_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let query = self.any.view().query().unwrap_or_default();
        let pairs = query.pairs().map(|(key, value)| (key.as_str(), value.map(|value| value.as_str())));
        PyTuple::new(py, pairs.collect::<Vec<_>>())
    }

    /// The decoded value of the first pair in the query with this key; "" if the pair has no "=", None if there is
    /// no such pair.
    ///
    /// >>> uri = Uri("http://h/?a&b=%32+2&b=3")
    /// >>> uri.query_value("a"), uri.query_value("b"), uri.query_value("c")
    /// ('', '2+2', None)
    fn query_value(&self, key: Text<'_>) -> Option<Cow<'_, str>> {
        self.any.view().query()?.get(&key)
    }

    /// The decoded text of the userinfo before its first ":"; None without a userinfo. Octets that are not UTF-8
    /// become U+FFFD. RFC 3986 section 3.2.1 deprecates passwords in identifiers; `redacted` hides them.
    ///
    /// >>> Uri("ftp://ad%61:secret@h/").username, Uri("ftp://h/").username
    /// ('ada', None)
    #[getter]
    fn username(&self) -> Option<Cow<'_, str>> {
        self.raw_username().map(data)
    }

    /// The decoded text of the userinfo after its first ":"; None without a ":". See `username`.
    ///
    /// >>> Uri("ftp://ada:secr%65t@h/").password, Uri("ftp://ada@h/").password
    /// ('secret', None)
    #[getter]
    fn password(&self) -> Option<Cow<'_, str>> {
        self.raw_password().map(data)
    }
}

impl Identifier {
    pub(crate) fn raw_username(&self) -> Option<&str> {
        let userinfo = self.any.view().userinfo()?.as_str();
        Some(userinfo.split_once(':').map_or(userinfo, |(name, _)| name))
    }

    pub(crate) fn raw_password(&self) -> Option<&str> {
        let userinfo = self.any.view().userinfo()?.as_str();
        userinfo.split_once(':').map(|(_, password)| password)
    }
}
