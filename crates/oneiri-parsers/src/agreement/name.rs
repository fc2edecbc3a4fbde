//! What a filter sees that compares texts, without differences that never have an effect.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::net::Ipv6Addr;

use oneiri::{Component, percent};
use oneiri_whatwg::domain_to_unicode;

use super::default_port;
use crate::Reading;

/// Whether readings disagree about a component, apart from its spelling, so that one program may check what another
/// program does not request.
///
/// * The scheme is compared without the case of its letters.
/// * The userinfo is compared decoded, and an empty one is none.
/// * The host is compared without the case of its letters, escapes, the spelling of an IPv6 address, and Punycode. It
///   moves if a name is mapped to another name (`example。com`), if a name becomes an address (`0x7f.1`), and if only
///   one reading has a host.
/// * The port is compared if there is a host. An absent port is the default port of the scheme.
/// * Of the path, the decoded segments up to the last slash are compared, dot segments as well. A reading without a
///   path is left out.
/// * The query and the fragment never move.
#[must_use]
pub fn moves(component: Component, readings: &[&Reading<'_>]) -> bool {
    let mut seen = readings.iter().filter_map(|reading| key(component, reading));
    seen.next().is_some_and(|first| seen.any(|other| other != first))
}

/// The component in a form in which different spellings are equal. `None` if the reading has nothing to compare.
fn key(component: Component, reading: &Reading<'_>) -> Option<String> {
    let given = reading.get(component);
    // Some parsers leave blanks in front of the scheme.
    let scheme = reading.scheme().unwrap_or_default().trim_start();
    match component {
        Component::Scheme => Some(scheme.to_ascii_lowercase()),
        Component::Userinfo => {
            let octets = percent::decode(given.unwrap_or_default().trim_end_matches(':'));
            Some(percent::encode_bytes(&octets, percent::SafeSet::UNRESERVED).into_owned())
        }
        Component::Host => {
            let name = host(given.unwrap_or_default());
            // Both forms name a file on this machine (RFC 8089 section 2).
            let local = scheme.eq_ignore_ascii_case("file") && name == "localhost";
            Some(if local { String::new() } else { name })
        }
        Component::Port => {
            // A port means nothing without a host.
            reading.host().filter(|host| !host.is_empty())?;
            match (given.unwrap_or_default(), default_port(scheme)) {
                ("", Some(port)) => Some(port.to_string()),
                (digits, _) => Some(digits.trim_start_matches('0').to_string()),
            }
        }
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
        return match zone {
            Some(zone) => alloc::format!("{address}%{zone}"),
            None => address.to_string(),
        };
    }
    let name = percent::decode_text(given).unwrap_or(Cow::Borrowed(given)).to_lowercase();
    if name.contains("xn--") { domain_to_unicode(&name, false).0 } else { name }
}

/// The path up to its last slash, with all segments in the same spelling.
fn directory(path: &str) -> String {
    let directory = path.rfind('/').map_or("", |slash| &path[..slash]);
    let mut key = String::with_capacity(directory.len());
    for segment in directory.split('/') {
        key.push_str(&percent::encode_bytes(&percent::decode(segment), percent::SafeSet::UNRESERVED));
        key.push('/');
    }
    key
}
