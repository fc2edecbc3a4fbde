//! The grammars that a case is about.

use serde::Deserialize;

/// Runs the body once, with the two names standing for the types of the grammar's alphabet:
/// the reference, and the identifier with a scheme.
macro_rules! on_grammar {
    ($grammar:expr, $Reference:ident, $Absolute:ident => $body:expr) => {
        match $grammar {
            $crate::cases::grammar::Grammar::Uri => {
                #[allow(dead_code)]
                type $Reference<'a> = oneiri::UriRef<'a>;
                #[allow(dead_code)]
                type $Absolute<'a> = oneiri::Uri<'a>;
                $body
            }
            $crate::cases::grammar::Grammar::Iri => {
                #[allow(dead_code)]
                type $Reference<'a> = oneiri::IriRef<'a>;
                #[allow(dead_code)]
                type $Absolute<'a> = oneiri::Iri<'a>;
                $body
            }
        }
    };
}

/// Which of the two alphabets a case is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Grammar {
    Uri,
    Iri,
}

/// Likewise, where a case may be about both.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Grammars {
    Uri,
    Iri,
    Both,
}

impl Grammars {
    pub(super) fn each(self) -> &'static [Grammar] {
        match self {
            Self::Uri => &[Grammar::Uri],
            Self::Iri => &[Grammar::Iri],
            Self::Both => &[Grammar::Uri, Grammar::Iri],
        }
    }
}
