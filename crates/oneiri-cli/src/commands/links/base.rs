//! What references are resolved against, by RFC 3986 and by the URL Standard.

use oneiri::{HasScheme, IriRef, Ri, Unicode};
use oneiri_documents::has_scheme;
use oneiri_whatwg::Url;

/// What a browser reads.
pub(super) enum Reads {
    /// A relative reference without a base, which browsers do not have.
    Unknown,
    Address(Url),
    /// Nothing: it opens no page.
    Nothing(oneiri_whatwg::Error),
}

impl Reads {
    pub(super) fn address(&self) -> Option<&Url> {
        match self {
            Self::Address(url) => Some(url),
            Self::Unknown | Self::Nothing(_) => None,
        }
    }
}

/// What references are resolved against.
pub(super) struct Base {
    pub(super) rfc: Option<Ri<String, Unicode, HasScheme>>,
    browser: Option<Url>,
}

impl Base {
    pub(super) fn of(rfc: Option<Ri<String, Unicode, HasScheme>>) -> Self {
        let browser = rfc.as_ref().and_then(|base| Url::parse(base.as_str()).ok());
        Self { rfc, browser }
    }

    pub(super) fn browser(&self, text: &str) -> Reads {
        let read = match &self.browser {
            Some(base) => base.join(text),
            None => Url::parse(text),
        };
        match read {
            Ok(url) => Reads::Address(url),
            Err(_) if self.browser.is_none() && !has_scheme(text.as_bytes()) => Reads::Unknown,
            Err(error) => Reads::Nothing(error),
        }
    }

    /// The base that a page names by a reference, and whether that is invalid.
    pub(super) fn join(&self, text: &str, sent: &str) -> (Self, bool) {
        let reads = self.browser(sent);
        let reference = IriRef::parse(text);
        let rfc = match (&reference, &self.rfc) {
            (Ok(reference), Some(base)) => Some(base.resolve(reference)),
            // A relative base needs another one.
            (Ok(_), None) => Ri::parse_owned(text.to_owned()).ok(),
            // What browsers make of an invalid base is where the links of the page lead.
            (Err(_), _) => reads
                .address()
                .and_then(|url| Ri::parse_owned(url.as_str().to_owned()).ok())
                .or_else(|| self.rfc.clone()),
        };
        let browser = match reads {
            Reads::Address(url) => Some(url),
            Reads::Unknown | Reads::Nothing(_) => self.browser.clone(),
        };
        (Self { rfc, browser }, reference.is_err())
    }
}
