//! The three type parameters of an identifier: its alphabet, its form, and the type that holds its text. All of
//! these traits are sealed.

use alloc::borrow::Cow;
use alloc::string::String;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Ascii {}
    impl Sealed for super::Unicode {}
    impl Sealed for super::HasScheme {}
    impl Sealed for super::MaybeScheme {}
    impl Sealed for &str {}
    impl Sealed for super::String {}
    impl Sealed for super::Cow<'_, str> {}
}

/// The alphabet of an identifier: [`Ascii`] or [`Unicode`].
pub trait Alphabet: sealed::Sealed {
    /// Whether an identifier may hold characters beyond ASCII unescaped.
    const UNICODE: bool;
}

/// The characters of a URI: RFC 3986 section 2.
#[derive(Clone, Copy, Debug)]
pub enum Ascii {}

/// The characters of an IRI: RFC 3987 section 2.2.
#[derive(Clone, Copy, Debug)]
pub enum Unicode {}

impl Alphabet for Ascii {
    const UNICODE: bool = false;
}

impl Alphabet for Unicode {
    const UNICODE: bool = true;
}

/// An alphabet that is a subset of the alphabet `A`, or `A` itself. Every identifier of a subset is also an
/// identifier of `A`: every URI is an IRI.
pub trait SubsetOf<A>: Alphabet {}

impl<A: Alphabet> SubsetOf<A> for A {}
impl SubsetOf<Unicode> for Ascii {}

/// The form of an identifier: [`HasScheme`] or [`MaybeScheme`].
pub trait SchemePresence: sealed::Sealed {
    /// Whether the grammar requires a scheme.
    const SCHEME: bool;
}

/// The form of an identifier that has a scheme: RFC 3986 section 3.
#[derive(Clone, Copy, Debug)]
pub enum HasScheme {}

/// The form of an identifier that may lack a scheme: RFC 3986 section 4.1. Without a scheme it is a relative
/// reference.
#[derive(Clone, Copy, Debug)]
pub enum MaybeScheme {}

impl SchemePresence for HasScheme {
    const SCHEME: bool = true;
}

impl SchemePresence for MaybeScheme {
    const SCHEME: bool = false;
}

/// A type that holds the text of an identifier: `&str`, `String` or `Cow<str>`.
///
/// `'i` is the lifetime of the borrow of the holder, and `'o` is the lifetime of the text that a getter returns.
/// For `&str`, `'o` is the lifetime of the text itself; for the other types, it is `'i`. So each getter is written
/// once, and a getter of a `&str` identifier returns text that can outlive the identifier.
///
/// A function that is generic over the holder needs neither lifetime: take `&Ri<T, A, F>` with `T: AsRef<str>`, and call
/// [`as_borrowed`](crate::Ri::as_borrowed) before the getters.
///
/// ```
/// use oneiri::{HasScheme, Ri, Unicode, iri};
///
/// fn is_local<T: AsRef<str>>(iri: &Ri<T, Unicode, HasScheme>) -> bool {
///     iri.as_borrowed().host().is_some_and(|host| host == "localhost")
/// }
/// assert!(is_local(&iri!("http://localhost/")));
/// ```
pub trait Text<'i, 'o>: sealed::Sealed + AsRef<str> {
    /// The text.
    fn text(&'i self) -> &'o str;
}

impl<'a> Text<'_, 'a> for &'a str {
    #[inline]
    fn text(&self) -> &'a str {
        self
    }
}

impl<'i> Text<'i, 'i> for String {
    #[inline]
    fn text(&'i self) -> &'i str {
        self
    }
}

impl<'i> Text<'i, 'i> for Cow<'_, str> {
    #[inline]
    fn text(&'i self) -> &'i str {
        self
    }
}
