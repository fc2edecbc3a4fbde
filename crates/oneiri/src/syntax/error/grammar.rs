//! The grammars that a text is parsed by.

/// The grammar that a text was parsed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Grammar {
    /// RFC 3987 instead of RFC 3986.
    pub(crate) unicode: bool,
    /// The grammar requires a scheme.
    pub(crate) scheme: bool,
}

impl Grammar {
    pub(super) const fn name(self) -> &'static str {
        match (self.unicode, self.scheme) {
            (false, true) => "URI",
            (false, false) => "URI reference",
            (true, true) => "IRI",
            (true, false) => "IRI reference",
        }
    }
}
