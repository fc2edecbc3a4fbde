//! `URLSearchParams` and `application/x-www-form-urlencoded` (sections 5 and 6.2 of the Standard).

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::iter::FusedIterator;
use core::str::FromStr;

use crate::Url;
use crate::percent::{self, PercentEncodeSet, percent_decode};

/// The pairs of a query, decoded, in order: `URLSearchParams`.
///
/// ```
/// use oneiri_whatwg::{SearchParams, Url};
///
/// let mut url = Url::parse("http://h/?q=a+b&page=2&q=c")?;
/// let mut params = url.search_params();
/// assert_eq!(params.get("q"), Some("a b"));
/// assert_eq!(params.get_all("q").collect::<Vec<_>>(), ["a b", "c"]);
///
/// params.set("page", "3");
/// params.delete("q");
/// params.append("lang", "français");
/// url.set_search_params(&params);
/// assert_eq!(url.search(), "?page=3&lang=fran%C3%A7ais");
/// # Ok::<(), oneiri_whatwg::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SearchParams {
    pairs: Vec<(String, String)>,
}

impl SearchParams {
    /// Parses a query, with or without its `?`, as the constructor of `URLSearchParams` does.
    #[must_use]
    pub fn parse(query: &str) -> Self {
        Self::parse_form(query.strip_prefix('?').unwrap_or(query))
    }

    /// The parser of `application/x-www-form-urlencoded` (section 5.1), for the body of a form: a `?` at its
    /// start is data. The serializer (section 5.2) is [`Display`](fmt::Display).
    ///
    /// ```
    /// use oneiri_whatwg::SearchParams;
    ///
    /// let form = SearchParams::parse_form("?a=1+2&b=%C3%A9");
    /// assert_eq!(form.iter().collect::<Vec<_>>(), [("?a", "1 2"), ("b", "\u{e9}")]);
    /// assert_eq!(form.to_string(), "%3Fa=1+2&b=%C3%A9");
    /// ```
    #[must_use]
    pub fn parse_form(query: &str) -> Self {
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        Self { pairs: pairs.map(|(name, value)| (decode(name), decode(value))).collect() }
    }

    /// The value of the first pair with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.get_all(name).next()
    }

    /// The values of all pairs with this name.
    pub fn get_all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter().filter(move |pair| pair.0 == name).map(|(_, value)| value)
    }

    /// Whether there is a pair with this name, and with this value if one is given.
    #[must_use]
    pub fn has(&self, name: &str, value: Option<&str>) -> bool {
        self.get_all(name).any(|found| value.is_none_or(|value| value == found))
    }

    /// Appends a pair.
    pub fn append(&mut self, name: &str, value: &str) {
        self.pairs.push((name.into(), value.into()));
    }

    /// Sets the value of the first pair with this name and removes the others; appends a pair if there is
    /// none.
    pub fn set(&mut self, name: &str, value: &str) {
        let mut seen = false;
        self.pairs.retain_mut(|pair| {
            if pair.0 != name {
                return true;
            }
            if !seen {
                pair.1 = value.into();
            }
            !core::mem::replace(&mut seen, true)
        });
        if !seen {
            self.append(name, value);
        }
    }

    /// Removes all pairs with this name.
    pub fn delete(&mut self, name: &str) {
        self.pairs.retain(|pair| pair.0 != name);
    }

    /// Removes all pairs with this name and this value.
    pub fn delete_value(&mut self, name: &str, value: &str) {
        self.pairs.retain(|pair| pair.0 != name || pair.1 != value);
    }

    /// Sorts the pairs by their names, in the order of UTF-16. Pairs with the same name keep their order.
    pub fn sort(&mut self) {
        self.pairs.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
    }

    /// How many pairs there are: `size`.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pairs, as names and values.
    pub fn iter(&self) -> Pairs<'_> {
        Pairs(self.pairs.iter())
    }
}

/// The serializer of `application/x-www-form-urlencoded`.
impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        for (name, value) in self.iter() {
            if !out.is_empty() {
                out.push('&');
            }
            encode(&mut out, name);
            out.push('=');
            encode(&mut out, value);
        }
        f.write_str(&out)
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for SearchParams {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self { pairs: pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

impl<N: Into<String>, V: Into<String>> Extend<(N, V)> for SearchParams {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, pairs: I) {
        self.pairs.extend(pairs.into_iter().map(|(name, value)| (name.into(), value.into())));
    }
}

/// The pairs of [`SearchParams`], borrowed, from both ends: [`SearchParams::iter`].
#[derive(Clone, Debug)]
pub struct Pairs<'a>(core::slice::Iter<'a, (String, String)>);

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(borrowed)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Pairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(borrowed)
    }
}

impl ExactSizeIterator for Pairs<'_> {}

impl FusedIterator for Pairs<'_> {}

fn borrowed((name, value): &(String, String)) -> (&str, &str) {
    (name, value)
}

/// The pairs of [`SearchParams`], owned, from both ends.
#[derive(Clone, Debug)]
pub struct OwnedPairs(alloc::vec::IntoIter<(String, String)>);

impl Iterator for OwnedPairs {
    type Item = (String, String);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for OwnedPairs {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for OwnedPairs {}

impl FusedIterator for OwnedPairs {}

impl IntoIterator for SearchParams {
    type Item = (String, String);
    type IntoIter = OwnedPairs;

    fn into_iter(self) -> OwnedPairs {
        OwnedPairs(self.pairs.into_iter())
    }
}

/// ```
/// use oneiri_whatwg::SearchParams;
///
/// let params = SearchParams::from("?a=1&b=2");
/// let mut names = Vec::new();
/// for (name, _) in &params {
///     names.push(name);
/// }
/// assert_eq!(names, ["a", "b"]);
/// ```
impl<'a> IntoIterator for &'a SearchParams {
    type Item = (&'a str, &'a str);
    type IntoIter = Pairs<'a>;

    fn into_iter(self) -> Pairs<'a> {
        self.iter()
    }
}

/// The same as [`SearchParams::parse`].
impl From<&str> for SearchParams {
    fn from(query: &str) -> Self {
        Self::parse(query)
    }
}

/// The same as [`SearchParams::parse`], which reads every text.
impl FromStr for SearchParams {
    type Err = Infallible;

    fn from_str(query: &str) -> Result<Self, Infallible> {
        Ok(Self::parse(query))
    }
}

impl Url {
    /// The pairs of the query. A change to them does not change the URL:
    /// [`set_search_params`](Self::set_search_params) does.
    #[must_use]
    pub fn search_params(&self) -> SearchParams {
        SearchParams::parse_form(self.query().unwrap_or_default())
    }

    /// Replaces the query by these pairs; removes it if there are none.
    pub fn set_search_params(&mut self, params: &SearchParams) {
        self.set_search(&alloc::format!("{params}"));
    }
}

fn decode(text: &str) -> String {
    let text = text.replace('+', " ");
    String::from_utf8_lossy(&percent_decode(&text)).into_owned()
}

fn encode(out: &mut String, text: &str) {
    for (index, part) in text.split(' ').enumerate() {
        if index > 0 {
            out.push('+');
        }
        percent::encode(out, part, PercentEncodeSet::FORM_URLENCODED);
    }
}
