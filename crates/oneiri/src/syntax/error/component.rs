//! The components that errors name.

use core::fmt;

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
}

impl Component {
    /// All components, in the order in which they stand in a text.
    pub const ALL: [Self; 7] = [
        Self::Scheme,
        Self::Userinfo,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

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
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
