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
}
