//! What schemes say of themselves: the scheme rung of the ladder (RFC 3986 section 6.2.3, RFC 3987
//! section 5.3.3), as values.

mod builtin;

/// What a scheme says of itself, beyond the generic syntax.
///
/// Each rule is a rewriting to a normal form, so that what it makes equal is an equivalence. What a
/// scheme says that is none (as SIP does of parameters that one side lacks) is not here.
///
/// ```
/// use oneiri::registry::{Registry, SchemeRules};
///
/// let own = [("myscheme", SchemeRules { default_port: Some(4711), ..SchemeRules::GENERIC })];
/// let registry = Registry::new(&own);
/// assert_eq!(registry.rules("MyScheme").default_port, Some(4711));
/// assert_eq!(registry.rules("https").default_port, Some(443));
/// assert_eq!(registry.rules("unknown"), SchemeRules::GENERIC);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SchemeRules {
    /// The port that may as well be left out.
    pub default_port: Option<u16>,
    /// Behind an authority an empty path means `/`.
    pub empty_path_is_root: bool,
    /// No authority, an empty host and `localhost` are the same where there is neither a userinfo
    /// nor a port; the empty host is the normal form.
    pub local_host: bool,
    /// Which parts of the path are case-insensitive, or hold what does not matter.
    pub path: PathRule,
    /// By the conventions of its dereferencing, a permanent redirect or a canonical link says that
    /// two resources are one: evidence counts at the protocol rung.
    pub observable: bool,
}

/// What of a path does not matter. ASCII only, and never what escapes stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PathRule {
    /// All of it matters.
    #[default]
    Plain,
    /// The case of letters does not matter.
    FoldAll,
    /// The case of letters does not matter up to the first such delimiter (one that RFC 3986
    /// section 2.2 reserves).
    FoldFirst(char),
    /// Mail addresses between commas: the case of letters does not matter behind the last `@` of
    /// each.
    Addresses,
    /// A telephone number: the visual separators `-.()` do not matter before the first `;`, nor does
    /// the case of letters.
    Telephone,
}

impl SchemeRules {
    /// What holds for every scheme: nothing beyond the generic syntax.
    pub const GENERIC: Self = Self {
        default_port: None,
        empty_path_is_root: false,
        local_host: false,
        path: PathRule::Plain,
        observable: false,
    };
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
    pub fn rules(&self, scheme: &str) -> SchemeRules {
        let known = self.own.iter().chain(builtin::RULES);
        known
            .filter(|(name, _)| name.eq_ignore_ascii_case(scheme))
            .map(|(_, rules)| *rules)
            .next()
            .unwrap_or(SchemeRules::GENERIC)
    }
}
