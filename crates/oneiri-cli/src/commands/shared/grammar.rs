//! `--uri`, `--iri`, `--lenient`: how text becomes an identifier.

use oneiri::{Alphabet, HasScheme, Ri};

use crate::input::identifier;
use crate::output::{escape, redact};

#[derive(clap::Args)]
pub(crate) struct Grammar {
    /// Read URIs (RFC 3986): ASCII only
    #[arg(long, overrides_with = "iri")]
    uri: bool,

    /// Read IRIs (RFC 3987); the default, and every URI is one
    #[arg(long, overrides_with = "uri")]
    iri: bool,

    /// Percent-encode what no identifier may hold: spaces, <
    #[arg(long)]
    pub(crate) lenient: bool,
}

impl Grammar {
    pub(crate) fn is_uri(&self) -> bool {
        self.uri
    }
}

/// Reads the value of `--base`: a base that is none is wrong usage, not a refused input.
pub(crate) fn base<A: Alphabet>(text: &str, lenient: bool) -> Ri<String, A, HasScheme> {
    match identifier::parse(text, lenient) {
        Ok(base) => base.into_owned(),
        Err(fault) => {
            let message = format!(
                "invalid value '{}' for '--base <BASE>': byte {}: {fault}\n",
                escape::visible(&redact::hidden(text)),
                fault.start,
            );
            clap::Error::raw(clap::error::ErrorKind::ValueValidation, message).exit()
        }
    }
}
