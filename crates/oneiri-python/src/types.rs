//! The four types: their constructors, and the methods that not all of them have. Only types with a scheme resolve and
//! relativize, so `no_base` never occurs. Only `Iri` and `IriRef` have `to_uri`, and only the others have `to_iri`.
//! `_oneiri.pyi` repeats which type has what, and `test_typing.py` compares it.

use oneiri::{Alphabet, HasScheme, MaybeScheme, Resolution, Ri, SchemePresence};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::any::Any;
use crate::classes::{Identifier, Iri, IriRef, Uri, UriRef};
use crate::error::raise;
use crate::functions::parse;
use crate::given::Given;

#[pymethods]
impl Uri {
    #[new]
    fn new(py: Python<'_>, text: Given<'_, '_>) -> PyResult<PyClassInitializer<Self>> {
        Ok(PyClassInitializer::from(parsed(py, &text, Any::Uri)?).add_subclass(Self))
    }

    /// The target of a reference, resolved against this URI (RFC 3986 section 5). With `loophole`, a reference
    /// with the scheme of the base counts as one without a scheme, as in RFC 2396; with `verbatim`, the routine of
    /// the RFC is followed to the letter.
    ///
    /// >>> Uri("http://a/b/c/d;p?q").resolve("../g")
    /// Uri('http://a/b/g')
    #[pyo3(signature = (reference, *, loophole = false, verbatim = false))]
    fn resolve(
        slf: &Bound<'_, Self>,
        reference: Given<'_, '_>,
        loophole: bool,
        verbatim: bool,
    ) -> PyResult<Py<Identifier>> {
        resolve(slf.as_super(), &reference, Resolution::new().loophole(loophole).verbatim(verbatim))
    }

    /// The shortest reference from this URI to a target. `resolve` turns it back into the target.
    ///
    /// >>> Uri("http://a/b/c").relativize("http://a/x")
    /// UriRef('/x')
    fn relativize(slf: &Bound<'_, Self>, target: Given<'_, '_>) -> PyResult<Py<Identifier>> {
        relativize(slf.as_super(), &target)
    }

    /// The IRI: escapes of UTF-8 become characters (RFC 3987 section 3.2), except characters that are reserved or
    /// would be invisible.
    ///
    /// >>> Uri("http://h/ros%C3%A9").to_iri()
    /// Iri('http://h/rosé')
    fn to_iri(slf: &Bound<'_, Self>) -> PyResult<Py<Identifier>> {
        converted(slf.as_super())
    }
}

#[pymethods]
impl UriRef {
    #[new]
    fn new(py: Python<'_>, text: Given<'_, '_>) -> PyResult<PyClassInitializer<Self>> {
        Ok(PyClassInitializer::from(parsed(py, &text, Any::UriRef)?).add_subclass(Self))
    }

    /// The IRI reference; see `Uri.to_iri`.
    ///
    /// >>> UriRef("ros%C3%A9").to_iri()
    /// IriRef('rosé')
    fn to_iri(slf: &Bound<'_, Self>) -> PyResult<Py<Identifier>> {
        converted(slf.as_super())
    }
}

#[pymethods]
impl Iri {
    #[new]
    fn new(py: Python<'_>, text: Given<'_, '_>) -> PyResult<PyClassInitializer<Self>> {
        Ok(PyClassInitializer::from(parsed(py, &text, Any::Iri)?).add_subclass(Self))
    }

    /// The target of a reference, resolved against this IRI; see `Uri.resolve`.
    ///
    /// >>> Iri("http://a/b/é").resolve("?y")
    /// Iri('http://a/b/é?y')
    #[pyo3(signature = (reference, *, loophole = false, verbatim = false))]
    fn resolve(
        slf: &Bound<'_, Self>,
        reference: Given<'_, '_>,
        loophole: bool,
        verbatim: bool,
    ) -> PyResult<Py<Identifier>> {
        resolve(slf.as_super(), &reference, Resolution::new().loophole(loophole).verbatim(verbatim))
    }

    /// The shortest reference from this IRI to a target. `resolve` turns it back into the target.
    ///
    /// >>> Iri("http://a/b/c").relativize("http://a/b/é")
    /// IriRef('é')
    fn relativize(slf: &Bound<'_, Self>, target: Given<'_, '_>) -> PyResult<Py<Identifier>> {
        relativize(slf.as_super(), &target)
    }

    /// The URI: characters beyond ASCII become the escapes of their UTF-8 (RFC 3987 section 3.1).
    ///
    /// >>> Iri("http://h/rosé").to_uri()
    /// Uri('http://h/ros%C3%A9')
    fn to_uri(slf: &Bound<'_, Self>) -> PyResult<Py<Identifier>> {
        converted(slf.as_super())
    }
}

#[pymethods]
impl IriRef {
    #[new]
    fn new(py: Python<'_>, text: Given<'_, '_>) -> PyResult<PyClassInitializer<Self>> {
        Ok(PyClassInitializer::from(parsed(py, &text, Any::IriRef)?).add_subclass(Self))
    }

    /// The URI reference; see `Iri.to_uri`.
    ///
    /// >>> IriRef("rosé").to_uri()
    /// UriRef('ros%C3%A9')
    fn to_uri(slf: &Bound<'_, Self>) -> PyResult<Py<Identifier>> {
        converted(slf.as_super())
    }
}

fn parsed<A: Alphabet, F: SchemePresence>(
    py: Python<'_>,
    given: &Given<'_, '_>,
    any: impl FnOnce(Ri<String, A, F>) -> Any,
) -> PyResult<Identifier> {
    let text = given.as_str();
    Ok(Identifier { any: any(parse::<A, F>(py, text)?.into_owned()) })
}

fn resolve(base: &Bound<'_, Identifier>, reference: &Given<'_, '_>, options: Resolution) -> PyResult<Py<Identifier>> {
    fn against<A: Alphabet>(
        base: &Ri<String, A, HasScheme>,
        reference: &str,
        options: Resolution,
    ) -> Result<Ri<String, A, HasScheme>, oneiri::Error> {
        let reference = Ri::<&str, A, MaybeScheme>::parse(reference)?;
        base.resolve_with(&reference, options)
    }
    let (py, text) = (base.py(), reference.as_str());
    let resolved = match &base.get().any {
        Any::Uri(base) => against(base, text, options).map(Any::Uri),
        Any::Iri(base) => against(base, text, options).map(Any::Iri),
        _ => return Err(no_base()),
    };
    resolved.map_err(|error| raise(py, error, text))?.wrap(py)
}

fn relativize(base: &Bound<'_, Identifier>, target: &Given<'_, '_>) -> PyResult<Py<Identifier>> {
    fn from<A: Alphabet>(
        base: &Ri<String, A, HasScheme>,
        target: &str,
    ) -> Result<Ri<String, A, MaybeScheme>, oneiri::Error> {
        Ok(base.relativize(&Ri::<&str, A, HasScheme>::parse(target)?))
    }
    let (py, text) = (base.py(), target.as_str());
    let reference = match &base.get().any {
        Any::Uri(base) => from(base, text).map(Any::UriRef),
        Any::Iri(base) => from(base, text).map(Any::IriRef),
        _ => return Err(no_base()),
    };
    reference.map_err(|error| raise(py, error, text))?.wrap(py)
}

/// This error cannot occur, because the types that may lack a scheme do not have the methods that call it.
fn no_base() -> PyErr {
    PyTypeError::new_err("expected a base with a scheme")
}

/// Converts an IRI to a URI, or a URI to an IRI.
fn converted(identifier: &Bound<'_, Identifier>) -> PyResult<Py<Identifier>> {
    let other = match &identifier.get().any {
        Any::Uri(uri) => Any::Iri(uri.to_iri().into_owned()),
        Any::UriRef(reference) => Any::IriRef(reference.to_iri().into_owned()),
        Any::Iri(iri) => Any::Uri(iri.to_uri().into_owned()),
        Any::IriRef(reference) => Any::UriRef(reference.to_uri().into_owned()),
    };
    other.wrap(identifier.py())
}
