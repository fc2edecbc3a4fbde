//! The methods that the four types have in common: components, normal forms, comparison. Those that `functions.rs` has
//! as functions have the same defaults. `__match_args__` is the order of `case Uri(...)` in programs of users, and two
//! values are equal only if type and text are; `test_values.py` holds both. `_oneiri.pyi` repeats all signatures.

use oneiri::{Ladder, Normalization, Parts};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyNotImplemented, PyString, PyType};

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::{raise, unchangeable};
use crate::functions::{compare_in, equivalent_in, rung_in};
use crate::given::{Given, Port, Text, hash as hash_of, rung as rung_of};
use crate::lint::{Codes, Finding};
use crate::make::Kind;
use crate::unlocked::unlocked;
use crate::verdict::Verdict;

#[pymethods]
impl Identifier {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("scheme", "authority", "path", "query", "fragment")
    }

    /// Percent-encodes every character that the alphabet allows nowhere, and then parses the text. These
    /// characters are spaces, controls, `"<>\^{|}` and the backtick; for a URI also everything beyond ASCII. Unlike
    /// `oneiri.arrow.parse_lenient`, this neither drops spaces at the ends nor repairs a stray "%".
    ///
    /// >>> Uri.parse_lenient("http://h/a b/{é}")
    /// Uri('http://h/a%20b/%7B%C3%A9%7D')
    #[classmethod]
    fn parse_lenient(class: &Bound<'_, PyType>, text: Given<'_, '_>) -> PyResult<Py<Self>> {
        Kind::of(class)?.parse_lenient(class.py(), text.as_str())?.wrap(class.py())
    }

    /// Joins components to a value (RFC 3986 section 5.3). There is an authority if there is a host, a userinfo or
    /// a port.
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
        let parts = Parts {
            scheme: scheme.as_deref(),
            userinfo: userinfo.as_deref(),
            host: host.as_deref(),
            port: port.as_ref().map(|Port(digits)| digits.as_str()),
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
        self.any.view().authority().map(|authority| authority.as_str())
    }

    /// The userinfo, before the authority's "@" (RFC 3986 section 3.2.1).
    ///
    /// >>> UriRef("//a:b@h").userinfo, UriRef("//@h").userinfo, UriRef("//h").userinfo
    /// ('a:b', '', None)
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.any.view().userinfo().map(|userinfo| userinfo.as_str())
    }

    /// The host (RFC 3986 section 3.2.2). An IP literal keeps its brackets.
    ///
    /// >>> UriRef("//[::1]:80").host, UriRef("file:///p").host, UriRef("urn:x").host
    /// ('[::1]', '', None)
    #[getter]
    fn host(&self) -> Option<&str> {
        self.any.view().host().map(|host| host.as_str())
    }

    /// The kind of the host: "ipv4", "ipv6", "ipvfuture" or "reg-name".
    ///
    /// >>> UriRef("//10.0.0.1").host_kind, UriRef("//10.0.0.256").host_kind
    /// ('ipv4', 'reg-name')
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.any.host_kind()
    }

    /// The digits of the port (RFC 3986 section 3.2.3). There may be no digits, or any number of them, with
    /// leading zeros.
    ///
    /// >>> UriRef("//h:080").port, UriRef("//h:").port, UriRef("//h").port
    /// ('080', '', None)
    #[getter]
    fn port(&self) -> Option<&str> {
        self.any.view().port()
    }

    /// The port as a number; None if it is absent or empty. A port beyond 65535 raises `Error`: the grammar allows
    /// such a port, so parsing accepts it.
    ///
    /// >>> UriRef("//h:080").port_number
    /// 80
    #[getter]
    fn port_number(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        let port = self.any.view().port_number();
        port.map_err(|error| raise(py, error, self.text()))
    }

    /// The path (RFC 3986 section 3.3). Every identifier has a path, which may be empty.
    ///
    /// >>> UriRef("urn:a:b?q").path
    /// 'a:b'
    #[getter]
    fn path(&self) -> &str {
        self.any.view().path().as_str()
    }

    /// The query, after the first "?" (RFC 3986 section 3.4).
    ///
    /// >>> UriRef("/p?q?r").query, UriRef("/p?").query, UriRef("/p").query
    /// ('q?r', '', None)
    #[getter]
    fn query(&self) -> Option<&str> {
        self.any.view().query().map(|query| query.as_str())
    }

    /// The fragment, after the first "#" (RFC 3986 section 3.5).
    ///
    /// >>> UriRef("/p#f?g").fragment, UriRef("/p#").fragment, UriRef("/p").fragment
    /// ('f?g', '', None)
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.any.view().fragment().map(|fragment| fragment.as_str())
    }

    /// Whether the value is an absolute-URI: it has a scheme and no fragment (RFC 3986 section 4.3).
    ///
    /// >>> Uri("urn:x").is_absolute_without_fragment
    /// True
    #[getter]
    fn is_absolute_without_fragment(&self) -> bool {
        self.any.view().is_absolute_without_fragment()
    }

    /// The normal form at a rung (RFC 3986 section 6.2, RFC 3987 section 5.3): "string", "case",
    /// "escape", "path", "scheme" (the default) or "protocol".
    ///
    /// >>> Iri("HTTP://h:80/a/../ros%C3%A9").normalize()
    /// Iri('http://h/rosé')
    /// >>> Iri("HTTP://h:80/a/../ros%C3%A9").normalize("path")
    /// Iri('http://h:80/rosé')
    #[pyo3(signature = (rung = "scheme"))]
    fn normalize(&self, py: Python<'_>, rung: &str) -> PyResult<Py<Self>> {
        let rung = rung_of(rung)?;
        let normal = || each!(&self.any, it => Any::from(it.normalize_at(rung).into_owned()));
        unlocked(py, self.text(), normal).wrap(py)
    }

    /// The value normalized by the selected steps only: letter case, escapes, and the dot segments of the path.
    ///
    /// >>> Uri("HTTP://h/%7Ea/../b").normalize_steps(path=True)
    /// Uri('HTTP://h/b')
    #[pyo3(signature = (*, case = false, escape = false, path = false))]
    fn normalize_steps(&self, py: Python<'_>, case: bool, escape: bool, path: bool) -> PyResult<Py<Self>> {
        let steps = Normalization::NONE.case(case).escape(escape).path(path);
        each!(&self.any, it => Any::from(it.normalize_steps(steps).into_owned())).wrap(py)
    }

    /// Compares two identifiers: the lowest rung at which they are equal, with the reasons, or the first
    /// difference that keeps them apart (RFC 3986 section 6). A URI and an IRI are compared as IRIs.
    ///
    /// >>> Uri("http://h/%7E").compare("http://h/~").rung
    /// 'escape'
    fn compare(&self, py: Python<'_>, other: Given<'_, '_>) -> PyResult<Verdict> {
        let grammar = other.grammar_with(&self.any);
        compare_in(py, &Ladder::default(), [self.text(), other.as_str()], grammar)
    }

    /// The lowest rung at which both identifiers are equal; None if they are different.
    ///
    /// >>> Uri("http://h").rung("http://h/"), Uri("http://h/a").rung("http://h/b")
    /// ('scheme', None)
    fn rung(&self, py: Python<'_>, other: Given<'_, '_>) -> PyResult<Option<&'static str>> {
        rung_in(py, [self.text(), other.as_str()], other.grammar_with(&self.any))
    }

    /// Whether both identifiers are equal at a rung, with or without their fragments.
    ///
    /// >>> Uri("http://h/%7E").equivalent("HTTP://h/~")
    /// True
    /// >>> Uri("http://h/#a").equivalent("http://h/#b", ignore_fragment=True)
    /// True
    #[pyo3(signature = (other, rung = "scheme", *, ignore_fragment = false))]
    fn equivalent(&self, py: Python<'_>, other: Given<'_, '_>, rung: &str, ignore_fragment: bool) -> PyResult<bool> {
        let ladder = Ladder::new().ignore_fragment(ignore_fragment);
        let (rung, grammar) = (rung_of(rung)?, other.grammar_with(&self.any));
        equivalent_in(py, &ladder, [self.text(), other.as_str()], rung, grammar)
    }

    /// A fingerprint of 16 bytes of the normal form at a rung; see `oneiri.fingerprint`. A URI and its IRI have
    /// different fingerprints.
    ///
    /// >>> Uri("http://www.example.com/").fingerprint("string").hex()
    /// '546c079a27aa62fe810409a9c9e6995b'
    #[pyo3(signature = (rung = "scheme", *, hash = "xxh3"))]
    fn fingerprint<'py>(&self, py: Python<'py>, rung: &str, hash: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (rung, hash) = (rung_of(rung)?, hash_of(hash)?);
        let fingerprint = each!(&self.any, it => hash.of(it, rung));
        Ok(PyBytes::new(py, &fingerprint))
    }

    /// The problems of the value: spellings that are unwise, and spellings that break the rules of its scheme; see
    /// `oneiri.lint`.
    ///
    /// >>> [finding.name for finding in Uri("http://h:80/%7E").lint()]
    /// ['default-port', 'unneeded-escape']
    #[pyo3(signature = (*, profile = "web", only = None))]
    fn lint(&self, profile: &str, only: Option<Codes>) -> PyResult<Vec<Finding>> {
        let lints = crate::lint::lints(profile, only)?;
        Ok(each!(&self.any, it => crate::lint::check(it, &lints)))
    }

    /// The text with "***" in place of the password (RFC 3986 section 3.2.1), for logs and screens.
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
        match other.cast::<Self>() {
            Ok(other) if slf.get_type().is(other.get_type()) => {
                let order = slf.get().text().cmp(other.get().text());
                Ok(op.matches(order).into_pyobject(slf.py())?.to_owned().into_any())
            }
            _ => Ok(PyNotImplemented::get(slf.py()).to_owned().into_any()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.seeded_hash(py)
    }

    /// The number of characters of the text, so that the constraints `min_length` and `max_length` of pydantic apply.
    fn __len__(&self) -> usize {
        self.text().chars().count()
    }

    /// A value is always true, also the empty reference.
    fn __bool__(&self) -> bool {
        true
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().text().to_owned(),))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, self.text()).call_method1("__format__", (&*spec,))
    }

    // Without this, Python would let the class of a value be replaced by another of the four.
    fn __setattr__(slf: &Bound<'_, Self>, name: Text<'_>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(unchangeable(slf, &name))
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: Text<'_>) -> PyResult<()> {
        Err(unchangeable(slf, &name))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
