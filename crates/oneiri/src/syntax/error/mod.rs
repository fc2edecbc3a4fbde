//! The error type of the library, and the wording of all its messages.

mod message;

use core::fmt;

pub(crate) use message::Message;

/// A component of the generic syntax (RFC 3986 section 3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Component {
    /// RFC 3986 section 3.1
    Scheme,
    /// RFC 3986 section 3.2.1
    Userinfo,
    /// RFC 3986 section 3.2.2
    Host,
    /// RFC 3986 section 3.2.3
    Port,
    /// RFC 3986 section 3.3
    Path,
    /// RFC 3986 section 3.4
    Query,
    /// RFC 3986 section 3.5
    Fragment,
    /// A text on its own, which is none of the components above, such as the text that [`percent`](crate::percent)
    /// takes.
    Text,
}

impl Component {
    /// Whether the component is part of the authority: RFC 3986 section 3.2.
    pub(crate) const fn is_authority(self) -> bool {
        matches!(self, Self::Userinfo | Self::Host | Self::Port)
    }

    /// The name of the component in the RFC, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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

/// The grammar that a text was parsed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Grammar {
    /// RFC 3987 instead of RFC 3986.
    pub(crate) unicode: bool,
    /// The grammar requires a scheme.
    pub(crate) scheme: bool,
}

impl Grammar {
    const fn name(self) -> &'static str {
        match (self.unicode, self.scheme) {
            (false, true) => "URI",
            (false, false) => "URI reference",
            (true, true) => "IRI",
            (true, false) => "IRI reference",
        }
    }
}

/// The error of an invalid text: the position, the component, what was expected, what was found, and the rule.
///
/// ```
/// let error = oneiri::Iri::parse("http://h/a b").unwrap_err();
/// assert_eq!((error.start(), error.end()), (10, 11));
/// assert_eq!(error.component(), oneiri::Component::Path);
/// assert_eq!(error.found(), Some(' '));
/// assert_eq!(
///     error.to_string(),
///     "invalid IRI: path, byte 10: expected a letter, digit, \"%\" escape or one of \
///      \"-._~!$&'()*+,;=:@/\", found ' ' (RFC 3987 section 2.2, ipath)"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Error {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: ErrorKind,
    pub(crate) component: Component,
    /// The grammar that the text was parsed by; `None` for a text on its own.
    pub(crate) grammar: Option<Grammar>,
    pub(crate) found: Option<char>,
}

impl Error {
    /// The offset of the first byte of the invalid text.
    pub const fn start(&self) -> usize {
        self.start
    }

    /// The offset after the last byte of the invalid text; equal to [`start`](Self::start) if text is missing.
    pub const fn end(&self) -> usize {
        self.end
    }

    /// The rule that the text breaks.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The component that breaks the rule.
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The character at the fault; `None` if the text or the component ends there.
    pub const fn found(&self) -> Option<char> {
        self.found
    }

    /// A phrase for the text that would be valid at the fault.
    pub const fn expected(&self) -> &'static str {
        use Component as C;
        match self.kind {
            ErrorKind::Character => match self.component {
                C::Scheme => "a letter, then letters, digits, \"+\", \"-\" or \".\"",
                C::Userinfo => {
                    "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:\", up to one \"@\""
                }
                C::Host if matches!(self.found, Some('@')) => {
                    "one \"@\" at the most (escape the others as %40)"
                }
                C::Host if matches!(self.found, Some('[')) => {
                    "brackets only around a whole IP literal"
                }
                C::Host => "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=\"",
                C::Port => "decimal digits",
                C::Path => "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:@/\"",
                C::Fragment if matches!(self.found, Some('#')) => {
                    "one \"#\" at the most (escape the others as %23)"
                }
                C::Query | C::Fragment | C::Text => {
                    "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:@/?\""
                }
            },
            ErrorKind::Escape => "two hexadecimal digits behind \"%\" (a percent sign is %25)",
            ErrorKind::SchemeMissing => "a scheme and its colon, such as \"https:\"",
            ErrorKind::SchemeInvalid => {
                "a scheme before the first colon (begin a relative path with \"./\")"
            }
            ErrorKind::Port => {
                "decimal digits behind the host's colon (an IPv6 address stands in brackets)"
            }
            ErrorKind::BracketOpen => "a closing \"]\"",
            ErrorKind::BracketTail => "the end of the host, or \":\" and a port",
            ErrorKind::Ipv6 => {
                "an IPv6 address: eight groups of one to four hexadecimal digits, or fewer and one \"::\""
            }
            ErrorKind::IpvFuture => {
                "\"v\", hexadecimal digits, \".\" and an address of letters, digits or \"-._~!$&'()*+,;=:\""
            }
            ErrorKind::PathRootless => {
                "a path that is empty or begins with \"/\" behind an authority"
            }
            ErrorKind::PathDoubleSlash => "no \"//\" at the head of a path without an authority",
            ErrorKind::PathColon => {
                "no colon in the first segment of a relative path (begin it with \"./\")"
            }
            ErrorKind::SegmentDots => "a segment other than \".\" and \"..\"",
            ErrorKind::SegmentEmpty => "a first segment that is not empty",
            ErrorKind::PortRange => "a port of at most 65535",
            ErrorKind::Utf8 => "octets that are UTF-8",
        }
    }

    /// The section that states the rule, such as `RFC 3986 section 3.2.2`.
    pub const fn section(&self) -> &'static str {
        use Component as C;
        match self.kind {
            ErrorKind::Character => match (self.component, self.unicode()) {
                (C::Scheme | C::Text, _) => "RFC 3986 section 3.1",
                (C::Port, _) => "RFC 3986 section 3.2.3",
                (C::Userinfo, false) => "RFC 3986 section 3.2.1",
                (C::Host, false) => "RFC 3986 section 3.2.2",
                (C::Path, false) => "RFC 3986 section 3.3",
                (C::Query, false) => "RFC 3986 section 3.4",
                (C::Fragment, false) => "RFC 3986 section 3.5",
                (C::Userinfo, true) => "RFC 3987 section 2.2, iuserinfo",
                (C::Host, true) => "RFC 3987 section 2.2, ireg-name",
                (C::Path, true) => "RFC 3987 section 2.2, ipath",
                (C::Query, true) => "RFC 3987 section 2.2, iquery",
                (C::Fragment, true) => "RFC 3987 section 2.2, ifragment",
            },
            ErrorKind::Escape => "RFC 3986 section 2.1",
            ErrorKind::SchemeMissing => "RFC 3986 section 3",
            ErrorKind::SchemeInvalid => "RFC 3986 sections 3.1 and 4.2",
            ErrorKind::Port | ErrorKind::PortRange => "RFC 3986 section 3.2.3",
            ErrorKind::BracketOpen
            | ErrorKind::BracketTail
            | ErrorKind::Ipv6
            | ErrorKind::IpvFuture => "RFC 3986 section 3.2.2",
            ErrorKind::PathRootless
            | ErrorKind::PathDoubleSlash
            | ErrorKind::SegmentDots
            | ErrorKind::SegmentEmpty => "RFC 3986 section 3.3",
            ErrorKind::PathColon => "RFC 3986 section 4.2",
            ErrorKind::Utf8 => "RFC 3987 section 3.2",
        }
    }

    const fn unicode(&self) -> bool {
        matches!(self.grammar, Some(Grammar { unicode: true, .. }))
    }

    /// The same error with other offsets, for a caller who was given a longer or different text that holds the
    /// fault.
    pub(crate) const fn at(mut self, start: usize, end: usize, found: Option<char>) -> Self {
        self.start = start;
        self.end = end;
        self.found = found;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Message::of(self).as_str())
    }
}

impl core::error::Error for Error {}
