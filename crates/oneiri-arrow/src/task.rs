//! What is done to a column.

use oneiri::{Rung, Steps};

use crate::options::Hash;

/// What is done. Where text comes out, it comes as the type that went in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The components: a struct of scheme, userinfo, host, port, path, query, fragment.
    Parse,
    /// Whether each text is grammatical.
    IsValid,
    /// Why each text is refused: a struct of message, start, end, component, expected, found and
    /// rule; null where there is nothing to say.
    WhyNot,
    /// The normal form at a rung (RFC 3986 section 6.2).
    Normalize(Rung),
    /// Normalized by some steps and not by others.
    Steps(Steps),
    /// What each reference means against this base; without one, against those of the second column
    /// (RFC 3986 section 5). Whatever the grammar, a base has a scheme and a reference may lack it.
    Resolve(Option<String>),
    /// The URI of each IRI (RFC 3987 section 3.1).
    ToUri,
    /// The IRI of each URI (RFC 3987 section 3.2).
    ToIri,
    /// 16 bytes for each normal form at a rung.
    Fingerprint(Rung, Hash),
    /// The lowest rung at which the texts of both columns are equal, by name, or `different`.
    Rung,
}

impl Task {
    /// Whether a text that is refused has a place in what comes out.
    pub(crate) const fn gives_text(&self) -> bool {
        use Task::{Normalize, Resolve, Steps, ToIri, ToUri};
        matches!(self, Normalize(_) | Steps(_) | Resolve(_) | ToUri | ToIri)
    }

    pub(crate) const fn needs_second(&self) -> bool {
        matches!(self, Self::Resolve(None) | Self::Rung)
    }
}
