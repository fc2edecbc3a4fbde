//! The options `--uri`, `--iri` and `--lenient`, which choose how text is parsed.

use oneiri::{Alphabet, HasScheme, Ri};

use crate::commands::shared::usage::UsageError;
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

/// Parses the value of `--base`.
pub(crate) fn base<A: Alphabet>(
    text: &str,
    lenient: bool,
) -> Result<Ri<String, A, HasScheme>, UsageError> {
    identifier::parse(text, lenient).map(Ri::into_owned).map_err(|fault| {
        let (text, start) = (redact::hidden(text), fault.start);
        let shown = escape::visible(&text);
        UsageError::value(&format!(
            "invalid value '{shown}' for '--base <BASE>': byte {start}: {fault}"
        ))
    })
}
