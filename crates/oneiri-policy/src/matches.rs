//! Whether a rule matches a target, apart from what the index looks up. The fields of a rule that is compiled with
//! `ignore-case` are folded already (`rule.rs`), so the target is folded here in the same way. `nearest.rs` asks each
//! field by itself, and `coverage.rs` repeats what the patterns mean, so a new field belongs in both.

use crate::host_pattern::HostPattern;
use crate::index::{Index, Target};
use crate::query;
use crate::readings::{folded, folded_octets};
use crate::rule::{Compiled, LetterCase, PortPattern, QueryPattern};
use crate::scheme_pattern::{SchemePattern, is_safe};
use crate::source::RuleKind;
use crate::trie::is_same;

impl Index {
    /// The first rule that matches, also among those that ignore the case of letters.
    pub(crate) fn first(&self, target: &Target<'_>) -> Option<&Compiled> {
        let exact = self.matching(target).next();
        exact.or_else(|| self.matching_in_any_case(target, |_| true)).map(|(_, rule)| rule)
    }

    /// A rule that matches because it ignores the case of letters, and that counts.
    pub(crate) fn matching_in_any_case(
        &self,
        target: &Target<'_>,
        counts: impl Fn(usize) -> bool,
    ) -> Option<(usize, &Compiled)> {
        if !self.ignores_case {
            return None;
        }
        let path = folded(target.path);
        let target = Target { path: &path, ..*target };
        let mut rules = self.matching(&target);
        rules.find(|(id, rule)| rule.case == LetterCase::Ignored && counts(*id))
    }
}

impl Compiled {
    pub(crate) fn allows(&self) -> bool {
        self.reference.kind == RuleKind::Allow
    }

    pub(crate) fn has_path(&self) -> bool {
        self.path.is_some() || self.uri.is_some()
    }

    /// Whether the rule is for a host by its name or address, and not for any host, for hosts below a name, or for a
    /// block as large as `0.0.0.0/0`.
    pub(crate) fn names(&self, host: Option<&str>) -> bool {
        match &self.host {
            HostPattern::Any => false,
            HostPattern::Name { name, itself, .. } => *itself && host == Some(&**name),
            HostPattern::Network(network) => network.is_narrow(),
            HostPattern::Absent | HostPattern::SameOrigin => true,
        }
    }

    /// Whether what the index has not looked at matches, too.
    pub(crate) fn matches_rest(&self, target: &Target<'_>) -> bool {
        self.matches_port(target)
            && self.matches_scheme(target)
            && self.matches_path(target.path)
            && self.matches_query(target.query)
    }

    pub(crate) fn matches_port(&self, target: &Target<'_>) -> bool {
        match &self.port {
            PortPattern::Any | PortPattern::Loopback => true,
            PortPattern::Default => target.port == target.default_port,
            PortPattern::Listed(ports) => target.port.is_some_and(|port| ports.contains(&port)),
            PortPattern::Exactly(port) => target.port == *port,
        }
    }

    pub(crate) fn matches_scheme(&self, target: &Target<'_>) -> bool {
        let given = target.scheme.as_bytes();
        match &self.scheme {
            SchemePattern::Any => true,
            SchemePattern::Safe => is_safe(target.scheme),
            SchemePattern::Listed(schemes) => schemes.iter().any(|scheme| is_same(scheme.as_bytes(), given)),
        }
    }

    /// The index has compared literal segments.
    pub(crate) fn matches_path(&self, path: &str) -> bool {
        self.path.as_ref().is_none_or(|pattern| pattern.is_literal() || pattern.matches(path))
    }

    pub(crate) fn matches_query(&self, query: Option<&str>) -> bool {
        let query = query.unwrap_or_default();
        match &self.query {
            QueryPattern::Any => true,
            QueryPattern::Exactly(exact) => {
                let query = oneiri::percent::decode(query);
                match self.case {
                    LetterCase::Compared => *exact == *query,
                    LetterCase::Ignored => *exact == *folded_octets(&query),
                }
            }
            QueryPattern::Names(names) => {
                let listed = |name: &str| match self.case {
                    LetterCase::Compared => names.iter().any(|listed| **listed == *name),
                    LetterCase::Ignored => {
                        let name = folded(name);
                        names.iter().any(|listed| **listed == *name)
                    }
                };
                if self.allows() {
                    query::names(query).all(|name| listed(&name))
                } else {
                    query::may_have(query, listed)
                }
            }
        }
    }
}
