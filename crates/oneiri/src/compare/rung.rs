//! The rungs of the ladder, from identical text to observed resources.

use core::fmt;
use core::str::FromStr;

/// A rung of the comparison ladder: RFC 3986 section 6.2, RFC 3987 section 5.3. Ordered from the
/// lowest up; what is equal at one is equal at every higher one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rung {
    /// Identical text: section 6.2.1. What `==` asks, and what identity tokens must (RFC 3987
    /// section 5.1).
    String,
    /// The case of scheme, host and hexadecimal digits: section 6.2.2.1.
    Case,
    /// And escapes that need not be: section 6.2.2.2.
    Escape,
    /// And dot segments, and how a port is spelled: section 6.2.2.3. All of syntax.
    Path,
    /// And what the scheme says of itself: section 6.2.3.
    Scheme,
    /// And what was observed of the resources: section 6.2.4.
    Protocol,
}

impl Rung {
    /// All of syntax-based normalization.
    pub const SYNTAX: Self = Self::Path;

    /// All rungs, from the lowest up.
    pub const ALL: [Self; 6] =
        [Self::String, Self::Case, Self::Escape, Self::Path, Self::Scheme, Self::Protocol];

    /// Its name in lower case; that of [`Path`](Self::Path) is `path`, and `syntax` is read as it.
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
        f.write_str("expected string, case, escape, path, syntax, scheme or protocol")
    }
}

impl core::error::Error for UnknownRung {}

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        match name {
            "syntax" => Ok(Self::SYNTAX),
            _ => Self::ALL.into_iter().find(|rung| rung.name() == name).ok_or(UnknownRung),
        }
    }
}
