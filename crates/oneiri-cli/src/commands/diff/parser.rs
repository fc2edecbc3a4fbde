//! The parsers that `oneiri diff` compares.

use oneiri::{Alphabet, Ascii, MaybeScheme, Ri, Unicode};

use super::reading::Reading;
use super::whatwg;
use crate::output::fault::Fault;

/// The parsers, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, clap::ValueEnum)]
pub(super) enum Parser {
    Rfc3986,
    Rfc3987,
    /// The URL Standard.
    Whatwg,
    Java,
    /// The regular expression of RFC 3986 appendix B, which splits any text.
    Regex,
}

impl Parser {
    pub(super) const ALL: [Self; 5] =
        [Self::Rfc3986, Self::Rfc3987, Self::Whatwg, Self::Java, Self::Regex];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rfc3986 => "rfc3986",
            Self::Rfc3987 => "rfc3987",
            Self::Whatwg => "whatwg",
            Self::Java => "java",
            Self::Regex => "regex",
        }
    }

    pub(super) fn read(self, text: &str) -> Result<Reading<'_>, String> {
        match self {
            Self::Rfc3986 => grammar::<Ascii>(text),
            Self::Rfc3987 => grammar::<Unicode>(text),
            Self::Whatwg => whatwg::read(text),
            Self::Java => super::java::read(text),
            Self::Regex => Ok(oneiri::split(text).into()),
        }
    }
}

fn grammar<A: Alphabet>(text: &str) -> Result<Reading<'_>, String> {
    match Ri::<&str, A, MaybeScheme>::parse(text) {
        Ok(identifier) => Ok(identifier.parts().into()),
        Err(error) => {
            let fault = Fault::from(error);
            Err(format!("byte {}: {fault}", fault.start))
        }
    }
}
