//! Whether a difference is more than spelling: what one program checks and another one asks for.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use oneiri::{Component, percent};

use super::reading::Reading;
use super::whatwg::default_port;

/// What may move, and how a verdict calls it.
pub(super) const MOVABLE: [(Component, &str); 4] = [
    (Component::Userinfo, "userinfo"),
    (Component::Host, "host"),
    (Component::Port, "port"),
    (Component::Path, "path-prefix"),
];

/// Whether one of the readings has the component elsewhere.
pub(super) fn moves(component: Component, readings: &[&Reading<'_>]) -> bool {
    let mut seen = readings.iter().filter_map(|reading| canonical(component, reading));
    match seen.next() {
        Some(first) => seen.any(|other| other != first),
        None => false,
    }
}

/// The component without what is spelling alone; `None` where the reading has no say.
fn canonical(component: Component, reading: &Reading<'_>) -> Option<String> {
    let given = reading.get(component);
    match component {
        // There and empty, and not there at all, lead to the same place.
        Component::Userinfo => {
            let octets = percent::decode(given.unwrap_or_default().trim_end_matches(':'));
            Some(percent::encode_bytes(&octets, b"").into_owned())
        }
        Component::Host => {
            let scheme = reading.get(Component::Scheme).unwrap_or_default();
            let name = host(given.unwrap_or_default());
            // A file of this machine, either way (RFC 8089 section 2).
            let local = scheme.eq_ignore_ascii_case("file") && name == "localhost";
            Some(if local { String::new() } else { name })
        }
        Component::Port => {
            // Blanks before a scheme are no part of it, whoever was it that left them there.
            let scheme = reading.get(Component::Scheme).unwrap_or_default().trim_start();
            let scheme = scheme.to_ascii_lowercase();
            // Without a host there is nothing to connect to.
            reading.get(Component::Host).filter(|host| !host.is_empty())?;
            let digits = given.unwrap_or_default().trim_start_matches('0');
            Some(match (given.unwrap_or_default(), default_port(&scheme)) {
                ("", Some(port)) => port.to_string(),
                _ => digits.to_owned(),
            })
        }
        // An opaque reading has no path at all.
        Component::Path => Some(directory(given?)),
        _ => None,
    }
}

fn host(given: &str) -> String {
    let literal = given.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some(address) = literal.and_then(|inside| inside.parse::<Ipv6Addr>().ok()) {
        return address.to_string();
    }
    let name = percent::decode_text(given).unwrap_or(Cow::Borrowed(given)).to_lowercase();
    if name.contains("xn--") { idna::domain_to_unicode(&name).0 } else { name }
}

/// The path up to its last slash, its segments spelled alike.
fn directory(path: &str) -> String {
    let directory = path.rfind('/').map_or("", |slash| &path[..slash]);
    directory
        .split('/')
        .map(|segment| percent::encode_bytes(&percent::decode(segment), b"").into_owned())
        .collect::<Vec<_>>()
        .join("/")
}
