//! The axes: alphabet, form, and what holds the text. All are sealed.

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
    /// Whether characters beyond ASCII may stand in it, and escapes stand for them.
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

/// An alphabet whose identifiers are identifiers of the alphabet `A` as well: every URI is an IRI.
pub trait Within<A>: Alphabet {}

impl<A: Alphabet> Within<A> for A {}
impl Within<Unicode> for Ascii {}

/// The form of an identifier: [`HasScheme`] or [`MaybeScheme`].
pub trait Form: sealed::Sealed {
    /// Whether a scheme is demanded.
    const SCHEME: bool;
}

/// It has a scheme: RFC 3986 section 3.
#[derive(Clone, Copy, Debug)]
pub enum HasScheme {}

/// It may lack a scheme, and is then a relative reference: RFC 3986 section 4.1.
#[derive(Clone, Copy, Debug)]
pub enum MaybeScheme {}

impl Form for HasScheme {
    const SCHEME: bool = true;
}

impl Form for MaybeScheme {
    const SCHEME: bool = false;
}

/// What can hold the text of an identifier: `&str`, `String` or `Cow<str>`.
///
/// `'i` is how long the holder is borrowed, `'o` how long what a getter returns lives: as long as
/// the text itself if it is a `&str`, as long as the holder otherwise. So every getter is written
/// once, and still lets borrowed text out.
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
