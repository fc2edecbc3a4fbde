//! The rules of one scheme, as values.

/// The rules that a scheme adds to the generic syntax.
///
/// Each rule rewrites a component to a normal form, so the identifiers that it makes equal form an equivalence.
/// Rules that cannot be written as a rewriting are left out. Example: SIP compares parameters only if both sides
/// have them, which is not an equivalence.
///
/// Build your own rules from [`SchemeRules::GENERIC`], or from the rules of a known scheme.
///
/// ```
/// use oneiri::registry::{Registry, SchemeRules};
///
/// let own = [("myscheme", SchemeRules::GENERIC.default_port(4711))];
/// let registry = Registry::new(&own);
/// assert_eq!(registry.rules("MyScheme").default_port, Some(4711));
/// assert_eq!(registry.rules("https").default_port, Some(443));
/// assert_eq!(registry.rules("unknown"), SchemeRules::GENERIC);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SchemeRules {
    /// The default port. After a host that is not empty, this port means the same as no port.
    pub default_port: Option<u16>,
    /// After a host that is not empty, an empty path means the same as `/`.
    pub empty_path_is_root: bool,
    /// An empty query means the same as no query.
    pub empty_query_is_absent: bool,
    /// Before a path that begins with `/`, these three mean the same if there is neither a userinfo nor a port: no
    /// authority, an empty host, and `localhost`. The empty host is the normal form.
    pub local_host: bool,
    /// The differences in the path that do not matter.
    pub path: PathRule,
    /// The differences in the query that do not matter.
    pub query: QueryRule,
    /// The host is a domain name. With the feature `idna`, a comparison can therefore treat a name and its
    /// Punycode as equal, if the caller asks for it.
    pub dns_host: bool,
    /// Clients of this scheme follow permanent redirects and canonical links, which say that two identifiers name
    /// one resource. Such evidence therefore counts at the protocol rung.
    pub observable: bool,
    /// The specification that states these rules; `""` if there is none to cite.
    pub source: &'static str,
}

/// The differences in a path that do not matter, if no authority precedes the path. The rules apply to ASCII
/// characters only, and never to the characters that escapes represent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PathRule {
    /// Every difference matters.
    #[default]
    Plain,
    /// In a path of one segment, letter case does not matter.
    FoldAll,
    /// Mail addresses, separated by commas. In each address, letter case does not matter after the last `@`.
    Mailto,
    /// A telephone number and its parameters (RFC 3966 section 3). Neither visual separators nor letter case
    /// matter.
    Telephone,
    /// A SIP address (RFC 3261 section 19.1.1). Letter case does not matter in the host, in the names of
    /// parameters, and in the values of `transport`, `user` and `maddr`.
    Sip,
    /// A name (RFC 8141 section 2). Letter case does not matter in the namespace identifier, nor in a UUID.
    Urn,
}

/// The differences in a query that do not matter. The rules apply to ASCII characters only, and never to the
/// characters that escapes represent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum QueryRule {
    /// Every difference matters.
    #[default]
    Plain,
    /// In each field between `&`, letter case does not matter before the first `=`.
    FoldNames,
}

impl SchemeRules {
    /// The rules of every scheme: none beyond the generic syntax.
    pub const GENERIC: Self = Self {
        default_port: None,
        empty_path_is_root: false,
        empty_query_is_absent: false,
        local_host: false,
        path: PathRule::Plain,
        query: QueryRule::Plain,
        dns_host: false,
        observable: false,
        source: "",
    };

    /// Sets the default port: see the field [`default_port`](Self#structfield.default_port).
    ///
    /// ```
    /// use oneiri::registry::SchemeRules;
    ///
    /// const GEMINI: SchemeRules = SchemeRules::GENERIC.default_port(1965).empty_path_is_root();
    /// assert_eq!(GEMINI.default_port, Some(1965));
    /// ```
    #[must_use]
    pub const fn default_port(self, port: u16) -> Self {
        Self { default_port: Some(port), ..self }
    }

    /// Makes an empty path mean `/`, after a host that is not empty.
    #[must_use]
    pub const fn empty_path_is_root(self) -> Self {
        Self { empty_path_is_root: true, ..self }
    }

    /// Makes an empty query mean the same as no query.
    #[must_use]
    pub const fn empty_query_is_absent(self) -> Self {
        Self { empty_query_is_absent: true, ..self }
    }

    /// Makes no authority, an empty host and `localhost` mean the same: see the field
    /// [`local_host`](Self#structfield.local_host).
    #[must_use]
    pub const fn local_host(self) -> Self {
        Self { local_host: true, ..self }
    }

    /// Sets the differences in the path that do not matter.
    #[must_use]
    pub const fn path(self, path: PathRule) -> Self {
        Self { path, ..self }
    }

    /// Sets the differences in the query that do not matter.
    #[must_use]
    pub const fn query(self, query: QueryRule) -> Self {
        Self { query, ..self }
    }

    /// States that the host is a domain name.
    #[must_use]
    pub const fn dns_host(self) -> Self {
        Self { dns_host: true, ..self }
    }

    /// Lets evidence count: see the field [`observable`](Self#structfield.observable).
    #[must_use]
    pub const fn observable(self) -> Self {
        Self { observable: true, ..self }
    }

    /// Sets the specification that states the rules.
    #[must_use]
    pub const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }
}
