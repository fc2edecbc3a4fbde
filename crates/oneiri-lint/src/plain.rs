//! Identifiers in which no rule can find anything, recognized by one look over the bytes.

use oneiri::{Alphabet, Ri, SchemePresence};

use crate::rules::local::is_local_name;

/// Whether the identifier is a plain link: `http` or `https`, a plain domain name, and a path without dot segments and
/// empty segments; no userinfo, no port, no escapes, and nothing beyond ASCII.
///
/// Most identifiers of most lists are plain. The rules say the same of all others, and take longer.
pub(crate) fn is_plain<A: Alphabet, F: SchemePresence>(identifier: &Ri<&str, A, F>) -> bool {
    let text = identifier.as_str();
    let Some(rest) = text.strip_prefix("http") else { return false };
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    let Some(rest) = rest.strip_prefix("://") else { return false };
    // A userinfo and a port have an "@" and a ":", and no plain name has.
    let Some(end) = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')) else {
        return false;
    };
    let (host, rest) = rest.split_at(end);
    let path = identifier.path();
    // Without a branch for each byte, so that many bytes are looked at together.
    let special = |byte: u8| byte == b'%' || byte >= 0x80;
    let escaped = rest.bytes().fold(false, |found, byte| found | special(byte));
    let path = path.as_bytes();
    let pairs = path.iter().zip(path.get(1..).unwrap_or_default());
    let uneven = |(&one, &next): (&u8, &u8)| one == b'/' && (next == b'/' || next == b'.');
    let uneven = pairs.fold(false, |found, pair| found | uneven(pair));
    // A second identifier begins with "://".
    let rest = rest.as_bytes();
    let pairs = rest.iter().zip(rest.get(1..).unwrap_or_default());
    let second = pairs.fold(false, |found, (&one, &next)| found | (one == b':' && next == b'/'));
    !escaped
        && !second
        && !uneven
        && !path.is_empty()
        && is_plain_name(host)
        && !has_capitals(host)
        && !is_local_name(host)
}

pub(crate) fn has_capitals(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | byte.is_ascii_uppercase())
}

/// The longest domain name and the longest label: RFC 1035 section 2.3.4, without the octets of their lengths.
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Whether a host is a domain name of ASCII letters, digits and hyphens that every parser takes for one: it is no IPv4
/// address in any notation, and no label is Punycode.
pub(crate) fn is_plain_name(host: &str) -> bool {
    let (mut start, host) = (0, host.as_bytes());
    let label = |label: &[u8]| {
        let ([first, ..], [.., last]) = (label, label) else { return false };
        // Punycode has hyphens in the third and in the fourth place, after "xn".
        let coded = label.get(2..4) == Some(b"--");
        *first != b'-' && *last != b'-' && !coded && label.len() <= LONGEST_LABEL
    };
    for (at, &byte) in host.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => {}
            b'.' if label(host.get(start..at).unwrap_or_default()) => start = at + 1,
            _ => return false,
        }
    }
    // A name whose last label begins with a digit may be read as an IPv4 address.
    let last = host.get(start..).unwrap_or_default();
    host.len() <= LONGEST_NAME && last.first().is_some_and(u8::is_ascii_alphabetic) && label(last)
}
