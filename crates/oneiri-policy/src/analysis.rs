//! Rules that have no effect, each with a text that shows it, and the rule that comes nearest to a text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use oneiri_template::{Operator, Part, Value, Values, covers};

use crate::error::Warning;
use crate::index::{Index, Target};
use crate::names::special_name;
use crate::policy::Policy;
use crate::rule::{Compiled, HostPattern, PathPattern, Port};
use crate::view::default_port;
use crate::violation::Violation;

impl Policy {
    /// The rules that can never decide: a rule that another one covers, a rule that allows only what rules deny,
    /// a rule that allows only special addresses or names that the policy does not admit, and a rule that allows only what
    /// has a violation. Besides, the rules that
    /// allow less than their path shows: no value of a template may have a slash.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let policy = Policy::compile(r#"
    ///     allow = [{ host = "*.example.com" }, { host = "a.example.com" }]
    /// "#)?;
    /// let warnings = policy.warnings();
    /// assert_eq!(
    ///     warnings[0].to_string(),
    ///     "allow rule 1 (line 2): allow rule 0 (line 2) covers it: http://a.example.com/",
    /// );
    /// # Ok::<(), oneiri_policy::PolicyError>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for index in [&self.allow, &self.deny] {
            for (id, rule) in index.rules.iter().enumerate() {
                let Some(witness) = Witness::of(rule) else { continue };
                let special = rule.allows && self.special(&witness.target()).is_some();
                let covered = covering(index, rule, &witness, |other| {
                    let (nth, other) = (other, &index.rules[other]);
                    // A special host needs a rule that names it.
                    let counts = !special || other.names_host() || !rule.names_host();
                    // Of two equal rules the later one is the one to remove.
                    counts && nth != id && (nth < id || !other.is_covered_by(rule))
                });
                let covered = covered.or_else(|| {
                    covering(&self.deny, rule, &witness, |_| true).filter(|_| rule.allows)
                });
                let message = match (covered, &rule.host) {
                    (Some(other), _) => format!("{other} covers it"),
                    (None, HostPattern::Name { name, itself: false, .. })
                        if rule.allows
                            && !self.networks.any
                            && special_name(&format!("x.{name}")).is_some() =>
                    {
                        "the names are not public, and the policy admits no others".into()
                    }
                    (None, _) if rule.allows && rule.shows_slashes() => {
                        "a value of the path has no '/'; \"/*\" stands for all segments below"
                            .into()
                    }
                    (None, _) if rule.allows => match self.violation_of(&witness) {
                        Some(reason) => format!("the policy denies what it matches: {reason}"),
                        None => continue,
                    },
                    _ => continue,
                };
                let (rule, witness) = (rule.to_string(), witness.to_string());
                warnings.push(Warning { rule, message, witness });
            }
        }
        warnings
    }

    /// The violation for which a text is denied that a rule matches.
    fn violation_of(&self, witness: &Witness) -> Option<String> {
        let text = witness.to_string();
        let decision = self.check(&text);
        let reason = decision.reasons().first()?;
        let violation = Violation::from_name(reason.code)?;
        // A rule for several ports is shown by one of them.
        (violation != Violation::NonDefaultPort).then(|| violation.name().into())
    }

    /// The rule that would allow a text but for one of its fields: `allow rule 0 (line 3) matches all but the path`.
    /// `None` if there is no such rule, if readers refuse the text or disagree, or if a rule allows it.
    ///
    /// It looks at every rule, so it is for people who write a policy.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let policy = Policy::compile("[[allow]]\nhost = \"a.example\"\npath = \"/v1/*\"")?;
    /// let nearest = policy.nearest("https://a.example/v2/x", None);
    /// assert_eq!(nearest.as_deref(), Some("allow rule 0 (line 1) matches all but the path"));
    /// # Ok::<(), oneiri_policy::PolicyError>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, text: &str, base: Option<&str>) -> Option<String> {
        let agreed = self.agreed(text, base).ok()?;
        let target = agreed.target(text);
        let matches = |rule: Compiled| {
            let mut index = Index::new();
            index.add(rule);
            index.find(&target, |_| true)
        };
        if self.allow.rules.iter().any(|rule| matches(rule.clone())) {
            return None;
        }
        self.allow.rules.iter().find_map(|rule| {
            let wider = |(_, widen): &&(&str, Widen)| {
                let mut rule = rule.clone();
                widen(&mut rule);
                matches(rule)
            };
            let (field, _) = FIELDS.iter().find(wider)?;
            Some(format!("{rule} matches all but the {field}"))
        })
    }
}

/// Makes a rule match whatever a field is.
type Widen = fn(&mut Compiled);

/// The fields of a rule that [`Policy::nearest`] ignores, one at a time. A rule for another host is never near.
const FIELDS: [(&str, Widen); 5] = [
    ("path", |rule| rule.path = PathPattern::Any),
    ("query", |rule| rule.query = None),
    ("port", |rule| rule.port = Some(Port::Any)),
    ("scheme", |rule| rule.schemes.clear()),
    ("spelling of its uri", |rule| (rule.uri, rule.port) = (None, Some(Port::Any))),
];

/// A rule of an index that covers a rule.
fn covering<'i>(
    index: &'i Index,
    rule: &Compiled,
    witness: &Witness,
    counts: impl Fn(usize) -> bool,
) -> Option<&'i Compiled> {
    let mut found = None;
    index.find(&witness.target(), |id| {
        let covers = counts(id) && rule.is_covered_by(&index.rules[id]);
        found = covers.then_some(&index.rules[id]);
        covers
    });
    found
}

impl Compiled {
    /// Whether another rule matches all that this rule matches. It may be a rule that denies.
    fn is_covered_by(&self, other: &Self) -> bool {
        if other.uri.is_some() {
            return self.uri == other.uri && self.port == other.port;
        }
        let schemes = other.schemes.is_empty()
            || (!self.schemes.is_empty()
                && self.schemes.iter().all(|it| other.schemes.contains(it)));
        let host = match (&self.host, &other.host) {
            (one, other) if one == other => true,
            (HostPattern::Absent | HostPattern::SameOrigin, HostPattern::Any) => !other.allows,
            (_, HostPattern::Any) => true,
            (HostPattern::Network(one), HostPattern::Network(other)) => other.covers(*one),
            (
                HostPattern::Name { name, itself, below },
                HostPattern::Name { name: above, itself: also, below: all },
            ) => {
                let within = name.strip_suffix(&**above).is_some_and(|it| it.ends_with('.'));
                (within && *all) || (name == above && (!itself || *also) && (!below || *all))
            }
            _ => false,
        };
        let port = match (&self.port, &other.port) {
            (one, two) if one == two => true,
            (_, None) => !other.allows,
            (_, Some(Port::Any)) => true,
            (Some(Port::Of(one)), Some(Port::Of(two))) => one.iter().all(|port| two.contains(port)),
            _ => false,
        };
        let path = match (&self.path, &other.path) {
            (_, PathPattern::Any) => true,
            (PathPattern::Exact(one), PathPattern::Exact(two)) => one == two,
            (PathPattern::Exact(one) | PathPattern::Below(one), PathPattern::Below(two)) => {
                let within = one.strip_prefix(&**two).is_some_and(|it| it.starts_with('/'));
                within || (matches!(self.path, PathPattern::Below(_)) && one == two)
            }
            (PathPattern::Template(one), PathPattern::Template(two)) => {
                covers(two.template(), one.template()).unwrap_or(false)
            }
            _ => false,
        };
        let query = match (&self.query, &other.query) {
            (_, None) => true,
            (Some(one), Some(two)) => one.iter().all(|key| two.contains(key)) && other.allows,
            (None, Some(_)) => false,
        };
        // The fields of a whole URI say less than it, which is on the safe side.
        schemes && host && port && path && query && (self.uri.is_none() || other.query.is_none())
    }
}

impl Compiled {
    /// Whether the path is a template one of whose values may have a slash when it is expanded.
    fn shows_slashes(&self) -> bool {
        let PathPattern::Template(matcher) = &self.path else { return false };
        matcher
            .template()
            .parts()
            .iter()
            .any(|part| matches!(part, Part::Expression(it) if it.operator() == Operator::Reserved))
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
    query: Option<String>,
    same_origin: bool,
}

impl Witness {
    fn of(rule: &Compiled) -> Option<Self> {
        let scheme = rule.schemes.first().map_or("https", |it| it).to_string();
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
            Some(Port::Of(ports)) => ports.first().copied(),
            Some(Port::Loopback) => Some(49152),
            Some(Port::Any) | None => default_port(&scheme),
        };
        let path = match &rule.path {
            PathPattern::Any => "/".to_string(),
            PathPattern::Exact(path) => path.to_string(),
            PathPattern::Below(path) => format!("{path}/any"),
            PathPattern::Template(matcher) => matcher
                .template()
                .expand(&Filler("x".into()))
                .ok()
                .filter(|path| path.starts_with('/'))?,
        };
        let query = rule.query.as_ref().and_then(|keys| keys.first()).map(|key| format!("{key}="));
        let same_origin = rule.host == HostPattern::SameOrigin;
        let uri = rule.uri.as_deref().map(String::from);
        Some(Self { uri, scheme, host, address, port, path, query, same_origin })
    }

    fn target(&self) -> Target<'_> {
        Target {
            given: self.uri.as_deref().unwrap_or_default(),
            scheme: &self.scheme,
            host: self.host.as_deref(),
            address: self.address,
            port: self.port,
            default_port: default_port(&self.scheme),
            path: &self.path,
            query: self.query.as_deref(),
            same_origin: self.same_origin,
        }
    }
}

impl core::fmt::Display for Witness {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
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

/// The text `x` for each variable.
struct Filler(Value<'static>);

impl Values for Filler {
    fn value(&self, _: &str) -> Option<&Value<'_>> {
        Some(&self.0)
    }
}
