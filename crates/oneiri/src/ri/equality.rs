//! Equality and order of the text, between identifiers of any holder, alphabet and form, and between identifiers
//! and plain text.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cmp::Ordering;

use super::Ri;

/// Two identifiers are equal if their texts are identical: RFC 3986 section 6.2.1. Their types do not matter.
///
/// ```
/// use oneiri::{IriRef, UriBuf};
///
/// let uri = UriBuf::parse("http://h/")?;
/// assert!(uri == IriRef::parse("http://h/")?);
/// assert!(uri == "http://h/" && "http://h/" == uri && uri == String::from("http://h/"));
/// # Ok::<(), oneiri::Error>(())
/// ```
impl<T: AsRef<str>, U: AsRef<str>, A, B, F, G> PartialEq<Ri<U, B, G>> for Ri<T, A, F> {
    fn eq(&self, other: &Ri<U, B, G>) -> bool {
        self.text.as_ref() == other.text.as_ref()
    }
}

impl<T: AsRef<str>, A, F> Eq for Ri<T, A, F> {}

/// Compares the texts byte by byte.
impl<T: AsRef<str>, U: AsRef<str>, A, B, F, G> PartialOrd<Ri<U, B, G>> for Ri<T, A, F> {
    fn partial_cmp(&self, other: &Ri<U, B, G>) -> Option<Ordering> {
        Some(self.text.as_ref().cmp(other.text.as_ref()))
    }
}

impl<T: AsRef<str>, A, F> PartialEq<str> for Ri<T, A, F> {
    fn eq(&self, other: &str) -> bool {
        self.text.as_ref() == other
    }
}

impl<T: AsRef<str>, A, F> PartialEq<&str> for Ri<T, A, F> {
    fn eq(&self, other: &&str) -> bool {
        self.text.as_ref() == *other
    }
}

impl<T: AsRef<str>, A, F> PartialEq<String> for Ri<T, A, F> {
    fn eq(&self, other: &String) -> bool {
        self.text.as_ref() == other
    }
}

impl<T: AsRef<str>, A, F> PartialEq<Cow<'_, str>> for Ri<T, A, F> {
    fn eq(&self, other: &Cow<'_, str>) -> bool {
        self.text.as_ref() == other.as_ref()
    }
}

impl<T: AsRef<str>, A, F> PartialEq<Ri<T, A, F>> for str {
    fn eq(&self, other: &Ri<T, A, F>) -> bool {
        self == other.text.as_ref()
    }
}

impl<T: AsRef<str>, A, F> PartialEq<Ri<T, A, F>> for &str {
    fn eq(&self, other: &Ri<T, A, F>) -> bool {
        *self == other.text.as_ref()
    }
}

impl<T: AsRef<str>, A, F> PartialEq<Ri<T, A, F>> for String {
    fn eq(&self, other: &Ri<T, A, F>) -> bool {
        self == other.text.as_ref()
    }
}

impl<T: AsRef<str>, A, F> PartialEq<Ri<T, A, F>> for Cow<'_, str> {
    fn eq(&self, other: &Ri<T, A, F>) -> bool {
        self.as_ref() == other.text.as_ref()
    }
}
