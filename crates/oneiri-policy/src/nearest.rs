//! The rule that comes nearest to a text, for people who write a policy. It decides nothing. The names of fields are
//! public, and `Check::range` in `check.rs` looks for them, without the compiler. `HostPattern::matches` repeats what
//! `index.rs` looks up: where both differ, the message names a field that matches.

use alloc::vec::Vec;
use core::fmt;

use oneiri::Uri;

use crate::host_pattern::{Below, HostPattern};
use crate::index::{Index, Target};
use crate::networks::Network;
use crate::reason::listed;
use crate::rule::{Compiled, PortPattern};
use crate::source::RuleRef;

/// The rule that would allow a text if fewer of its fields were different than those of any other rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Nearest {
    /// The rule.
    pub rule: RuleRef,
    /// The fields that do not match, at least one of `host`, `path`, `query`, `port`, `scheme` and `uri`.
    pub fields: Vec<&'static str>,
}

/// `Display` writes `allow rule 1 (line 3) matches all but the path`.
impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, fields } = self;
        match &**fields {
            ["uri"] => write!(f, "{rule} matches all but the spelling of its uri"),
            fields => write!(f, "{rule} matches all but the {}", listed(fields)),
        }
    }
}

/// The rule with the fewest fields that do not match a target. Of several, the host matches if it does in one of them.
/// `None` if a rule matches, or if there is no rule.
pub(crate) fn nearest(index: &Index, target: &Target<'_>) -> Option<Nearest> {
    if index.matching(target).next().is_some() {
        return None;
    }
    let rules = index.rules.iter().map(|rule| (rule, rule.differing(target)));
    let distance = |(_, fields): &(&Compiled, Vec<&str>)| (fields.len(), usize::from(fields.contains(&"host")));
    let (rule, fields) = rules.filter(|(_, fields)| !fields.is_empty()).min_by_key(distance)?;
    Some(Nearest { rule: rule.reference.clone(), fields })
}

impl Compiled {
    fn differing(&self, target: &Target<'_>) -> Vec<&'static str> {
        let mut fields = Vec::new();
        let mut add = |matches: bool, field| {
            if !matches {
                fields.push(field);
            }
        };
        add(self.host.matches(target), "host");
        add(self.matches_port(target), "port");
        add(self.matches_scheme(target), "scheme");
        if let Some(uri) = &self.uri {
            let is_same = match self.port {
                PortPattern::Loopback => Uri::parse(target.given)
                    .ok()
                    .and_then(|given| given.with_port(None).ok())
                    .is_some_and(|given| given.as_str() == &**uri),
                _ => **uri == *target.given,
            };
            if !is_same {
                fields.push("uri");
            }
            return fields;
        }
        add(self.path.as_ref().is_none_or(|path| path.matches(target.path)), "path");
        add(self.matches_query(target.query), "query");
        fields
    }
}

impl HostPattern {
    /// Whether the host of a target is one of those of a rule that allows.
    fn matches(&self, target: &Target<'_>) -> bool {
        let host = target.host.filter(|host| !host.is_empty());
        match (self, host) {
            (Self::SameOrigin, _) => target.same_origin,
            (Self::Absent, host) => host.is_none(),
            (_, None) => false,
            (Self::Any, Some(_)) => true,
            (Self::Network(network), Some(_)) => {
                target.address.is_some_and(|address| network.covers(Network::of(address)))
            }
            (Self::Name { name, itself, below }, Some(host)) => {
                let label = host.strip_suffix(&**name).and_then(|rest| rest.strip_suffix('.'));
                match (label, below) {
                    _ if host == &**name => *itself,
                    (Some(_), Below::All) => true,
                    (Some(label), Below::Label) => !label.contains('.'),
                    _ => false,
                }
            }
        }
    }
}
