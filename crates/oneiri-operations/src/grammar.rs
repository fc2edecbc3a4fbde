//! Grammars and hashes by name and by number. The names are the same in every language.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use oneiri::{Alphabet, Error, Iri, IriRef, MaybeScheme, Ri, Text, Uri, UriRef};

/// An unknown option, or one that does not fit the other options. The message lists the valid values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit(String);

impl Unfit {
    /// An error with this message.
    #[must_use]
    pub fn new(message: String) -> Self {
        Self(message)
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unfit {}

/// The four grammars of RFC 3986 and RFC 3987. The names are those of the formats in JSON Schema, and the numbers are those
/// of C and of the WebAssembly module.
///
/// ```
/// use oneiri_operations::Grammar;
///
/// assert_eq!("iri-reference".parse(), Ok(Grammar::IriReference));
/// assert_eq!(Grammar::of_number(3), Some(Grammar::IriReference));
/// let unknown = "url".parse::<Grammar>().unwrap_err().to_string();
/// assert_eq!(unknown, "unknown grammar \"url\": expected iri-reference, iri, uri-reference, uri");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(i32)]
pub enum Grammar {
    /// `uri`: ASCII, with a scheme.
    Uri = 0,
    /// `uri-reference`: ASCII, with a scheme or without.
    UriReference = 1,
    /// `iri`: Unicode, with a scheme.
    Iri = 2,
    /// `iri-reference`: Unicode, with a scheme or without.
    #[default]
    IriReference = 3,
}

impl Grammar {
    /// All grammars, the most general one first.
    pub const ALL: [Self; 4] = [Self::IriReference, Self::Iri, Self::UriReference, Self::Uri];

    /// The name of the grammar.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uri => "uri",
            Self::UriReference => "uri-reference",
            Self::Iri => "iri",
            Self::IriReference => "iri-reference",
        }
    }

    /// The number of the grammar, which never changes.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Why a text is invalid; the error names the grammar. `None` for a valid text.
    ///
    /// ```
    /// use oneiri_operations::Grammar;
    ///
    /// let error = Grammar::Uri.error("/rosé").map(|error| error.start());
    /// assert_eq!(error, Some(0));
    /// assert_eq!(Grammar::IriReference.error("/rosé"), None);
    /// ```
    #[cold]
    #[must_use]
    pub fn error(self, text: &str) -> Option<Error> {
        match self {
            Self::Uri => Uri::parse_slowly(text).err(),
            Self::UriReference => UriRef::parse_slowly(text).err(),
            Self::Iri => Iri::parse_slowly(text).err(),
            Self::IriReference => IriRef::parse_slowly(text).err(),
        }
    }

    /// The grammar with a number.
    #[must_use]
    pub const fn of_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Uri,
            1 => Self::UriReference,
            2 => Self::Iri,
            3 => Self::IriReference,
            _ => return None,
        })
    }

    /// Whether the grammar allows only ASCII.
    ///
    /// ```
    /// assert!(oneiri_operations::Grammar::Uri.is_ascii());
    /// ```
    #[must_use]
    pub const fn is_ascii(self) -> bool {
        matches!(self, Self::Uri | Self::UriReference)
    }

    /// Whether the grammar requires a scheme.
    #[must_use]
    pub const fn has_scheme(self) -> bool {
        matches!(self, Self::Uri | Self::Iri)
    }

    /// Whether a reference has the scheme that the grammar requires.
    pub(crate) fn admits<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(self, parsed: &'i Ri<T, A, MaybeScheme>) -> bool {
        !self.has_scheme() || parsed.scheme().is_some()
    }

    /// The grammar for ASCII or for Unicode, as `ascii` says, with the same rule about the scheme.
    ///
    /// ```
    /// use oneiri_operations::Grammar;
    ///
    /// assert_eq!(Grammar::Iri.with_ascii(true), Grammar::Uri);
    /// assert_eq!(Grammar::Uri.with_ascii(true), Grammar::Uri);
    /// ```
    #[must_use]
    pub const fn with_ascii(self, ascii: bool) -> Self {
        match (self.has_scheme(), ascii) {
            (true, true) => Self::Uri,
            (true, false) => Self::Iri,
            (false, true) => Self::UriReference,
            (false, false) => Self::IriReference,
        }
    }

    /// The grammar with the same alphabet that requires a scheme, or that does not.
    #[must_use]
    pub const fn with_scheme(self, required: bool) -> Self {
        match (self.is_ascii(), required) {
            (true, true) => Self::Uri,
            (true, false) => Self::UriReference,
            (false, true) => Self::Iri,
            (false, false) => Self::IriReference,
        }
    }
}

impl FromStr for Grammar {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        Self::ALL.into_iter().find(|grammar| grammar.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Unfit(format!("unknown grammar {name:?}: expected {names}"))
        })
    }
}

/// The hash function of a fingerprint.
///
/// ```
/// use oneiri::{IriRef, Rung};
/// use oneiri_operations::Hash;
///
/// let hash: Hash = "xxh3".parse()?;
/// let (a, b) = (IriRef::parse("HTTP://h/%7e")?, IriRef::parse("http://h/~")?);
/// assert_eq!(hash.of(&a, Rung::Path), hash.of(&b, Rung::Path));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "fingerprint")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hash {
    /// `xxh3`: fast, but an attacker can find collisions.
    #[default]
    Xxh3,
    /// `blake3`: cryptographic, so an attacker cannot find collisions.
    Blake3,
}

#[cfg(feature = "fingerprint")]
impl Hash {
    /// The fingerprint of one identifier.
    pub fn of<T: AsRef<str>, A: Alphabet, F: oneiri::SchemePresence>(
        self,
        identifier: &Ri<T, A, F>,
        rung: oneiri::Rung,
    ) -> [u8; 16] {
        let normal = identifier.normal_at(rung);
        match self {
            Self::Xxh3 => normal.fingerprint().to_bytes(),
            Self::Blake3 => normal.fingerprint_blake3().to_bytes(),
        }
    }
}

#[cfg(feature = "fingerprint")]
impl FromStr for Hash {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        match name {
            "xxh3" => Ok(Self::Xxh3),
            "blake3" => Ok(Self::Blake3),
            _ => Err(Unfit(format!("unknown hash {name:?}: expected \"xxh3\" or \"blake3\""))),
        }
    }
}
