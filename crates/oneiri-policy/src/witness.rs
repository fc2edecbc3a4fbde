//! A text that shows what a rule matches, for the warnings of `analysis.rs`. The rule must match it, because
//! `analysis.rs` looks only at rules that match the same text: two rules of which one covers the other would otherwise
//! not be compared. So a new field or pattern of a rule needs its part here. `warnings_have_witnesses` in
//! `tests/it/rules.rs` checks texts.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use oneiri_parsers::agreement::default_port;

use crate::host_pattern::HostPattern;
use crate::index::Target;
use crate::pattern::normal_form;
use crate::rule::{Compiled, PortPattern, QueryPattern};
use crate::scheme_pattern::SchemePattern;

/// A text that a rule matches, in parts.
#[derive(Clone)]
pub(crate) struct Witness {
    uri: Option<String>,
    scheme: String,
    pub(crate) host: Option<String>,
    address: Option<core::net::IpAddr>,
    port: Option<u16>,
    pub(crate) path: String,
    /// The path in the form in which paths are compared.
    pub(crate) form: String,
    query: Option<String>,
    same_origin: bool,
}

impl Witness {
    pub(crate) fn of(rule: &Compiled) -> Self {
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
                Some(
                    oneiri::percent::encode(&query, const { &oneiri::percent::SafeSet::new("!$&'()*+,;=:@/?") })
                        .into_owned(),
                )
            }
        };
        let same_origin = rule.host == HostPattern::SameOrigin;
        let uri = rule.uri.as_deref().map(String::from);
        let form = normal_form(&path).into_owned();
        Self { uri, scheme, host, address, port, path, form, query, same_origin }
    }

    pub(crate) fn after_host(&self) -> String {
        let query = self.query.as_ref().map(|query| format!("?{query}"));
        self.path.clone() + &query.unwrap_or_default()
    }

    /// The same with a segment more at the end of the path.
    pub(crate) fn below(&self) -> Self {
        let more = |path: &str| format!("{}/any", path.trim_end_matches('/'));
        Self { path: more(&self.path), form: more(&self.form), ..self.clone() }
    }

    pub(crate) fn target(&self) -> Target<'_> {
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
