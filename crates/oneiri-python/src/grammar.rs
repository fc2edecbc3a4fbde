//! The grammar of a text that has no type, by its name. `oneiri-operations` knows the names, which `Grammar` of
//! `_types.py` repeats for type checkers.

pub(crate) use oneiri_arrow::Grammar;
use oneiri_arrow::Unfit;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The grammar with this name.
pub(crate) fn grammar(name: &str) -> PyResult<Grammar> {
    name.parse().map_err(unfit)
}

/// The Python exception for an invalid option.
pub(crate) fn unfit(error: Unfit) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Evaluates the same expression for each grammar; the two given names stand for its alphabet and its form.
macro_rules! in_grammar {
    ($grammar:expr, $A:ident, $F:ident => $body:expr) => {{
        use $crate::grammar::Grammar;
        match $grammar {
            Grammar::Uri => {
                type $A = oneiri::Ascii;
                type $F = oneiri::HasScheme;
                $body
            }
            Grammar::UriReference => {
                type $A = oneiri::Ascii;
                type $F = oneiri::MaybeScheme;
                $body
            }
            Grammar::Iri => {
                type $A = oneiri::Unicode;
                type $F = oneiri::HasScheme;
                $body
            }
            Grammar::IriReference => {
                type $A = oneiri::Unicode;
                type $F = oneiri::MaybeScheme;
                $body
            }
        }
    }};
}

pub(crate) use in_grammar;
