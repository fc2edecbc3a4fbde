//! The struct [`Ri`], and its names.

use alloc::borrow::Cow;
use alloc::string::String;
use core::marker::PhantomData;

use super::axes::{Alphabet, Ascii, HasScheme, MaybeScheme, SchemePresence, Text, Unicode};
use crate::syntax::error::Grammar;
use crate::syntax::spans::{Spans, Untyped};

/// A resource identifier: its text as it was given, and the offsets of its components.
///
/// Use it by its names: [`Uri`], [`UriRef`], [`Iri`], [`IriRef`], the owned [`UriBuf`], [`UriRefBuf`], [`IriBuf`],
/// [`IriRefBuf`], and the same with `Cow`. `T` holds the text (`&str`, `String`, or a `Cow` of both), `A` is its
/// alphabet ([`Ascii`] for RFC 3986, [`Unicode`] for RFC 3987), and `F` says whether it [has a scheme](HasScheme)
/// or [may lack one](MaybeScheme).
///
/// `==`, `Ord` and `Hash` use the text alone ([`Rung::String`](crate::Rung::String)), [`equivalent`](Ri::equivalent),
/// [`normalize`](Ri::normalize) and [`normal`](Ri::normal) use the scheme rung ([`Rung::Scheme`](crate::Rung::Scheme)),
/// and [`compare`](Ri::compare) finds the lowest rung at which two identifiers are equal.
///
/// Parsing never changes the text, and the text is always grammatical. Two spellings of one identifier are therefore
/// different values ([RFC 3986 section 6.2.1](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.1)).
pub struct Ri<T, A, F> {
    pub(super) text: T,
    pub(super) spans: Spans,
    grammar: PhantomData<fn() -> (A, F)>,
}

/// A URI, borrowed: RFC 3986 section 3. The owned type is [`UriBuf`].
///
/// Start with [`parse`](Ri::parse), [`host`](Ri::host), [`join`](Ri::join), [`normalize`](Ri::normalize) and
/// [`compare`](Ri::compare).
///
/// ```
/// let uri = oneiri::Uri::parse("http://example.org/a/b?lang=en")?;
/// assert_eq!(uri.host().as_deref(), Some("example.org"));
/// assert_eq!(uri.join("../c")?, "http://example.org/c");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type Uri<'a> = Ri<&'a str, Ascii, HasScheme>;
/// A URI, owned: RFC 3986 section 3.
///
/// Start with [`parse`](Ri::parse), [`set_host`](Ri::set_host), [`path_mut`](Ri::path_mut),
/// [`query_mut`](Ri::query_mut) and [`normalize_in_place`](Ri::normalize_in_place).
///
/// ```
/// let mut uri = oneiri::UriBuf::parse("http://example.org/")?;
/// uri.path_mut().push("a b")?;
/// uri.query_mut().append("lang", "en");
/// assert_eq!(uri, "http://example.org/a%20b?lang=en");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type UriBuf = Ri<String, Ascii, HasScheme>;
/// A URI that borrows its text, or owns it if an operation had to change it.
///
/// Normalizing and converting return this type. Start with [`as_str`](Ri::as_str),
/// [`as_borrowed`](Ri::as_borrowed), [`into_owned`](Ri::into_owned), [`into_string`](Ri::into_string) and
/// [`host`](Ri::host).
pub type UriCow<'a> = Ri<Cow<'a, str>, Ascii, HasScheme>;

/// A URI or a relative reference, borrowed: RFC 3986 section 4.1. The owned type is [`UriRefBuf`].
///
/// Start with [`parse`](Ri::parse), [`path`](Ri::path), [`query`](Ri::query), [`has_scheme`](Ri::has_scheme) and
/// [`normalize`](Ri::normalize). To get from a reference to its target, resolve it against a base:
/// [`resolve`](Ri::resolve).
///
/// ```
/// let reference = oneiri::UriRef::parse("../c?lang=en")?;
/// assert!(!reference.has_scheme());
/// let base = oneiri::Uri::parse("http://example.org/a/b")?;
/// assert_eq!(base.resolve(&reference), "http://example.org/c?lang=en");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type UriRef<'a> = Ri<&'a str, Ascii, MaybeScheme>;
/// A URI or a relative reference, owned: RFC 3986 section 4.1.
///
/// Start with [`parse`](Ri::parse), [`set_host`](Ri::set_host), [`path_mut`](Ri::path_mut),
/// [`query_mut`](Ri::query_mut) and [`normalize_in_place`](Ri::normalize_in_place).
///
/// ```
/// let mut reference = oneiri::UriRefBuf::parse("a?lang=en")?;
/// reference.path_mut().push("b")?;
/// assert_eq!(reference, "a/b?lang=en");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type UriRefBuf = Ri<String, Ascii, MaybeScheme>;
/// A URI or a relative reference that borrows its text, or owns it if an operation had to change it.
///
/// Normalizing and converting return this type. Start with [`as_str`](Ri::as_str),
/// [`as_borrowed`](Ri::as_borrowed), [`into_owned`](Ri::into_owned), [`into_string`](Ri::into_string) and
/// [`host`](Ri::host).
pub type UriRefCow<'a> = Ri<Cow<'a, str>, Ascii, MaybeScheme>;

/// An IRI, borrowed: RFC 3987 section 2. The owned type is [`IriBuf`].
///
/// Start with [`parse`](Ri::parse), [`host`](Ri::host), [`join`](Ri::join), [`normalize`](Ri::normalize) and
/// [`compare`](Ri::compare).
///
/// ```
/// let iri = oneiri::Iri::parse("http://example.org/rosé")?;
/// assert_eq!(iri.to_uri(), "http://example.org/ros%C3%A9");
/// assert!(iri.equivalent(&oneiri::Iri::parse("http://example.org/ros%C3%A9")?));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type Iri<'a> = Ri<&'a str, Unicode, HasScheme>;
/// An IRI, owned: RFC 3987 section 2.
///
/// Start with [`parse`](Ri::parse), [`set_host`](Ri::set_host), [`path_mut`](Ri::path_mut),
/// [`query_mut`](Ri::query_mut) and [`normalize_in_place`](Ri::normalize_in_place).
///
/// ```
/// let mut iri = oneiri::IriBuf::parse("http://example.org/")?;
/// iri.path_mut().push("rosé")?;
/// assert_eq!(iri, "http://example.org/rosé");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type IriBuf = Ri<String, Unicode, HasScheme>;
/// An IRI that borrows its text, or owns it if an operation had to change it.
///
/// Normalizing and converting return this type. Start with [`as_str`](Ri::as_str),
/// [`as_borrowed`](Ri::as_borrowed), [`into_owned`](Ri::into_owned), [`into_string`](Ri::into_string) and
/// [`host`](Ri::host).
pub type IriCow<'a> = Ri<Cow<'a, str>, Unicode, HasScheme>;

/// An IRI or a relative reference, borrowed: RFC 3987 section 2. The owned type is [`IriRefBuf`].
///
/// Start with [`parse`](Ri::parse), [`path`](Ri::path), [`query`](Ri::query), [`has_scheme`](Ri::has_scheme) and
/// [`normalize`](Ri::normalize). To get from a reference to its target, resolve it against a base:
/// [`resolve`](Ri::resolve).
///
/// ```
/// let reference = oneiri::IriRef::parse("#été")?;
/// assert_eq!(reference.fragment().as_deref(), Some("été"));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type IriRef<'a> = Ri<&'a str, Unicode, MaybeScheme>;
/// An IRI or a relative reference, owned: RFC 3987 section 2.
///
/// Start with [`parse`](Ri::parse), [`set_host`](Ri::set_host), [`path_mut`](Ri::path_mut),
/// [`query_mut`](Ri::query_mut) and [`normalize_in_place`](Ri::normalize_in_place).
///
/// ```
/// let mut reference = oneiri::IriRefBuf::parse("a")?;
/// reference.set_fragment("été")?;
/// assert_eq!(reference, "a#été");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type IriRefBuf = Ri<String, Unicode, MaybeScheme>;
/// An IRI or a relative reference that borrows its text, or owns it if an operation had to change it.
///
/// Normalizing and converting return this type. Start with [`as_str`](Ri::as_str),
/// [`as_borrowed`](Ri::as_borrowed), [`into_owned`](Ri::into_owned), [`into_string`](Ri::into_string) and
/// [`host`](Ri::host).
pub type IriRefCow<'a> = Ri<Cow<'a, str>, Unicode, MaybeScheme>;

impl<T, A, F> Ri<T, A, F> {
    pub(crate) const fn new(text: T, spans: Spans) -> Self {
        Self { text, spans, grammar: PhantomData }
    }
}

impl<T, A: Alphabet, F: SchemePresence> Ri<T, A, F> {
    pub(super) const GRAMMAR: Grammar = Grammar { unicode: A::UNICODE, scheme: F::SCHEME };
}

impl<T: AsRef<str>, A, F> Ri<T, A, F> {
    /// Like [`untyped`](Self::untyped), for callers that do not keep any part of the text.
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
