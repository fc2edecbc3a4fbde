//! The URL Standard: `oneiri.whatwg`. `component` tells the component by how the name of the error begins, so a new
//! error of `oneiri-whatwg` may need a row, and `test_whatwg.py` asks only for that of a host. `replace`
//! sets attributes in the order of `setters`, whatever the order of the call, and `_oneiri.pyi` repeats its parameters.

use std::borrow::Cow;
use std::ops::Range;

use oneiri::Unit;
use oneiri_whatwg::{Error, Url as Parsed};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::classes::Url;
use crate::error::{Fault, raise_fault};
use crate::given::{Given, Port, Text};
use crate::query::Query;
use crate::search_params::{SearchParams, pairs_of};
use crate::unlocked::unlocked;

/// The URL of a base, which is parsed unless it is a URL already.
pub(crate) fn base_of<'a>(base: &'a Given<'_, '_>) -> Result<Cow<'a, Parsed>, Error> {
    match base {
        Given::Url(url) => Ok(Cow::Borrowed(&url.get().url)),
        base => Parsed::parse(base.as_str()).map(Cow::Owned),
    }
}

/// Like [`base_of`], with the Python exception as the error.
pub(crate) fn base_or_raise<'a>(py: Python<'_>, base: Option<&'a Given<'_, '_>>) -> PyResult<Option<Cow<'a, Parsed>>> {
    let parse = |base| base_of(base).map_err(|error| raise(py, &error, Given::as_str(base), "URL"));
    base.map(parse).transpose()
}

#[pymethods]
impl Url {
    #[new]
    #[pyo3(signature = (text, base = None))]
    fn new(py: Python<'_>, text: Given<'_, '_>, base: Option<Given<'_, '_>>) -> PyResult<Self> {
        let base = base_or_raise(py, base.as_ref())?;
        parse(py, text.as_str(), base.as_deref()).map(|url| Self { url })
    }

    /// The URL of a text, or None if the text is not a URL.
    ///
    /// >>> URL.parse("/a", "http://h/"), URL.parse("/a")
    /// (URL('http://h/a'), None)
    #[staticmethod]
    #[pyo3(signature = (text, base = None))]
    fn parse(text: Given<'_, '_>, base: Option<Given<'_, '_>>) -> Option<Self> {
        let url = match &base {
            Some(base) => Parsed::parse_with_base(text.as_str(), &*base_of(base).ok()?),
            None => Parsed::parse(text.as_str()),
        };
        url.ok().map(|url| Self { url })
    }

    /// Whether a text is a URL.
    ///
    /// >>> URL.can_parse("/a", "http://h/"), URL.can_parse("/a")
    /// (True, False)
    #[staticmethod]
    #[pyo3(signature = (text, base = None))]
    fn can_parse(text: Given<'_, '_>, base: Option<Given<'_, '_>>) -> bool {
        Parsed::can_parse(text.as_str(), base.as_ref().map(Given::as_str))
    }

    /// The URL of a text that is resolved against this URL.
    ///
    /// >>> URL("http://h/a/b?q").join("../c")
    /// URL('http://h/c')
    fn join(&self, py: Python<'_>, text: Given<'_, '_>) -> PyResult<Self> {
        parse(py, text.as_str(), Some(&self.url)).map(|url| Self { url })
    }

    /// A copy with other attributes. Each value is read as the Standard's setter reads it, and the setters run in
    /// the order of the parameters. A value that the Standard ignores raises `Error`. The empty text removes a
    /// component that may be absent. `search` also takes pairs, which are encoded.
    ///
    /// >>> url = URL("http://h/a?q#f").replace(protocol="https", port=8443, hash="")
    /// >>> url
    /// URL('https://h:8443/a?q')
    /// >>> url.replace(search={"q": "a b", "page": 2})
    /// URL('https://h:8443/a?q=a+b&page=2')
    #[pyo3(signature = (
        *, protocol = None, host = None, hostname = None, port = None, username = None,
        password = None, pathname = None, search = None, hash = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "by keyword")]
    fn replace(
        &self,
        py: Python<'_>,
        protocol: Option<Text<'_>>,
        host: Option<Text<'_>>,
        hostname: Option<Text<'_>>,
        port: Option<Port>,
        username: Option<Text<'_>>,
        password: Option<Text<'_>>,
        pathname: Option<Text<'_>>,
        search: Option<Query<'_>>,
        hash: Option<Text<'_>>,
    ) -> PyResult<Self> {
        type Setter = fn(&mut Parsed, &str) -> Result<(), Error>;
        let setters: [(&str, Option<&str>, Setter); 7] = [
            ("protocol", protocol.as_deref(), Parsed::set_protocol),
            ("host", host.as_deref(), Parsed::set_host),
            ("hostname", hostname.as_deref(), Parsed::set_hostname),
            ("port", port.as_ref().map(|port| &*port.0), Parsed::set_port),
            ("username", username.as_deref(), Parsed::set_username),
            ("password", password.as_deref(), Parsed::set_password),
            ("pathname", pathname.as_deref(), Parsed::set_pathname),
        ];
        let mut url = self.url.clone();
        for (name, value, set) in setters {
            if let Some(value) = value {
                set(&mut url, value).map_err(|error| raise(py, &error, value, name))?;
            }
        }
        match search {
            Some(Query::Text(search)) => url.set_search(&search),
            Some(Query::Pairs(pairs)) => url.set_search_params(&pairs_of(pairs)),
            None => {}
        }
        if let Some(hash) = hash {
            url.set_hash(&hash);
        }
        Ok(Self { url })
    }

    /// The pairs of the query, decoded. A change to them does not change the URL: `replace(search=...)` makes
    /// another one.
    ///
    /// >>> URL("http://h/?q=a+b&q=c").search_params.get_all("q")
    /// ['a b', 'c']
    #[getter]
    fn search_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        SearchParams::wrap(py, self.url.search_params())
    }

    /// The whole URL, as text.
    ///
    /// >>> URL("HTTP://H").href
    /// 'http://h/'
    #[getter]
    fn href(&self) -> &str {
        self.url.href()
    }

    /// The scheme, host and port; "null" for schemes that have no origin.
    ///
    /// >>> URL("https://u@h:8080/a").origin, URL("data:,x").origin
    /// ('https://h:8080', 'null')
    #[getter]
    fn origin(&self) -> Cow<'_, str> {
        self.url.origin()
    }

    /// The scheme and its colon.
    ///
    /// >>> URL("https://h/").protocol
    /// 'https:'
    #[getter]
    fn protocol(&self) -> &str {
        self.url.protocol()
    }

    /// The username, percent-encoded.
    ///
    /// >>> URL("http://ad%61@h/").username
    /// 'ad%61'
    #[getter]
    fn username(&self) -> &str {
        self.url.username()
    }

    /// The password, percent-encoded.
    ///
    /// >>> URL("http://ada:s@h/").password
    /// 's'
    #[getter]
    fn password(&self) -> &str {
        self.url.password()
    }

    /// The host, and the port unless it is the default port.
    ///
    /// >>> URL("http://h:81/").host
    /// 'h:81'
    #[getter]
    fn host(&self) -> &str {
        self.url.host()
    }

    /// The host without the port. Empty if there is none.
    ///
    /// >>> URL("http://0x7f.1:81/").hostname
    /// '127.0.0.1'
    #[getter]
    fn hostname(&self) -> &str {
        self.url.hostname()
    }

    /// The port as text. Empty if there is none, or if it is the default port.
    ///
    /// >>> URL("http://h:080/").port, URL("http://h:81/").port
    /// ('', '81')
    #[getter]
    fn port(&self) -> &str {
        self.url.port()
    }

    /// The path.
    ///
    /// >>> URL("http://h").pathname
    /// '/'
    #[getter]
    fn pathname(&self) -> &str {
        self.url.pathname()
    }

    /// The query with its "?". Empty if there is no query or if the query is empty.
    ///
    /// >>> URL("http://h/?a b").search
    /// '?a%20b'
    #[getter]
    fn search(&self) -> &str {
        self.url.search()
    }

    /// The fragment with its "#". Empty if there is no fragment or if the fragment is empty.
    ///
    /// >>> URL("http://h/#f").hash
    /// '#f'
    #[getter]
    fn hash(&self) -> &str {
        self.url.hash()
    }

    fn __str__(&self) -> &str {
        self.url.href()
    }

    /// The number of characters of the text.
    fn __len__(&self) -> usize {
        self.url.href().chars().count()
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, self.url.href()).call_method1("__format__", (&*spec,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("URL({})", PyString::new(py, self.url.href()).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().url.href().to_owned(),))
    }
}

fn parse(py: Python<'_>, text: &str, base: Option<&Parsed>) -> PyResult<Parsed> {
    let url = unlocked(py, text, || match base {
        Some(base) => Parsed::parse_with_base(text, base),
        None => Parsed::parse(text),
    });
    url.map_err(|error| raise(py, &error, text, "URL"))
}

/// Makes the Python exception. `text` is what the offsets of the error refer to, and `what` what it should be.
pub(crate) fn raise(py: Python<'_>, error: &Error, text: &str, what: &str) -> PyErr {
    let (code, message) = (error.kind().name(), error.kind().message());
    let range: Range<usize> = error.range();
    let start = Unit::Char.offset(text, range.start);
    let message = format!("invalid {what}: character {start}: {message} ({code})");
    let fault = Fault { message, component: component(code), expected: "", rule: code };
    raise_fault(py, text, range, fault)
}

/// The component that an error of the Standard is about.
fn component(code: &str) -> &'static str {
    let prefixes = [
        ("host", "host"),
        ("domain", "host"),
        ("IPv", "host"),
        ("port", "port"),
        ("missing-scheme", "scheme"),
        ("scheme", "scheme"),
        ("opaque-path", "path"),
    ];
    prefixes.iter().find(|(prefix, _)| code.starts_with(prefix)).map_or("text", |found| found.1)
}
