//! The rules that an invalid text can break.

/// The rule that an invalid text breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A character that the grammar of the component does not allow (RFC 3986 appendix A, RFC 3987 2.2).
    Character,
    /// A `%` without two hexadecimal digits (RFC 3986 section 2.1).
    Escape,
    /// The scheme is missing, but the type requires one (RFC 3986 section 3).
    SchemeMissing,
    /// The text before the first colon is not a scheme, and the first segment of a relative reference may not have
    /// a colon (RFC 3986 sections 3.1 and 4.2).
    SchemeInvalid,
    /// A port that is not decimal digits (RFC 3986 section 3.2.3).
    Port,
    /// An IP literal that is not closed (RFC 3986 section 3.2.2).
    BracketOpen,
    /// Text between an IP literal and the end of the host (RFC 3986 section 3.2.2).
    BracketTail,
    /// The text between brackets is not an IPv6 address (RFC 3986 section 3.2.2).
    Ipv6,
    /// The text between brackets is not an address of a later IP version (RFC 3986 section 3.2.2).
    IpvFuture,
    /// A path after an authority that neither is empty nor begins with `/` (RFC 3986 3.3).
    PathRootless,
    /// A path that begins with `//` without an authority before it (RFC 3986 section 3.3).
    PathDoubleSlash,
    /// A colon in the first segment of a path without a scheme or an authority before it
    /// (RFC 3986 section 4.2).
    PathColon,
    /// `.` or `..` given as the data of a segment. No segment can hold them as data, because their escapes mean
    /// the same dots (RFC 3986 3.3).
    SegmentDots,
    /// An empty first segment in a path without a leading slash. The path would become empty, or would begin with
    /// a slash (RFC 3986 section 3.3).
    SegmentEmpty,
    /// A port beyond 65535, but a number was asked for (RFC 3986 section 3.2.3 sets no upper bound; TCP and UDP
    /// do).
    PortRange,
    /// Octets that are not UTF-8, but text was asked for.
    Utf8,
}

impl ErrorKind {
    /// The name of the rule in lower case, for JSON and for other languages. It never changes.
    ///
    /// ```
    /// assert_eq!(oneiri::ErrorKind::SchemeMissing.name(), "scheme-missing");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Escape => "escape",
            Self::SchemeMissing => "scheme-missing",
            Self::SchemeInvalid => "scheme-invalid",
            Self::Port => "port",
            Self::BracketOpen => "bracket-open",
            Self::BracketTail => "bracket-tail",
            Self::Ipv6 => "ipv6",
            Self::IpvFuture => "ipv-future",
            Self::PathRootless => "path-rootless",
            Self::PathDoubleSlash => "path-double-slash",
            Self::PathColon => "path-colon",
            Self::SegmentDots => "segment-dots",
            Self::SegmentEmpty => "segment-empty",
            Self::PortRange => "port-range",
            Self::Utf8 => "utf8",
        }
    }

    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 16] = [
        Self::Character,
        Self::Escape,
        Self::SchemeMissing,
        Self::SchemeInvalid,
        Self::Port,
        Self::BracketOpen,
        Self::BracketTail,
        Self::Ipv6,
        Self::IpvFuture,
        Self::PathRootless,
        Self::PathDoubleSlash,
        Self::PathColon,
        Self::SegmentDots,
        Self::SegmentEmpty,
        Self::PortRange,
        Self::Utf8,
    ];

    /// The code of the kind: it is in messages of the command, in its JSON and in SARIF, and the page of errors
    /// explains it. It never changes, and no other kind gets it.
    ///
    /// ```
    /// assert_eq!(oneiri::ErrorKind::Character.code(), "E001");
    /// ```
    pub const fn code(self) -> &'static str {
        match self {
            Self::Character => "E001",
            Self::Escape => "E002",
            Self::SchemeMissing => "E003",
            Self::SchemeInvalid => "E004",
            Self::Port => "E005",
            Self::BracketOpen => "E006",
            Self::BracketTail => "E007",
            Self::Ipv6 => "E008",
            Self::IpvFuture => "E009",
            Self::PathRootless => "E010",
            Self::PathDoubleSlash => "E011",
            Self::PathColon => "E012",
            Self::SegmentDots => "E013",
            Self::SegmentEmpty => "E014",
            Self::PortRange => "E015",
            Self::Utf8 => "E016",
        }
    }

    /// What is wrong, in a few words. The wording can change.
    ///
    /// ```
    /// assert_eq!(oneiri::ErrorKind::SchemeMissing.summary(), "the scheme is missing");
    /// ```
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Character => "a character that the component does not allow",
            Self::Escape => "a percent sign that is not followed by two hexadecimal digits",
            Self::SchemeMissing => "the scheme is missing",
            Self::SchemeInvalid => "the text before the first colon is not a scheme",
            Self::Port => "a port that is not made of digits",
            Self::BracketOpen => "a bracket of an IP address that is not closed",
            Self::BracketTail => "text between the bracket of an IP address and the end of the host",
            Self::Ipv6 => "the text between the brackets is not an IPv6 address",
            Self::IpvFuture => "the text between the brackets is not an address of a later IP version",
            Self::PathRootless => "a path after a host that does not begin with a slash",
            Self::PathDoubleSlash => "a path that would be read as a host, because it begins with two slashes",
            Self::PathColon => "a path that would be read as a scheme, because its first segment has a colon",
            Self::SegmentDots => "\".\" or \"..\" as the data of a segment",
            Self::SegmentEmpty => "an empty first segment in a path that does not begin with a slash",
            Self::PortRange => "a port that is larger than 65535",
            Self::Utf8 => "octets that are not UTF-8",
        }
    }
}
