//! The components that errors name.

use core::fmt;

/// A component of the generic syntax (RFC 3986 section 3). There are seven, and there will be no more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// All components, in the order in which they are in a text.
    pub const ALL: [Self; 7] =
        [Self::Scheme, Self::Userinfo, Self::Host, Self::Port, Self::Path, Self::Query, Self::Fragment];

    /// The place of the component in [`ALL`](Self::ALL), for tables with one entry for each component.
    ///
    /// ```
    /// use oneiri::Component;
    ///
    /// assert_eq!(Component::ALL.map(Component::index), [0, 1, 2, 3, 4, 5, 6]);
    /// ```
    pub const fn index(self) -> usize {
        self as usize
    }

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
        f.pad(self.name())
    }
}
