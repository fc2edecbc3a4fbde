//! Making a value of the type whose class method was called. The offsets of an error of `build` refer to the component
//! that it names, so a new part needs an arm there.

use oneiri::{Alphabet, Component, Error, Parts, Ri, SchemePresence};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::any::Any;
use crate::classes::{Iri, IriRef, Uri, UriRef};
use crate::error::raise;

/// The four types.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Uri,
    UriRef,
    Iri,
    IriRef,
}

impl Kind {
    /// # Errors
    ///
    /// The base class has no instances, so it is an error here.
    pub(crate) fn of(class: &Bound<'_, PyType>) -> PyResult<Self> {
        let py = class.py();
        if class.is(py.get_type::<Uri>()) {
            Ok(Self::Uri)
        } else if class.is(py.get_type::<UriRef>()) {
            Ok(Self::UriRef)
        } else if class.is(py.get_type::<Iri>()) {
            Ok(Self::Iri)
        } else if class.is(py.get_type::<IriRef>()) {
            Ok(Self::IriRef)
        } else {
            Err(PyTypeError::new_err("expected Uri, UriRef, Iri or IriRef"))
        }
    }

    pub(crate) fn parse_lenient(self, py: Python<'_>, text: &str) -> PyResult<Any> {
        fn parse<A: Alphabet, F: SchemePresence>(text: &str) -> Result<Ri<String, A, F>, Error> {
            Ri::<&str, A, F>::parse_lenient(text).map(Ri::into_owned)
        }
        let any = match self {
            Self::Uri => parse(text).map(Any::Uri),
            Self::UriRef => parse(text).map(Any::UriRef),
            Self::Iri => parse(text).map(Any::Iri),
            Self::IriRef => parse(text).map(Any::IriRef),
        };
        any.map_err(|error| raise(py, error, text))
    }

    pub(crate) fn build(self, py: Python<'_>, parts: &Parts<'_>) -> PyResult<Any> {
        let any = match self {
            Self::Uri => Ri::<String, _, _>::build(parts).map(Any::Uri),
            Self::UriRef => Ri::<String, _, _>::build(parts).map(Any::UriRef),
            Self::Iri => Ri::<String, _, _>::build(parts).map(Any::Iri),
            Self::IriRef => Ri::<String, _, _>::build(parts).map(Any::IriRef),
        };
        any.map_err(|error| {
            let text = match error.component() {
                Some(Component::Scheme) => parts.scheme,
                Some(Component::Userinfo) => parts.userinfo,
                Some(Component::Host) => parts.host,
                Some(Component::Port) => parts.port,
                Some(Component::Query) => parts.query,
                Some(Component::Fragment) => parts.fragment,
                _ => Some(parts.path),
            };
            raise(py, error, text.unwrap_or_default())
        })
    }
}
