//! Which of the four grammars a text is to be read by, where no type says so.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A grammar, under the name that JSON Schema has for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    Uri,
    UriReference,
    Iri,
    IriReference,
}

impl Grammar {
    const ALL: [(&'static str, Self); 4] = [
        ("iri-reference", Self::IriReference),
        ("iri", Self::Iri),
        ("uri-reference", Self::UriReference),
        ("uri", Self::Uri),
    ];

    pub(crate) fn of(name: &str) -> PyResult<Self> {
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, grammar)| grammar).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name).join(", ");
            PyValueError::new_err(format!("unknown grammar {name:?}: expected {names}"))
        })
    }

    pub(crate) const fn is_ascii(self) -> bool {
        matches!(self, Self::Uri | Self::UriReference)
    }
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
