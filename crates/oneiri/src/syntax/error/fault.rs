//! The error of an invalid text, and the phrases of its message.

use core::ops::Range;

use super::component::Component;
use super::grammar::Grammar;
use super::kind::ErrorKind;

/// The error of an invalid text: the position, the component, what was expected, what was found, and the rule.
///
/// ```
/// let error = oneiri::Iri::parse("http://h/a b").unwrap_err();
/// assert_eq!((error.start(), error.end()), (10, 11));
/// assert_eq!(error.component(), Some(oneiri::Component::Path));
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
    /// `None` for a text on its own.
    pub(crate) component: Option<Component>,
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

    /// The bytes of the invalid text: from [`start`](Self::start) to [`end`](Self::end).
    ///
    /// ```
    /// let text = "http://h/a b";
    /// let error = oneiri::Iri::parse(text).unwrap_err();
    /// assert_eq!(&text[error.range()], " ");
    /// ```
    pub const fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The rule that the text breaks.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The component that breaks the rule; `None` for a text on its own, which [`percent`](crate::percent) decodes.
    pub const fn component(&self) -> Option<Component> {
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
                Some(C::Scheme) => "a letter, then letters, digits, \"+\", \"-\" or \".\"",
                Some(C::Userinfo) => "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:\", up to one \"@\"",
                Some(C::Host) if matches!(self.found, Some('@')) => "at most one \"@\" (write the others as %40)",
                Some(C::Host) if matches!(self.found, Some('[')) => "brackets only around a whole IP literal",
                Some(C::Host) => "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=\"",
                Some(C::Port) => "decimal digits",
                Some(C::Path) => "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:@/\"",
                Some(C::Fragment) if matches!(self.found, Some('#')) => "at most one \"#\" (write the others as %23)",
                Some(C::Query | C::Fragment) | None => {
                    "a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:@/?\""
                }
            },
            ErrorKind::Escape => "two hexadecimal digits after \"%\" (a percent sign is %25)",
            ErrorKind::SchemeMissing => "a scheme and its colon, such as \"https:\"",
            ErrorKind::SchemeInvalid => "a scheme before the first colon (begin a relative path with \"./\")",
            ErrorKind::Port => "decimal digits after the host's colon (an IPv6 address needs brackets)",
            ErrorKind::BracketOpen => "a closing \"]\"",
            ErrorKind::BracketTail => "the end of the host, or \":\" and a port",
            ErrorKind::Ipv6 => {
                "an IPv6 address: eight groups of one to four hexadecimal digits, or fewer and one \"::\""
            }
            ErrorKind::IpvFuture => {
                "\"v\", hexadecimal digits, \".\" and an address of letters, digits or \"-._~!$&'()*+,;=:\""
            }
            ErrorKind::PathRootless => "a path that is empty or begins with \"/\" after an authority",
            ErrorKind::PathDoubleSlash => "no \"//\" at the head of a path without an authority",
            ErrorKind::PathColon => "no colon in the first segment of a relative path (begin it with \"./\")",
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
                (Some(C::Scheme) | None, _) => "RFC 3986 section 3.1",
                (Some(C::Port), _) => "RFC 3986 section 3.2.3",
                (Some(C::Userinfo), false) => "RFC 3986 section 3.2.1",
                (Some(C::Host), false) => "RFC 3986 section 3.2.2",
                (Some(C::Path), false) => "RFC 3986 section 3.3",
                (Some(C::Query), false) => "RFC 3986 section 3.4",
                (Some(C::Fragment), false) => "RFC 3986 section 3.5",
                (Some(C::Userinfo), true) => "RFC 3987 section 2.2, iuserinfo",
                (Some(C::Host), true) => "RFC 3987 section 2.2, ireg-name",
                (Some(C::Path), true) => "RFC 3987 section 2.2, ipath",
                (Some(C::Query), true) => "RFC 3987 section 2.2, iquery",
                (Some(C::Fragment), true) => "RFC 3987 section 2.2, ifragment",
            },
            ErrorKind::Escape => "RFC 3986 section 2.1",
            ErrorKind::SchemeMissing => "RFC 3986 section 3",
            ErrorKind::SchemeInvalid => "RFC 3986 sections 3.1 and 4.2",
            ErrorKind::Port | ErrorKind::PortRange => "RFC 3986 section 3.2.3",
            ErrorKind::BracketOpen | ErrorKind::BracketTail | ErrorKind::Ipv6 | ErrorKind::IpvFuture => {
                "RFC 3986 section 3.2.2"
            }
            ErrorKind::PathRootless | ErrorKind::PathDoubleSlash | ErrorKind::SegmentDots | ErrorKind::SegmentEmpty => {
                "RFC 3986 section 3.3"
            }
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
