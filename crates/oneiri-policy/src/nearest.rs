//! The rule that comes nearest to a text.

use core::fmt;

use crate::index::{Index, Target};
use crate::rule::{Compiled, PortPattern, QueryPattern};
use crate::scheme_pattern::SchemePattern;
use crate::source::{RuleKind, RuleRef};

/// The rule that would allow a text but for one of its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Nearest {
    /// The rule.
    pub rule: RuleRef,
    /// The field that does not match: `path`, `query`, `port`, `scheme` or `uri`.
    pub field: &'static str,
}

/// `Display` writes `allow rule 1 (line 3) matches all but the path`.
impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, field } = self;
        match *field {
            "uri" => write!(f, "{rule} matches all but the spelling of its uri"),
            field => write!(f, "{rule} matches all but the {field}"),
        }
    }
}

/// The rule that would match a target but for one of its fields. `None` if a rule matches.
pub(crate) fn nearest(index: &Index, target: &Target<'_>) -> Option<Nearest> {
    if index.matching(target).next().is_some() {
        return None;
    }
    let matches = |rule: Compiled| {
        let mut index = Index::new(RuleKind::Allow);
        index.add(rule);
        index.matching(target).next().is_some()
    };
    index.rules.iter().find_map(|rule| {
        let wider = |(_, widen): &&(&str, Widen)| {
            let mut rule = rule.clone();
            widen(&mut rule);
            matches(rule)
        };
        let (field, _) = FIELDS.iter().find(wider)?;
        Some(Nearest { rule: rule.reference.clone(), field })
    })
}

/// Makes a rule match whatever a field is.
type Widen = fn(&mut Compiled);

/// The fields of a rule that [`nearest`] ignores, one at a time. A rule for another host is never near.
const FIELDS: [(&str, Widen); 5] = [
    ("path", |rule| rule.path = None),
    ("query", |rule| rule.query = QueryPattern::Any),
    ("port", |rule| rule.port = PortPattern::Any),
    ("scheme", |rule| rule.scheme = SchemePattern::Any),
    ("uri", |rule| (rule.uri, rule.port) = (None, PortPattern::Any)),
];
