//! The hosts that a rule matches, as they are written and as they are compiled. What a pattern matches is decided in
//! `index.rs`, which looks it up, and again in `nearest.rs` and `coverage.rs`. So a new pattern, or another meaning of
//! one, belongs there, in `Compiled::names` (`matches.rs`) and in `witness.rs`.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use oneiri_parsers::agreement::Host;

use crate::error::PolicyError;
use crate::networks::Network;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HostPattern {
    Any,
    Absent,
    SameOrigin,
    Name { name: Box<str>, itself: bool, below: Below },
    Network(Network),
}

/// Which names below a name a rule matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Below {
    None,
    /// Those with exactly one label more.
    Label,
    All,
}

impl HostPattern {
    pub(crate) fn parse(text: &str, apex: bool) -> Result<Self, PolicyError> {
        let error = |message: String| PolicyError::of("host", message);
        if text == "*" {
            return Ok(HostPattern::Any);
        }
        match Network::parse(text) {
            Some(Ok(network)) => return Ok(HostPattern::Network(network)),
            Some(Err(message)) => return Err(error(message)),
            None => {}
        }
        let label = text.strip_prefix('{').and_then(|rest| rest.split_once("}."));
        let (name, below) = match (text.strip_prefix("*."), label) {
            (Some(name), _) => (name, Below::All),
            (None, Some((label, name))) if !label.is_empty() && !label.contains('{') => (name, Below::Label),
            _ => (text, Below::None),
        };
        if text.contains("://") {
            let advice = advice(text, "expected a host alone");
            return Err(error(format!("'{text}' is no host: {advice}")));
        }
        if name.contains('*') {
            return Err(error(format!(
                "'{text}' would match more than it shows: \"*\" comes before the first dot, alone"
            )));
        }
        if name.contains(['{', '}']) {
            return Err(error(format!(
                "'{text}' has a brace: {{label}}. before a name stands for exactly one label below it"
            )));
        }
        let host = Host::of(name).map_err(|reason| error(format!("'{text}' is no host: {}", advice(text, reason))))?;
        if host.address().is_some() || host.is_empty() || name.ends_with('.') || name.contains('%') {
            let advice = if host.is_empty() { "a name" } else { host.text() };
            return Err(error(format!("'{text}' is not the form of a host: write {advice}")));
        }
        let itself = below == Below::None || (apex && below == Below::All);
        Ok(HostPattern::Name { name: host.text().into(), itself, below })
    }

    /// Whether it is a loopback address or `localhost`.
    pub(crate) fn is_loopback(&self) -> bool {
        match self {
            HostPattern::Name { name, itself: true, below: Below::None } => &**name == "localhost",
            HostPattern::Network(network) => {
                let first = network.first();
                first.is_loopback() && Network::of(first) == *network
            }
            _ => false,
        }
    }
}

/// What to write in place of a host that is none.
fn advice(text: &str, reason: &str) -> String {
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, text),
    };
    let (authority, path) = match rest.find('/') {
        Some(at) => (&rest[..at], Some(&rest[at..])),
        None => (rest, None),
    };
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => (host, Some(port)),
        _ => (authority, None),
    };
    let is_host = host == "*" || Host::of(host.strip_prefix("*.").unwrap_or(host)).is_ok_and(|host| !host.is_empty());
    if text.starts_with('.') {
        return "\"*.\" before a name stands for the names below it".into();
    }
    if !is_host || (scheme, path, port) == (None, None, None) {
        return reason.into();
    }
    let mut advice = String::from("write ");
    if let Some(scheme) = scheme {
        advice += &format!("scheme = \"{scheme}\" and ");
    }
    advice += &format!("host = \"{host}\"");
    if let Some(port) = port {
        advice += &format!(" and port = {port}");
    }
    match path {
        Some("/") | None => {}
        // It may have a query or a pattern that paths do not have.
        Some(path) if path.contains(['?', '#', '"', '\\']) => {
            advice += ", and the rest in the keys path and query";
        }
        Some(path) => advice += &format!(" and path = \"{path}\""),
    }
    advice
}
