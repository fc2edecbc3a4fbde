//! The lookup of the rules of a scheme by its name.

use super::builtin;
use super::name::compare;
use super::rules::SchemeRules;

/// The rules of all known schemes: the built-in rules, and the caller's own rules, which take precedence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry<'r> {
    own: &'r [(&'r str, SchemeRules)],
}

impl<'r> Registry<'r> {
    /// Adds these rules to the built-in ones. The registry looks a scheme up in `own` first, in order, and ignores
    /// its letter case.
    pub const fn new(own: &'r [(&'r str, SchemeRules)]) -> Self {
        Self { own }
    }

    /// The rules of a scheme; [`SchemeRules::GENERIC`] for an unknown scheme.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert_eq!(Registry::default().rules("HTTPS").default_port, Some(443));
    /// ```
    pub fn rules(&self, scheme: &str) -> SchemeRules {
        self.find(scheme).unwrap_or(SchemeRules::GENERIC)
    }

    /// Like [`rules`](Self::rules), but `None` for an unknown scheme. A known scheme may also have no rules beyond
    /// the generic syntax; then the result is `Some`.
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
