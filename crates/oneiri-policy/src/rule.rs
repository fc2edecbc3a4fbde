//! A rule, as it is written and as it is compiled.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use oneiri::UriRef;
use oneiri_template::{Matcher, Template};

use crate::error::PolicyError;
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
/// let rule = Rule { host: Some("*.example.com".into()), port: Some(Port::Any), ..Rule::default() };
/// let policy = Policy::builder().allow(rule).build()?;
/// assert!(policy.check("http://a.example.com:8080/").is_allowed());
/// assert!(!policy.check("http://example.com/").is_allowed());
/// # Ok::<(), oneiri_policy::PolicyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    /// A whole URI, which a text must equal byte for byte (RFC 9700 section 4.1.3). The only other field that
    /// may be set is a `port` of [`Port::Loopback`].
    pub uri: Option<String>,
    /// The schemes. Empty if absent.
    pub schemes: Vec<String>,
    /// A name, `*.` and a name for any name below, an address, a block of addresses, or `*` for any host.
    pub host: Option<String>,
    /// Whether `*.` and a name stand for the name itself, too.
    pub apex: bool,
    /// Whether the rule is about texts of the base's own origin: the same scheme, host and port. Without a base
    /// these are the texts that begin with one slash.
    pub same_origin: bool,
    /// The ports.
    pub port: Option<Port>,
    /// A path, a path and `/*` for whole segments below, or a URI Template (RFC 6570).
    pub path: Option<String>,
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

/// A compiled rule.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) uri: Option<Box<str>>,
    /// Empty for any.
    pub(crate) schemes: Vec<Box<str>>,
    pub(crate) host: HostPattern,
    pub(crate) port: Option<Port>,
    pub(crate) path: PathPattern,
    pub(crate) query: Option<Vec<Box<str>>>,
    pub(crate) allows: bool,
}

fn error(message: impl Into<String>) -> PolicyError {
    PolicyError::new(message.into())
}

impl Rule {
    pub(crate) fn compile(&self, allows: bool) -> Result<Compiled, PolicyError> {
        if let Some(uri) = &self.uri {
            return self.exact(uri, allows);
        }
        let host = self.host_pattern(allows)?;
        let absent = allows && self.schemes.is_empty();
        let schemes: Vec<Box<str>> = match host {
            _ if !absent => self.schemes.iter().map(|it| scheme(it)).collect::<Result<_, _>>()?,
            HostPattern::SameOrigin => Vec::new(),
            HostPattern::Absent => {
                return Err(error("expected a host: \"*\" stands for any"));
            }
            _ => ["http".into(), "https".into()].into(),
        };
        if allows && host == HostPattern::Absent {
            if let Some(scheme) = schemes.iter().find(|it| default_port(it).is_some()) {
                return Err(error(format!(
                    "expected a host, because every '{scheme}' URL has one: \"*\" stands for any"
                )));
            }
        }
        if self.port == Some(Port::Loopback) && !is_loopback(&host) {
            return Err(error(
                "the port \"loopback\" is for the host 127.0.0.1, [::1] or localhost",
            ));
        }
        if matches!(&self.port, Some(Port::Of(ports)) if ports.is_empty() || ports.contains(&0)) {
            return Err(error("expected ports from 1 to 65535"));
        }
        let path = self.path.as_deref().map_or(Ok(PathPattern::Any), |it| path(it, &host))?;
        let query = self.query.as_ref().map(|keys| keys.iter().map(|key| (**key).into()).collect());
        Ok(Compiled { uri: None, schemes, host, port: self.port.clone(), path, query, allows })
    }

    fn host_pattern(&self, allows: bool) -> Result<HostPattern, PolicyError> {
        if self.same_origin {
            return match (&self.host, self.port.is_some() || !self.schemes.is_empty()) {
                (None, false) => Ok(HostPattern::SameOrigin),
                _ => Err(error("a rule of the same origin has no scheme, host or port")),
            };
        }
        let Some(text) = self.host.as_deref() else {
            return Ok(if allows { HostPattern::Absent } else { HostPattern::Any });
        };
        let below = text.strip_prefix("*.");
        if self.apex && below.is_none() {
            return Err(error("apex is for a host that begins with \"*.\""));
        }
        if text == "*" {
            return Ok(HostPattern::Any);
        }
        match Network::parse(text) {
            Some(Ok(network)) => return Ok(HostPattern::Network(network)),
            Some(Err(())) => return Err(error("bits are set behind the prefix of the block")),
            None => {}
        }
        let name = below.unwrap_or(text);
        if name.contains('*') {
            return Err(error(format!(
                "'{text}' would match more than it shows: \"*\" stands before the first dot, alone"
            )));
        }
        let host = Host::of(name).map_err(error)?;
        if host.address.is_some()
            || host.text.is_empty()
            || name.ends_with('.')
            || name.contains('%')
        {
            let advice = if host.text.is_empty() { "a name".into() } else { host.text };
            return Err(error(format!("'{text}' is not the form of a host: write {advice}")));
        }
        let name = host.text.into();
        let itself = below.is_none() || self.apex;
        Ok(HostPattern::Name { name, itself, below: below.is_some() })
    }

    /// The rule of a whole URI.
    fn exact(&self, text: &str, allows: bool) -> Result<Compiled, PolicyError> {
        let others = Self { uri: None, port: None, ..self.clone() };
        if others != Self::default() || !matches!(self.port, None | Some(Port::Loopback)) {
            return Err(error("a rule with a uri has no other field but port = \"loopback\""));
        }
        if text.contains('*') {
            return Err(error(format!(
                "'{text}' would match more than it shows: a uri has no \"*\", use host and path"
            )));
        }
        let reading = oneiri_readers::Rfc3986;
        let reading = oneiri_readers::Reader::read(&reading, text);
        let reading = reading.map_err(|refusal| error(refusal.to_string()))?;
        let view = View::of(&reading).map_err(|(_, reason)| error(reason))?;
        if view.uri.as_str() != text {
            return Err(error(format!(
                "'{text}' is not in its canonical form: write {}",
                view.uri
            )));
        }
        let host = match &view.host {
            None => HostPattern::Absent,
            Some(Host { address: Some(address), .. }) => {
                match Network::parse(&address.to_string()) {
                    Some(Ok(network)) => HostPattern::Network(network),
                    _ => return Err(error("the host is not an address")),
                }
            }
            Some(host) => {
                HostPattern::Name { name: (*host.text).into(), itself: true, below: false }
            }
        };
        let mut uri = view.uri;
        if self.port == Some(Port::Loopback) {
            if !is_loopback(&host) {
                return Err(error(
                    "the port \"loopback\" is for the host 127.0.0.1, [::1] or localhost",
                ));
            }
            uri.set_port(None).map_err(|it| error(it.to_string()))?;
        }
        Ok(Compiled {
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

fn is_loopback(host: &HostPattern) -> bool {
    match host {
        HostPattern::Name { name, itself: true, below: false } => &**name == "localhost",
        HostPattern::Network(network) => {
            let first = network.first();
            first.is_loopback() && Network::parse(&first.to_string()) == Some(Ok(*network))
        }
        _ => false,
    }
}

fn scheme(text: &str) -> Result<Box<str>, PolicyError> {
    let probe = format!("{text}:");
    match oneiri::Uri::parse(&probe) {
        Ok(uri) if uri.scheme().len() == text.len() => Ok(text.to_ascii_lowercase().into()),
        _ => Err(error(format!("'{text}' is not a scheme"))),
    }
}

fn path(text: &str, host: &HostPattern) -> Result<PathPattern, PolicyError> {
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
    let uri = format!("x:{path}");
    let normal = UriRef::parse(&uri).map(|uri| uri.normalize().to_string());
    if normal.as_deref() != Ok(uri.as_str()) || path.contains(['?', '#']) {
        return Err(error(match normal {
            Ok(normal) => format!("'{text}' is not a path in its canonical form, {}", &normal[2..]),
            Err(fault) => format!("'{text}' is not a path: {fault}"),
        }));
    }
    Ok(if below { PathPattern::Below(path.into()) } else { PathPattern::Exact(path.into()) })
}
