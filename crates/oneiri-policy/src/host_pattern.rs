//! The hosts that a rule matches.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use oneiri_readers::agreement::Host;

use crate::error::PolicyError;
use crate::networks::Network;

/// The host of a compiled rule.
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
    /// The hosts that the text in a rule stands for.
    pub(crate) fn parse(text: &str, apex: bool) -> Result<Self, PolicyError> {
        let error = |message: String| PolicyError::of("host", message);
        if text == "*" {
            return Ok(HostPattern::Any);
        }
        match Network::parse(text) {
            Some(Ok(network)) => return Ok(HostPattern::Network(network)),
            Some(Err(first)) => {
                return Err(error(format!(
                    "bits are set after the prefix of the block: write {first}"
                )));
            }
            None => {}
        }
        let label = text.strip_prefix('{').and_then(|rest| rest.split_once("}."));
        let (name, below) = match (text.strip_prefix("*."), label) {
            (Some(name), _) => (name, Below::All),
            (None, Some((label, name))) if !label.is_empty() && !label.contains('{') => {
                (name, Below::Label)
            }
            _ => (text, Below::None),
        };
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
        let host = Host::of(name)
            .map_err(|reason| error(format!("'{text}' is no host: {}", advice(text, reason))))?;
        if host.address().is_some() || host.is_empty() || name.ends_with('.') || name.contains('%')
        {
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
