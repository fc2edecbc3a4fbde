//! What makes a text ambiguous for programs that come later: the names, the sections and the defaults.

/// What a text may have that programs behind the check may read in another way.
///
/// A policy permits each by its name; [`Violation::default_permitted`] says which are permitted without.
///
/// ```
/// use oneiri_policy::Violation;
///
/// assert_eq!(Violation::from_name("encoded-slash"), Some(Violation::EncodedSlash));
/// assert!(!Violation::EncodedSlash.default_permitted());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// A userinfo: `user@host`, or what programs that end the authority at `/` alone take for one: `host?@other`.
    Userinfo,
    /// `%2F` in the path.
    EncodedSlash,
    /// `%5C` in the path.
    EncodedBackslash,
    /// A segment `.` or `..` with an escape: `%2e%2e`.
    EncodedDotSegment,
    /// A segment `.` or `..`.
    DotSegment,
    /// An escaped percent sign in the path: `%252e`.
    DoubleEncoding,
    /// A backslash.
    Backslash,
    /// An empty segment that is not the last: `//` in the path.
    EmptySegment,
    /// A parameter of an empty segment or a dot segment: `..;x`.
    PathParameter,
    /// A semicolon in the path, or an escaped one.
    Semicolon,
    /// A control character in the text, or an escaped one outside of the query: `%00`.
    ControlCharacter,
    /// An escape in the host: `%65xample.com`.
    EncodedHost,
    /// A character beyond ASCII in the host.
    NonAsciiHost,
    /// A character of the host that IDNA maps to another one, or that its versions read differently: `①`, `ß`.
    MappedHost,
    /// A label of the host that mixes scripts.
    MixedScriptHost,
    /// A label of the host that looks like ASCII.
    ConfusableHost,
    /// An IPv4 address that is not written as four decimal numbers: `0x7f.1`.
    LegacyIpv4,
    /// An IPv6 address that carries an IPv4 address: `[::ffff:127.0.0.1]`.
    Ipv4InIpv6,
    /// A dot at the end of the host.
    TrailingDot,
    /// A port that is not the default port of the scheme.
    NonDefaultPort,
    /// A fragment.
    Fragment,
    /// More than one `@` in the authority.
    MultipleAt,
    /// A `%` without two hexadecimal digits.
    InvalidEscape,
    /// Escapes in the path that are no UTF-8, such as the overlong `%C0%AE`.
    InvalidUtf8,
    /// `%3F` or `%23` in the path.
    EncodedDelimiter,
    /// A character of the path that programs may map to `.`, `/`, `\`, `%` or `;`: the full-width `／`.
    MappedDelimiter,
}

use Violation as V;

/// Each violation, its name, its section, whether it is permitted by default, and what it is.
#[rustfmt::skip]
const TABLE: [(V, &str, &str, bool, &str); 26] = [
    (V::Userinfo, "userinfo", "RFC 9110 section 4.2.4", false, "some programs see a userinfo, which hides the host"),
    (V::EncodedSlash, "encoded-slash", "RFC 3986 section 2.2", false, "programs that decode '%2F' see another segment"),
    (V::EncodedBackslash, "encoded-backslash", "RFC 3986 section 2.2", false, "programs that decode '%5C' may see another segment"),
    (V::EncodedDotSegment, "encoded-dot-segment", "RFC 3986 section 6.2.2.3", false, "a dot segment is percent-encoded"),
    (V::DotSegment, "dot-segment", "RFC 3986 section 5.2.4", true, "there is a dot segment"),
    (V::DoubleEncoding, "double-encoding", "RFC 3986 section 2.4", false, "programs that decode twice see another character"),
    (V::Backslash, "backslash", "URL Standard section 4.4", false, "browsers read a backslash as a slash, and the generic syntax has none"),
    (V::EmptySegment, "empty-segment", "RFC 3986 section 3.3", false, "programs that merge slashes see another path"),
    (V::PathParameter, "path-parameter", "RFC 3986 section 3.3", false, "programs that remove parameters see an empty segment or a dot segment"),
    (V::Semicolon, "semicolon", "RFC 3986 section 3.3", true, "programs that remove parameters see another path"),
    (V::ControlCharacter, "control-character", "RFC 3986 section 2", false, "there is a control character"),
    (V::EncodedHost, "encoded-host", "RFC 3986 section 3.2.2", false, "programs that do not decode hosts see another name"),
    (V::NonAsciiHost, "non-ascii-host", "RFC 3987 section 3.1", true, "the host has characters beyond ASCII"),
    (V::MappedHost, "mapped-host", "UTS 46 section 4", false, "programs with another version of IDNA see another name"),
    (V::MixedScriptHost, "mixed-script-host", "UTS 39 section 5.2", false, "a label of the host mixes scripts"),
    (V::ConfusableHost, "confusable-host", "UTS 39 section 4", false, "a label of the host looks like another one"),
    (V::LegacyIpv4, "legacy-ipv4", "URL Standard section 3.5", false, "some programs read the host as an IPv4 address, and others as a name"),
    (V::Ipv4InIpv6, "ipv4-in-ipv6", "RFC 4291 section 2.5.5", false, "the IPv6 address carries an IPv4 address"),
    (V::TrailingDot, "trailing-dot", "RFC 1034 section 3.1", false, "the host ends with a dot"),
    (V::NonDefaultPort, "non-default-port", "RFC 3986 section 3.2.3", true, "the port is not the default port"),
    (V::Fragment, "fragment", "RFC 3986 section 3.5", true, "there is a fragment"),
    (V::MultipleAt, "multiple-at", "RFC 3986 section 3.2.1", false, "programs find the host behind the first or behind the last '@'"),
    (V::InvalidEscape, "invalid-escape", "RFC 3986 section 2.1", false, "a '%' is not followed by two hexadecimal digits"),
    (V::InvalidUtf8, "invalid-utf8", "RFC 3629 section 3", false, "the escapes are not UTF-8"),
    (V::EncodedDelimiter, "encoded-delimiter", "RFC 3986 section 2.2", true, "programs that decode '%3F' or '%23' see the end of the path"),
    (V::MappedDelimiter, "mapped-delimiter", "UAX 15 section 1.1", true, "programs that map characters see another path"),
];

impl Violation {
    /// All violations.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// The violation with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, bool, &'static str) {
        &TABLE[self as usize]
    }

    /// The name, which is the code of the reason and the key under `[violations]`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The section that says what is wrong with it.
    #[must_use]
    pub fn section(self) -> &'static str {
        self.row().2
    }

    /// Whether a policy that does not name it permits it.
    #[must_use]
    pub fn default_permitted(self) -> bool {
        self.row().3
    }

    /// What it is, as a clause.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.row().4
    }

    /// All that are permitted by default, as a set.
    pub(crate) fn defaults() -> u32 {
        TABLE.iter().filter(|row| row.3).fold(0, |set, row| set | row.0.bit())
    }

    pub(crate) fn bit(self) -> u32 {
        1 << self as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        assert!(TABLE.iter().enumerate().all(|(nth, row)| row.0 as usize == nth));
    }
}
