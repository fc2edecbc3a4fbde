//! Compares two rules: `is_covered_by` says whether one matches all that the other matches, and `may_meet` whether a
//! URL may exist that both match. Only the warnings of `analysis.rs` use this, and no decision does.
//!
//! An author may remove a rule that is said to have no effect, so a doubt must end without a warning: then
//! `is_covered_by` must be false, and `may_meet` must be true. Both functions repeat how `index.rs` and `matches.rs`
//! match a rule, and for which other readings of a host `rules.rs` asks the rules again. So a new field or pattern of a
//! rule also belongs here. The compiler does not remind you, because no code here lists all fields, and the last arms
//! take every other pattern.

use crate::host_pattern::{Below, HostPattern};
use crate::readings::folded;
use crate::rule::{Compiled, LetterCase, PortPattern, QueryPattern};
use crate::scheme_pattern::{SchemePattern, is_safe};

impl Compiled {
    /// Whether another rule matches all that this rule matches. It may be a rule that denies, which matches in another
    /// way: for example, a rule that allows the query `a` matches a URL without a query, and one that denies it does
    /// not.
    pub(crate) fn is_covered_by(&self, other: &Self) -> bool {
        if other.uri.is_some() {
            return self.uri == other.uri && self.port == other.port;
        }
        let schemes = match (&self.scheme, &other.scheme) {
            (one, two) if one == two => true,
            (_, SchemePattern::Any) => true,
            (SchemePattern::Listed(one), SchemePattern::Listed(two)) => one.iter().all(|scheme| two.contains(scheme)),
            (SchemePattern::Listed(one), SchemePattern::Safe) => one.iter().all(|scheme| is_safe(scheme)),
            _ => false,
        };
        let host = match (&self.host, &other.host) {
            (one, other) if one == other => true,
            (HostPattern::Absent | HostPattern::SameOrigin, HostPattern::Any) => !other.allows(),
            (_, HostPattern::Any) => true,
            (HostPattern::Network(one), HostPattern::Network(other)) => other.covers(*one),
            (
                HostPattern::Name { name, itself, below },
                HostPattern::Name { name: above, itself: also, below: all },
            ) => {
                let rest = name.strip_suffix(&**above).and_then(|it| it.strip_suffix('.'));
                let within = match (rest, all) {
                    (Some(_), Below::All) => true,
                    (Some(label), Below::Label) => !label.contains('.') && *below == Below::None,
                    _ => false,
                };
                let same = name == above
                    && (!itself || *also)
                    && (*below == Below::None || below == all || *all == Below::All);
                within || same
            }
            _ => false,
        };
        let port = match (&self.port, &other.port) {
            (one, two) if one == two => true,
            (_, PortPattern::Any) => true,
            (PortPattern::Listed(one), PortPattern::Listed(two)) => one.iter().all(|port| two.contains(port)),
            _ => false,
        };
        let in_case = |text: &str| match other.case {
            LetterCase::Compared => text.into(),
            LetterCase::Ignored => folded(text),
        };
        let path = match (&self.path, &other.path) {
            (_, None) => true,
            (Some(one), Some(two)) => two.covers(&one.map(in_case)),
            (None, Some(_)) => false,
        };
        let query = match (&self.query, &other.query) {
            (_, QueryPattern::Any) => true,
            // A rule that allows matches queries without a name, too, and a rule that denies matches none of these.
            (QueryPattern::Names(one), QueryPattern::Names(two)) => {
                self.allows() == other.allows() && one.iter().all(|name| two.iter().any(|it| **it == *in_case(name)))
            }
            (one, two) => one == two,
        };
        let is_any = other.path.is_none() && other.query == QueryPattern::Any;
        let case = self.case == LetterCase::Compared || other.case == LetterCase::Ignored || is_any;
        // The fields of a whole URI say less than it, which is on the safe side.
        let is_whole = self.uri.is_some() && other.query != QueryPattern::Any;
        schemes && host && port && path && query && case && !is_whole
    }

    /// Whether a text may exist that both rules match, a rule that allows and one that denies. What IDNA maps may be read
    /// as another name: `straße.example` is `strasse.example` for IDNA of 2003.
    pub(crate) fn may_meet(&self, deny: &Self) -> bool {
        let schemes = match (&self.scheme, &deny.scheme) {
            (SchemePattern::Listed(one), SchemePattern::Listed(two)) => one.iter().any(|scheme| two.contains(scheme)),
            (SchemePattern::Safe, SchemePattern::Listed(two)) => two.iter().any(|scheme| is_safe(scheme)),
            _ => true,
        };
        let hosts = match (&self.host, &deny.host) {
            (
                HostPattern::Name { name: one, itself: true, below: Below::None },
                HostPattern::Name { name: two, itself: true, below: Below::None },
            ) => one == two || one.contains("xn--"),
            (HostPattern::Name { name: one, .. }, HostPattern::Name { name: two, .. }) => {
                let is_within = |name: &str, above: &str| {
                    name == above || name.strip_suffix(above).is_some_and(|it| it.ends_with('.'))
                };
                is_within(one, two) || is_within(two, one) || one.contains("xn--")
            }
            _ => true,
        };
        schemes && hosts
    }
}
