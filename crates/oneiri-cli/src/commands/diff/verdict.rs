//! Decides whether a difference is more than a difference in spelling, so that one program may
//! check what another program does not request.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use oneiri::{Component, percent};
use oneiri_readers::Reading;

use super::whatwg::default_port;

/// The components that can move, with their names in a verdict.
pub(super) const MOVABLE: [(Component, &str); 5] = [
    (Component::Scheme, "scheme"),
    (Component::Userinfo, "userinfo"),
    (Component::Host, "host"),
    (Component::Port, "port"),
    (Component::Path, "path-prefix"),
];

/// Whether the reading has a host that is not empty.
pub(super) fn has_host(reading: &Reading<'_>) -> bool {
    reading.get(Component::Host).is_some_and(|host| !host.is_empty())
}

/// Whether the readings disagree about the component, apart from its spelling.
pub(super) fn moves(component: Component, readings: &[&Reading<'_>]) -> bool {
    let mut seen = readings.iter().filter_map(|reading| canonical(component, reading));
    match seen.next() {
        Some(first) => seen.any(|other| other != first),
        None => false,
    }
}

/// The component in a form in which different spellings are equal. `None` if the reading does not
/// have the component at all.
fn canonical(component: Component, reading: &Reading<'_>) -> Option<String> {
    let given = reading.get(component);
    match component {
        // Some parsers leave blanks in front of the scheme.
        Component::Scheme => Some(given.unwrap_or_default().trim_start().to_ascii_lowercase()),
        // An empty userinfo and an absent one mean the same.
        Component::Userinfo => {
            let octets = percent::decode(given.unwrap_or_default().trim_end_matches(':'));
            Some(percent::encode_bytes(&octets, b"").into_owned())
        }
        Component::Host => {
            let scheme = reading.get(Component::Scheme).unwrap_or_default();
            let name = host(given.unwrap_or_default());
            // Both forms name a file on this machine (RFC 8089 section 2).
            let local = scheme.eq_ignore_ascii_case("file") && name == "localhost";
            Some(if local { String::new() } else { name })
        }
        Component::Port => {
            // Some parsers leave blanks in front of the scheme.
            let scheme = reading.get(Component::Scheme).unwrap_or_default().trim_start();
            let scheme = scheme.to_ascii_lowercase();
            // A port means nothing without a host.
            reading.get(Component::Host).filter(|host| !host.is_empty())?;
            let digits = given.unwrap_or_default().trim_start_matches('0');
            Some(match (given.unwrap_or_default(), default_port(&scheme)) {
                ("", Some(port)) => port.to_string(),
                _ => digits.to_owned(),
            })
        }
        // An opaque reading has no path.
        Component::Path => Some(directory(given?)),
        _ => None,
    }
}

fn host(given: &str) -> String {
    let literal = given.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    // Some programs drop the brackets.
    let (address, zone) = match literal.unwrap_or(given).split_once('%') {
        Some((address, zone)) => (address, Some(zone.strip_prefix("25").unwrap_or(zone))),
        None => (literal.unwrap_or(given), None),
    };
    if let Ok(address) = address.parse::<Ipv6Addr>() {
        return zone.map_or(address.to_string(), |zone| format!("{address}%{zone}"));
    }
    let name = percent::decode_text(given).unwrap_or(Cow::Borrowed(given)).to_lowercase();
    if name.contains("xn--") { idna::domain_to_unicode(&name).0 } else { name }
}

/// The path up to its last slash, with all segments in the same spelling.
fn directory(path: &str) -> String {
    let directory = path.rfind('/').map_or("", |slash| &path[..slash]);
    directory
        .split('/')
        .map(|segment| percent::encode_bytes(&percent::decode(segment), b"").into_owned())
        .collect::<Vec<_>>()
        .join("/")
}
