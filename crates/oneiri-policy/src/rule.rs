//! A rule, as it is written and as it is compiled.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use oneiri::UriRef;
use oneiri_template::{Matcher, Template};

use crate::error::{Line, PolicyError};
use crate::host::Host;
use crate::networks::Network;
use crate::view::{View, default_port};

/// A rule. Each field narrows it.
///
/// In a rule that allows, an absent scheme stands for `http` and `https`, an absent port for the default port of
/// the scheme, and an absent host for no host. In a rule that denies, an absent field matches everything.
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
    /// Whole URIs, one of which a text must equal byte for byte (RFC 9700 section 4.1.3). The only other field that
    /// may be set is a `port` of [`Port::Loopback`], which stands for any port in place of that of the URI.
    pub uris: Vec<String>,
    /// The schemes. Empty if absent.
    pub schemes: Vec<String>,
    /// The hosts: a name, `*.` and a name for any name below, an address, a block of addresses, or `*` for any host.
    /// Empty if absent.
    pub hosts: Vec<String>,
    /// Whether `*.` and a name stand for the name itself, too.
    pub apex: bool,
    /// Whether the rule is about texts of the base's own origin: the same scheme, host and port. Without a base
    /// these are the texts that begin with one slash.
    pub same_origin: bool,
    /// The ports.
    pub port: Option<Port>,
    /// The paths: a path, a path and `/*` for whole segments below, or a URI Template (RFC 6570). Empty for any.
    pub paths: Vec<String>,
    /// The keys that the query may have. In a rule that denies: any of which the query has.
    pub query: Option<Vec<String>>,
}

/// Which ports a rule matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Port {
    /// Any.
    Any,
    /// Any, if the host is a loopback address or `localhost`: RFC 8252 section 7.3.
    Loopback,
    /// These.
    Of(Vec<u16>),
}

/// The host of a compiled rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HostPattern {
    Any,
    Absent,
    SameOrigin,
    Name { name: Box<str>, itself: bool, below: bool },
    Network(Network),
}

#[derive(Clone, Debug)]
pub(crate) enum PathPattern {
    Any,
    Exact(Box<str>),
    /// The path before `/*`.
    Below(Box<str>),
    Template(Box<Matcher>),
}

/// A compiled rule. A rule with several hosts is compiled to several with one number.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// The number of the rule among those of its kind, from 0.
    pub(crate) number: usize,
    /// Where the rule stands, if the policy is a file.
    pub(crate) line: Option<Line>,
    pub(crate) uri: Option<Box<str>>,
    /// Empty for any.
    pub(crate) schemes: Vec<Box<str>>,
    pub(crate) host: HostPattern,
    pub(crate) port: Option<Port>,
    pub(crate) path: PathPattern,
    pub(crate) query: Option<Vec<Box<str>>>,
    pub(crate) allows: bool,
}

const LOOPBACK: &str = "\"loopback\" is for the host 127.0.0.1, [::1] or localhost";

impl Rule {
    pub(crate) fn compile(&self, allows: bool) -> Result<Vec<Compiled>, PolicyError> {
        if !self.uris.is_empty() {
            return self.uris.iter().map(|uri| self.exact(uri, allows)).collect();
        }
        if self.same_origin
            && (self.port.is_some() || !self.schemes.is_empty() || !self.hosts.is_empty())
        {
            let message = "a rule of the same origin has no scheme, host or port";
            return Err(PolicyError::of("same-origin", message));
        }
        if self.apex && !self.hosts.iter().any(|host| host.starts_with("*.")) {
            return Err(PolicyError::of("apex", "expected a host that begins with \"*.\""));
        }
        let hosts = match (&*self.hosts, self.same_origin) {
            ([], true) => [HostPattern::SameOrigin].into(),
            ([], false) if allows => [HostPattern::Absent].into(),
            ([], false) => [HostPattern::Any].into(),
            (hosts, _) => {
                hosts.iter().map(|it| host(it, self.apex)).collect::<Result<Vec<_>, _>>()?
            }
        };
        let mut rules = Vec::new();
        for host in hosts {
            if self.paths.is_empty() {
                rules.push(self.with(host, PathPattern::Any, allows)?);
                continue;
            }
            for text in &self.paths {
                rules.push(self.with(host.clone(), path(text, &host)?, allows)?);
            }
        }
        Ok(rules)
    }

    fn with(
        &self,
        host: HostPattern,
        path: PathPattern,
        allows: bool,
    ) -> Result<Compiled, PolicyError> {
        let schemes: Vec<Box<str>> = match host {
            _ if !allows || !self.schemes.is_empty() => {
                self.schemes.iter().map(|it| scheme(it)).collect::<Result<_, _>>()?
            }
            HostPattern::SameOrigin => Vec::new(),
            _ => ["http".into(), "https".into()].into(),
        };
        if host == HostPattern::Absent && allows {
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
        if self.port == Some(Port::Loopback) && !is_loopback(&host) {
            return Err(PolicyError::of("port", LOOPBACK));
        }
        if matches!(&self.port, Some(Port::Of(ports)) if ports.is_empty() || ports.contains(&0)) {
            return Err(PolicyError::of("port", "expected ports from 1 to 65535"));
        }
        let query = self.query.as_ref().map(|keys| keys.iter().map(|key| (**key).into()).collect());
        let port = self.port.clone();
        Ok(Compiled { number: 0, line: None, uri: None, schemes, host, port, path, query, allows })
    }

    /// The rule of a whole URI.
    fn exact(&self, text: &str, allows: bool) -> Result<Compiled, PolicyError> {
        let error = |message: String| PolicyError::of("uri", message);
        let others = Self { uris: Vec::new(), port: None, ..self.clone() };
        if others != Self::default() || !matches!(self.port, None | Some(Port::Loopback)) {
            let message = "a rule with a uri has no other key but port = \"loopback\"";
            return Err(error(message.into()));
        }
        if text.contains('*') {
            return Err(error(format!(
                "'{text}' would match more than it shows: a uri has no \"*\", use host and path"
            )));
        }
        let reading = oneiri_readers::Reader::read(&oneiri_readers::Rfc3986, text);
        let reading = reading.map_err(|refusal| error(refusal.to_string()))?;
        let view = View::of(&reading).map_err(|(_, reason)| error(reason.into()))?;
        if view.uri.as_str() != text {
            return Err(error(format!(
                "'{text}' is not in its canonical form: write {}",
                view.uri
            )));
        }
        let host = match &view.host {
            None => HostPattern::Absent,
            Some(Host { address: Some(address), .. }) => {
                HostPattern::Network(Network::of(*address))
            }
            Some(host) => {
                HostPattern::Name { name: (*host.text).into(), itself: true, below: false }
            }
        };
        let mut uri = view.uri;
        if self.port == Some(Port::Loopback) {
            if !is_loopback(&host) {
                return Err(PolicyError::of("port", LOOPBACK));
            }
            uri.set_port(None).map_err(|it| error(it.to_string()))?;
        }
        Ok(Compiled {
            number: 0,
            line: None,
            schemes: [uri.scheme().into()].into(),
            uri: Some(uri.as_str().into()),
            host,
            port: self.port.clone(),
            path: PathPattern::Any,
            query: None,
            allows,
        })
    }
}

impl fmt::Display for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.allows { "allow" } else { "deny" };
        write!(f, "{kind} rule {}", self.number)?;
        self.line.map_or(Ok(()), |line| write!(f, " ({line})"))
    }
}

fn host(text: &str, apex: bool) -> Result<HostPattern, PolicyError> {
    let error = |message: String| PolicyError::of("host", message);
    if text == "*" {
        return Ok(HostPattern::Any);
    }
    match Network::parse(text) {
        Some(Ok(network)) => return Ok(HostPattern::Network(network)),
        Some(Err(first)) => {
            return Err(error(format!(
                "bits are set behind the prefix of the block: write {first}"
            )));
        }
        None => {}
    }
    let below = text.strip_prefix("*.");
    let name = below.unwrap_or(text);
    if name.contains('*') {
        return Err(error(format!(
            "'{text}' would match more than it shows: \"*\" stands before the first dot, alone"
        )));
    }
    let host = Host::of(name)
        .map_err(|reason| error(format!("'{text}' is no host: {}", advice(text, reason))))?;
    if host.address.is_some() || host.text.is_empty() || name.ends_with('.') || name.contains('%') {
        let advice = if host.text.is_empty() { "a name".into() } else { host.text };
        return Err(error(format!("'{text}' is not the form of a host: write {advice}")));
    }
    let (name, itself) = (host.text.into(), below.is_none() || apex);
    Ok(HostPattern::Name { name, itself, below: below.is_some() })
}

/// What to write in place of a host that is none.
fn advice<'a>(text: &str, reason: &'a str) -> &'a str {
    let port = text.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match text {
        _ if text.contains("://") => {
            "expected a host alone; the keys scheme, port and path have the rest"
        }
        _ if text.contains('/') => "expected a host alone; the key path has the rest",
        _ if port => "expected a host alone; the key port has the port",
        _ if text.starts_with('.') => "\"*.\" before a name stands for the names below it",
        _ => reason,
    }
}

fn is_loopback(host: &HostPattern) -> bool {
    match host {
        HostPattern::Name { name, itself: true, below: false } => &**name == "localhost",
        HostPattern::Network(network) => {
            let first = network.first();
            first.is_loopback() && Network::of(first) == *network
        }
        _ => false,
    }
}

fn scheme(text: &str) -> Result<Box<str>, PolicyError> {
    let probe = format!("{text}:");
    match oneiri::Uri::parse(&probe) {
        Ok(uri) if uri.scheme().len() == text.len() => Ok(text.to_ascii_lowercase().into()),
        _ => Err(PolicyError::of("scheme", format!("'{text}' is not a scheme"))),
    }
}

fn path(text: &str, host: &HostPattern) -> Result<PathPattern, PolicyError> {
    let error = |message: String| PolicyError::of("path", message);
    if text.contains('{') {
        let template = Template::parse(text).map_err(|it| error(it.to_string()))?;
        let matcher = template.matcher().map_err(|it| error(it.to_string()))?;
        return Ok(PathPattern::Template(matcher.into()));
    }
    let (path, below) = match text.strip_suffix("/*") {
        Some(path) => (path, true),
        None => (text, false),
    };
    if path.contains('*') {
        return Err(error(format!(
            "'{text}' would match more than it shows: \"*\" stands behind the last slash, alone"
        )));
    }
    let rooted = path.starts_with('/') || (path.is_empty() && below);
    if !rooted && *host != HostPattern::Absent {
        return Err(error(format!("expected a path that begins with \"/\", found '{text}'")));
    }
    if path.contains(['?', '#']) {
        return Err(error(format!(
            "'{text}' is not a path alone; the key query has the keys of a query"
        )));
    }
    let encoded = oneiri::percent::encode(path, "%!$&'()*+,;=:@/");
    if encoded != path {
        return Err(error(format!("'{text}' has characters that a path escapes: write {encoded}")));
    }
    let uri = format!("x:{path}");
    let normal = UriRef::parse(&uri).map(|uri| uri.normalize().to_string());
    if normal.as_deref() != Ok(uri.as_str()) {
        return Err(error(match normal {
            Ok(normal) => format!("'{text}' is not a path in its canonical form, {}", &normal[2..]),
            Err(fault) => format!("'{text}' is not a path: {fault}"),
        }));
    }
    Ok(if below { PathPattern::Below(path.into()) } else { PathPattern::Exact(path.into()) })
}
