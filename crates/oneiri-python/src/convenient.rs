//! What users of `yarl` look for in an authority: the origin, the default port, user and password, a text for people.
//! The names are those of yarl. The table of `docs/from-yarl.md` says where the results are the same, and
//! `test_yarl.py` runs both.

use std::borrow::Cow;

use oneiri::registry::Registry;
use oneiri::{Alphabet, Edit, Error, Ladder, MaybeScheme, OnInvalid, Parts, Ri, Rung, SchemePresence, Unicode};
use pyo3::prelude::*;

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::given::Text;

#[pymethods]
impl Identifier {
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

    /// The port as a number, or else the default port of the scheme; None without a host, and for a scheme without a
    /// default port. A port beyond 65535 raises `Error`.
    ///
    /// >>> Uri("https://h/").effective_port, Uri("https://h:8443/").effective_port, Uri("urn:x").effective_port
    /// (443, 8443, None)
    #[getter]
    fn effective_port(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        self.any.view().port_or_known_default().map_err(|error| raise(py, error, self.text()))
    }

    /// Whether the port is absent, empty, or the default port of the scheme. False without a host, and for a scheme
    /// without a default port.
    ///
    /// >>> Uri("http://h:80/").is_default_port(), Uri("http://h").is_default_port(), Uri("urn:x").is_default_port()
    /// (True, True, False)
    fn is_default_port(&self) -> bool {
        let view = self.any.view();
        let default = view.scheme().and_then(|scheme| Registry::default().rules(scheme).default_port);
        default.is_some() && view.port_or_known_default().is_ok_and(|port| port == default)
    }

    /// A copy with another name of the user, which is data; the password stays. None removes name and password.
    ///
    /// >>> Uri("http://u:p@h/").with_user("a:b@c"), Uri("http://u:p@h/").with_user(None)
    /// (Uri('http://a%3Ab%40c:p@h/'), Uri('http://h/'))
    fn with_user(&self, py: Python<'_>, user: Option<Text<'_>>) -> PyResult<Py<Self>> {
        let userinfo = user.map(|user| match self.raw_password() {
            Some(password) => [&part(&user), ":", password].concat(),
            None => part(&user),
        });
        self.edited(py, Edit::Userinfo(userinfo.as_deref()), true)
    }

    /// A copy with another password, which is data; the name of the user stays. None removes the password. RFC 3986
    /// section 3.2.1 deprecates passwords in identifiers.
    ///
    /// >>> Uri("ftp://u@h/").with_password("p:q"), Uri("ftp://u:p@h/").with_password(None)
    /// (Uri('ftp://u:p%3Aq@h/'), Uri('ftp://u@h/'))
    fn with_password(&self, py: Python<'_>, password: Option<Text<'_>>) -> PyResult<Py<Self>> {
        let user = self.raw_username();
        let userinfo = match password {
            Some(password) => Some([user.unwrap_or_default(), ":", &part(&password)].concat()),
            None => user.map(str::to_owned),
        };
        self.edited(py, Edit::Userinfo(userinfo.as_deref()), true)
    }

    /// The text for people: that of the IRI, with a domain name instead of its Punycode. It is an IRI reference, so
    /// spaces and delimiters stay escaped. Do not compare by it: many letters look alike.
    ///
    /// >>> print(Uri("http://xn--bcher-kva.example/ros%C3%A9?q=a%20b").human_repr())
    /// http://bücher.example/rosé?q=a%20b
    fn human_repr(&self) -> String {
        match &self.any {
            Any::Uri(uri) => human(uri.to_iri()),
            Any::UriRef(reference) => human(reference.to_iri()),
            Any::Iri(iri) => human(iri.to_uri().to_iri()),
            Any::IriRef(reference) => human(reference.to_uri().to_iri()),
        }
    }
}

/// A name or a password as a part of a userinfo, before repair: repair encodes what a userinfo cannot hold, and keeps
/// colons and escapes.
fn part(data: &str) -> String {
    data.replace('%', "%25").replace(':', "%3A")
}

/// The text of an IRI, with the domain name that its host stands for.
fn human<F: SchemePresence>(iri: Ri<Cow<'_, str>, Unicode, F>) -> String {
    let Parts { scheme, host, .. } = iri.parts();
    let host = Parts { scheme, host, ..Parts::default() };
    let named = Ri::<String, Unicode, MaybeScheme>::build(&host).ok().and_then(|host| {
        let normal = Ladder::new().idna(true).normalize(&host, Rung::Scheme);
        let name = normal.host()?;
        if name.is_ascii() { None } else { iri.edited(Edit::Host(Some(&name)), OnInvalid::Refuse).ok() }
    });
    named.map_or_else(|| iri.as_str().to_owned(), Ri::into_string)
}

/// Joins components to a value of the type that another value has.
fn built<A: Alphabet, F: SchemePresence>(
    _like: &Ri<String, A, F>,
    parts: &Parts<'_>,
) -> Result<Ri<String, A, F>, Error> {
    Ri::build(parts)
}
