//! The struct that all views share, and the standard traits of all views.

use alloc::borrow::Cow;
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Deref;

use crate::percent;
use crate::syntax::error::Error;

/// The kinds of [`Encoded`] text. No value of these types exists: they only select methods.
pub mod kind {
    /// Data between two delimiters: a userinfo, a segment, a key, a value, a fragment.
    #[derive(Clone, Copy, Debug)]
    pub enum Data {}

    /// A whole authority.
    #[derive(Clone, Copy, Debug)]
    pub enum Authority {}

    /// A host.
    #[derive(Clone, Copy, Debug)]
    pub enum Host {}

    /// A whole path.
    #[derive(Clone, Copy, Debug)]
    pub enum Path {}

    /// A whole query, in which `+` is a plus sign.
    #[derive(Clone, Copy, Debug)]
    pub enum Query {}

    /// A query or a body of the media type `application/x-www-form-urlencoded`, in which `+` is a space.
    #[derive(Clone, Copy, Debug)]
    pub enum FormUrlencoded {}

    /// A kind for which any text makes a valid view.
    pub trait AnyText: sealed::Sealed {}

    impl AnyText for Data {}
    impl AnyText for Path {}
    impl AnyText for Query {}
    impl AnyText for FormUrlencoded {}

    mod sealed {
        pub trait Sealed {}
        impl Sealed for super::Data {}
        impl Sealed for super::Path {}
        impl Sealed for super::Query {}
        impl Sealed for super::FormUrlencoded {}
    }
}

/// A piece of an identifier as it is spelled, percent-encoded: a `Copy` view that dereferences to `str`.
///
/// `K` is the [`kind`] of the piece, and selects its methods: see [`Authority`](crate::component::Authority),
/// [`Host`](crate::component::Host), [`Path`](crate::component::Path), [`Query`](crate::component::Query) and
/// [`FormUrlencoded`](crate::component::FormUrlencoded). The default of `K` is data between two delimiters, which can be
/// decoded. A whole path or query cannot be decoded: split it first, because otherwise a decoded `%2F` or `%26`
/// would become a delimiter (RFC 3986 section 2.4).
///
/// ```
/// use oneiri::component::Encoded;
/// use oneiri::Uri;
///
/// let uri = Uri::parse("http://h/caf%C3%A9#top")?;
/// let segment: Encoded<'_> = uri.path().segments().next().unwrap_or_default();
/// assert_eq!(segment, "caf%C3%A9");
/// assert_eq!(segment.decode()?, "café");
/// assert_eq!(uri.fragment().as_deref(), Some("top"));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub struct Encoded<'a, K = kind::Data> {
    text: &'a str,
    kind: PhantomData<fn() -> K>,
}

impl<'a, K> Encoded<'a, K> {
    #[inline]
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, kind: PhantomData }
    }

    /// The text as it is spelled. It lives as long as the text of the identifier, which may be longer than the
    /// view.
    ///
    /// ```
    /// let path: &str = oneiri::Uri::parse("urn:a:b")?.path().as_str();
    /// assert_eq!(path, "a:b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }
}

#[cfg(feature = "nfc")]
impl<K> Encoded<'_, K> {
    /// Whether the text is in Normalization Form C, like [`Ri::is_nfc`](crate::Ri::is_nfc) for a whole identifier.
    /// Escapes are not decoded.
    ///
    /// ```
    /// let iri = oneiri::Iri::parse("http://h/\u{E9}?e\u{301}")?;
    /// assert!(iri.path().is_nfc());
    /// assert_eq!(iri.query().map(|query| query.is_nfc()), Some(false));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn is_nfc(self) -> bool {
        icu_normalizer::ComposingNormalizerBorrowed::new_nfc().is_normalized(self.text)
    }
}

impl<'a> Encoded<'a> {
    /// The characters that the text represents. Every escape is decoded, including escapes of reserved characters.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Utf8`](crate::ErrorKind::Utf8) if the octets are not UTF-8: RFC 3987 section 3.2. The range
    /// in the error counts decoded octets.
    ///
    /// ```
    /// use oneiri::component::Encoded;
    ///
    /// assert_eq!(Encoded::from("a%2Fb").decode()?, "a/b");
    /// assert!(Encoded::from("%FF").decode().is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn decode(self) -> Result<Cow<'a, str>, Error> {
        percent::decode_text(self.text)
    }

    /// Like [`decode`](Self::decode), with U+FFFD in place of octets that are not UTF-8.
    ///
    /// ```
    /// assert_eq!(oneiri::component::Encoded::from("a%FFb").decode_lossy(), "a\u{FFFD}b");
    /// ```
    pub fn decode_lossy(self) -> Cow<'a, str> {
        match percent::decode(self.text) {
            Cow::Borrowed(_) => Cow::Borrowed(self.text),
            Cow::Owned(octets) => Cow::Owned(
                String::from_utf8(octets)
                    .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            ),
        }
    }

    /// The octets that the text represents.
    ///
    /// ```
    /// assert_eq!(*oneiri::component::Encoded::from("a%FF").decode_bytes(), *b"a\xFF");
    /// ```
    pub fn decode_bytes(self) -> Cow<'a, [u8]> {
        percent::decode(self.text)
    }
}

/// Makes a view of any text, without a check: no method of the view depends on the grammar.
impl<'a, K: kind::AnyText> From<&'a str> for Encoded<'a, K> {
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

impl<K> Clone for Encoded<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Encoded<'_, K> {}

impl<K> Default for Encoded<'_, K> {
    fn default() -> Self {
        Self::new("")
    }
}

impl<K> Deref for Encoded<'_, K> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.text
    }
}

impl<K> AsRef<str> for Encoded<'_, K> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl<K> Borrow<str> for Encoded<'_, K> {
    fn borrow(&self) -> &str {
        self.text
    }
}

impl<K> fmt::Display for Encoded<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// Shows the text in quotes, like a `str`.
impl<K> fmt::Debug for Encoded<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text, f)
    }
}

impl<'a, K> From<Encoded<'a, K>> for &'a str {
    fn from(view: Encoded<'a, K>) -> Self {
        view.text
    }
}

impl<K> From<Encoded<'_, K>> for String {
    fn from(view: Encoded<'_, K>) -> Self {
        Self::from(view.text)
    }
}

impl<K, L> PartialEq<Encoded<'_, L>> for Encoded<'_, K> {
    fn eq(&self, other: &Encoded<'_, L>) -> bool {
        self.text == other.text
    }
}

impl<K> Eq for Encoded<'_, K> {}

impl<K> PartialEq<str> for Encoded<'_, K> {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl<K> PartialEq<&str> for Encoded<'_, K> {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl<K> PartialEq<String> for Encoded<'_, K> {
    fn eq(&self, other: &String) -> bool {
        self.text == other
    }
}

impl<K> PartialEq<Encoded<'_, K>> for str {
    fn eq(&self, other: &Encoded<'_, K>) -> bool {
        self == other.text
    }
}

impl<K> PartialEq<Encoded<'_, K>> for &str {
    fn eq(&self, other: &Encoded<'_, K>) -> bool {
        *self == other.text
    }
}

impl<K> PartialEq<Encoded<'_, K>> for String {
    fn eq(&self, other: &Encoded<'_, K>) -> bool {
        self == other.text
    }
}

impl<K> PartialOrd for Encoded<'_, K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Encoded<'_, K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(other.text)
    }
}

impl<K> Hash for Encoded<'_, K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
