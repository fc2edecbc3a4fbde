//! The rules that make two spellings equal.

use crate::compare::rung::Rung;

/// A rule that makes two spellings equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The case of ASCII letters in a scheme or a host.
    LetterCase,
    /// The case of the hexadecimal digits of an escape.
    HexDigits,
    /// An escape of an unreserved character.
    Unreserved,
    /// Escapes of the UTF-8 of a character that is allowed in IRIs.
    Ucschar,
    /// A bidi formatting character, which is not allowed in IRIs, and its escapes.
    BidiControl,
    /// Dot segments, and the segments that they remove.
    DotSegments,
    /// An empty port, or leading zeros of a port.
    PortSpelling,
    /// The default port of the scheme.
    DefaultPort,
    /// An empty path, if it means `/` in the scheme.
    EmptyPath,
    /// An empty query, if it means the same as no query in the scheme.
    EmptyQuery,
    /// The default host of the scheme.
    LocalHost,
    /// A domain name, and its Punycode or another spelling of the name.
    DomainName,
    /// The case of ASCII letters, in a part where the scheme ignores it.
    SchemeCase,
    /// Visual separators, which the scheme ignores.
    Separators,
    /// Observations of the resources.
    Evidence,
}

impl Rule {
    /// The name of the rule in lower case, for JSON and for other languages. It never changes.
    ///
    /// ```
    /// assert_eq!(oneiri::compare::Rule::DefaultPort.name(), "default-port");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::LetterCase => "letter-case",
            Self::HexDigits => "hex-digits",
            Self::Unreserved => "unreserved",
            Self::Ucschar => "ucschar",
            Self::BidiControl => "bidi-control",
            Self::DotSegments => "dot-segments",
            Self::PortSpelling => "port-spelling",
            Self::DefaultPort => "default-port",
            Self::EmptyPath => "empty-path",
            Self::EmptyQuery => "empty-query",
            Self::LocalHost => "local-host",
            Self::DomainName => "domain-name",
            Self::SchemeCase => "scheme-case",
            Self::Separators => "separators",
            Self::Evidence => "evidence",
        }
    }

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

    /// The section that states the rule.
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

    /// The rule as a phrase.
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
            Self::DomainName => "these are one domain name, because their Punycode is the same",
            Self::SchemeCase => "to this scheme letter case does not matter here",
            Self::Separators => "to this scheme these only separate visually",
            Self::Evidence => "observed to be the same resource",
        }
    }
}
