//! What the four types have in common: components, edits, normal forms, comparison.

use std::borrow::Cow;

use oneiri::query::{self, Coding};
use oneiri::{Edit, Ladder, Parts, Steps};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyNotImplemented, PyString, PyTuple, PyType};

use crate::any::{Any, each};
use crate::functions::{compare_in, equivalent_in, rung_in};
use crate::given::{Given, Port, hash as hash_of, rung as rung_of};
use crate::lint::Finding;
use crate::make::Kind;
use crate::verdict::Verdict;

/// What `Uri`, `UriRef`, `Iri` and `IriRef` have in common. It has no values of its own.
///
/// A value is immutable: its text as it was given, and where its components lie. Equality, order
/// and hash are those of the text, among values of one type; what is the same in another spelling
/// is asked for by name.
///
/// >>> isinstance(Uri("http://h/"), Identifier)
/// True
/// >>> Uri("http://h/") == Uri("HTTP://h/"), Uri("http://h/").equivalent("HTTP://h/")
/// (False, True)
#[pyclass(frozen, subclass, module = "oneiri")]
pub(crate) struct Identifier {
    pub(crate) any: Any,
}

impl Identifier {
    pub(crate) fn text(&self) -> &str {
        each!(&self.any, it => it.as_str())
    }
}

#[pymethods]
impl Identifier {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("scheme", "authority", "path", "query", "fragment")
    }

    /// Parses once every character that the alphabet nowhere admits is percent-encoded: spaces,
    /// controls, `"<>\^{|}` and the backtick; for a URI everything beyond ASCII.
    ///
    /// >>> Uri.parse_lenient("http://h/a b/{é}")
    /// Uri('http://h/a%20b/%7B%C3%A9%7D')
    #[classmethod]
    fn parse_lenient(class: &Bound<'_, PyType>, text: Given<'_, '_>) -> PyResult<Py<Self>> {
        Kind::of(class)?.parse_lenient(class.py(), text.as_str())?.wrap(class.py())
    }

    /// Puts components together (RFC 3986 section 5.3). There is an authority if there is a host, a
    /// userinfo or a port.
    ///
    /// >>> UriRef.build(host="h", port=80, path="/x")
    /// UriRef('//h:80/x')
    #[classmethod]
    #[pyo3(signature = (
        *, scheme = None, userinfo = None, host = None, port = None, path = "", query = None,
        fragment = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "the components, by keyword")]
    fn build(
        class: &Bound<'_, PyType>,
        scheme: Option<&str>,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<Port>,
        path: &str,
        query: Option<&str>,
        fragment: Option<&str>,
    ) -> PyResult<Py<Self>> {
        let port = port.as_ref().map(|Port(digits)| digits.as_str());
        let parts = Parts { scheme, userinfo, host, port, path, query, fragment };
        Kind::of(class)?.build(class.py(), &parts)?.wrap(class.py())
    }

    /// The scheme as it is spelled (RFC 3986 section 3.1); None for a relative reference.
    ///
    /// >>> Uri("HTTP://h/").scheme, UriRef("//h/").scheme
    /// ('HTTP', None)
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.any.view().scheme()
    }

    /// The authority, between "//" and the path (RFC 3986 section 3.2); None if there is no "//".
    ///
    /// >>> UriRef("//u@h:80/p").authority, UriRef("file:///p").authority, UriRef("file:/p").authority
    /// ('u@h:80', '', None)
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.any.view().authority()
    }

    /// The userinfo, before the authority's "@" (RFC 3986 section 3.2.1).
    ///
    /// >>> UriRef("//a:b@h").userinfo, UriRef("//@h").userinfo, UriRef("//h").userinfo
    /// ('a:b', '', None)
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.any.view().userinfo()
    }

    /// The host (RFC 3986 section 3.2.2). An IP literal keeps its brackets.
    ///
    /// >>> UriRef("//[::1]:80").host, UriRef("file:///p").host, UriRef("urn:x").host
    /// ('[::1]', '', None)
    #[getter]
    fn host(&self) -> Option<&str> {
        self.any.view().host()
    }

    /// What the host is: "ipv4", "ipv6", "ipvfuture" or "reg-name".
    ///
    /// >>> UriRef("//10.0.0.1").host_kind, UriRef("//10.0.0.256").host_kind
    /// ('ipv4', 'reg-name')
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.any.host_kind()
    }

    /// The port's digits (RFC 3986 section 3.2.3): perhaps none, many, or with zeros before them.
    ///
    /// >>> UriRef("//h:080").port, UriRef("//h:").port, UriRef("//h").port
    /// ('080', '', None)
    #[getter]
    fn port(&self) -> Option<&str> {
        self.any.view().port()
    }

    /// The port as a number; None if it is absent or empty. ValueError if it is beyond 65535,
    /// which is grammatical all the same.
    ///
    /// >>> UriRef("//h:080").port_number
    /// 80
    #[getter]
    fn port_number(&self) -> PyResult<Option<u16>> {
        let port = self.any.view().port_number();
        port.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The path (RFC 3986 section 3.3): always there, perhaps empty.
    ///
    /// >>> UriRef("urn:a:b?q").path
    /// 'a:b'
    #[getter]
    fn path(&self) -> &str {
        self.any.view().path()
    }

    /// The segments of the path as they stand; an empty path has none.
    ///
    /// >>> UriRef("/a//b%2Fc/").segments, UriRef("/").segments, UriRef("").segments
    /// (('a', '', 'b%2Fc', ''), ('',), ())
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.any.view().segments().collect::<Vec<_>>())
    }

    /// The query, behind the first "?" (RFC 3986 section 3.4).
    ///
    /// >>> UriRef("/p?q?r").query, UriRef("/p?").query, UriRef("/p").query
    /// ('q?r', '', None)
    #[getter]
    fn query(&self) -> Option<&str> {
        self.any.view().query()
    }

    /// The fragment, behind the first "#" (RFC 3986 section 3.5).
    ///
    /// >>> UriRef("/p#f?g").fragment, UriRef("/p#").fragment, UriRef("/p").fragment
    /// ('f?g', '', None)
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.any.view().fragment()
    }

    /// Whether it is an absolute-URI: a scheme and no fragment (RFC 3986 section 4.3).
    ///
    /// >>> Uri("urn:x").is_absolute, Uri("urn:x#f").is_absolute
    /// (True, False)
    #[getter]
    fn is_absolute(&self) -> bool {
        self.any.view().is_absolute()
    }

    /// With another scheme, where there is one (RFC 3986 section 3.1).
    ///
    /// >>> Uri("http://h/").with_scheme("https")
    /// Uri('https://h/')
    fn with_scheme(&self, py: Python<'_>, scheme: &str) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Scheme(scheme), false)
    }

    /// With another userinfo; None removes it. With `repair`, as all `with_` methods: what the
    /// component does not hold is percent-encoded, and a path is made to fit.
    ///
    /// >>> Uri("http://h/").with_userinfo("a b", repair=True)
    /// Uri('http://a%20b@h/')
    #[pyo3(signature = (userinfo, *, repair = false))]
    fn with_userinfo(
        &self,
        py: Python<'_>,
        userinfo: Option<&str>,
        repair: bool,
    ) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Userinfo(userinfo), repair)
    }

    /// With another host; None removes it, and with neither userinfo nor port the authority.
    ///
    /// >>> Uri("http://h/x").with_host("example.org"), Uri("http://h/x").with_host(None)
    /// (Uri('http://example.org/x'), Uri('http:/x'))
    #[pyo3(signature = (host, *, repair = false))]
    fn with_host(&self, py: Python<'_>, host: Option<&str>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Host(host), repair)
    }

    /// With another port, as a number or as digits; None removes it and its colon.
    ///
    /// >>> Uri("http://h/").with_port(8080), Uri("http://h/").with_port("0080")
    /// (Uri('http://h:8080/'), Uri('http://h:0080/'))
    #[pyo3(signature = (port, *, repair = false))]
    fn with_port(&self, py: Python<'_>, port: Option<Port>, repair: bool) -> PyResult<Py<Self>> {
        let port = port.as_ref().map(|Port(digits)| digits.as_str());
        self.edited(py, Edit::Port(port), repair)
    }

    /// With another authority, as text; None removes it.
    ///
    /// >>> Uri("http://h/x").with_authority("u@[::1]:80")
    /// Uri('http://u@[::1]:80/x')
    #[pyo3(signature = (authority, *, repair = false))]
    fn with_authority(
        &self,
        py: Python<'_>,
        authority: Option<&str>,
        repair: bool,
    ) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Authority(authority), repair)
    }

    /// With userinfo, host and port together. All None removes the authority; otherwise a host of
    /// None is the empty one.
    ///
    /// >>> Uri("foo:/a").with_authority_parts("u", None, 80)
    /// Uri('foo://u@:80/a')
    fn with_authority_parts(
        &self,
        py: Python<'_>,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<Port>,
    ) -> PyResult<Py<Self>> {
        let port = port.as_ref().map(|Port(digits)| digits.as_str());
        self.with_parts_of_authority(py, userinfo, host, port)
    }

    /// With another path. Nothing is inserted to make it fit, but with `repair`.
    ///
    /// >>> Uri("foo://h/a").with_path("//b"), Uri("foo:a").with_path("//b", repair=True)
    /// (Uri('foo://h//b'), Uri('foo:/.//b'))
    #[pyo3(signature = (path, *, repair = false))]
    fn with_path(&self, py: Python<'_>, path: &str, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Path(path), repair)
    }

    /// With another query; None removes it.
    ///
    /// >>> Uri("foo:a#f").with_query(""), Uri("foo:a?q").with_query(None)
    /// (Uri('foo:a?#f'), Uri('foo:a'))
    #[pyo3(signature = (query, *, repair = false))]
    fn with_query(&self, py: Python<'_>, query: Option<&str>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Query(query), repair)
    }

    /// The pairs of the query as they stand: the key, and the value if there is a "=". That a query
    /// is pairs between "&" is a convention, and no part of the grammar.
    ///
    /// >>> Uri("http://h/?a=%31&&b&=c=d").query_pairs
    /// (('a', '%31'), ('b', None), ('', 'c=d'))
    #[getter]
    fn query_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let query = self.any.view().query().unwrap_or_default();
        PyTuple::new(py, query::pairs(query).collect::<Vec<_>>())
    }

    /// The value of the query's first pair with this key, decoded; "" if the pair has no "=", None if
    /// there is no such pair. A "+" is a plus sign: forms are for `urllib.parse.parse_qsl`.
    ///
    /// >>> uri = Uri("http://h/?a&b=%32+2&b=3")
    /// >>> uri.query_value("a"), uri.query_value("b"), uri.query_value("c")
    /// ('', '2+2', None)
    fn query_value(&self, key: &str) -> Option<Cow<'_, str>> {
        query::get(self.any.view().query()?, key, Coding::Percent)
    }

    /// With one pair of this key in the query, where the first stood, or else at the end; None
    /// removes all of this key. Key and value are data, and percent-encoded; the other pairs stay.
    ///
    /// >>> Uri("http://h/?a=1&b=%31&a=2").with_query_pair("a", "x&y+z")
    /// Uri('http://h/?a=x%26y%2Bz&b=%31')
    /// >>> Uri("http://h/?a=1&%61=2").with_query_pair("a", None)
    /// Uri('http://h/')
    fn with_query_pair(
        &self,
        py: Python<'_>,
        key: &str,
        value: Option<&str>,
    ) -> PyResult<Py<Self>> {
        self.with_pair(py, key, value)
    }

    /// With one more pair at the end of the query.
    ///
    /// >>> Uri("http://h/?a=1").join_query_pair("a", "2 3")
    /// Uri('http://h/?a=1&a=2%203')
    fn join_query_pair(&self, py: Python<'_>, key: &str, value: &str) -> PyResult<Py<Self>> {
        self.with_more_pairs(py, key, value)
    }

    /// With another fragment; None removes it.
    ///
    /// >>> Uri("foo:a").with_fragment("top")
    /// Uri('foo:a#top')
    #[pyo3(signature = (fragment, *, repair = false))]
    fn with_fragment(
        &self,
        py: Python<'_>,
        fragment: Option<&str>,
        repair: bool,
    ) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Fragment(fragment), repair)
    }

    /// With segments behind the path's last, each taken as data: a "/" in one is encoded. An empty
    /// last segment is filled first.
    ///
    /// >>> Uri("http://h/docs/").join_segments("a/b", "c")
    /// Uri('http://h/docs/a%2Fb/c')
    #[pyo3(signature = (*segments))]
    fn join_segments(&self, py: Python<'_>, segments: Vec<String>) -> PyResult<Py<Self>> {
        self.with_more_segments(py, &segments)
    }

    /// With another segment, taken as data, in the place of the one at this index; as in a list, one
    /// below 0 counts from the end.
    ///
    /// >>> Uri("http://h/a/b").with_segment(-1, "c/d")
    /// Uri('http://h/a/c%2Fd')
    fn with_segment(&self, py: Python<'_>, index: isize, segment: &str) -> PyResult<Py<Self>> {
        self.with_segment_at(py, index, segment)
    }

    /// The normal form at a rung (RFC 3986 section 6.2, RFC 3987 section 5.3): "string", "case",
    /// "escape", "path" (also "syntax"; the default), "scheme" or "protocol".
    ///
    /// >>> Iri("HTTP://h:80/a/../ros%C3%A9").normalize()
    /// Iri('http://h:80/rosé')
    /// >>> Iri("HTTP://h:80/a/../ros%C3%A9").normalize("scheme")
    /// Iri('http://h/rosé')
    #[pyo3(signature = (rung = "path"))]
    fn normalize(&self, py: Python<'_>, rung: &str) -> PyResult<Py<Self>> {
        let rung = rung_of(rung)?;
        each!(&self.any, it => Any::from(it.normalize_at(rung).into_owned())).wrap(py)
    }

    /// Normalized by some steps and not by others: letter case, escapes, the path's dot segments.
    ///
    /// >>> Uri("HTTP://h/%7Ea/../b").normalize_steps(path=True)
    /// Uri('HTTP://h/b')
    #[pyo3(signature = (*, case = false, escape = false, path = false))]
    fn normalize_steps(
        &self,
        py: Python<'_>,
        case: bool,
        escape: bool,
        path: bool,
    ) -> PyResult<Py<Self>> {
        let steps = Steps { case, escape, path };
        each!(&self.any, it => Any::from(it.normalize_steps(steps).into_owned())).wrap(py)
    }

    /// At which rung the two are equal, and why, or why not (RFC 3986 section 6). Of a URI and an
    /// IRI, both are taken as IRIs.
    ///
    /// >>> Uri("http://h/%7E").compare("http://h/~").rung
    /// 'escape'
    fn compare(&self, py: Python<'_>, other: Given<'_, '_>) -> PyResult<Verdict> {
        let grammar = other.grammar_with(&self.any);
        compare_in(py, &Ladder::default(), [self.text(), other.as_str()], grammar)
    }

    /// The lowest rung at which the two are equal; None if they are different.
    ///
    /// >>> Uri("http://h").rung("http://h/"), Uri("http://h/a").rung("http://h/b")
    /// ('scheme', None)
    fn rung(&self, py: Python<'_>, other: Given<'_, '_>) -> PyResult<Option<&'static str>> {
        rung_in(py, [self.text(), other.as_str()], other.grammar_with(&self.any))
    }

    /// Whether the two are equal at a rung, with their fragments or without.
    ///
    /// >>> Uri("http://h/%7E").equivalent("HTTP://h/~")
    /// True
    /// >>> Uri("http://h/#a").equivalent("http://h/#b", ignore_fragment=True)
    /// True
    #[pyo3(signature = (other, rung = "path", *, ignore_fragment = false))]
    fn equivalent(
        &self,
        py: Python<'_>,
        other: Given<'_, '_>,
        rung: &str,
        ignore_fragment: bool,
    ) -> PyResult<bool> {
        let ladder = Ladder { ignore_fragment, ..Ladder::default() };
        let (rung, grammar) = (rung_of(rung)?, other.grammar_with(&self.any));
        equivalent_in(py, &ladder, [self.text(), other.as_str()], rung, grammar)
    }

    /// 16 bytes that stand for the normal form at a rung; see `oneiri.fingerprint`.
    ///
    /// >>> Uri("http://www.example.com/").fingerprint("string").hex()
    /// '546c079a27aa62fe810409a9c9e6995b'
    #[pyo3(signature = (rung = "path", *, hash = "xxh3"))]
    fn fingerprint<'py>(
        &self,
        py: Python<'py>,
        rung: &str,
        hash: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (rung, hash) = (rung_of(rung)?, hash_of(hash)?);
        let fingerprint = each!(&self.any, it => hash.of(it, rung));
        Ok(PyBytes::new(py, &fingerprint))
    }

    /// What is legal and yet unwise, or wrong by the rules of its scheme; see `oneiri.lint`.
    ///
    /// >>> [finding.name for finding in Uri("http://h:80/%7E").lint()]
    /// ['default-port', 'unneeded-escape']
    #[pyo3(signature = (*, profile = "web", only = None))]
    fn lint(&self, profile: &str, only: Option<Vec<String>>) -> PyResult<Vec<Finding>> {
        let lints = crate::lint::lints(profile, only)?;
        Ok(each!(&self.any, it => crate::lint::check(it, &lints)))
    }

    /// The text with "***" for the password (RFC 3986 section 3.2.1), for logs and screens.
    ///
    /// >>> Uri("ftp://me:secret@h/").redacted()
    /// 'ftp://me:***@h/'
    fn redacted(&self) -> String {
        self.any.view().redacted().to_string()
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = PyString::new(slf.py(), slf.get().text()).repr()?;
        Ok(format!("{}({text})", slf.get_type().name()?))
    }

    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        match other.cast::<Self>() {
            Ok(other) if slf.get_type().is(other.get_type()) => {
                let order = slf.get().text().cmp(other.get().text());
                Ok(op.matches(order).into_pyobject(py)?.to_owned().into_any())
            }
            _ => Ok(PyNotImplemented::get(py).to_owned().into_any()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.seeded_hash(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().text().to_owned(),))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
