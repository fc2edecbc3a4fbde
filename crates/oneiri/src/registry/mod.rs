//! What schemes say of themselves: the scheme rung of the ladder (RFC 3986 section 6.2.3, RFC 3987
//! section 5.3.3), as values.

mod builtin;
mod iana;
mod urn;

use core::cmp::Ordering;

/// What a scheme says of itself, beyond the generic syntax.
///
/// Each rule rewrites a component to a normal form, so the identifiers that it makes equal form an
/// equivalence. What a scheme says beyond rewriting is not here. Example: SIP compares parameters
/// only where both sides have them, which is no equivalence.
///
/// Rules are made from [`SchemeRules::GENERIC`] or from those of a known scheme.
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
    /// The port that may as well be left out, behind a host that is not empty.
    pub default_port: Option<u16>,
    /// Behind a host that is not empty, an empty path means `/`.
    pub empty_path_is_root: bool,
    /// A query that is there but empty may as well be absent.
    pub empty_query_is_absent: bool,
    /// Before a path that begins with `/`: no authority, an empty host and `localhost` are the same
    /// where there is neither a userinfo nor a port; the empty host is the normal form.
    pub local_host: bool,
    /// What of the path does not matter.
    pub path: PathRule,
    /// What of the query does not matter.
    pub query: QueryRule,
    /// The host is a domain name, so that it and its Punycode are the same to those who ask for it
    /// (feature `idna`).
    pub dns_host: bool,
    /// By the conventions of its dereferencing, a permanent redirect or a canonical link says that
    /// two resources are one: evidence counts at the protocol rung.
    pub observable: bool,
    /// Where the scheme says so; `""` if nothing is to be cited.
    pub source: &'static str,
}

/// What of a path does not matter, where no authority stands before it. ASCII only, and never what
/// escapes stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PathRule {
    /// All of it matters.
    #[default]
    Plain,
    /// The case of letters does not matter, in a path of one segment.
    FoldAll,
    /// Mail addresses between commas: the case of letters does not matter behind the last `@` of
    /// each.
    Mailto,
    /// A telephone number and its parameters (RFC 3966 section 3): neither visual separators nor the
    /// case of letters matter.
    Telephone,
    /// A SIP address (RFC 3261 section 19.1.1): the case of letters does not matter in the host, in
    /// the names of parameters, and in the values of `transport`, `user` and `maddr`.
    Sip,
    /// A name (RFC 8141 section 2): the case of letters does not matter in the namespace identifier,
    /// nor in a UUID.
    Urn,
}

/// What of a query does not matter. ASCII only, and never what escapes stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum QueryRule {
    /// All of it matters.
    #[default]
    Plain,
    /// In the fields between `&`, the case of letters does not matter before the first `=`.
    FoldNames,
}

impl SchemeRules {
    /// What holds for every scheme: nothing beyond the generic syntax.
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

    /// Sets the port that may as well be left out, behind a host that is not empty.
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

    /// Makes an empty path mean `/`, behind a host that is not empty.
    #[must_use]
    pub const fn empty_path_is_root(self) -> Self {
        Self { empty_path_is_root: true, ..self }
    }

    /// Makes an empty query the same as no query.
    #[must_use]
    pub const fn empty_query_is_absent(self) -> Self {
        Self { empty_query_is_absent: true, ..self }
    }

    /// Makes no authority, an empty host and `localhost` the same: see the field
    /// [`local_host`](Self#structfield.local_host).
    #[must_use]
    pub const fn local_host(self) -> Self {
        Self { local_host: true, ..self }
    }

    /// Sets what of the path does not matter.
    #[must_use]
    pub const fn path(self, path: PathRule) -> Self {
        Self { path, ..self }
    }

    /// Sets what of the query does not matter.
    #[must_use]
    pub const fn query(self, query: QueryRule) -> Self {
        Self { query, ..self }
    }

    /// Says that the host is a domain name.
    #[must_use]
    pub const fn dns_host(self) -> Self {
        Self { dns_host: true, ..self }
    }

    /// Admits evidence: see the field [`observable`](Self#structfield.observable).
    #[must_use]
    pub const fn observable(self) -> Self {
        Self { observable: true, ..self }
    }

    /// Sets where the scheme says so.
    #[must_use]
    pub const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }
}

/// The rules of schemes: those built in, and before them the caller's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry<'r> {
    own: &'r [(&'r str, SchemeRules)],
}

impl<'r> Registry<'r> {
    /// The rules built in, with these before them; a scheme is looked for in order, whatever the
    /// case of its letters.
    pub const fn new(own: &'r [(&'r str, SchemeRules)]) -> Self {
        Self { own }
    }

    /// What a scheme says of itself; [`SchemeRules::GENERIC`] for one that is not known.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert_eq!(Registry::default().rules("HTTPS").default_port, Some(443));
    /// ```
    pub fn rules(&self, scheme: &str) -> SchemeRules {
        self.find(scheme).unwrap_or(SchemeRules::GENERIC)
    }

    /// As [`rules`](Self::rules); `None` for a scheme that is not known, which is not the same as one
    /// of which it is known that nothing goes beyond the generic syntax.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert!(Registry::default().find("news").is_some());
    /// assert!(Registry::default().find("unheard-of").is_none());
    /// ```
    pub fn find(&self, scheme: &str) -> Option<SchemeRules> {
        let own = self.own.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
        let found = own.or_else(|| {
            let at = builtin::RULES.binary_search_by(|(name, _)| compare(name, scheme));
            at.ok().and_then(|at| builtin::RULES.get(at))
        });
        found.map(|(_, rules)| *rules)
    }
}

/// The status of a scheme in IANA's registry (RFC 7595).
pub use iana::Status;
pub use urn::{is_nid, is_uuid};

/// A scheme's entry in IANA's registry of URI schemes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Registration {
    /// Its name, in lower case.
    pub name: &'static str,
    /// How it is registered.
    pub status: Status,
    /// What defines it; empty if the registry names nothing.
    pub reference: &'static str,
}

/// What IANA's registry says of a scheme, in the copy of [`REGISTRY_DATE`]; `None` if it is not
/// registered there.
///
/// ```
/// use oneiri::registry::{Status, registration};
///
/// assert_eq!(registration("HTTPS").map(|found| found.status), Some(Status::Permanent));
/// assert_eq!(registration("no-such-scheme"), None);
/// ```
pub fn registration(scheme: &str) -> Option<Registration> {
    let at = iana::SCHEMES.binary_search_by(|(name, ..)| compare(name, scheme)).ok()?;
    let &(name, status, reference) = iana::SCHEMES.get(at)?;
    Some(Registration { name, status, reference })
}

/// The date of the copy of IANA's registry that [`registration`] reads.
pub const REGISTRY_DATE: &str = iana::DATE;

/// A name in lower case beside another, as if that were in lower case.
fn compare(name: &str, other: &str) -> Ordering {
    name.bytes().cmp(other.bytes().map(|byte| byte.to_ascii_lowercase()))
}
