//! A rule, as it is written and as it is compiled. What an absent field means is a promise (`docs/policy-file.md`), and
//! narrower for a rule that allows than for one that denies. A new field needs a key in `file.rs`, and its part in
//! `matches.rs`, `coverage.rs`, `nearest.rs` and `witness.rs`. The comment of `schemes` repeats `DANGEROUS` in
//! `scheme_pattern.rs`.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use oneiri_parsers::Parser;
use oneiri_parsers::agreement::{Form, default_port};

use crate::error::PolicyError;
use crate::host_pattern::{Below, HostPattern};
use crate::networks::{Addresses, Network};
use crate::pattern::Pattern;
use crate::readings::{folded, folded_octets, nfkc};
use crate::scheme_pattern::{SchemePattern, scheme};
use crate::source::{RuleKind, RuleRef};

/// A rule. Each field that you set narrows it, so a rule matches fewer URLs the more it says.
///
/// In a rule that allows, an absent scheme means `http` and `https`, an absent port the default port of
/// the scheme, and an absent host no host. In a rule that denies, an absent field matches everything.
///
/// ```
/// use oneiri_policy::{Policy, Port, Rule};
///
/// let rule = Rule { hosts: vec!["*.example.com".into()], port: Some(Port::Any), ..Rule::default() };
/// let policy = Policy::builder().allow(rule).build()?;
/// assert!(policy.check("http://a.example.com:8080/").is_allowed());
/// assert!(!policy.check("http://example.com/").is_allowed());
/// # Ok::<(), oneiri_policy::PolicyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    /// Whole URIs. A rule that allows matches a text that equals one of them byte for byte (RFC 9700 section 4.1.3),
    /// and the only other field that may be set is a `port` of [`Port::Loopback`], which means any port instead of
    /// that of the URI. A rule that denies matches every spelling of one of them, with any fragment.
    pub uris: Vec<String>,
    /// The schemes. Empty if absent. In a rule that allows, `*` is every scheme but those that read local files,
    /// run code, hold the content itself or speak a raw protocol: `about`, `blob`, `chrome`, `data`, `dict`, `file`,
    /// `filesystem`, `gopher`, `jar`, `javascript`, `ldap`, `ldapi`, `ldaps`, `netdoc`, `php`, `phar`, `res`, `smb`,
    /// `tftp`, `vbscript`, `view-source` and those that begin with `chrome-` or `moz-`. In a rule that denies it is
    /// every scheme.
    pub schemes: Vec<String>,
    /// The hosts: a name, `*.` and a name for any name below, `{label}.` and a name for the names that are exactly one
    /// label below, an address, a block of addresses, or `*` for any host. Empty if absent.
    pub hosts: Vec<String>,
    /// Whether `*.` and a name match the name itself, too.
    pub apex: bool,
    /// Whether the rule is about URLs of the base's own origin: the same scheme, host and port. Without a base
    /// these are the references that begin with one slash.
    pub same_origin: bool,
    /// The ports.
    pub port: Option<Port>,
    /// The paths. Empty for any. `{name}` is one segment, `**` is any number of segments, and `/*` at the end
    /// for any rest, also none: `/admin/*` is `/admin`, `/admin/` and all paths below.
    pub paths: Vec<String>,
    /// The names that the query may have. In a rule that denies: any of which the query has, in any spelling and with
    /// brackets or dots after it, such as `debug[]`.
    pub query: Option<Vec<String>>,
    /// Whether a rule that denies ignores the case of letters in the path and in the names of the query, as IIS and programs
    /// on Windows do: `/admin/*` is `/Admin` as well. A rule that allows compares it.
    pub ignore_case: bool,
    /// The addresses that a rule admits: `public`, `any`, and blocks such as `10.0.0.0/8`. Without `public`, only the
    /// listed blocks count. Empty for those of the policy. A rule that denies has none.
    pub addresses: Vec<String>,
}

/// Which ports a rule matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Port {
    /// Any port.
    Any,
    /// Any port, if the host is a loopback address or `localhost`: RFC 8252 section 7.3.
    Loopback,
    /// These ports.
    Of(Vec<u16>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PortPattern {
    Any,
    /// The default port of the scheme.
    Default,
    /// Any port of a loopback address.
    Loopback,
    Listed(Vec<u16>),
    /// Exactly this port, or no port.
    Exactly(Option<u16>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum QueryPattern {
    Any,
    /// The names that a query may have, or one of which it must not have.
    Names(Vec<Box<str>>),
    /// Exactly this query, decoded. An empty query is none.
    Exactly(Vec<u8>),
}

/// A compiled rule. A rule with several hosts or paths is compiled to several.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) reference: RuleRef,
    /// The text that a rule with a `uri` allows.
    pub(crate) uri: Option<Box<str>>,
    pub(crate) scheme: SchemePattern,
    pub(crate) host: HostPattern,
    pub(crate) port: PortPattern,
    /// `None` for any path.
    pub(crate) path: Option<Pattern>,
    pub(crate) query: QueryPattern,
    pub(crate) addresses: Option<Arc<Addresses>>,
    /// Whether the path and the query are in the form of [`folded`].
    pub(crate) case: LetterCase,
    /// The path as it was written, if it ends with a slash, which a rule that denies does not look at.
    pub(crate) with_slash: Option<Box<str>>,
}

/// Whether a rule looks at the case of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LetterCase {
    Compared,
    Ignored,
}

const LOOPBACK: &str = "\"loopback\" is for the host 127.0.0.1, [::1] or localhost";

impl Rule {
    pub(crate) fn compile(&self, reference: &RuleRef) -> Result<Vec<Compiled>, PolicyError> {
        let kind = reference.kind;
        if kind == RuleKind::Deny && !self.addresses.is_empty() {
            let message = "a rule that denies has no addresses: list the blocks in the key host";
            return Err(PolicyError::of("addresses", message));
        }
        self.letter_case(kind)?;
        if !self.uris.is_empty() {
            return self.uris.iter().map(|uri| self.whole(uri, reference)).collect();
        }
        if self.same_origin && (self.port.is_some() || !self.schemes.is_empty() || !self.hosts.is_empty()) {
            let message = "a rule of the same origin has no scheme, host or port";
            return Err(PolicyError::of("same-origin", message));
        }
        if self.apex && !self.hosts.iter().any(|host| host.starts_with("*.")) {
            return Err(PolicyError::of("apex", "expected a host that begins with \"*.\""));
        }
        let addresses =
            if self.addresses.is_empty() { None } else { Some(Arc::new(Addresses::parse(&self.addresses)?)) };
        let mut rules = Vec::new();
        for host in self.host_patterns(kind)? {
            let rule = Compiled {
                reference: reference.clone(),
                uri: None,
                scheme: self.scheme_pattern(&host, kind)?,
                port: self.port_pattern(&host, kind)?,
                host,
                path: None,
                query: self.query_pattern(kind)?,
                addresses: addresses.clone(),
                case: self.letter_case(kind)?,
                with_slash: None,
            };
            if self.paths.is_empty() {
                rules.push(rule);
                continue;
            }
            for text in &self.paths {
                let path = path(text, &rule.host)?;
                let with_slash = (text.len() > 1 && text.ends_with('/')).then(|| (**text).into());
                rules.extend(Compiled { with_slash, ..rule.clone() }.for_path(path));
            }
        }
        Ok(rules)
    }

    fn letter_case(&self, kind: RuleKind) -> Result<LetterCase, PolicyError> {
        let error = |message| Err(PolicyError::of("ignore-case", message));
        if !self.ignore_case {
            return Ok(LetterCase::Compared);
        }
        if kind == RuleKind::Allow {
            return error(
                "a rule that allows compares the case of letters, because a server may tell /a and /A apart: list \
                 each spelling in the key path",
            );
        }
        if self.paths.is_empty() && self.uris.is_empty() && self.query.is_none() {
            return error("the rule has no path, query or uri, and the case of a host is never compared");
        }
        Ok(LetterCase::Ignored)
    }

    fn host_patterns(&self, kind: RuleKind) -> Result<Vec<HostPattern>, PolicyError> {
        Ok(match (&*self.hosts, kind) {
            ([], _) if self.same_origin => [HostPattern::SameOrigin].into(),
            ([], RuleKind::Allow) => [HostPattern::Absent].into(),
            ([], RuleKind::Deny) => [HostPattern::Any].into(),
            (hosts, _) => hosts.iter().map(|text| HostPattern::parse(text, self.apex)).collect::<Result<_, _>>()?,
        })
    }

    fn scheme_pattern(&self, host: &HostPattern, kind: RuleKind) -> Result<SchemePattern, PolicyError> {
        let is_any = self.schemes.iter().any(|scheme| scheme == "*");
        let schemes = match (kind, host) {
            (RuleKind::Deny, _) if is_any || self.schemes.is_empty() => {
                return Ok(SchemePattern::Any);
            }
            (_, HostPattern::SameOrigin) if self.schemes.is_empty() => {
                return Ok(SchemePattern::Any);
            }
            _ if is_any => return Ok(SchemePattern::Safe),
            _ if self.schemes.is_empty() => ["http".into(), "https".into()].into(),
            _ => self.schemes.iter().map(|it| scheme(it)).collect::<Result<Vec<Box<str>>, _>>()?,
        };
        if *host == HostPattern::Absent {
            if let Some(scheme) = schemes.iter().find(|it| default_port(it).is_some()) {
                return Err(PolicyError::of(
                    "host",
                    format!(
                        "expected a host, because every '{scheme}' URL has one: \"*\" stands for any, and \
                         same-origin = true, without host, scheme and port, for paths on the own origin"
                    ),
                ));
            }
        }
        Ok(SchemePattern::Listed(schemes))
    }

    fn port_pattern(&self, host: &HostPattern, kind: RuleKind) -> Result<PortPattern, PolicyError> {
        match &self.port {
            None if kind == RuleKind::Deny || *host == HostPattern::SameOrigin => Ok(PortPattern::Any),
            None => Ok(PortPattern::Default),
            Some(Port::Any) => Ok(PortPattern::Any),
            Some(Port::Loopback) if host.is_loopback() => Ok(PortPattern::Loopback),
            Some(Port::Loopback) => Err(PolicyError::of("port", LOOPBACK)),
            Some(Port::Of(ports)) if ports.is_empty() || ports.contains(&0) => {
                Err(PolicyError::of("port", "expected ports from 1 to 65535"))
            }
            Some(Port::Of(ports)) => Ok(PortPattern::Listed(ports.clone())),
        }
    }

    fn query_pattern(&self, kind: RuleKind) -> Result<QueryPattern, PolicyError> {
        let Some(names) = &self.query else { return Ok(QueryPattern::Any) };
        // No query has a name with a delimiter, and a pattern would match nothing.
        let is_other = |name: &&String| name.contains(['*', '=', '&', ';', '{', '}', '#']) || name.starts_with('?');
        if let Some(name) = names.iter().find(is_other) {
            return Err(PolicyError::of(
                "query",
                format!(
                    "'{name}' is no name: write the name of a parameter alone, such as \"sid\" for ?sid=1, and no pattern"
                ),
            ));
        }
        let mut names: Vec<Box<str>> = names.iter().map(|name| (**name).into()).collect();
        if kind == RuleKind::Deny {
            // The readings of a name are in this form, too.
            let mapped: Vec<Box<str>> = names.iter().map(|name| nfkc(name).into()).collect();
            names.extend(mapped);
        }
        if self.ignore_case {
            names.iter_mut().for_each(|name| *name = folded(name).into());
        }
        Ok(QueryPattern::Names(names))
    }

    /// The rule of a whole URI.
    fn whole(&self, text: &str, reference: &RuleRef) -> Result<Compiled, PolicyError> {
        let error = |message: String| PolicyError::of("uri", message);
        let others = Self { uris: Vec::new(), port: None, ignore_case: false, ..self.clone() };
        if others != Self::default() || !matches!(self.port, None | Some(Port::Loopback)) {
            let message =
                "a rule with a uri has no other key but port = \"loopback\", and ignore-case in a rule that denies";
            return Err(error(message.into()));
        }
        if text.contains('*') {
            return Err(error(format!(
                "'{text}' would match more than it shows: a uri has no \"*\", use host and path"
            )));
        }
        let reading = oneiri_parsers::Rfc3987.read(text);
        let reading = reading.map_err(|refusal| error(refusal.to_string()))?;
        let form = Form::of(&reading).map_err(|fault| error(fault.reason().into()))?;
        let host = match form.host() {
            Some(host) if !host.is_empty() => match host.address() {
                Some(address) => HostPattern::Network(Network::of(address)),
                None => HostPattern::Name { name: host.text().into(), itself: true, below: Below::None },
            },
            _ => HostPattern::Absent,
        };
        let is_loopback_port = self.port == Some(Port::Loopback);
        if is_loopback_port && !host.is_loopback() {
            return Err(PolicyError::of("port", LOOPBACK));
        }
        let (mut port, mut path, mut query) = (PortPattern::Exactly(form.port()), None, QueryPattern::Any);
        let mut uri = form.into_uri();
        if is_loopback_port {
            port = PortPattern::Loopback;
        }
        let mut whole = None;
        match reference.kind {
            // Every spelling is denied, so the rule is one for each part.
            RuleKind::Deny => {
                let exact = Pattern::parse(&uri.parts().path.replace('{', "%7B").replace('}', "%7D"));
                let exact = exact.map_err(error)?.without_slash();
                let decoded = oneiri::percent::decode(uri.parts().query.unwrap_or_default());
                (path, query) = match self.letter_case(reference.kind)? {
                    LetterCase::Compared => (Some(exact), QueryPattern::Exactly(decoded.into_owned())),
                    LetterCase::Ignored => (Some(exact.map(folded)), QueryPattern::Exactly(folded_octets(&decoded))),
                };
            }
            RuleKind::Allow => {
                if uri.as_str() != text {
                    return Err(error(format!("'{text}' is not in its canonical form: write {uri}")));
                }
                if is_loopback_port {
                    uri.set_port(None).map_err(|it| error(it.to_string()))?;
                }
                whole = Some(uri.as_str().into());
            }
        }
        Ok(Compiled {
            reference: reference.clone(),
            uri: whole,
            scheme: SchemePattern::Listed([uri.scheme().into()].into()),
            host,
            port,
            path,
            query,
            addresses: None,
            case: self.letter_case(reference.kind)?,
            with_slash: None,
        })
    }
}

impl Compiled {
    /// The rule for a path. A rule that denies is for the forms, too, that servers map the path to.
    fn for_path(&self, path: Pattern) -> Vec<Self> {
        let with = |path: Pattern| Self { path: Some(path), ..self.clone() };
        if self.allows() {
            return [with(path)].into();
        }
        let path = path.without_slash();
        let mapped = path.map(nfkc);
        let [path, mapped] = match self.case {
            LetterCase::Compared => [path, mapped],
            LetterCase::Ignored => [path, mapped].map(|path| path.map(folded)),
        };
        let mut rules = Vec::with_capacity(1);
        if mapped != path {
            rules.push(with(mapped));
        }
        rules.push(with(path));
        rules
    }
}

fn path(text: &str, host: &HostPattern) -> Result<Pattern, PolicyError> {
    let pattern = Pattern::parse(text).map_err(|message| PolicyError::of("path", message))?;
    if !pattern.is_rooted() && *host != HostPattern::Absent {
        let message = format!("expected a path that begins with \"/\", found '{text}'");
        return Err(PolicyError::of("path", message));
    }
    Ok(pattern)
}
