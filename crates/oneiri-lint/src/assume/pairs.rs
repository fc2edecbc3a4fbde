//! Pairs of a query by their names.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use oneiri::percent;

/// The name of a pair as it is spelled: the text before the first `=`.
pub(super) fn spelled_name(pair: &str) -> &str {
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
/// nothing is left of it, and the same text if nothing was removed. With `form`, a `+` in a name is a space.
///
/// ```
/// use oneiri_lint::assume::without;
///
/// assert_eq!(without("a=1&b=2&%61=3", false, |name| name == b"a").as_deref(), Some("b=2"));
/// ```
#[must_use]
pub fn without(query: &str, form: bool, are_removed: impl Fn(&[u8]) -> bool) -> Option<Cow<'_, str>> {
    let all = query.split('&').count();
    let kept: Vec<&str> = query.split('&').filter(|pair| !are_removed(&name(pair, form))).collect();
    if kept.len() == all {
        return Some(Cow::Borrowed(query));
    }
    (!kept.is_empty()).then(|| Cow::Owned(kept.join("&")))
}
