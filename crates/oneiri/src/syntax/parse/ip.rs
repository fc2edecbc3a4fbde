//! `IP-literal = "[" ( IPv6address / IPvFuture ) "]"` and `IPv4address` (RFC 3986 section 3.2.2).
//!
//! Zone identifiers, as in `[fe80::1%25eth0]`, are in neither RFC 3986 nor RFC 3987 and so are invalid.

use super::input::Input;
use crate::syntax::error::{Component, Error, ErrorKind};
use crate::syntax::grammar::{DIGIT, HEXDIG, USERINFO};

/// Checks the IP literal whose `[` is at `start`, and returns the offset after its `]`.
pub(crate) const fn literal(input: &Input<'_>, start: usize) -> Result<usize, Error> {
    let bytes = input.bytes;
    let mut close = start + 1;
    while !input.ends_authority(close) && bytes[close] != b']' {
        close += 1;
    }
    if !input.is(close, b']') {
        return Err(input.fault(close, ErrorKind::BracketOpen, Component::Host));
    }
    let inside = start + 1;
    let future = matches!(bytes[inside], b'v' | b'V');
    let (fault, kind) = if future {
        (ipv_future_fault(bytes, inside, close), ErrorKind::IpvFuture)
    } else {
        (ipv6_fault(bytes, inside, close), ErrorKind::Ipv6)
    };
    if let Some(at) = fault {
        return Err(input.fault(at, kind, Component::Host));
    }
    if !input.ends_authority(close + 1) && bytes[close + 1] != b':' {
        return Err(input.fault(close + 1, ErrorKind::BracketTail, Component::Host));
    }
    Ok(close + 1)
}

/// Checks `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`. Returns the offset of the
/// first character that is wrong or missing, or `None` if the text is valid.
const fn ipv_future_fault(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < end && HEXDIG.has(bytes[at]) {
        at += 1;
    }
    if at == start + 1 || bytes[at] != b'.' {
        return Some(at);
    }
    let address = at + 1;
    at = address;
    while at < end && USERINFO.has(bytes[at]) {
        at += 1;
    }
    if at == address || at < end { Some(at) } else { None }
}

/// Whether a text, without brackets, is an `IPv6address`.
pub(crate) const fn is_ipv6(text: &str) -> bool {
    ipv6_fault(text.as_bytes(), 0, text.len()).is_none()
}

/// Checks `IPv6address`. Returns the offset of the first character that is wrong or missing, or `None` if
/// the text is valid.
///
/// The nine alternatives of the rule amount to a count: eight groups of `h16 = 1*4HEXDIG`, or at most
/// seven groups and one `::`. An IPv4 address may represent the last two groups.
const fn ipv6_fault(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut groups = 0;
    let mut compressed = false;
    let mut at = start;
    if at < end && bytes[at] == b':' {
        // A colon at the start has to be part of "::".
        at += 1;
        if at == end || bytes[at] != b':' {
            return Some(at);
        }
        compressed = true;
        at += 1;
        if at == end {
            return None;
        }
    }
    loop {
        let group = at;
        while at < end && at - group < 4 && HEXDIG.has(bytes[at]) {
            at += 1;
        }
        if at == group || groups == 8 {
            return Some(group);
        }
        if at < end && bytes[at] == b'.' {
            if !is_ipv4(bytes, group, end) {
                return Some(group);
            }
            groups += 2;
            break;
        }
        groups += 1;
        if at == end {
            break;
        }
        if bytes[at] != b':' {
            return Some(at);
        }
        at += 1;
        if at < end && bytes[at] == b':' {
            if compressed {
                return Some(at);
            }
            compressed = true;
            at += 1;
            if at == end {
                break;
            }
        }
    }
    let complete = if compressed { groups <= 7 } else { groups == 8 };
    if complete { None } else { Some(end) }
}

/// Whether the bytes from `start` to `end` are an
/// `IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet`, where a `dec-octet` is a number
/// from 0 to 255 without leading zeros.
pub(crate) const fn is_ipv4(bytes: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    let mut octets = 0;
    loop {
        let octet = at;
        let mut value = 0;
        while at < end && at - octet < 3 && DIGIT.has(bytes[at]) {
            value = value * 10 + (bytes[at] - b'0') as u32;
            at += 1;
        }
        let digits = at - octet;
        if digits == 0 || value > 255 || (digits > 1 && bytes[octet] == b'0') {
            return false;
        }
        octets += 1;
        if octets == 4 {
            return at == end;
        }
        if at >= end || bytes[at] != b'.' {
            return false;
        }
        at += 1;
    }
}
