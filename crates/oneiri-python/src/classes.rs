//! The Python classes of identifiers and of URLs, and the object of a value. Their methods are in other files, so that
//! the types of arguments can name the classes. Each class that `wrap` makes has an arm in `Kind::of` of `make.rs`,
//! too, because otherwise its class methods refuse it. A pickle names a value's class and module, so both stay as they
//! are.

use oneiri_whatwg::Url as Parsed;
use pyo3::prelude::*;

use crate::any::{Any, each};

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

/// A URI: ASCII, with a scheme (RFC 3986 section 3).
///
/// Parsing is by the whole grammar and changes nothing. What is no URI raises `Error`.
///
/// >>> uri = Uri("http://ada@example.org:8080/a?q#f")
/// >>> uri.host, uri.port_number, uri.path
/// ('example.org', 8080, '/a')
/// >>> Uri("/a")
/// Traceback (most recent call last):
/// oneiri.Error: invalid URI: scheme, byte 0: expected a scheme and its colon, such as "https:", found '/' (RFC 3986 section 3)
#[pyclass(extends = Identifier, frozen, module = "oneiri")]
pub(crate) struct Uri;

/// A URI or a relative reference: ASCII (RFC 3986 section 4.1).
///
/// >>> UriRef("../b?x").query
/// 'x'
#[pyclass(extends = Identifier, frozen, module = "oneiri")]
pub(crate) struct UriRef;

/// An IRI: Unicode, with a scheme (RFC 3987 section 2).
///
/// >>> Iri("http://example.org/rosé").to_uri()
/// Uri('http://example.org/ros%C3%A9')
/// >>> match Iri("urn:isbn:0"):
/// ...     case Iri("urn", None, path):
/// ...         print(path)
/// isbn:0
#[pyclass(extends = Identifier, frozen, module = "oneiri")]
pub(crate) struct Iri;

/// An IRI or a relative reference: Unicode (RFC 3987 section 2).
///
/// >>> IriRef("../rosé").path
/// '../rosé'
#[pyclass(extends = Identifier, frozen, module = "oneiri")]
pub(crate) struct IriRef;

/// A URL as browsers read it, by the URL Standard. `base` is what a relative text is resolved against.
///
/// Parsing changes the text: hosts are in lower case, dot segments are removed, and what must be
/// percent-encoded is. The attributes have the names and the spellings of the Standard's class `URL`. A value
/// is immutable, so that it can be a key; `replace` makes a copy with other attributes. Equality, order and hash
/// are those of `href`.
///
/// >>> url = URL("../b c?q=1#top", "HTTPS://Example.org:443/a/")
/// >>> url
/// URL('https://example.org/b%20c?q=1#top')
/// >>> url.protocol, url.hostname, url.pathname, url.search, url.hash
/// ('https:', 'example.org', '/b%20c', '?q=1', '#top')
/// >>> URL("http://h:99999/")
/// Traceback (most recent call last):
/// oneiri.Error: invalid URL: character 9: the port is above 65535 (port-out-of-range)
#[pyclass(frozen, eq, ord, hash, name = "URL", module = "oneiri.whatwg")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Url {
    pub(crate) url: Parsed,
}

impl Any {
    /// The Python object of a value, of the class that the value's type has.
    pub(crate) fn wrap(self, py: Python<'_>) -> PyResult<Py<Identifier>> {
        let kind = (self.is_ascii(), matches!(self, Self::Uri(_) | Self::Iri(_)));
        let base = PyClassInitializer::from(Identifier { any: self });
        let object = match kind {
            (true, true) => Bound::new(py, base.add_subclass(Uri))?.into_super(),
            (true, false) => Bound::new(py, base.add_subclass(UriRef))?.into_super(),
            (false, true) => Bound::new(py, base.add_subclass(Iri))?.into_super(),
            (false, false) => Bound::new(py, base.add_subclass(IriRef))?.into_super(),
        };
        Ok(object.unbind())
    }
}
