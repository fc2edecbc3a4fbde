//! The rungs of the ladder, from identical text to observed resources.

use core::fmt;
use core::str::FromStr;

/// A rung of the comparison ladder: RFC 3986 section 6.2, RFC 3987 section 5.3. Rungs are ordered
/// from the lowest to the highest. Identifiers that are equal at a rung are equal at every higher
/// rung.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rung {
    /// Identical text: section 6.2.1. `==` compares at this rung, and so must every comparison of
    /// identity tokens (RFC 3987 section 5.1).
    String,
    /// Ignores the case of scheme, host and hexadecimal digits: section 6.2.2.1.
    Case,
    /// Also decodes escapes that are not needed: section 6.2.2.2.
    Escape,
    /// Also removes dot segments, and ignores how a port is spelled: section 6.2.2.3. This completes
    /// syntax-based normalization (section 6.2.2), which uses no rules of schemes, so its normal forms never change
    /// from one version of the library to the next.
    Path,
    /// Also applies the rules of the scheme: section 6.2.3. This is the default of `normalize`, `equivalent` and
    /// `normal`. The rules have a version, [`SCHEME_RULES_VERSION`](crate::SCHEME_RULES_VERSION).
    Scheme,
    /// Also uses observations of the resources: section 6.2.4.
    Protocol,
}

impl Rung {
    /// All rungs, from the lowest to the highest.
    pub const ALL: [Self; 6] = [Self::String, Self::Case, Self::Escape, Self::Path, Self::Scheme, Self::Protocol];

    /// The name of the rung in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::Escape => "escape",
            Self::Path => "path",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no rung has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRung;

impl fmt::Display for UnknownRung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected string, case, escape, path, scheme or protocol")
    }
}

impl core::error::Error for UnknownRung {}

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        Self::ALL.into_iter().find(|rung| rung.name() == name).ok_or(UnknownRung)
    }
}
