//! Keys under assumptions: `oneiri.key`, and `oneiri.arrow.key` by way of `mapped`. Both must give one key for one
//! text, so `test_mapped.py` compares them. The default of `assume` is repeated in `text_signature` here and in
//! `mapped/mod.rs`, twice in `_oneiri.pyi`, and in `arrow.py`, which always passes its own, so all of them change
//! together. The names are those of `oneiri-lint`. `Assumption` in `_types.py` and the text of `key_of` repeat them, so
//! a new one belongs there, too.

use oneiri::{MaybeScheme, Ri, Rung};
use oneiri_lint::assume::{Assumption, Assumptions, Trackers};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::raise;
use crate::given::{Given, Text};
use crate::grammar::{Grammar, in_grammar};

/// The names of assumptions, as an argument.
pub(crate) struct Assumed(pub(crate) Assumptions);

impl<'a, 'py> FromPyObject<'a, 'py> for Assumed {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("assume: expected a list of names, found str"));
        }
        let assumption = |name: PyResult<Bound<'_, PyAny>>| {
            let name = name?;
            let name = name.extract::<Text<'_>>()?;
            Assumption::of_name(&name).ok_or_else(|| {
                let known = Assumption::ALL.map(Assumption::name).join(", ");
                let message = format!("unknown assumption {:?}: expected {known}", &*name);
                PyValueError::new_err(message)
            })
        };
        let names = object.try_iter()?.map(assumption).collect::<PyResult<Vec<_>>>()?;
        Ok(Self(Assumptions::new(&names, Trackers::shipped())))
    }
}

impl Default for Assumed {
    fn default() -> Self {
        let usual = [Assumption::Trackers, Assumption::QueryOrder];
        Self(Assumptions::new(&usual, Trackers::shipped()))
    }
}

/// A key for crawlers: the normal form at the rung "scheme", changed by assumptions about servers, like `oneiri key
/// --assume`. By default, the parameters of trackers are left out, and the others are in the order of their names. The other
/// assumptions are "https", "www", "slash", "index", "case" and "drive". An assumption is a guess: it may merge two URLs that
/// lead to different pages, so keep the URL itself, too.
///
/// >>> key("HTTP://h:80/?q=tea&utm_source=mail&page=2")
/// 'http://h/?page=2&q=tea'
/// >>> key("http://www.h.example/a/", assume=["www", "slash", "https"])
/// 'https://h.example/a'
#[pyfunction(name = "key")]
#[pyo3(signature = (text, *, assume = Assumed::default(), grammar = None), text_signature = "(text, *, assume=('trackers', 'query-order'), grammar=None)")]
pub(crate) fn key_of(py: Python<'_>, text: Given<'_, '_>, assume: Assumed, grammar: Option<&str>) -> PyResult<String> {
    let (grammar, text) = (text.grammar(grammar)?, text.as_str());
    key(text, &assume.0, grammar).map_err(|error| raise(py, error, text))
}

/// The key of a text.
pub(crate) fn key(text: &str, assumptions: &Assumptions, grammar: Grammar) -> Result<String, oneiri::Error> {
    in_grammar!(grammar, A, F => {
        let parsed = Ri::<&str, A, F>::parse(text)?;
        let normal = parsed.normalize_at(Rung::Scheme).into_string();
        let changed = Ri::<&str, A, MaybeScheme>::parse(&normal)
            .ok()
            .and_then(|normal| assumptions.change(&normal));
        Ok(changed.unwrap_or(normal))
    })
}
