//! Conversions between the types that do not change the text: every URI is an IRI, and every URI is a URI
//! reference. The conversions in the other direction check the text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;

use super::{Alphabet, Ascii, HasScheme, MaybeScheme, Ri, SchemePresence, Unicode};
use crate::syntax::error::Error;
use crate::syntax::parse::parse_const;

impl<T, A, F> Ri<T, A, F> {
    pub(super) fn retype<B, G>(self) -> Ri<T, B, G> {
        Ri::new(self.text, self.spans)
    }
}

impl<T: AsRef<str>, A: Alphabet, F> Ri<T, A, F> {
    /// Converts to a narrower type, if its grammar allows the text. The spans stay the same.
    ///
    /// A text is a URI exactly if it is an IRI and ASCII, so a text that fits is not parsed again.
    fn narrow<B: Alphabet, G: SchemePresence>(self) -> Result<Ri<T, B, G>, Error> {
        let (text, grammar) = (self.text.as_ref(), Ri::<T, B, G>::GRAMMAR);
        let is_narrow = grammar.unicode == A::UNICODE || text.is_ascii();
        if !is_narrow || grammar.scheme && !self.spans.has_scheme() {
            parse_const(text, grammar)?;
        }
        Ok(self.retype())
    }
}

impl<T, F> From<Ri<T, Ascii, F>> for Ri<T, Unicode, F> {
    fn from(uri: Ri<T, Ascii, F>) -> Self {
        uri.retype()
    }
}

impl<T, A> From<Ri<T, A, HasScheme>> for Ri<T, A, MaybeScheme> {
    fn from(uri: Ri<T, A, HasScheme>) -> Self {
        uri.retype()
    }
}

impl<T> From<Ri<T, Ascii, HasScheme>> for Ri<T, Unicode, MaybeScheme> {
    fn from(uri: Ri<T, Ascii, HasScheme>) -> Self {
        uri.retype()
    }
}

/// Borrows, like [`Ri::as_borrowed`].
impl<'a, T: AsRef<str>, A, F> From<&'a Ri<T, A, F>> for Ri<&'a str, A, F> {
    fn from(value: &'a Ri<T, A, F>) -> Self {
        value.as_borrowed()
    }
}

/// Borrows a URI as an IRI.
impl<'a, T: AsRef<str>, F> From<&'a Ri<T, Ascii, F>> for Ri<&'a str, Unicode, F> {
    fn from(uri: &'a Ri<T, Ascii, F>) -> Self {
        uri.as_borrowed().retype()
    }
}

/// Borrows an identifier as a reference.
impl<'a, T: AsRef<str>, A> From<&'a Ri<T, A, HasScheme>> for Ri<&'a str, A, MaybeScheme> {
    fn from(uri: &'a Ri<T, A, HasScheme>) -> Self {
        uri.as_borrowed().retype()
    }
}

/// Borrows a URI as an IRI reference.
impl<'a, T: AsRef<str>> From<&'a Ri<T, Ascii, HasScheme>> for Ri<&'a str, Unicode, MaybeScheme> {
    fn from(uri: &'a Ri<T, Ascii, HasScheme>) -> Self {
        uri.as_borrowed().retype()
    }
}

impl<T: AsRef<str>, F: SchemePresence> TryFrom<Ri<T, Unicode, F>> for Ri<T, Ascii, F> {
    type Error = Error;

    /// Succeeds if the IRI is ASCII, because its text is then also a URI. To convert any IRI, use [`Ri::to_uri`].
    fn try_from(iri: Ri<T, Unicode, F>) -> Result<Self, Error> {
        iri.narrow()
    }
}

impl<T: AsRef<str>, A: Alphabet> TryFrom<Ri<T, A, MaybeScheme>> for Ri<T, A, HasScheme> {
    type Error = Error;

    /// Succeeds if the reference has a scheme.
    fn try_from(reference: Ri<T, A, MaybeScheme>) -> Result<Self, Error> {
        reference.narrow()
    }
}

impl<T: AsRef<str>> TryFrom<Ri<T, Unicode, MaybeScheme>> for Ri<T, Ascii, HasScheme> {
    type Error = Error;

    fn try_from(reference: Ri<T, Unicode, MaybeScheme>) -> Result<Self, Error> {
        reference.narrow()
    }
}

impl<T: Into<String>, A, F> Ri<T, A, F> {
    /// The same identifier, which now owns its text.
    ///
    /// ```
    /// let owned: oneiri::UriBuf = oneiri::Uri::parse("urn:x")?.into_owned();
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn into_owned(self) -> Ri<String, A, F> {
        Ri::new(self.text.into(), self.spans)
    }

    /// Returns the text as a `String`.
    ///
    /// ```
    /// assert_eq!(oneiri::UriBuf::parse("urn:x")?.into_string(), "urn:x");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn into_string(self) -> String {
        self.text.into()
    }
}

impl<'a, A, F> From<Ri<&'a str, A, F>> for Ri<String, A, F> {
    fn from(borrowed: Ri<&'a str, A, F>) -> Self {
        borrowed.into_owned()
    }
}

impl<'a, A, F> From<Ri<&'a str, A, F>> for Ri<Cow<'a, str>, A, F> {
    fn from(borrowed: Ri<&'a str, A, F>) -> Self {
        Self::new(Cow::Borrowed(borrowed.text), borrowed.spans)
    }
}

impl<A, F> From<Ri<String, A, F>> for Ri<Cow<'_, str>, A, F> {
    fn from(owned: Ri<String, A, F>) -> Self {
        Self::new(Cow::Owned(owned.text), owned.spans)
    }
}

impl<'a, A, F> From<Ri<Cow<'a, str>, A, F>> for Ri<String, A, F> {
    fn from(either: Ri<Cow<'a, str>, A, F>) -> Self {
        either.into_owned()
    }
}

impl<'a, A: Alphabet, F: SchemePresence> TryFrom<&'a str> for Ri<&'a str, A, F> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<A: Alphabet, F: SchemePresence> TryFrom<&str> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<'a, A: Alphabet, F: SchemePresence> TryFrom<&'a str> for Ri<Cow<'a, str>, A, F> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Ri::<&str, A, F>::parse(text).map(Self::from)
    }
}

impl<A: Alphabet, F: SchemePresence> TryFrom<String> for Ri<Cow<'_, str>, A, F> {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Ri::<String, A, F>::parse(text).map(Self::from)
    }
}

impl<A: Alphabet, F: SchemePresence> TryFrom<String> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(text)
    }
}

/// The text alone, as in `Arc<str>` for a value that many threads share.
///
/// ```
/// use std::sync::Arc;
/// use oneiri::UriBuf;
///
/// let shared: Arc<str> = UriBuf::parse("urn:x")?.into();
/// assert_eq!(&*shared, "urn:x");
/// # Ok::<(), oneiri::Error>(())
/// ```
impl<T: Into<String>, A, F> From<Ri<T, A, F>> for Arc<str> {
    fn from(value: Ri<T, A, F>) -> Self {
        value.into_string().into()
    }
}

impl<T: Into<String>, A, F> From<Ri<T, A, F>> for Box<str> {
    fn from(value: Ri<T, A, F>) -> Self {
        value.into_string().into()
    }
}

impl<T: Into<String>, A, F> From<Ri<T, A, F>> for String {
    fn from(value: Ri<T, A, F>) -> Self {
        value.into_string()
    }
}
