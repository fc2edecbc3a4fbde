//! Why a text is not a URL, or why a value was refused.

use core::fmt;
use core::ops::Range;

use crate::places::Places;

/// Why a text is not a URL, or why a setter refused a value, and where.
///
/// ```
/// use oneiri_whatwg::{ErrorKind, Url};
///
/// let error = Url::parse("http://example.com:99999/").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::PortOutOfRange);
/// assert_eq!(error.kind().name(), "port-out-of-range");
/// assert_eq!(error.range(), 19..24);
/// assert_eq!(error.to_string(), "invalid URL: the port is above 65535 (port-out-of-range) at bytes 19..24");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    range: Range<usize>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, range: Range<usize>) -> Self {
        Self { kind, range }
    }

    /// The error with its range in the text before its tabs and newlines were removed.
    pub(crate) fn in_text(self, text: &str) -> Self {
        self.at(&Places::new(text, 0))
    }

    /// The error with its range translated.
    pub(crate) fn at(self, places: &Places) -> Self {
        Self { range: places.range(self.range), ..self }
    }

    /// The error in a text that has `by` more bytes at its start.
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { range: self.range.start + by..self.range.end + by, ..self }
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The bytes of the input that are wrong. Empty where something is missing.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, range } = self;
        write!(f, "invalid URL: {} ({}) at byte", kind.message(), kind.name())?;
        if range.len() > 1 { write!(f, "s {range:?}") } else { write!(f, " {}", range.start) }
    }
}

impl core::error::Error for Error {}

/// What is wrong. Where the Standard has a name for it, the variant has the same name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A code point is neither a URL code point nor part of an escape, or is removed: spaces and controls
    /// at both ends, tabs and newlines.
    InvalidUrlUnit,
    /// Two slashes are missing after a special scheme, or there are more than two.
    SpecialSchemeMissingFollowingSolidus,
    /// There is no scheme, and no base URL that the text could be relative to.
    MissingSchemeNonRelativeUrl,
    /// A backslash stands for a slash.
    InvalidReverseSolidus,
    /// There are credentials.
    InvalidCredentials,
    /// A special URL, or one with credentials or a port, has no host.
    HostMissing,
    /// An opaque host has a forbidden host code point.
    HostInvalidCodePoint,
    /// A domain has an escape.
    DomainPercentEncoded,
    /// UTS 46 refuses the domain, or the domain is empty after its mapping or has a forbidden domain code point. A domain
    /// that only a strict UTS 46 refuses has this error too, but the parser reads it: `a_b`. (Without the feature
    /// `idna` such a domain has no error.)
    DomainToAscii,
    /// A domain is not ASCII, and the crate is compiled without the feature `idna`. The Standard has
    /// no such error.
    IdnaDisabled,
    /// The domain that an IPv4 address is made of has a character beyond ASCII.
    Ipv4NonAsciiInput,
    /// An IPv4 address ends with a dot.
    Ipv4EmptyPart,
    /// An IPv4 address has more than four parts.
    Ipv4TooManyParts,
    /// An IPv4 address has fewer than four parts.
    Ipv4TooFewParts,
    /// A part of an IPv4 address is not a number.
    Ipv4NonNumericPart,
    /// A part of an IPv4 address is octal or hexadecimal.
    Ipv4NonDecimalPart,
    /// A part of an IPv4 address is above 255. The parser refuses it if it is not the last part, or does not
    /// fit in the bytes that the parts before it leave.
    Ipv4OutOfRangePart,
    /// An IPv6 address has no closing bracket.
    Ipv6Unclosed,
    /// An IPv6 address begins with a single colon.
    Ipv6InvalidCompression,
    /// An IPv6 address has more than eight pieces.
    Ipv6TooManyPieces,
    /// A piece of an IPv6 address has a zero at its start that it does not need.
    Ipv6PieceLeadingZero,
    /// An IPv6 address is compressed in more than one place.
    Ipv6MultipleCompression,
    /// An IPv6 address has a character that it must not have there, or ends too early.
    Ipv6InvalidCodePoint,
    /// An IPv6 address has fewer than eight pieces and is not compressed.
    Ipv6TooFewPieces,
    /// The IPv4 address in an IPv6 address comes after more than six pieces.
    Ipv4InIpv6TooManyPieces,
    /// The IPv4 address in an IPv6 address has an empty part, a part with a leading zero, or a
    /// character that is not a digit.
    Ipv4InIpv6InvalidCodePoint,
    /// A part of the IPv4 address in an IPv6 address is above 255.
    Ipv4InIpv6OutOfRangePart,
    /// The IPv4 address in an IPv6 address has fewer than four parts.
    Ipv4InIpv6TooFewParts,
    /// A port is above 65535.
    PortOutOfRange,
    /// A port has a character that is not a digit.
    PortInvalid,
    /// A relative file path begins with a drive letter.
    FileInvalidWindowsDriveLetter,
    /// The host of a file is a drive letter, so it is read as the start of the path.
    FileInvalidWindowsDriveLetterHost,
    /// A setter: the value is not a scheme, or a special scheme would become one that is not, or the
    /// reverse, or a URL with credentials or a port would become a file. Not a name of the Standard.
    SchemeRefused,
    /// A setter: a URL without a host, or a file, has no credentials and no port. Not a name of the
    /// Standard.
    CannotHaveUsernamePasswordPort,
    /// A setter: the path is opaque, so it cannot be changed, and there can be no host. Not a name of
    /// the Standard.
    OpaquePath,
    /// A file path is relative. Not a name of the Standard.
    RelativePath,
    /// A URL names no file of this system, or a file path has no URL: another scheme, a host, or an escaped
    /// slash. Not a name of the Standard.
    NotAFilePath,
    /// A segment that is to be appended is a dot segment, or a file path has a segment `..`: the parser would
    /// remove it. Not a name of the Standard.
    DotSegment,
}

impl ErrorKind {
    /// The name of the validation error in the Standard, or one in the same style.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// The sentence of [`Error`](crate::Error) without name and place: "the port is above 65535".
    #[must_use]
    pub fn message(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::InvalidUrlUnit => ("invalid-URL-unit", "this must be percent-encoded or left out"),
            Self::SpecialSchemeMissingFollowingSolidus => {
                ("special-scheme-missing-following-solidus", "exactly two slashes must follow the scheme")
            }
            Self::MissingSchemeNonRelativeUrl => (
                "missing-scheme-non-relative-URL",
                "there is no scheme, and no base that the text could be relative to",
            ),
            Self::InvalidReverseSolidus => ("invalid-reverse-solidus", "a backslash stands for a slash"),
            Self::InvalidCredentials => ("invalid-credentials", "there are credentials"),
            Self::HostMissing => ("host-missing", "the host is missing"),
            Self::HostInvalidCodePoint => {
                ("host-invalid-code-point", "the host has a character that a host must not have")
            }
            Self::DomainPercentEncoded => ("domain-percent-encoded", "the domain has an escape"),
            Self::DomainToAscii => ("domain-to-ASCII", "the host is not a valid domain"),
            Self::IdnaDisabled => {
                ("idna-disabled", "the domain is not ASCII, which needs the feature `idna` of oneiri-whatwg")
            }
            Self::Ipv4NonAsciiInput => ("IPv4-non-ASCII-input", "the IPv4 address has a character that is not ASCII"),
            Self::Ipv4EmptyPart => ("IPv4-empty-part", "the IPv4 address ends with a dot"),
            Self::Ipv4TooManyParts => ("IPv4-too-many-parts", "the IPv4 address has more than four parts"),
            Self::Ipv4TooFewParts => ("IPv4-too-few-parts", "the IPv4 address has fewer than four parts"),
            Self::Ipv4NonNumericPart => ("IPv4-non-numeric-part", "a part of the IPv4 address is not a number"),
            Self::Ipv4NonDecimalPart => ("IPv4-non-decimal-part", "a part of the IPv4 address is octal or hexadecimal"),
            Self::Ipv4OutOfRangePart => ("IPv4-out-of-range-part", "a part of the IPv4 address is too large"),
            Self::Ipv6Unclosed => ("IPv6-unclosed", "the IPv6 address has no closing bracket"),
            Self::Ipv6InvalidCompression => ("IPv6-invalid-compression", "the IPv6 address begins with a single colon"),
            Self::Ipv6TooManyPieces => ("IPv6-too-many-pieces", "the IPv6 address has more than eight pieces"),
            Self::Ipv6PieceLeadingZero => ("IPv6-piece-leading-zero", "a piece of the IPv6 address has a leading zero"),
            Self::Ipv6MultipleCompression => ("IPv6-multiple-compression", "the IPv6 address has more than one \"::\""),
            Self::Ipv6InvalidCodePoint => {
                ("IPv6-invalid-code-point", "the IPv6 address has an invalid character or ends too early")
            }
            Self::Ipv6TooFewPieces => {
                ("IPv6-too-few-pieces", "the IPv6 address has fewer than eight pieces and no \"::\"")
            }
            Self::Ipv4InIpv6TooManyPieces => (
                "IPv4-in-IPv6-too-many-pieces",
                "the IPv4 address in the IPv6 address comes after more than six pieces",
            ),
            Self::Ipv4InIpv6InvalidCodePoint => {
                ("IPv4-in-IPv6-invalid-code-point", "the IPv4 address in the IPv6 address has an invalid character")
            }
            Self::Ipv4InIpv6OutOfRangePart => {
                ("IPv4-in-IPv6-out-of-range-part", "a part of the IPv4 address in the IPv6 address is above 255")
            }
            Self::Ipv4InIpv6TooFewParts => {
                ("IPv4-in-IPv6-too-few-parts", "the IPv4 address in the IPv6 address has fewer than four parts")
            }
            Self::PortOutOfRange => ("port-out-of-range", "the port is above 65535"),
            Self::PortInvalid => ("port-invalid", "the port is not a number"),
            Self::FileInvalidWindowsDriveLetter => {
                ("file-invalid-Windows-drive-letter", "a relative path must not begin with a drive letter")
            }
            Self::FileInvalidWindowsDriveLetterHost => (
                "file-invalid-Windows-drive-letter-host",
                "the host is a drive letter, which is read as the start of the path",
            ),
            Self::SchemeRefused => ("scheme-refused", "the URL cannot have this scheme"),
            Self::CannotHaveUsernamePasswordPort => (
                "cannot-have-username-password-port",
                "a URL without a host, or of a file, has no credentials and no port",
            ),
            Self::OpaquePath => ("opaque-path", "the path is opaque, so the path and the host cannot be changed"),
            Self::RelativePath => ("relative-path", "the file path is relative"),
            Self::NotAFilePath => ("not-a-file-path", "this names no file of this system"),
            Self::DotSegment => ("dot-segment", "the parser would remove this dot segment"),
        }
    }
}
