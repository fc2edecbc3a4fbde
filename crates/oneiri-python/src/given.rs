//! Arguments: identifiers, rungs, hashes, ports.

use oneiri::{Rung, UnknownRung};
use oneiri_arrow::Hash;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::any::Any;
use crate::grammar::{Grammar, unfit};
use crate::identifier::Identifier;

/// An identifier as an argument: its text, or a value of one of the four types.
pub(crate) enum Given<'a, 'py> {
    Text(&'a str),
    Identifier(Borrowed<'a, 'py, Identifier>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return object.extract().map(Self::Text);
        }
        if let Ok(identifier) = object.cast::<Identifier>() {
            return Ok(Self::Identifier(identifier));
        }
        let found = object.get_type().qualname()?;
        Err(PyTypeError::new_err(format!("expected str or an identifier, found {found}")))
    }
}

impl Given<'_, '_> {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Identifier(identifier) => identifier.get().text(),
        }
    }

    /// By which grammar this and a value are compared: a text is taken as what the other is.
    pub(crate) fn grammar_with(&self, other: &Any) -> Grammar {
        let this_is_ascii = match self {
            Self::Text(_) => true,
            Self::Identifier(identifier) => identifier.get().any.is_ascii(),
        };
        let ascii = this_is_ascii && other.is_ascii();
        if ascii { Grammar::UriReference } else { Grammar::IriReference }
    }
}

/// A rung by its name.
pub(crate) fn rung(name: &str) -> PyResult<Rung> {
    name.parse().map_err(|error: UnknownRung| {
        PyValueError::new_err(format!("unknown rung {name:?}: {error}"))
    })
}

/// A hash by its name.
pub(crate) fn hash(name: &str) -> PyResult<Hash> {
    name.parse().map_err(unfit)
}

/// A port as digits, or as a number.
pub(crate) struct Port(pub(crate) String);

impl<'a, 'py> FromPyObject<'a, 'py> for Port {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyInt>() {
            return Ok(Self(object.extract::<u16>()?.to_string()));
        }
        object.extract().map(Self)
    }
}
