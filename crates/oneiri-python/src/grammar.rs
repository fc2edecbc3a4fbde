//! Which of the four grammars a text is to be read by, where no type says so.

pub(crate) use oneiri_arrow::Grammar;
use oneiri_arrow::Unfit;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A grammar by its name.
pub(crate) fn grammar(name: &str) -> PyResult<Grammar> {
    name.parse().map_err(unfit)
}

/// What Python raises for an option.
pub(crate) fn unfit(error: Unfit) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same expression, with two names standing for the alphabet and the form of a grammar.
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
