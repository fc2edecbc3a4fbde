//! The methods that the four types have in common: components, edits, normal forms, comparison.

use std::borrow::Cow;

use oneiri::{Ladder, Parts, Steps};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyNotImplemented, PyString, PyTuple, PyType};

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::functions::{compare_in, equivalent_in, rung_in};
use crate::given::{Given, Port, Text, hash as hash_of, rung as rung_of};
use crate::lint::Finding;
use crate::make::Kind;
use crate::verdict::Verdict;

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
        *, scheme = None, userinfo = None, host = None, port = None, path = Text::default(),
        query = None, fragment = None
    ), text_signature = "(*, scheme=None, userinfo=None, host=None, port=None, path='', query=None, fragment=None)")]
    #[allow(clippy::too_many_arguments, reason = "the components, by keyword")]
    fn build(
        class: &Bound<'_, PyType>,
        scheme: Option<Text<'_>>,
        userinfo: Option<Text<'_>>,
        host: Option<Text<'_>>,
        port: Option<Port>,
        path: Text<'_>,
        query: Option<Text<'_>>,
        fragment: Option<Text<'_>>,
    ) -> PyResult<Py<Self>> {
        let port = port.as_ref().map(|Port(digits)| digits.as_str());
        let parts = Parts {
            scheme: scheme.as_deref(),
            userinfo: userinfo.as_deref(),
            host: host.as_deref(),
            port,
            path: &path,
            query: query.as_deref(),
            fragment: fragment.as_deref(),
        };
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
        self.any.view().authority().map(|it| it.as_str())
    }

    /// The userinfo, before the authority's "@" (RFC 3986 section 3.2.1).
    ///
    /// >>> UriRef("//a:b@h").userinfo, UriRef("//@h").userinfo, UriRef("//h").userinfo
    /// ('a:b', '', None)
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.any.view().userinfo().map(|it| it.as_str())
    }

    /// The host (RFC 3986 section 3.2.2). An IP literal keeps its brackets.
    ///
    /// >>> UriRef("//[::1]:80").host, UriRef("file:///p").host, UriRef("urn:x").host
    /// ('[::1]', '', None)
    #[getter]
    fn host(&self) -> Option<&str> {
        self.any.view().host().map(|it| it.as_str())
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
        self.any.view().path().as_str()
    }

    /// The segments of the path as they stand; an empty path has none.
    ///
    /// >>> UriRef("/a//b%2Fc/").segments, UriRef("/").segments, UriRef("").segments
    /// (('a', '', 'b%2Fc', ''), ('',), ())
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments = self.any.view().path().segments();
        PyTuple::new(py, segments.map(|it| it.as_str()).collect::<Vec<_>>())
    }

    /// The last segment as it stands; "" if the path is empty or ends with a slash.
    ///
    /// >>> UriRef("/a/b%20c.tar.gz?q").name, UriRef("/a/").name
    /// ('b%20c.tar.gz', '')
    #[getter]
    fn name(&self) -> &str {
        self.any.view().path().segments().next_back().unwrap_or_default().as_str()
    }

    /// The end of `name` from its last dot on; "" if that is its first character or its last.
    ///
    /// >>> UriRef("/a/b.tar.gz").suffix, UriRef("/.bashrc").suffix, UriRef("/.a.b").suffix
    /// ('.gz', '', '.b')
    #[getter]
    fn suffix(&self) -> &str {
        let name = self.name();
        match name.rfind('.') {
            Some(dot) if dot > 0 && dot + 1 < name.len() => &name[dot..],
            _ => "",
        }
    }

    /// Without the last segment and the slash before it, without query and fragment. A path that is
    /// rooted stays so; dot segments count as others.
    ///
    /// >>> Uri("http://h/a/b?q#f").parent, Uri("http://h/a/").parent, Uri("http://h/a").parent
    /// (Uri('http://h/a'), Uri('http://h/a'), Uri('http://h/'))
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        let removed = each!(&mut any, it => {
            it.path_mut().pop();
            it.set_query(None).and_then(|()| it.set_fragment(None))
        });
        removed.map_err(|error| raise(py, error, self.text()))?;
        any.wrap(py)
    }

    /// The query, behind the first "?" (RFC 3986 section 3.4).
    ///
    /// >>> UriRef("/p?q?r").query, UriRef("/p?").query, UriRef("/p").query
    /// ('q?r', '', None)
    #[getter]
    fn query(&self) -> Option<&str> {
        self.any.view().query().map(|it| it.as_str())
    }

    /// The fragment, behind the first "#" (RFC 3986 section 3.5).
    ///
    /// >>> UriRef("/p#f?g").fragment, UriRef("/p#").fragment, UriRef("/p").fragment
    /// ('f?g', '', None)
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.any.view().fragment().map(|it| it.as_str())
    }

    /// Whether it is an absolute-URI: a scheme and no fragment (RFC 3986 section 4.3).
    ///
    /// >>> Uri("urn:x").is_absolute, Uri("urn:x#f").is_absolute
    /// (True, False)
    #[getter]
    fn is_absolute(&self) -> bool {
        self.any.view().is_absolute_without_fragment()
    }

    /// The pairs of the query as they stand: the key, and the value if there is a "=". That a query
    /// is pairs between "&" is a convention, and no part of the grammar.
    ///
    /// >>> Uri("http://h/?a=%31&&b&=c=d").query_pairs
    /// (('a', '%31'), ('b', None), ('', 'c=d'))
    #[getter]
    fn query_pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let query = self.any.view().query().unwrap_or_default();
        let pairs = query.pairs().map(|(key, value)| (key.as_str(), value.map(|it| it.as_str())));
        PyTuple::new(py, pairs.collect::<Vec<_>>())
    }

    /// The value of the query's first pair with this key, decoded; "" if the pair has no "=", None if
    /// there is no such pair. What is no UTF-8 is U+FFFD. A "+" is a plus sign: forms are for
    /// `urllib.parse.parse_qsl`.
    ///
    /// >>> uri = Uri("http://h/?a&b=%32+2&b=3")
    /// >>> uri.query_value("a"), uri.query_value("b"), uri.query_value("c")
    /// ('', '2+2', None)
    fn query_value(&self, key: Text<'_>) -> Option<Cow<'_, str>> {
        self.any.view().query()?.get(&key)
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

    /// 16 bytes that stand for the normal form at a rung; see `oneiri.fingerprint`. A URI and its IRI
    /// have two.
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
