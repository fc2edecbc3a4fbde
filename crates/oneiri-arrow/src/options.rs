//! Options by name. The names are the same in every language.

use std::fmt;
use std::str::FromStr;

use oneiri::{Alphabet, Ri, Rung, SchemePresence};

/// An unknown option, or one that does not fit the other options. The message lists the valid values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit(pub(crate) String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

/// The four grammars of RFC 3986 and RFC 3987, by which the texts of a column are parsed. The names are those of
/// the formats in JSON Schema.
///
/// ```
/// use oneiri_arrow::Grammar;
///
/// assert_eq!("iri-reference".parse(), Ok(Grammar::IriReference));
/// let unknown = "url".parse::<Grammar>().unwrap_err().to_string();
/// assert_eq!(unknown, "unknown grammar \"url\": expected iri-reference, iri, uri-reference, uri");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grammar {
    /// `uri`: ASCII, with a scheme.
    Uri,
    /// `uri-reference`: ASCII, with a scheme or without.
    UriReference,
    /// `iri`: Unicode, with a scheme.
    Iri,
    /// `iri-reference`: Unicode, with a scheme or without.
    #[default]
    IriReference,
}

impl Grammar {
    const ALL: [(&'static str, Self); 4] = [
        ("iri-reference", Self::IriReference),
        ("iri", Self::Iri),
        ("uri-reference", Self::UriReference),
        ("uri", Self::Uri),
    ];

    /// Whether the grammar allows only ASCII.
    ///
    /// ```
    /// assert!(oneiri_arrow::Grammar::Uri.is_ascii());
    /// ```
    #[must_use]
    pub const fn is_ascii(self) -> bool {
        matches!(self, Self::Uri | Self::UriReference)
    }

    /// The grammar for ASCII or for Unicode, as `ascii` says, with the same rule about the scheme.
    ///
    /// ```
    /// use oneiri_arrow::Grammar;
    ///
    /// assert_eq!(Grammar::Iri.with_ascii(true), Grammar::Uri);
    /// assert_eq!(Grammar::Uri.with_ascii(true), Grammar::Uri);
    /// ```
    #[must_use]
    pub const fn with_ascii(self, ascii: bool) -> Self {
        match (self, ascii) {
            (Self::Uri | Self::Iri, true) => Self::Uri,
            (Self::Uri | Self::Iri, false) => Self::Iri,
            (_, true) => Self::UriReference,
            (_, false) => Self::IriReference,
        }
    }
}

impl FromStr for Grammar {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, grammar)| grammar).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name).join(", ");
            Unfit(format!("unknown grammar {name:?}: expected {names}"))
        })
    }
}

/// The hash function of a fingerprint.
///
/// ```
/// use oneiri::{IriRef, Rung};
/// use oneiri_arrow::Hash;
///
/// let hash: Hash = "xxh3".parse()?;
/// let (a, b) = (IriRef::parse("HTTP://h/%7e")?, IriRef::parse("http://h/~")?);
/// assert_eq!(hash.of(&a, Rung::SYNTAX), hash.of(&b, Rung::SYNTAX));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hash {
    /// `xxh3`: fast, but an attacker can find collisions.
    #[default]
    Xxh3,
    /// `blake3`: cryptographic, so an attacker cannot find collisions.
    Blake3,
}

impl Hash {
    /// The fingerprint of one identifier.
    pub fn of<T: AsRef<str>, A: Alphabet, F: SchemePresence>(
        self,
        identifier: &Ri<T, A, F>,
        rung: Rung,
    ) -> [u8; 16] {
        match self {
            Self::Xxh3 => identifier.normal(rung).fingerprint().to_bytes(),
            Self::Blake3 => identifier.normal(rung).fingerprint_blake3().to_bytes(),
        }
    }
}

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

/// How a task handles an invalid text.
///
/// ```
/// use oneiri_arrow::Errors;
///
/// assert_eq!("keep".parse(), Ok(Errors::Keep));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    /// `null`: the result is null.
    #[default]
    Null,
    /// `raise`: the task ends with an error that names the row.
    Raise,
    /// `keep`: the result is the text itself. Only for tasks that return text.
    Keep,
}

impl FromStr for Errors {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        match name {
            "null" => Ok(Self::Null),
            "raise" => Ok(Self::Raise),
            "keep" => Ok(Self::Keep),
            _ => Err(Unfit(format!("errors={name:?}: expected \"null\", \"raise\" or \"keep\""))),
        }
    }
}
