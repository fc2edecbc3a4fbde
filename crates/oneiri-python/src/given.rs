//! The types of arguments: identifiers, rungs, hashes, ports. A text, unless it is a name such as that of a rung, is
//! taken as `Given` or `Text` and not as a `&str` of PyO3, because these turn half a surrogate pair into an
//! `oneiri.Error`. `test_pairs.py` lists the functions to which it gives one, so a new function belongs there.

use std::ops::Deref;

use oneiri::Rung;
use oneiri::compare::UnknownRung;
use oneiri_arrow::Hash;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::any::Any;
use crate::classes::{Identifier, Url};
use crate::error::no_unicode;
use crate::grammar::{Grammar, grammar, unfit};

/// An identifier as an argument: its text, a value of one of the four types, or a URL, which counts as its text.
pub(crate) enum Given<'a, 'py> {
    Text(&'a str),
    Identifier(Borrowed<'a, 'py, Identifier>),
    Url(Borrowed<'a, 'py, Url>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return object.extract().map(Self::Text).map_err(|error| no_unicode(&object, error));
        }
        if let Ok(identifier) = object.cast::<Identifier>() {
            return Ok(Self::Identifier(identifier));
        }
        if let Ok(url) = object.cast::<Url>() {
            return Ok(Self::Url(url));
        }
        let found = object.get_type().qualname()?;
        Err(PyTypeError::new_err(format!("expected str or an identifier, found {found}")))
    }
}

/// A text that is not a whole identifier, such as a component.
#[derive(Default)]
pub(crate) struct Text<'a>(&'a str);

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(text) => Ok(Self(text)),
            Err(error) if object.is_instance_of::<PyString>() => Err(no_unicode(&object, error)),
            Err(error) => Err(error),
        }
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(text)
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl Given<'_, '_> {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Identifier(identifier) => identifier.get().text(),
            Self::Url(url) => url.get().url.href(),
        }
    }

    /// The grammar of the argument: the named grammar, or else the grammar of the value's type, or else the
    /// default grammar.
    pub(crate) fn grammar(&self, named: Option<&str>) -> PyResult<Grammar> {
        match (named, self) {
            (Some(name), _) => grammar(name),
            (None, Self::Text(_) | Self::Url(_)) => Ok(Grammar::default()),
            (None, Self::Identifier(identifier)) => Ok(identifier.get().any.grammar()),
        }
    }

    /// The grammar for a comparison of this argument with a value. A text has the grammar of the value.
    pub(crate) fn grammar_with(&self, other: &Any) -> Grammar {
        let this_is_ascii = match self {
            Self::Text(_) | Self::Url(_) => true,
            Self::Identifier(identifier) => identifier.get().any.is_ascii(),
        };
        let ascii = this_is_ascii && other.is_ascii();
        if ascii { Grammar::UriReference } else { Grammar::IriReference }
    }
}

/// The rung with this name.
pub(crate) fn rung(name: &str) -> PyResult<Rung> {
    name.parse().map_err(|error: UnknownRung| PyValueError::new_err(format!("unknown rung {name:?}: {error}")))
}

/// The hash with this name.
pub(crate) fn hash(name: &str) -> PyResult<Hash> {
    name.parse().map_err(unfit)
}

/// A number of threads; 0 stands for one for each core.
pub(crate) struct Threads(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
            let found = object.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!("threads: expected int, found {found}")));
        }
        object.extract().map(|number: u16| Self(number.into())).map_err(|_| {
            PyValueError::new_err(format!("threads: expected 1 to 65535, or 0 for one for each core, found {object:?}"))
        })
    }
}

/// A port, given as digits or as a number.
pub(crate) struct Port(pub(crate) String);

impl<'a, 'py> FromPyObject<'a, 'py> for Port {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return object.extract::<Text<'_>>().map(|digits| Self(digits.to_owned()));
        }
        if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
            let number = object
                .extract::<u16>()
                .map_err(|_| PyValueError::new_err("expected a port of 0 to 65535, or its digits as text"))?;
            return Ok(Self(number.to_string()));
        }
        let found = object.get_type().qualname()?;
        Err(PyTypeError::new_err(format!("expected int or str, found {found}")))
    }
}
