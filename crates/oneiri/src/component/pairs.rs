//! The key-value pairs of a query. To the generic syntax a query is plain text (RFC 3986 section 3.4). Pairs
//! `key=value` between `&` are a convention, with two ways to spell a space.

use alloc::borrow::Cow;
use alloc::string::String;
use core::iter::FusedIterator;

use super::{Encoded, kind};
use crate::percent::push_escaped;
use crate::syntax::grammar::{FORM_DATA, QUERY_DATA};

/// A query: RFC 3986 section 3.4. A `+` in the query is a plus sign; for the convention of forms, see
/// [`form`](Query::form).
///
/// A pair is the text between two `&`. An empty piece is not a pair. The key ends at the first `=`.
///
/// ```
/// use oneiri::Uri;
///
/// let uri = Uri::parse("http://h/?q=a+b%2Fc&lang=en&lang=fr&debug")?;
/// let query = uri.query().unwrap_or_default();
/// assert_eq!(query.get("q").as_deref(), Some("a+b/c"));
/// assert_eq!(query.form().get("q").as_deref(), Some("a b/c"));
/// assert!(query.get_all("lang").eq(["en", "fr"]));
/// assert_eq!(query.get("debug").as_deref(), Some(""));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type Query<'a> = Encoded<'a, kind::Query>;

/// A text of the media type `application/x-www-form-urlencoded` (WHATWG URL, section 5): the query or the body
/// that a form sends. A `+` in the text is a space.
///
/// ```
/// use oneiri::component::FormUrlencoded;
///
/// let body = FormUrlencoded::from("name=Ada+Lovelace&born=1815");
/// assert_eq!(body.get("name").as_deref(), Some("Ada Lovelace"));
/// assert_eq!(FormUrlencoded::encode([("name", "Ada Lovelace"), ("sum", "1+1")]), "name=Ada+Lovelace&sum=1%2B1");
/// ```
pub type FormUrlencoded<'a> = Encoded<'a, kind::FormUrlencoded>;

/// The spelling of keys and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    /// Percent-encoded UTF-8, in which `+` is a plus sign (RFC 3986 section 2).
    Percent,
    /// `application/x-www-form-urlencoded` (WHATWG URL, section 5), in which `+` is a space.
    Form,
}

impl Coding {
    /// Decodes a key or a value; octets that are not UTF-8 become U+FFFD.
    pub(super) fn decode(self, text: &str) -> Cow<'_, str> {
        if self == Self::Form && text.contains('+') {
            let spaced = text.replace('+', " ");
            return Cow::Owned(Encoded::<kind::Data>::new(&spaced).decode_lossy().into_owned());
        }
        Encoded::<kind::Data>::new(text).decode_lossy()
    }

    /// Whether a piece between two `&` is a pair with this key.
    pub(super) fn has_key(self, piece: &str, key: &str) -> bool {
        let is_coded = |byte| byte == b'%' || byte == b'+' && self == Self::Form;
        let ends = |byte| byte == b'=' || is_coded(byte);
        let same = |(byte, of_key): &(u8, u8)| byte == of_key && !ends(*byte);
        let length = piece.bytes().zip(key.bytes()).take_while(same).count();
        match piece.as_bytes().get(length) {
            None => length == key.len() && !piece.is_empty(),
            Some(b'=') => length == key.len(),
            Some(&byte) => is_coded(byte) && self.decode(split(piece).0) == key,
        }
    }

    /// Writes a pair.
    pub(super) fn push_pair(self, key: &str, value: &str, out: &mut String) {
        self.push(key, out);
        out.push('=');
        self.push(value, out);
    }

    fn push(self, text: &str, out: &mut String) {
        let kept = match self {
            Self::Percent => QUERY_DATA,
            Self::Form => FORM_DATA,
        };
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| !kept.has(byte)) {
            out.push_str(&rest[..at]);
            let mut characters = rest[at..].chars();
            match characters.next() {
                Some(' ') if self == Self::Form => out.push('+'),
                Some(character) => push_escaped(character, out),
                None => {}
            }
            rest = characters.as_str();
        }
        out.push_str(rest);
    }
}

/// The key of a piece, and its value if there is a `=`.
pub(super) fn split(piece: &str) -> (&str, Option<&str>) {
    match piece.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (piece, None),
    }
}

impl<'a> Query<'a> {
    /// The pairs as they are spelled, from either end: the key, and the value if there is a `=`.
    ///
    /// ```
    /// use oneiri::component::Query;
    ///
    /// let mut pairs = Query::from("a=%31&&b&=c=d").pairs();
    /// assert_eq!(pairs.next(), Some(("a".into(), Some("%31".into()))));
    /// assert_eq!(pairs.next(), Some(("b".into(), None)));
    /// assert_eq!(pairs.next(), Some(("".into(), Some("c=d".into()))));
    /// assert_eq!(pairs.next(), None);
    /// ```
    pub fn pairs(self) -> Pairs<'a> {
        Pairs { rest: Some(self.as_str()) }
    }

    /// The decoded pairs, from either end. A pair without `=` has the value `""`. Octets that are not UTF-8 become
    /// U+FFFD: if these octets matter, use [`pairs`](Self::pairs).
    ///
    /// ```
    /// use oneiri::component::Query;
    ///
    /// let pairs: Vec<_> = Query::from("a=%31+1&b").decoded_pairs().collect();
    /// assert_eq!(pairs, [("a".into(), "1+1".into()), ("b".into(), "".into())]);
    /// ```
    pub fn decoded_pairs(self) -> DecodedPairs<'a> {
        DecodedPairs { pairs: self.pairs(), coding: Coding::Percent }
    }

    /// The value of the first pair with this key, decoded; `""` if the pair has no `=`.
    ///
    /// ```
    /// assert_eq!(oneiri::component::Query::from("a=1&%62=%32").get("b").as_deref(), Some("2"));
    /// ```
    pub fn get(self, key: &str) -> Option<Cow<'a, str>> {
        self.decoded_pairs().with_key(key).next()
    }

    /// The values of all pairs with this key, decoded, in their order.
    ///
    /// ```
    /// assert!(oneiri::component::Query::from("a=1&b&a=2").get_all("a").eq(["1", "2"]));
    /// ```
    pub fn get_all<'k>(self, key: &'k str) -> impl Iterator<Item = Cow<'a, str>> + use<'a, 'k> {
        self.decoded_pairs().with_key(key)
    }

    /// The same text as `application/x-www-form-urlencoded`, in which `+` is a space. Browsers send forms in this
    /// media type.
    ///
    /// ```
    /// assert_eq!(oneiri::component::Query::from("q=a+b").form().get("q").as_deref(), Some("a b"));
    /// ```
    pub fn form(self) -> FormUrlencoded<'a> {
        FormUrlencoded::new(self.as_str())
    }
}

impl<'a> FormUrlencoded<'a> {
    /// The decoded pairs, from either end. A pair without `=` has the value `""`. Octets that are not UTF-8 become
    /// U+FFFD.
    ///
    /// ```
    /// use oneiri::component::FormUrlencoded;
    ///
    /// let pairs: Vec<_> = FormUrlencoded::from("a=%31+1&b").pairs().collect();
    /// assert_eq!(pairs, [("a".into(), "1 1".into()), ("b".into(), "".into())]);
    /// ```
    pub fn pairs(self) -> DecodedPairs<'a> {
        DecodedPairs { pairs: Query::new(self.as_str()).pairs(), coding: Coding::Form }
    }

    /// The value of the first pair with this key, decoded; `""` if the pair has no `=`.
    ///
    /// ```
    /// assert_eq!(oneiri::component::FormUrlencoded::from("q=a+b").get("q").as_deref(), Some("a b"));
    /// ```
    pub fn get(self, key: &str) -> Option<Cow<'a, str>> {
        self.pairs().with_key(key).next()
    }

    /// The values of all pairs with this key, decoded, in their order.
    ///
    /// ```
    /// assert!(oneiri::component::FormUrlencoded::from("a=1+1&b&a=2").get_all("a").eq(["1 1", "2"]));
    /// ```
    pub fn get_all<'k>(self, key: &'k str) -> impl Iterator<Item = Cow<'a, str>> + use<'a, 'k> {
        self.pairs().with_key(key)
    }

    /// Writes these pairs as the text of a form.
    ///
    /// ```
    /// use oneiri::component::FormUrlencoded;
    ///
    /// assert_eq!(FormUrlencoded::encode([("q", "50% off"), ("page", "2")]), "q=50%25+off&page=2");
    /// ```
    pub fn encode<K: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (K, V)>) -> String {
        let mut out = String::new();
        for (nth, (key, value)) in pairs.into_iter().enumerate() {
            if nth > 0 {
                out.push('&');
            }
            Coding::Form.push_pair(key.as_ref(), value.as_ref(), &mut out);
        }
        out
    }
}

/// The pairs of a query as they are spelled; see [`Query::pairs`].
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    rest: Option<&'a str>,
}

impl<'a> Pairs<'a> {
    fn pair(piece: &'a str) -> (Encoded<'a>, Option<Encoded<'a>>) {
        let (key, value) = split(piece);
        (Encoded::new(key), value.map(Encoded::new))
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (Encoded<'a>, Option<Encoded<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest?;
            let (piece, rest) = match rest.split_once('&') {
                Some((piece, rest)) => (piece, Some(rest)),
                None => (rest, None),
            };
            self.rest = rest;
            if !piece.is_empty() {
                return Some(Self::pair(piece));
            }
        }
    }
}

impl DoubleEndedIterator for Pairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest?;
            let (rest, piece) = match rest.rsplit_once('&') {
                Some((rest, piece)) => (Some(rest), piece),
                None => (None, rest),
            };
            self.rest = rest;
            if !piece.is_empty() {
                return Some(Self::pair(piece));
            }
        }
    }
}

impl FusedIterator for Pairs<'_> {}

/// The pairs of a query or a form, decoded; see [`Query::decoded_pairs`] and [`FormUrlencoded::pairs`].
#[derive(Clone, Debug)]
pub struct DecodedPairs<'a> {
    pairs: Pairs<'a>,
    coding: Coding,
}

impl<'a> DecodedPairs<'a> {
    fn decode(&self, pair: <Pairs<'a> as Iterator>::Item) -> (Cow<'a, str>, Cow<'a, str>) {
        let (key, value) = pair;
        let value = value.unwrap_or_default();
        (self.coding.decode(key.into()), self.coding.decode(value.into()))
    }

    /// The decoded values of the pairs with this key. Other values are not decoded.
    fn with_key<'k>(self, key: &'k str) -> impl Iterator<Item = Cow<'a, str>> + use<'a, 'k> {
        let Self { pairs, coding } = self;
        let found = pairs.filter(move |(found, _)| coding.decode(found) == key);
        found.map(move |(_, value)| coding.decode(value.unwrap_or_default().into()))
    }
}

impl<'a> Iterator for DecodedPairs<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(|pair| self.decode(pair))
    }
}

impl DoubleEndedIterator for DecodedPairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(|pair| self.decode(pair))
    }
}

impl FusedIterator for DecodedPairs<'_> {}
