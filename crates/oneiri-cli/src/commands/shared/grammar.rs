//! The options `--uri`, `--iri` and `--lenient`, which choose how text is parsed.

use oneiri::{Alphabet, HasScheme, Ri};

use crate::input::identifier;
use crate::output::{escape, redact};

#[derive(clap::Args)]
pub(crate) struct Grammar {
    /// Read URIs (RFC 3986): ASCII only
    #[arg(long, overrides_with = "iri")]
    uri: bool,

    /// Read IRIs (RFC 3987), the default; every URI is an IRI
    #[arg(long, overrides_with = "uri")]
    iri: bool,

    /// Percent-encode characters that are never allowed: spaces, <
    #[arg(long)]
    pub(crate) lenient: bool,
}

impl Grammar {
    pub(crate) fn is_uri(&self) -> bool {
        self.uri
    }
}

/// Parses the value of `--base`. An invalid base ends the process as wrong usage.
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
