//! What makes a text ambiguous for programs after the check: the names, the sections and the defaults. A name is a key
//! of policy files and the code of a reason, so it may not change. A default may not become milder, because policies
//! that do not name the violation rely on it. `TABLE` has the order of the enumeration, because `row` finds a row by
//! number. A new one needs a row in `docs/policy-file.md` and a case in `tests/it/rules.rs`, because the tests count
//! them. One for the path also belongs in `is_of_path`, and in `presets/gateway.toml`, because that denies every one of
//! them. `detect/` finds violations, and the fast path in `plain/` asks it about a plain URL only if the URL has a
//! fragment, an empty segment or a semicolon. So a new violation that a plain URL can have also belongs in `plain/`.

/// What a text may have that programs after the check may read in another way.
///
/// A policy says by its name what to do with each; [`Violation::default_treatment`] says what happens without.
///
/// ```
/// use oneiri_policy::{Treatment, Violation};
///
/// assert_eq!(Violation::from_name("encoded-slash"), Some(Violation::EncodedSlash));
/// assert_eq!(Violation::EncodedSlash.default_treatment(), Treatment::Auto);
/// assert_eq!(Violation::Userinfo.default_treatment(), Treatment::Deny);
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
    /// A segment `.` or `..` that is hidden by an escape, by a parameter or by a character that is mapped: `%2e%2e`, `..;x`.
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
    /// A character of the path that programs may map to `/`, `\` or `%`, such as the full-width `／`, or a segment that has
    /// no name but dots once it is mapped, such as `…`.
    MappedDelimiter,
    /// A path that begins with two slashes, perhaps once it is decoded: `/%2Fhost`. A browser that is given the path
    /// alone goes to another host.
    HiddenAuthority,
    /// A character of the path that programs may map to `.`, `;`, `?` or `#`, as titles have them: `なぜ？`, `Wait…`.
    ///
    /// [`Treatment::Auto`] is exact here: such a text is denied only if the rule that allows it does not allow it as a program
    /// reads it that maps the character, and that perhaps cuts the path there. What a rule denies is denied anyway.
    MappedPunctuation,
}

use Violation as V;

/// What a policy does with a violation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Treatment {
    /// A text with the violation is admitted, if rules allow it.
    Allow,
    /// A text with the violation is denied where a rule that could decide looks at the path. Only violations of the
    /// path can be treated so: how a server reads a path matters if a rule depends on it.
    Auto,
    /// A text with the violation is denied.
    Deny,
}

impl Treatment {
    /// The name, as policy files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Auto => "auto",
            Self::Deny => "deny",
        }
    }
}

use Treatment::{Allow, Auto, Deny};

/// Each violation, its name, its section, whether it is permitted by default, and what it is.
#[rustfmt::skip]
const TABLE: [(V, &str, &str, Treatment, &str); 28] = [
    (V::Userinfo, "userinfo", "RFC 9110 section 4.2.4", Deny, "some programs see a userinfo, which hides the host"),
    (V::EncodedSlash, "encoded-slash", "RFC 3986 section 2.2", Auto, "programs that decode '%2F' see another segment"),
    (V::EncodedBackslash, "encoded-backslash", "RFC 3986 section 2.2", Auto, "programs that decode '%5C' may see another segment"),
    (V::EncodedDotSegment, "encoded-dot-segment", "RFC 3986 section 6.2.2.3", Deny, "a dot segment is percent-encoded or has a parameter"),
    (V::DotSegment, "dot-segment", "RFC 3986 section 5.2.4", Allow, "there is a dot segment"),
    (V::DoubleEncoding, "double-encoding", "RFC 3986 section 2.4", Auto, "programs that decode twice see another character"),
    (V::Backslash, "backslash", "URL Standard section 4.4", Deny, "browsers read a backslash as a slash, and the generic syntax has none"),
    (V::EmptySegment, "empty-segment", "RFC 3986 section 3.3", Auto, "programs that merge slashes see another path"),
    (V::PathParameter, "path-parameter", "RFC 3986 section 3.3", Auto, "programs that remove parameters see an empty segment or a dot segment"),
    (V::Semicolon, "semicolon", "RFC 3986 section 3.3", Allow, "programs that remove parameters see another path"),
    (V::ControlCharacter, "control-character", "RFC 3986 section 2", Deny, "there is a control character"),
    (V::EncodedHost, "encoded-host", "RFC 3986 section 3.2.2", Deny, "programs that do not decode hosts see another name"),
    (V::NonAsciiHost, "non-ascii-host", "RFC 3987 section 3.1", Allow, "the host has characters beyond ASCII"),
    (V::MappedHost, "mapped-host", "UTS 46 section 4", Deny, "programs with another version of IDNA see another name"),
    (V::MixedScriptHost, "mixed-script-host", "UTS 39 section 5.2", Deny, "a label of the host mixes scripts"),
    (V::ConfusableHost, "confusable-host", "UTS 39 section 4", Deny, "a label of the host looks like another one"),
    (V::LegacyIpv4, "legacy-ipv4", "URL Standard section 3.5", Deny, "some programs read the host as an IPv4 address, and others as a name"),
    (V::Ipv4InIpv6, "ipv4-in-ipv6", "RFC 4291 section 2.5.5", Deny, "the IPv6 address carries an IPv4 address"),
    (V::TrailingDot, "trailing-dot", "RFC 1034 section 3.1", Deny, "the host ends with a dot, which some programs drop and others keep: write it without the dot"),
    (V::NonDefaultPort, "non-default-port", "RFC 3986 section 3.2.3", Allow, "the port is not the default port"),
    (V::Fragment, "fragment", "RFC 3986 section 3.5", Allow, "there is a fragment"),
    (V::MultipleAt, "multiple-at", "RFC 3986 section 3.2.1", Deny, "programs find the host after the first or after the last '@'"),
    (V::InvalidEscape, "invalid-escape", "RFC 3986 section 2.1", Deny, "a '%' is not followed by two hexadecimal digits"),
    (V::InvalidUtf8, "invalid-utf8", "RFC 3629 section 3", Auto, "the escapes are not UTF-8"),
    (V::EncodedDelimiter, "encoded-delimiter", "RFC 3986 section 2.2", Allow, "programs that decode '%3F' or '%23' see the end of the path"),
    (V::MappedDelimiter, "mapped-delimiter", "UAX 15 section 1.1", Auto, "programs that map characters see another path"),
    (V::HiddenAuthority, "hidden-authority", "RFC 3986 section 4.2", Auto, "programs that are given the path alone see a host"),
    (V::MappedPunctuation, "mapped-punctuation", "UAX 15 section 1.1", Auto, "programs that map characters may see the end of the path"),
];

// Each violation is a bit of a `u32`.
const _: () = assert!(TABLE.len() <= 32);

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

    fn row(self) -> &'static (Self, &'static str, &'static str, Treatment, &'static str) {
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

    /// What happens if a policy does not name it.
    #[must_use]
    pub fn default_treatment(self) -> Treatment {
        self.row().3
    }

    /// Whether it is a violation of the path, which can be treated as [`Treatment::Auto`].
    #[must_use]
    pub fn is_of_path(self) -> bool {
        matches!(
            self,
            V::EncodedSlash
                | V::EncodedBackslash
                | V::EncodedDotSegment
                | V::DotSegment
                | V::DoubleEncoding
                | V::EmptySegment
                | V::PathParameter
                | V::Semicolon
                | V::InvalidUtf8
                | V::EncodedDelimiter
                | V::MappedDelimiter
                | V::HiddenAuthority
                | V::MappedPunctuation
        )
    }

    /// What it is, as a clause.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.row().4
    }

    pub(crate) fn bit(self) -> u32 {
        1 << self as u32
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Treatments {
    denied: u32,
    auto: u32,
}

impl Default for Treatments {
    fn default() -> Self {
        let mut treatments = Self { denied: 0, auto: 0 };
        Violation::all().for_each(|it| treatments.set(it, it.default_treatment()));
        treatments
    }
}

impl Treatments {
    /// Says what to do with a violation. Only those of the path can be treated as `Auto`; others are denied then.
    pub(crate) fn set(&mut self, violation: Violation, treatment: Treatment) {
        let bit = violation.bit();
        self.denied &= !bit;
        self.auto &= !bit;
        match treatment {
            Allow => {}
            Auto if violation.is_of_path() => self.auto |= bit,
            Auto | Deny => self.denied |= bit,
        }
    }

    pub(crate) fn get(self, violation: Violation) -> Treatment {
        let bit = violation.bit();
        if self.denied & bit != 0 {
            Deny
        } else if self.auto & bit != 0 {
            Auto
        } else {
            Allow
        }
    }

    /// Whether a text with a violation is admitted, as far as the violation counts. `path` says whether a rule looks at the path.
    pub(crate) fn permits(self, violation: Violation, path: PathUse) -> bool {
        let denied = match path {
            PathUse::Ignored => self.denied,
            // The rules look at mapped punctuation themselves.
            PathUse::Matched => self.denied | self.auto & !V::MappedPunctuation.bit(),
        };
        denied & violation.bit() == 0
    }
}

/// Whether a rule that could decide about a text looks at its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PathUse {
    Ignored,
    Matched,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        assert!(TABLE.iter().enumerate().all(|(nth, row)| row.0 as usize == nth));
    }
}
