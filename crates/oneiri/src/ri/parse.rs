//! From text or components to a value.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::{Alphabet, Form, Ri};
use crate::build::build;
use crate::syntax::error::{Error, Message};
use crate::syntax::parse::lenient::{self, Lenient};
use crate::syntax::parse::{parse, parse_const};
use crate::syntax::parts::Parts;

impl<'a, A: Alphabet, F: Form> Ri<&'a str, A, F> {
    /// Parses a text by the whole grammar: RFC 3986 appendix A, RFC 3987 section 2.2. Parsing does not change the
    /// text. SRFI 275: `string->uri`, `string->iri`.
    ///
    /// # Errors
    ///
    /// The first fault from the left. White space is not trimmed, and nothing is repaired.
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

    /// Like [`parse`](Self::parse), for a literal. In a constant the compiler checks it: see
    /// [`uri!`](crate::uri) and the other macros.
    ///
    /// # Panics
    ///
    /// With the message of the error, where [`parse`](Self::parse) returns one. In a constant the panic is a
    /// compile error.
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

    /// Percent-encodes every character that the alphabet admits nowhere, and then parses the text. Encoded are
    /// spaces, controls, `"<>\^{|}` and the backtick; beyond ASCII every character for a URI, and for an IRI those
    /// that RFC 3987 excludes.
    ///
    /// # Errors
    ///
    /// A fault that encoding does not repair: a broken escape, a reserved character where it is not allowed
    /// (`[`, a second `#`), an excluded character in a scheme, a port or an IP literal. Offsets count the bytes of
    /// the text as it was given.
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

impl<A: Alphabet, F: Form> Ri<String, A, F> {
    /// Parses a text and keeps it; see the borrowed [`parse`](Ri::parse).
    ///
    /// # Errors
    ///
    /// The first fault from the left. Use [`parse_owned`](Self::parse_owned) to get the text back as well.
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

    /// Like [`parse`](Self::parse), and gives the text back if it is invalid.
    ///
    /// # Errors
    ///
    /// The first fault from the left, beside the text.
    ///
    /// ```
    /// use oneiri::UriBuf;
    ///
    /// let refused = UriBuf::parse_owned("no scheme".to_string()).unwrap_err();
    /// assert_eq!(refused.error().start(), 0);
    /// assert_eq!(refused.into_string(), "no scheme");
    /// ```
    pub fn parse_owned(text: String) -> Result<Self, Refused> {
        match parse(&text, Self::GRAMMAR) {
            Ok(spans) => Ok(Self::new(text, spans)),
            Err(error) => Err(Refused { text, error }),
        }
    }

    /// Puts components together (RFC 3986 section 5.3).
    ///
    /// # Errors
    ///
    /// The first component that its grammar rejects, or a path that would be parsed as something else: behind an
    /// authority a path is empty or begins with `/`; without one it does not begin with `//`; without a scheme as
    /// well, its first segment has no colon. Offsets count the bytes of the component that the error names.
    ///
    /// ```
    /// use oneiri::{Component, Parts, UriRefBuf};
    ///
    /// let parts = Parts { host: Some("h"), port: Some("80"), path: "/x", ..Parts::default() };
    /// assert_eq!(UriRefBuf::build(&parts)?, "//h:80/x");
    /// let error = UriRefBuf::build(&Parts { path: "x", ..parts }).unwrap_err();
    /// assert_eq!(error.component(), Component::Path);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn build(parts: &Parts<'_>) -> Result<Self, Error> {
        build(parts, Self::GRAMMAR).map(|(text, spans)| Self::new(text, spans))
    }
}

/// An owned text that did not parse: the error, and the text back. `?` turns it into the [`Error`] alone.
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
pub struct Refused {
    text: String,
    error: Error,
}

impl Refused {
    /// Why the text is invalid.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse_owned("a b".into()).unwrap_err();
    /// assert_eq!(refused.error().start(), 1);
    /// ```
    pub fn error(&self) -> Error {
        self.error
    }

    /// The text as it was given.
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

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        refused.error
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("error", &self.error).finish_non_exhaustive()
    }
}

/// It has no source: its message is the error's own, and a chain of errors shows it once.
impl core::error::Error for Refused {}
