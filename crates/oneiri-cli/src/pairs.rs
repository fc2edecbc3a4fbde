//! Pairs that are removed from a query: by their name, or by the beginning of their name.

use std::borrow::Cow;

use oneiri::percent;

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

/// The name of a pair as it is spelled: the text before the first `=`.
pub(crate) fn spelled_name(pair: &str) -> &str {
    pair.split_once('=').map_or(pair, |(name, _)| name)
}

/// The name of a pair as programs read it: decoded. In a form, `+` is a space.
fn name(pair: &str, form: bool) -> Cow<'_, [u8]> {
    let name = spelled_name(pair);
    if form && name.contains('+') {
        return Cow::Owned(percent::decode(&name.replace('+', " ")).into_owned());
    }
    percent::decode(name)
}

/// The query without the pairs whose decoded names `are_removed`. All other pairs stay as they are spelled. `None` if
/// nothing is left of it, and the same text if nothing was removed.
pub(crate) fn without(
    query: &str,
    form: bool,
    are_removed: impl Fn(&[u8]) -> bool,
) -> Option<Cow<'_, str>> {
    let all = query.split('&').count();
    let kept: Vec<&str> = query.split('&').filter(|pair| !are_removed(&name(pair, form))).collect();
    if kept.len() == all {
        return Some(Cow::Borrowed(query));
    }
    (!kept.is_empty()).then(|| Cow::Owned(kept.join("&")))
}
