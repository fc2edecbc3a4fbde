//! Pairs that are removed from a query: by their name, or by the beginning of their name.

pub(crate) use oneiri_lint::assume::without;

/// The names of the pairs that are removed, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// The pairs with this name.
    Is(Vec<u8>),
    /// The pairs whose name begins so.
    Begins(Vec<u8>),
}

impl Names {
    /// A name, or with `*` at its end the beginning of names. `None` if the name is empty: a star alone would be the
    /// whole query, which has an option of its own.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.strip_suffix('*') {
            Some("") => None,
            Some(beginning) => Some(Self::Begins(beginning.into())),
            None => (!text.is_empty()).then(|| Self::Is(text.into())),
        }
    }

    pub(crate) fn have(&self, name: &[u8]) -> bool {
        match self {
            Self::Is(whole) => name == whole.as_slice(),
            Self::Begins(beginning) => name.starts_with(beginning),
        }
    }
}
