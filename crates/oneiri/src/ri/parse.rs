//! Making an identifier from text or from components.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::{Alphabet, Ri, SchemePresence};
use crate::build::build;
use crate::syntax::error::{Error, Message};
use crate::syntax::parse::lenient::{self, Lenient};
use crate::syntax::parse::{parse, parse_const};
use crate::syntax::parts::Parts;

impl<'a, A: Alphabet, F: SchemePresence> Ri<&'a str, A, F> {
    /// Parses a text by the whole grammar: RFC 3986 appendix A, RFC 3987 section 2.2. Parsing does not change the
    /// text. SRFI 275: `string->uri`, `string->iri`.
    ///
    /// # Errors
    ///
    /// The first fault from the left. The parser trims no white space and repairs nothing.
    ///
    /// ```
    /// use oneiri::{Iri, IriRef, Uri};
    ///
    /// let iri = Iri::parse("http://example.org/rosé")?;
    /// assert_eq!(iri.path(), "/rosé");
    /// assert!(Uri::parse("http://example.org/rosé").is_err());
    /// assert!(Iri::parse("/rosé").is_err());
    /// assert!(IriRef::parse("/rosé").is_ok());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        parse(text, Self::GRAMMAR).map(|spans| Self::new(text, spans))
    }

    /// Like [`parse`](Self::parse), by the parser that finds the errors alone. It is slower, and its code is not repeated at
    /// each call.
    ///
    /// For the other crates of oneiri alone, where the size of a module counts.
    #[doc(hidden)]
    #[cold]
    pub fn parse_slowly(text: &'a str) -> Result<Self, Error> {
        parse_const(text, Self::GRAMMAR).map(|spans| Self::new(text, spans))
    }

    /// Like [`parse`](Self::parse), for a literal. In a constant, the compiler checks the literal: see
    /// [`uri!`](crate::uri) and the other macros.
    ///
    /// # Panics
    ///
    /// If the text is invalid, with the message of the error that [`parse`](Self::parse) would return. In a
    /// constant the panic is a compile error.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// const HOME: Uri<'_> = Uri::from_static("https://example.org/");
    /// assert_eq!(HOME.host().as_deref(), Some("example.org"));
    /// ```
    #[allow(clippy::panic, reason = "documented, and what makes it an error of compilation")]
    pub const fn from_static(text: &'static str) -> Ri<&'static str, A, F> {
        match parse_const(text, Self::GRAMMAR) {
            Ok(spans) => Ri::new(text, spans),
            Err(error) => panic!("{}", Message::of(&error).as_str()),
        }
    }

    /// Percent-encodes every character that the alphabet allows nowhere, and then parses the text. These
    /// characters are spaces, controls, `"<>\^{|}` and the backtick; for a URI also every character beyond ASCII,
    /// and for an IRI the characters beyond ASCII that RFC 3987 excludes.
    ///
    /// # Errors
    ///
    /// A fault that encoding does not repair: a broken escape, a reserved character where it is not allowed (`[`,
    /// a second `#`), an excluded character in a scheme, a port or an IP literal. Offsets count the bytes of the
    /// text as given.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// assert_eq!(Uri::parse_lenient("http://h/a b/{é}")?, "http://h/a%20b/%7B%C3%A9%7D");
    /// assert!(Uri::parse_lenient("http://h/[x]").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn parse_lenient(text: &'a str) -> Result<Ri<Cow<'a, str>, A, F>, Error> {
        Ok(match lenient::parse(text, Self::GRAMMAR)? {
            Lenient::AsIs(spans) => Ri::new(Cow::Borrowed(text), spans),
            Lenient::Encoded(text, spans) => Ri::new(Cow::Owned(text), spans),
        })
    }
}

impl<A: Alphabet, F: SchemePresence> Ri<String, A, F> {
    /// Parses a text and stores it; see the borrowed [`parse`](Ri::parse).
    ///
    /// # Errors
    ///
    /// The first fault from the left. To get the text back as well, use [`parse_owned`](Self::parse_owned).
    ///
    /// ```
    /// use oneiri::UriBuf;
    ///
    /// let uri = UriBuf::parse("http://example.org/")?;
    /// assert_eq!(uri.host().as_deref(), Some("example.org"));
    /// assert_eq!(UriBuf::parse("no scheme").unwrap_err().start(), 0);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn parse(text: impl Into<String>) -> Result<Self, Error> {
        Self::parse_owned(text.into()).map_err(Error::from)
    }

    /// Like [`parse`](Self::parse), but the error returns the text.
    ///
    /// # Errors
    ///
    /// The first fault from the left, together with the text.
    ///
    /// ```
    /// use oneiri::UriBuf;
    ///
    /// let refused = UriBuf::parse_owned("no scheme".to_string()).unwrap_err();
    /// assert_eq!(refused.error().start(), 0);
    /// assert_eq!(refused.into_string(), "no scheme");
    /// ```
    pub fn parse_owned(text: String) -> Result<Self, InvalidText> {
        match parse(&text, Self::GRAMMAR) {
            Ok(spans) => Ok(Self::new(text, spans)),
            Err(error) => Err(InvalidText { text, error }),
        }
    }

    /// Joins components to an identifier (RFC 3986 section 5.3).
    ///
    /// # Errors
    ///
    /// The first component that its grammar rejects, or a path that would be parsed as something else. After an
    /// authority, a path is empty or begins with `/`. Without an authority, it does not begin with `//`. Without a
    /// scheme and an authority, its first segment has no colon. Offsets count the bytes of the component that the
    /// error names.
    ///
    /// ```
    /// use oneiri::{Component, Parts, UriRefBuf};
    ///
    /// let parts = Parts { host: Some("h"), port: Some("80"), path: "/x", ..Parts::default() };
    /// assert_eq!(UriRefBuf::build(&parts)?, "//h:80/x");
    /// let error = UriRefBuf::build(&Parts { path: "x", ..parts }).unwrap_err();
    /// assert_eq!(error.component(), Some(Component::Path));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn build(parts: &Parts<'_>) -> Result<Self, Error> {
        build(parts, Self::GRAMMAR).map(|(text, spans)| Self::new(text, spans))
    }
}

/// An invalid owned text, together with its error. `?` turns this value into the [`Error`] alone.
///
/// `Debug` shows the error and not the text, because the text may hold a password.
///
/// ```
/// use oneiri::UriBuf;
///
/// let refused = UriBuf::parse_owned("http://me:secret@h/a b".to_string()).unwrap_err();
/// assert!(!format!("{refused:?}").contains("secret"));
/// let error: oneiri::Error = refused.into();
/// assert_eq!(error.start(), 20);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct InvalidText {
    text: String,
    error: Error,
}

impl InvalidText {
    /// Why the text is invalid.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse_owned("a b".into()).unwrap_err();
    /// assert_eq!(refused.error().start(), 1);
    /// ```
    pub fn error(&self) -> Error {
        self.error
    }

    /// The text as given.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse_owned("a b".into()).unwrap_err();
    /// assert_eq!(refused.as_str(), "a b");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse_owned("a b".into()).unwrap_err();
    /// assert_eq!(refused.into_string(), "a b");
    /// ```
    pub fn into_string(self) -> String {
        self.text
    }
}

impl From<InvalidText> for Error {
    fn from(refused: InvalidText) -> Self {
        refused.error
    }
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl fmt::Debug for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvalidText").field("error", &self.error).finish_non_exhaustive()
    }
}

/// `source` returns `None`: the message of this error is already the message of the [`Error`], so a chain of
/// errors shows it once.
impl core::error::Error for InvalidText {}
