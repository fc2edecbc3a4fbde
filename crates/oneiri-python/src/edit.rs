//! Methods that return a copy with one changed component, and the hash of values. The offsets of an error refer to the
//! text of `edited_text`, so a new kind of `Edit` needs an arm there, because without one that text is empty. The hash
//! is the same in all processes with one PYTHONHASHSEED, because Spark divides rows by it; `test_pairs.py` runs them.

use std::hash::{DefaultHasher, Hash, Hasher};

use oneiri::{Component, Edit, Error, OnInvalid};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::given::{Port, Text};

#[pymethods]
impl Identifier {
    /// A copy with another scheme (RFC 3986 section 3.1). A relative reference raises `Error`: to give it a
    /// scheme, resolve it or build a new value.
    ///
    /// >>> Uri("http://h/").with_scheme("https")
    /// Uri('https://h/')
    fn with_scheme(&self, py: Python<'_>, scheme: Text<'_>) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Scheme(&scheme), false)
    }

    /// A copy with another userinfo; None removes it. With `repair`, characters that the component does not allow
    /// are percent-encoded, and a path that does not fit is made to fit. This holds for all methods with this
    /// parameter.
    ///
    /// >>> Uri("http://h/").with_userinfo("a b", repair=True)
    /// Uri('http://a%20b@h/')
    #[pyo3(signature = (userinfo, *, repair = false))]
    fn with_userinfo(&self, py: Python<'_>, userinfo: Option<Text<'_>>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Userinfo(userinfo.as_deref()), repair)
    }

    /// A copy with another host; None removes it. If there is neither userinfo nor port, None removes the
    /// authority.
    ///
    /// >>> Uri("http://h/x").with_host("example.org"), Uri("http://h/x").with_host(None)
    /// (Uri('http://example.org/x'), Uri('http:/x'))
    #[pyo3(signature = (host, *, repair = false))]
    fn with_host(&self, py: Python<'_>, host: Option<Text<'_>>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Host(host.as_deref()), repair)
    }

    /// A copy with another port, as a number or as digits; None removes the port and its colon.
    ///
    /// >>> Uri("http://h/").with_port(8080), Uri("http://h/").with_port("0080")
    /// (Uri('http://h:8080/'), Uri('http://h:0080/'))
    #[pyo3(signature = (port, *, repair = false))]
    fn with_port(&self, py: Python<'_>, port: Option<Port>, repair: bool) -> PyResult<Py<Self>> {
        let port = port.as_ref().map(|Port(digits)| digits.as_str());
        self.edited(py, Edit::Port(port), repair)
    }

    /// A copy with another authority, given as text; None removes it.
    ///
    /// >>> Uri("http://h/x").with_authority("u@[::1]:80")
    /// Uri('http://u@[::1]:80/x')
    #[pyo3(signature = (authority, *, repair = false))]
    fn with_authority(&self, py: Python<'_>, authority: Option<Text<'_>>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Authority(authority.as_deref()), repair)
    }

    /// A copy with another userinfo, host and port. If all three are None, the authority is removed; otherwise a
    /// host of None means an empty host.
    ///
    /// >>> Uri("foo:/a").with_authority_parts("u", None, 80)
    /// Uri('foo://u@:80/a')
    fn with_authority_parts(
        &self,
        py: Python<'_>,
        userinfo: Option<Text<'_>>,
        host: Option<Text<'_>>,
        port: Option<Port>,
    ) -> PyResult<Py<Self>> {
        let port = port.as_ref().map(|Port(digits)| digits.as_str());
        let (userinfo, host) = (userinfo.as_deref(), host.as_deref());
        let edited = each!(&self.any, it => {
            it.with_authority_parts(userinfo, host, port).map(Any::from)
        });
        match edited {
            Ok(any) => any.wrap(py),
            Err(error) => {
                let text = match error.component() {
                    Some(Component::Userinfo) => userinfo.unwrap_or_default(),
                    Some(Component::Path) => self.any.view().path().as_str(),
                    _ => host.unwrap_or_default(),
                };
                Err(raise(py, error, text))
            }
        }
    }

    /// A copy with another path. Only with `repair` is text inserted to make a path fit.
    ///
    /// >>> Uri("foo://h/a").with_path("//b"), Uri("foo:a").with_path("//b", repair=True)
    /// (Uri('foo://h//b'), Uri('foo:/.//b'))
    #[pyo3(signature = (path, *, repair = false))]
    fn with_path(&self, py: Python<'_>, path: Text<'_>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Path(&path), repair)
    }

    /// A copy with another fragment; None removes it.
    ///
    /// >>> Uri("foo:a").with_fragment("top")
    /// Uri('foo:a#top')
    #[pyo3(signature = (fragment, *, repair = false))]
    fn with_fragment(&self, py: Python<'_>, fragment: Option<Text<'_>>, repair: bool) -> PyResult<Py<Self>> {
        self.edited(py, Edit::Fragment(fragment.as_deref()), repair)
    }
}

impl Identifier {
    pub(crate) fn edited(&self, py: Python<'_>, edit: Edit<'_>, repair: bool) -> PyResult<Py<Self>> {
        let policy = if repair { OnInvalid::Repair } else { OnInvalid::Refuse };
        let edited = each!(&self.any, it => it.edited(edit, policy).map(Any::from));
        match edited {
            Ok(any) => any.wrap(py),
            Err(error) => Err(raise(py, error, self.edited_text(edit, error))),
        }
    }

    /// The text that the offsets of the error refer to: the value, or the path that no longer fits.
    fn edited_text<'a>(&'a self, edit: Edit<'a>, error: Error) -> &'a str {
        match edit {
            Edit::Path(value) | Edit::Scheme(value) => value,
            _ if error.component() == Some(Component::Path) => self.any.view().path().as_str(),
            Edit::Userinfo(value)
            | Edit::Host(value)
            | Edit::Port(value)
            | Edit::Authority(value)
            | Edit::Query(value)
            | Edit::Fragment(value) => value.unwrap_or_default(),
            _ => "",
        }
    }

    /// The hash of the text. Python's own hash seeds it, so nobody can choose texts that collide. Processes with
    /// the same PYTHONHASHSEED, such as the workers of Spark, compute the same hashes.
    pub(crate) fn seeded_hash(&self, py: Python<'_>) -> PyResult<u64> {
        static SEED: PyOnceLock<isize> = PyOnceLock::new();
        let seed = SEED.get_or_try_init(py, || PyString::new(py, "oneiri").hash())?;
        let mut hasher = DefaultHasher::new();
        (seed, self.text()).hash(&mut hasher);
        Ok(hasher.finish())
    }
}
