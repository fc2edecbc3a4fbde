//! Queries by the pair. A query is text to the generic syntax (RFC 3986 section 3.4); that it holds
//! `key=value` pairs between `&` is a convention, in two codings.
//!
//! Everything here works on the text of a query and leaves alone what it is not asked to change:
//! the order of the pairs, and how the others are spelled.
//!
//! ```
//! use oneiri::query::{self, Coding};
//!
//! let query = "b=2&a=%31&b";
//! assert_eq!(query::get(query, "a", Coding::Percent).as_deref(), Some("1"));
//! assert_eq!(query::set(query, "b", "x&y", Coding::Percent), "b=x%26y&a=%31");
//! assert_eq!(query::remove(query, "b", Coding::Percent), "a=%31");
//! assert_eq!(query::append(query, "c", "", Coding::Percent), "b=2&a=%31&b&c=");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::percent;

/// How the keys and values of pairs are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Coding {
    /// Percent-encoded UTF-8, in which `+` is a plus sign (RFC 3986 section 2).
    #[default]
    Percent,
    /// `application/x-www-form-urlencoded` (WHATWG URL, section 5), in which `+` is a space.
    #[cfg(feature = "form")]
    Form,
}

impl Coding {
    /// The key and the value of one piece between two `&`.
    fn decode(self, piece: &str) -> (Cow<'_, str>, Cow<'_, str>) {
        match self {
            Self::Percent => {
                let (key, value) = pair(piece);
                (lossy(key), lossy(value.unwrap_or_default()))
            }
            #[cfg(feature = "form")]
            Self::Form => form_urlencoded::parse(piece.as_bytes()).next().unwrap_or_default(),
        }
    }

    fn has_key(self, piece: &str, key: &str) -> bool {
        !piece.is_empty() && self.decode(piece).0 == key
    }

    fn encode(self, key: &str, value: &str) -> String {
        match self {
            Self::Percent => {
                // All that a query may hold, but for what delimits pairs, and for the plus sign,
                // which readers of forms take for a space.
                let encode = |text| percent::encode(text, "!$'()*,;:@/?");
                [&encode(key), "=", &encode(value)].concat()
            }
            #[cfg(feature = "form")]
            Self::Form => {
                let mut pairs = form_urlencoded::Serializer::new(String::new());
                pairs.append_pair(key, value).finish()
            }
        }
    }
}

fn lossy(text: &str) -> Cow<'_, str> {
    match percent::decode(text) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(octets) => Cow::Owned(String::from_utf8_lossy(&octets).into_owned()),
    }
}

/// The pairs of a query as they stand, in order: the key, and the value if there is a `=`. Empty
/// pieces between two `&` are no pairs.
///
/// ```
/// let pairs = oneiri::query::pairs("a=%31&&b&=c=d");
/// assert!(pairs.eq([("a", Some("%31")), ("b", None), ("", Some("c=d"))]));
/// ```
pub fn pairs(query: &str) -> impl DoubleEndedIterator<Item = (&str, Option<&str>)> + Clone {
    query.split('&').filter(|piece| !piece.is_empty()).map(pair)
}

fn pair(piece: &str) -> (&str, Option<&str>) {
    match piece.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (piece, None),
    }
}

/// The value of the first pair with this key, decoded; `""` if the pair has no `=`. Octets that are
/// no UTF-8 become U+FFFD: take them from [`pairs`] if they matter.
///
/// ```
/// use oneiri::query::{self, Coding};
///
/// assert_eq!(query::get("a=1&b=%32", "b", Coding::Percent).as_deref(), Some("2"));
/// ```
pub fn get<'a>(query: &'a str, key: &str, coding: Coding) -> Option<Cow<'a, str>> {
    let piece = query.split('&').find(|piece| coding.has_key(piece, key))?;
    Some(coding.decode(piece).1)
}

/// The query with one pair of this key, where the first stood, and no other; at its end if there
/// was none.
///
/// ```
/// use oneiri::query::{self, Coding};
///
/// assert_eq!(query::set("a=1&b&a=2", "a", "x&y", Coding::Percent), "a=x%26y&b");
/// ```
pub fn set(query: &str, key: &str, value: &str, coding: Coding) -> String {
    let mut new = Some(coding.encode(key, value));
    let mut pieces = Vec::new();
    for piece in query.split('&') {
        if !coding.has_key(piece, key) {
            pieces.push(Cow::Borrowed(piece));
        } else if let Some(pair) = new.take() {
            pieces.push(Cow::Owned(pair));
        }
    }
    match new {
        None => pieces.join("&"),
        Some(_) => append(query, key, value, coding),
    }
}

/// The query with one more pair at its end.
///
/// ```
/// use oneiri::query::{self, Coding};
///
/// assert_eq!(query::append("a=1", "b", "2", Coding::Percent), "a=1&b=2");
/// ```
pub fn append(query: &str, key: &str, value: &str, coding: Coding) -> String {
    let between = if query.is_empty() || query.ends_with('&') { "" } else { "&" };
    [query, between, &coding.encode(key, value)].concat()
}

/// The query without the pairs of this key.
///
/// ```
/// use oneiri::query::{self, Coding};
///
/// assert_eq!(query::remove("a=1&b&%61", "a", Coding::Percent), "b");
/// ```
pub fn remove(query: &str, key: &str, coding: Coding) -> String {
    query.split('&').filter(|piece| !coding.has_key(piece, key)).collect::<Vec<_>>().join("&")
}
