//! Rules that have no effect, each with a text that shows it, and the rule that comes nearest to a text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use oneiri_readers::agreement::default_port;

use crate::error::Warning;
use crate::index::{Index, Target};
use crate::names::special_name;
use crate::pattern::normal_form;
use crate::policy::Policy;
use crate::reason::Code;
use crate::rule::{Below, Compiled, HostPattern, PortPattern, QueryPattern, SchemePattern};
use crate::rules::special;
use crate::source::{RuleKind, RuleRef, Source};
use crate::violation::Violation;

/// The rules of a policy that have no effect.
pub(crate) fn warnings(policy: &Policy) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    for index in [&policy.rules.allow, &policy.rules.deny] {
        for (id, rule) in index.rules.iter().enumerate() {
            let witness = Witness::of(rule);
            let message = match rule.reference.kind {
                RuleKind::Allow => idle_allow(policy, id, rule, &witness),
                RuleKind::Deny => idle_deny(policy, id, rule, &witness),
            };
            let Some(message) = message else { continue };
            let warning =
                Warning { rule: rule.reference.clone(), message, witness: witness.to_string() };
            // A rule is compiled to one for each form of a path.
            if !warnings.iter().any(|it| it.rule == warning.rule && it.witness == warning.witness) {
                warnings.push(warning);
            }
        }
    }
    warnings
}

/// Why a rule allows nothing that others do not allow.
fn idle_allow(policy: &Policy, id: usize, rule: &Compiled, witness: &Witness) -> Option<String> {
    let addresses = rule.addresses.as_ref().unwrap_or(&policy.rules.addresses);
    let is_special = special(addresses, &witness.target()).is_some();
    let index = &policy.rules.allow;
    let other = covering(index, rule, witness, |other| {
        let (nth, other) = (other, &index.rules[other]);
        // A special host needs a rule that names it.
        let names = |rule: &Compiled| rule.names(witness.host.as_deref());
        let counts = !is_special || names(other) || !names(rule);
        // Of two equal rules the later one is the one to remove.
        counts && nth != id && (nth < id || !other.is_covered_by(rule))
    });
    if let Some(other) = other {
        return Some(format!("{} already allows all that it allows", shown(&other.reference)));
    }
    if let Some(other) = covering(&policy.rules.deny, rule, witness, |_| true) {
        return Some(format!("{} denies all that it allows", shown(&other.reference)));
    }
    if let HostPattern::Name { name, itself: false, .. } = &rule.host {
        if !addresses.is_any() && special_name(&format!("x.{name}")).is_some() {
            return Some(
                "the names below it are not public: name each host, or write addresses = \"any\""
                    .into(),
            );
        }
    }
    let name = violation_of(policy, witness)?.name();
    Some(format!("the policy denies what it matches: {name} = \"allow\" admits it"))
}

/// Why a rule denies nothing that is not denied without it.
fn idle_deny(policy: &Policy, id: usize, rule: &Compiled, witness: &Witness) -> Option<String> {
    let index = &policy.rules.deny;
    let other = covering(index, rule, witness, |other| {
        let (nth, other) = (other, &index.rules[other]);
        nth != id && other.reference != rule.reference && (nth < id || !other.is_covered_by(rule))
    });
    if let Some(other) = other {
        return Some(format!("{} already denies all that it denies", shown(&other.reference)));
    }
    // The rules of a preset are for the rules that a policy may add.
    let is_own = !matches!(rule.reference.source, Source::Preset { .. });
    let allow = &policy.rules.allow.rules;
    let is_idle = is_own && !allow.is_empty() && !allow.iter().any(|allow| allow.may_meet(rule));
    is_idle.then(|| "no [[allow]] rule allows what it denies".into())
}

/// A rule as a warning about another one names it.
fn shown(rule: &RuleRef) -> String {
    let kind = rule.kind.name();
    match (&rule.source, rule.line) {
        (Source::Preset { preset, .. }, Some(line)) => {
            format!("the [[{kind}]] rule of the preset {preset}, line {line},")
        }
        (_, Some(line)) => format!("the [[{kind}]] rule on line {line}"),
        _ => format!("{kind} rule {}", rule.number),
    }
}

/// The violation for which a text is denied that a rule matches.
fn violation_of(policy: &Policy, witness: &Witness) -> Option<Violation> {
    let text = witness.to_string();
    let decision = policy.check(&text);
    match decision.reasons().first()?.code {
        // A rule for several ports is shown by one of them.
        Code::Violation(Violation::NonDefaultPort) => None,
        Code::Violation(violation) => Some(violation),
        _ => None,
    }
}

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

/// A rule of an index that covers a rule.
fn covering<'i>(
    index: &'i Index,
    rule: &Compiled,
    witness: &Witness,
    counts: impl Fn(usize) -> bool,
) -> Option<&'i Compiled> {
    let target = witness.target();
    let mut matching = index.matching(&target);
    matching.find(|(id, other)| counts(*id) && rule.is_covered_by(other)).map(|(_, other)| other)
}

impl Compiled {
    /// Whether another rule matches all that this rule matches. It may be a rule that denies.
    fn is_covered_by(&self, other: &Self) -> bool {
        if other.uri.is_some() {
            return self.uri == other.uri && self.port == other.port;
        }
        let schemes = match (&self.scheme, &other.scheme) {
            (one, two) if one == two => true,
            (_, SchemePattern::Any) => true,
            (SchemePattern::Listed(one), SchemePattern::Listed(two)) => {
                one.iter().all(|scheme| two.contains(scheme))
            }
            (SchemePattern::Listed(one), SchemePattern::Safe) => {
                one.iter().all(|scheme| crate::rule::is_safe(scheme))
            }
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
            (PortPattern::Listed(one), PortPattern::Listed(two)) => {
                one.iter().all(|port| two.contains(port))
            }
            _ => false,
        };
        let path = match (&self.path, &other.path) {
            (_, None) => true,
            (Some(one), Some(two)) => two.covers(one),
            (None, Some(_)) => false,
        };
        let query = match (&self.query, &other.query) {
            (_, QueryPattern::Any) => true,
            (QueryPattern::Names(one), QueryPattern::Names(two)) => {
                one.iter().all(|name| two.contains(name))
            }
            (one, two) => one == two,
        };
        // The fields of a whole URI say less than it, which is on the safe side.
        let is_whole = self.uri.is_some() && other.query != QueryPattern::Any;
        schemes && host && port && path && query && !is_whole
    }

    /// Whether a text may exist that both rules match, a rule that allows and one that denies.
    fn may_meet(&self, deny: &Self) -> bool {
        let schemes = match (&self.scheme, &deny.scheme) {
            (SchemePattern::Listed(one), SchemePattern::Listed(two)) => {
                one.iter().any(|scheme| two.contains(scheme))
            }
            (SchemePattern::Safe, SchemePattern::Listed(two)) => {
                two.iter().any(|scheme| crate::rule::is_safe(scheme))
            }
            _ => true,
        };
        let hosts = match (&self.host, &deny.host) {
            (
                HostPattern::Name { name: one, itself: true, below: Below::None },
                HostPattern::Name { name: two, itself: true, below: Below::None },
            ) => one == two,
            (HostPattern::Name { name: one, .. }, HostPattern::Name { name: two, .. }) => {
                // What IDNA maps may be read as another name.
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

/// A text that a rule matches, in parts.
struct Witness {
    uri: Option<String>,
    scheme: String,
    host: Option<String>,
    address: Option<core::net::IpAddr>,
    port: Option<u16>,
    path: String,
    /// The path in the form in which paths are compared.
    form: String,
    query: Option<String>,
    same_origin: bool,
}

impl Witness {
    fn of(rule: &Compiled) -> Self {
        let scheme = match &rule.scheme {
            SchemePattern::Listed(schemes) => schemes.first().map_or("https", |scheme| scheme),
            SchemePattern::Any | SchemePattern::Safe => "https",
        };
        let scheme = scheme.to_string();
        let (host, address) = match &rule.host {
            HostPattern::Any => (Some("any.example.com".to_string()), None),
            HostPattern::Absent | HostPattern::SameOrigin => (None, None),
            HostPattern::Name { name, itself: true, .. } => (Some(name.to_string()), None),
            HostPattern::Name { name, .. } => (Some(format!("any.{name}")), None),
            HostPattern::Network(network) => {
                let first = network.first();
                let text = if first.is_ipv4() { first.to_string() } else { format!("[{first}]") };
                (Some(text), Some(first))
            }
        };
        let port = match &rule.port {
            PortPattern::Listed(ports) => ports.first().copied(),
            PortPattern::Exactly(port) => *port,
            PortPattern::Loopback => Some(49152),
            PortPattern::Any | PortPattern::Default => default_port(&scheme),
        };
        let path = rule.path.as_ref().map_or_else(|| "/".to_string(), |path| path.witness());
        let query = match &rule.query {
            QueryPattern::Any => None,
            QueryPattern::Names(names) => names.first().map(|name| format!("{name}=")),
            QueryPattern::Exactly(query) if query.is_empty() => None,
            QueryPattern::Exactly(query) => {
                let query = String::from_utf8_lossy(query);
                Some(oneiri::percent::encode(&query, "!$&'()*+,;=:@/?").into_owned())
            }
        };
        let same_origin = rule.host == HostPattern::SameOrigin;
        let uri = rule.uri.as_deref().map(String::from);
        let form = normal_form(&path).into_owned();
        Self { uri, scheme, host, address, port, path, form, query, same_origin }
    }

    fn target(&self) -> Target<'_> {
        Target {
            given: self.uri.as_deref().unwrap_or_default(),
            scheme: &self.scheme,
            host: self.host.as_deref(),
            address: self.address,
            port: self.port,
            default_port: default_port(&self.scheme),
            path: &self.form,
            query: self.query.as_deref(),
            same_origin: self.same_origin,
        }
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(uri) = &self.uri {
            return f.write_str(uri);
        }
        match &self.host {
            _ if self.same_origin => {}
            Some(host) => write!(f, "{}://{host}", self.scheme)?,
            None => write!(f, "{}:", self.scheme)?,
        }
        if let Some(port) = self.port.filter(|port| Some(*port) != default_port(&self.scheme)) {
            write!(f, ":{port}")?;
        }
        f.write_str(&self.path)?;
        self.query.as_ref().map_or(Ok(()), |query| write!(f, "?{query}"))
    }
}
