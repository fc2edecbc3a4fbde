//! The standard traits. Comparison, order and hash are those of the text.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;
use core::str::FromStr;

use super::Url;
use crate::error::Error;

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.href)
    }
}

/// Shows `***` in place of the password, because what is debugged often ends in a log.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.password_range();
        if start == end {
            return f.debug_tuple("Url").field(&self.href).finish();
        }
        let shown = [&self.href[..start], "***", &self.href[end..]].concat();
        f.debug_tuple("Url").field(&shown).finish()
    }
}

impl FromStr for Url {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl TryFrom<&str> for Url {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Url {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(&text)
    }
}

impl TryFrom<&String> for Url {
    type Error = Error;

    fn try_from(text: &String) -> Result<Self, Error> {
        Self::parse(text)
    }
}

/// Fails at the first place that RFC 3986 does not allow: [`Url::to_uri`].
impl<'a> TryFrom<&'a Url> for oneiri::Uri<'a> {
    type Error = oneiri::Error;

    fn try_from(url: &'a Url) -> Result<Self, oneiri::Error> {
        url.to_uri()
    }
}

/// The same: a URL is ASCII, so it is an IRI exactly if it is a URI.
impl<'a> TryFrom<&'a Url> for oneiri::Iri<'a> {
    type Error = oneiri::Error;

    fn try_from(url: &'a Url) -> Result<Self, oneiri::Error> {
        oneiri::Iri::parse(&url.href)
    }
}

/// Parses the text of a URI or IRI, which may change it: `HTTP://h` becomes `http://h/`.
impl<T, A, F> TryFrom<&oneiri::Ri<T, A, F>> for Url
where
    oneiri::Ri<T, A, F>: AsRef<str>,
{
    type Error = Error;

    fn try_from(identifier: &oneiri::Ri<T, A, F>) -> Result<Self, Error> {
        Self::parse(identifier.as_ref())
    }
}

impl From<Url> for String {
    fn from(url: Url) -> Self {
        url.href
    }
}

impl AsRef<str> for Url {
    fn as_ref(&self) -> &str {
        &self.href
    }
}

impl PartialEq for Url {
    fn eq(&self, other: &Self) -> bool {
        self.href == other.href
    }
}

impl Eq for Url {}

/// Compares the text of the URL with another text, which is not parsed.
impl PartialEq<str> for Url {
    fn eq(&self, other: &str) -> bool {
        self.href == other
    }
}

/// Compares the text of the URL with another text, which is not parsed.
impl PartialEq<&str> for Url {
    fn eq(&self, other: &&str) -> bool {
        self.href == *other
    }
}

impl PartialOrd for Url {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Url {
    fn cmp(&self, other: &Self) -> Ordering {
        self.href.cmp(&other.href)
    }
}

impl Hash for Url {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.href.hash(state);
    }
}
