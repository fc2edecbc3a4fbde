//! The numbers by which C names grammars, components, rungs and rules. None may change, because they are compiled into
//! programs: `tests/it/numbers.rs` repeats them all, and the bindings for Scheme write some of them. The numbers of the
//! grammars are also those of `Grammar` in `oneiri-operations`, which `operation.rs` asks. When the library gets a new
//! variant, `numbers/tests.rs` fails until it has a number here. Then write `include/oneiri.h` again, as `README.md`
//! says.

use oneiri::{Component, ErrorKind, Rung};

/// A URI: it has a scheme and holds ASCII only (RFC 3986 section 3).
pub const ONEIRI_URI: i32 = 0;
/// A URI or a relative reference (RFC 3986 section 4.1).
pub const ONEIRI_URI_REFERENCE: i32 = 1;
/// An IRI: it has a scheme and may hold characters beyond ASCII (RFC 3987 section 2.2).
pub const ONEIRI_IRI: i32 = 2;
/// An IRI or a relative reference (RFC 3987 section 2.2).
pub const ONEIRI_IRI_REFERENCE: i32 = 3;

/// A text on its own, which is none of the components below.
pub const ONEIRI_TEXT: i32 = 0;
/// RFC 3986 section 3.1
pub const ONEIRI_SCHEME: i32 = 1;
/// RFC 3986 section 3.2.1
pub const ONEIRI_USERINFO: i32 = 2;
/// RFC 3986 section 3.2.2
pub const ONEIRI_HOST: i32 = 3;
/// RFC 3986 section 3.2.3
pub const ONEIRI_PORT: i32 = 4;
/// RFC 3986 section 3.3
pub const ONEIRI_PATH: i32 = 5;
/// RFC 3986 section 3.4
pub const ONEIRI_QUERY: i32 = 6;
/// RFC 3986 section 3.5
pub const ONEIRI_FRAGMENT: i32 = 7;
/// The whole authority, for `ONEIRI_SET` only (RFC 3986 section 3.2).
pub const ONEIRI_AUTHORITY: i32 = 8;

/// Differs at every rung.
pub const ONEIRI_DIFFERENT: i32 = -1;
/// Identical text (RFC 3986 section 6.2.1).
pub const ONEIRI_RUNG_STRING: i32 = 0;
/// Ignores the case of scheme, host and hexadecimal digits (section 6.2.2.1).
pub const ONEIRI_RUNG_CASE: i32 = 1;
/// Also decodes escapes that are not needed (section 6.2.2.2).
pub const ONEIRI_RUNG_ESCAPE: i32 = 2;
/// Also removes dot segments: complete syntax-based normalization (section 6.2.2.3).
pub const ONEIRI_RUNG_PATH: i32 = 3;
/// Also applies the rules of the scheme (section 6.2.3).
pub const ONEIRI_RUNG_SCHEME: i32 = 4;

/// No character is meant: the text or the component ends there, or the rule is about more than one character.
pub const ONEIRI_END: u32 = u32::MAX;

/// A rule without a number: one of policies, of templates or of the URL Standard, or of a later version of the library.
pub const ONEIRI_KIND_OTHER: i32 = 0;
/// A character that the grammar of the component does not allow.
pub const ONEIRI_KIND_CHARACTER: i32 = 1;
/// A `%` without two hexadecimal digits.
pub const ONEIRI_KIND_ESCAPE: i32 = 2;
/// The scheme is missing, but the grammar requires one.
pub const ONEIRI_KIND_SCHEME_MISSING: i32 = 3;
/// The text before the first colon is not a scheme.
pub const ONEIRI_KIND_SCHEME_INVALID: i32 = 4;
/// A port that is not decimal digits.
pub const ONEIRI_KIND_PORT: i32 = 5;
/// An IP literal that is not closed.
pub const ONEIRI_KIND_BRACKET_OPEN: i32 = 6;
/// Text between an IP literal and the end of the host.
pub const ONEIRI_KIND_BRACKET_TAIL: i32 = 7;
/// The text between brackets is not an IPv6 address.
pub const ONEIRI_KIND_IPV6: i32 = 8;
/// The text between brackets is not an address of a later IP version.
pub const ONEIRI_KIND_IPVFUTURE: i32 = 9;
/// A path after an authority that neither is empty nor begins with `/`.
pub const ONEIRI_KIND_PATH_ROOTLESS: i32 = 10;
/// A path that begins with `//` without an authority before it.
pub const ONEIRI_KIND_PATH_DOUBLE_SLASH: i32 = 11;
/// A colon in the first segment of a path without a scheme or an authority before it.
pub const ONEIRI_KIND_PATH_COLON: i32 = 12;
/// `.` or `..` given as the data of a segment.
pub const ONEIRI_KIND_SEGMENT_DOTS: i32 = 13;
/// An empty first segment in a path without a leading slash.
pub const ONEIRI_KIND_SEGMENT_EMPTY: i32 = 14;
/// A port beyond 65535, where a number was asked for.
pub const ONEIRI_KIND_PORT_RANGE: i32 = 15;
/// Octets that are not UTF-8.
pub const ONEIRI_KIND_UTF8: i32 = 16;

pub(crate) fn number_of_kind(kind: ErrorKind) -> i32 {
    match kind {
        ErrorKind::Character => ONEIRI_KIND_CHARACTER,
        ErrorKind::Escape => ONEIRI_KIND_ESCAPE,
        ErrorKind::SchemeMissing => ONEIRI_KIND_SCHEME_MISSING,
        ErrorKind::SchemeInvalid => ONEIRI_KIND_SCHEME_INVALID,
        ErrorKind::Port => ONEIRI_KIND_PORT,
        ErrorKind::BracketOpen => ONEIRI_KIND_BRACKET_OPEN,
        ErrorKind::BracketTail => ONEIRI_KIND_BRACKET_TAIL,
        ErrorKind::Ipv6 => ONEIRI_KIND_IPV6,
        ErrorKind::IpvFuture => ONEIRI_KIND_IPVFUTURE,
        ErrorKind::PathRootless => ONEIRI_KIND_PATH_ROOTLESS,
        ErrorKind::PathDoubleSlash => ONEIRI_KIND_PATH_DOUBLE_SLASH,
        ErrorKind::PathColon => ONEIRI_KIND_PATH_COLON,
        ErrorKind::SegmentDots => ONEIRI_KIND_SEGMENT_DOTS,
        ErrorKind::SegmentEmpty => ONEIRI_KIND_SEGMENT_EMPTY,
        ErrorKind::PortRange => ONEIRI_KIND_PORT_RANGE,
        ErrorKind::Utf8 => ONEIRI_KIND_UTF8,
        _ => ONEIRI_KIND_OTHER,
    }
}

pub(crate) fn number_of_component(component: Option<Component>) -> i32 {
    match component {
        Some(Component::Scheme) => ONEIRI_SCHEME,
        Some(Component::Userinfo) => ONEIRI_USERINFO,
        Some(Component::Host) => ONEIRI_HOST,
        Some(Component::Port) => ONEIRI_PORT,
        Some(Component::Path) => ONEIRI_PATH,
        Some(Component::Query) => ONEIRI_QUERY,
        Some(Component::Fragment) => ONEIRI_FRAGMENT,
        _ => ONEIRI_TEXT,
    }
}

pub(crate) fn number_of_rung(rung: Rung) -> i32 {
    match rung {
        Rung::String => ONEIRI_RUNG_STRING,
        Rung::Case => ONEIRI_RUNG_CASE,
        Rung::Escape => ONEIRI_RUNG_ESCAPE,
        Rung::Path => ONEIRI_RUNG_PATH,
        // Without observations no comparison reaches the protocol rung.
        _ => ONEIRI_RUNG_SCHEME,
    }
}

pub(crate) fn rung_of_number(number: i32) -> Option<Rung> {
    Some(match number {
        ONEIRI_RUNG_STRING => Rung::String,
        ONEIRI_RUNG_CASE => Rung::Case,
        ONEIRI_RUNG_ESCAPE => Rung::Escape,
        ONEIRI_RUNG_PATH => Rung::Path,
        ONEIRI_RUNG_SCHEME => Rung::Scheme,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
