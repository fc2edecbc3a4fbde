//! The rules by which two spellings are the same.

use crate::compare::rung::Rung;

/// A rule by which two spellings are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The case of ASCII letters in a scheme or a host.
    LetterCase,
    /// The case of the hexadecimal digits of an escape.
    HexDigits,
    /// An escape of an unreserved character.
    Unreserved,
    /// Escapes of the UTF-8 of a character that IRIs may hold.
    Ucschar,
    /// A bidi formatting character, which IRIs may not hold, and its escapes.
    BidiControl,
    /// Dot segments, and what they take along.
    DotSegments,
    /// An empty port, or leading zeros of one.
    PortSpelling,
    /// The port that the scheme has by default.
    DefaultPort,
    /// An empty path where the scheme takes it for `/`.
    EmptyPath,
    /// An empty query where the scheme takes it for none.
    EmptyQuery,
    /// The host that the scheme has by default.
    LocalHost,
    /// A domain name, and its Punycode or another spelling of it.
    DomainName,
    /// The case of ASCII letters where the scheme says that it does not matter.
    SchemeCase,
    /// Characters that the scheme says are there for the eye.
    Separators,
    /// What was observed of the resources.
    Evidence,
}

impl Rule {
    /// The rung that the rule belongs to.
    pub const fn rung(self) -> Rung {
        match self {
            Self::LetterCase | Self::HexDigits => Rung::Case,
            Self::Unreserved | Self::Ucschar | Self::BidiControl => Rung::Escape,
            Self::DotSegments | Self::PortSpelling => Rung::Path,
            Self::DefaultPort
            | Self::EmptyPath
            | Self::EmptyQuery
            | Self::LocalHost
            | Self::DomainName
            | Self::SchemeCase
            | Self::Separators => Rung::Scheme,
            Self::Evidence => Rung::Protocol,
        }
    }

    /// The section that states it.
    pub const fn section(self) -> &'static str {
        match self {
            Self::LetterCase | Self::HexDigits => "RFC 3986 section 6.2.2.1",
            Self::Unreserved => "RFC 3986 section 6.2.2.2",
            Self::Ucschar => "RFC 3987 section 5.3.2.3",
            Self::BidiControl => "RFC 3987 section 4.1",
            Self::DotSegments => "RFC 3986 section 6.2.2.3",
            Self::PortSpelling => "RFC 3986 section 3.2.3",
            Self::DefaultPort
            | Self::EmptyPath
            | Self::EmptyQuery
            | Self::LocalHost
            | Self::SchemeCase
            | Self::Separators => "RFC 3986 section 6.2.3",
            Self::DomainName => "RFC 3987 section 5.3.3",
            Self::Evidence => "RFC 3986 section 6.2.4",
        }
    }

    /// What it says, as a phrase.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::LetterCase => "letter case does not matter here",
            Self::HexDigits => "the case of hexadecimal digits does not matter",
            Self::Unreserved => "an unreserved character needs no escape",
            Self::Ucschar => "escapes of UTF-8 are the character that they spell",
            Self::BidiControl => "a bidi control is the same as its escapes",
            Self::DotSegments => "dot segments are removed",
            Self::PortSpelling => "an empty port is none, and leading zeros do not count",
            Self::DefaultPort => "this is the scheme's default port",
            Self::EmptyPath => "to this scheme an empty path is \"/\"",
            Self::EmptyQuery => "to this scheme an empty query is none",
            Self::LocalHost => "to this scheme no host is the local host",
            Self::DomainName => "a domain name and its Punycode are the same",
            Self::SchemeCase => "to this scheme letter case does not matter here",
            Self::Separators => "to this scheme these only separate visually",
            Self::Evidence => "observed to be the same resource",
        }
    }
}
