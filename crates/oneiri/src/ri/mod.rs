//! The types: two axes, four names, and one struct that is all of them.

mod axes;
mod batch;
#[cfg(feature = "bidi")]
mod bidi;
mod collections;
mod edit;
mod getters;
mod host;
#[cfg(feature = "nfc")]
mod nfc;
mod operations;
mod redact;
mod retype;
#[cfg(feature = "serde")]
mod serde;
mod traits;
mod update;

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

pub use axes::{Alphabet, Ascii, Form, HasScheme, MaybeScheme, Text, Unicode};
pub use batch::{Batch, lines, validity};
#[cfg(feature = "bidi")]
pub use bidi::{BidiIssue, BidiRule};
pub use getters::Segments;
pub use host::{Host, PortOutOfRange};
pub use redact::{Redacted, Redaction};

use crate::build::build;
use crate::syntax::error::{Error, Grammar, Message};
use crate::syntax::parse::lenient::{self, Lenient};
use crate::syntax::parse::{parse, parse_const};
use crate::syntax::parts::Parts;
use crate::syntax::spans::{Spans, Untyped};

/// A resource identifier: its text as it was given, and where its components lie.
///
/// `T` holds the text (`&str`, `String`, or a `Cow` of both), `A` is its alphabet ([`Ascii`] for
/// RFC 3986, [`Unicode`] for RFC 3987), and `F` says whether it [has a scheme](HasScheme) or
/// [may lack one](MaybeScheme). You will rarely write this: use [`Uri`], [`UriRef`], [`Iri`],
/// [`IriRef`] and their owned kin.
///
/// The text is never changed by parsing, is always grammatical, and is all that `==`, `Ord` and
/// `Hash` look at: two spellings of one identifier are different values
/// ([RFC 3986 section 6.2.1](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.1)).
pub struct Ri<T, A, F> {
    text: T,
    spans: Spans,
    grammar: PhantomData<fn() -> (A, F)>,
}

/// A URI: RFC 3986 section 3. Borrowed; see [`UriBuf`].
pub type Uri<'a> = Ri<&'a str, Ascii, HasScheme>;
/// A URI, owned.
pub type UriBuf = Ri<String, Ascii, HasScheme>;
/// A URI that is borrowed where it could be.
pub type UriCow<'a> = Ri<Cow<'a, str>, Ascii, HasScheme>;

/// A URI or a relative reference: RFC 3986 section 4.1. Borrowed; see [`UriRefBuf`].
pub type UriRef<'a> = Ri<&'a str, Ascii, MaybeScheme>;
/// A URI or a relative reference, owned.
pub type UriRefBuf = Ri<String, Ascii, MaybeScheme>;
/// A URI or a relative reference that is borrowed where it could be.
pub type UriRefCow<'a> = Ri<Cow<'a, str>, Ascii, MaybeScheme>;

/// An IRI: RFC 3987 section 2. Borrowed; see [`IriBuf`].
pub type Iri<'a> = Ri<&'a str, Unicode, HasScheme>;
/// An IRI, owned.
pub type IriBuf = Ri<String, Unicode, HasScheme>;
/// An IRI that is borrowed where it could be.
pub type IriCow<'a> = Ri<Cow<'a, str>, Unicode, HasScheme>;

/// An IRI or a relative reference: RFC 3987 section 2. Borrowed; see [`IriRefBuf`].
pub type IriRef<'a> = Ri<&'a str, Unicode, MaybeScheme>;
/// An IRI or a relative reference, owned.
pub type IriRefBuf = Ri<String, Unicode, MaybeScheme>;
/// An IRI or a relative reference that is borrowed where it could be.
pub type IriRefCow<'a> = Ri<Cow<'a, str>, Unicode, MaybeScheme>;

impl<T, A, F> Ri<T, A, F> {
    pub(crate) const fn new(text: T, spans: Spans) -> Self {
        Self { text, spans, grammar: PhantomData }
    }
}

impl<T, A: Alphabet, F: Form> Ri<T, A, F> {
    const GRAMMAR: Grammar = Grammar { unicode: A::UNICODE, scheme: F::SCHEME };
}

impl<'a, A: Alphabet, F: Form> Ri<&'a str, A, F> {
    /// Parses a text by the whole grammar (RFC 3986 appendix A, RFC 3987 section 2.2), and changes
    /// nothing in it. SRFI 275: `string->uri`, `string->iri`.
    ///
    /// # Errors
    ///
    /// The first fault from the left. Nothing is trimmed, and nothing repaired.
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

    /// As [`parse`](Self::parse), for a text that the program itself holds, checked when it is
    /// compiled if it is used in a constant: see [`uri!`](crate::uri) and its kin.
    ///
    /// # Panics
    ///
    /// With the sentence of the error, where [`parse`](Self::parse) gives one. In a constant that
    /// is an error of compilation.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// const HOME: Uri<'_> = Uri::from_static("https://example.org/");
    /// assert_eq!(HOME.host(), Some("example.org"));
    /// ```
    #[allow(clippy::panic, reason = "documented, and what makes it an error of compilation")]
    pub const fn from_static(text: &'static str) -> Ri<&'static str, A, F> {
        match parse_const(text, Self::GRAMMAR) {
            Ok(spans) => Ri::new(text, spans),
            Err(error) => panic!("{}", Message::of(&error).as_str()),
        }
    }

    /// As [`parse`](Self::parse), once every character that the alphabet nowhere admits is
    /// percent-encoded as UTF-8: spaces, controls, `"<>\^{|}` and the backtick; beyond ASCII,
    /// everything for a URI, and for an IRI what RFC 3987 keeps out.
    ///
    /// # Errors
    ///
    /// What encoding cannot mend: a broken escape, a reserved character where it may not stand
    /// (`[`, a second `#`), anything foreign in a scheme, a port or an IP literal. Offsets are those
    /// in the text given.
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
    /// The first fault, and the text back.
    ///
    /// ```
    /// use oneiri::UriBuf;
    ///
    /// let refused = UriBuf::parse("no scheme").unwrap_err();
    /// assert_eq!(refused.error().start(), 0);
    /// assert_eq!(refused.into_string(), "no scheme");
    /// ```
    pub fn parse(text: impl Into<String>) -> Result<Self, Refused> {
        let text = text.into();
        match parse(&text, Self::GRAMMAR) {
            Ok(spans) => Ok(Self::new(text, spans)),
            Err(error) => Err(Refused { text, error }),
        }
    }

    /// Puts components together (RFC 3986 section 5.3).
    ///
    /// # Errors
    ///
    /// The first component that its grammar refuses, or a path that would not be read as the path:
    /// behind an authority it is empty or begins with `/`; without one it does not begin with `//`;
    /// without a scheme as well, its first segment has no colon. Offsets are those within the
    /// component that the error names.
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

/// An owned text that did not parse: the text, and why.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Refused {
    text: String,
    error: Error,
}

impl Refused {
    /// Why it was refused.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse("a b").unwrap_err();
    /// assert_eq!(refused.error().start(), 1);
    /// ```
    pub fn error(&self) -> Error {
        self.error
    }

    /// The text as it was given.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse("a b").unwrap_err();
    /// assert_eq!(refused.as_str(), "a b");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Gives the text back.
    ///
    /// ```
    /// let refused = oneiri::UriRefBuf::parse("a b").unwrap_err();
    /// assert_eq!(refused.into_string(), "a b");
    /// ```
    pub fn into_string(self) -> String {
        self.text
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for Refused {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl<T: AsRef<str>, A, F> Ri<T, A, F> {
    /// As [`untyped`](Self::untyped), where nothing that is found is kept.
    #[inline]
    pub(crate) fn source(&self) -> Untyped<'_, '_> {
        Untyped { text: self.text.as_ref(), spans: &self.spans }
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A, F> Ri<T, A, F> {
    #[inline]
    pub(crate) fn untyped(&'i self) -> Untyped<'o, 'i> {
        Untyped { text: self.text.text(), spans: &self.spans }
    }
}
