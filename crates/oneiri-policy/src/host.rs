//! The one form of a host that readers are compared in: after IDNA and the forms of addresses.

use alloc::string::{String, ToString};
use core::net::IpAddr;

use oneiri_whatwg::{Host as Kind, Url};

/// A host in its one form: a name in ASCII and in lower case without a dot at its end, or an address as the
/// URL Standard writes it, IPv6 with its brackets. Empty for an authority without a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Host {
    pub(crate) text: String,
    pub(crate) address: Option<IpAddr>,
}

/// The longest name and the longest label: RFC 1035 section 2.3.4, without the octets of their lengths.
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;
/// A host that takes more bytes than this is no name, even if each of its characters is escaped.
const LONGEST_SPELLING: usize = 253 * 12;

impl Host {
    /// The form of a host as a reader found it.
    pub(crate) fn of(value: &str) -> Result<Self, &'static str> {
        if value.is_empty() {
            return Ok(Self { text: String::new(), address: None });
        }
        if value.len() > LONGEST_SPELLING {
            return Err("the host is too long for a name");
        }
        // The URL Standard leaves a name in lower-case ASCII as it is, unless it ends in a number.
        let lettered = value
            .rsplit('.')
            .next()
            .is_some_and(|it| it.starts_with(|c: char| c.is_ascii_lowercase()));
        if lettered && is_name(value.as_bytes()) {
            return Ok(Self { text: value.to_string(), address: None });
        }
        let bracketed = value.starts_with('[');
        // Some programs take the brackets away.
        let bare = !bracketed && value.contains(':');
        let delimiter = |c: char| matches!(c, '/' | '\\' | '?' | '#' | '@') || c.is_control();
        if value.contains(delimiter) {
            return Err("the host has a delimiter in it");
        }
        let (open, close) = if bare { ("[", "]") } else { ("", "") };
        let url = ["https://", open, value, close, "/"].concat();
        let url = Url::parse(&url).map_err(|_| "the host is neither a name nor an address")?;
        let address = match url.host_kind() {
            Some(Kind::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Kind::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        let text = url.hostname();
        let text = text.strip_suffix('.').unwrap_or(text);
        if address.is_none() && !is_name(text.as_bytes()) {
            return Err("the host is not a domain name");
        }
        Ok(Self { text: text.to_string(), address })
    }
}

/// Whether a text consists of labels of letters, digits, hyphens and underscores that have valid lengths.
fn is_name(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let is_label = |label: &[u8]| {
        !label.is_empty() && label.len() <= LONGEST_LABEL && label.iter().all(is_letter)
    };
    text.len() <= LONGEST_NAME && text.split(|byte| *byte == b'.').all(is_label)
}

/// Whether every reader surely takes a text for the same name, but for the case of its letters: letters, digits
/// and hyphens, no Punycode, and a last label that begins with a letter.
pub(crate) fn is_simple_name(text: &[u8]) -> bool {
    let (mut start, mut before, mut odd) = (0, Class::Dot, text.len() > LONGEST_NAME);
    for (at, &byte) in text.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        // A label begins with a letter or digit, and has no two hyphens side by side, as Punycode has.
        odd |= class != Class::Letter && before != Class::Letter;
        if class != Class::Letter {
            odd |= class == Class::Other;
            if class == Class::Dot {
                odd |= at - start > LONGEST_LABEL;
                start = at + 1;
            }
        }
        before = class;
    }
    let label = text.get(start..).unwrap_or_default();
    let lettered = label.first().is_some_and(u8::is_ascii_alphabetic);
    !odd && lettered && label.len() <= LONGEST_LABEL
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Dot,
    Hyphen,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => Class::Letter,
            b'.' => Class::Dot,
            b'-' => Class::Hyphen,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let form = |text| Host::of(text).map(|host| host.text);
        for (text, expected) in [
            ("EXAMPLE.com.", "example.com"),
            ("0x7f.1", "127.0.0.1"),
            ("①②⑦.⓪.⓪.①", "127.0.0.1"),
            ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"),
            ("::1", "[::1]"),
            ("b%C3%BCcher.example", "xn--bcher-kva.example"),
            ("a_b.example", "a_b.example"),
            ("example。com", "example.com"),
        ] {
            assert_eq!(form(text).as_deref(), Ok(expected), "{text}");
        }
        for text in ["a..b", "a b", "a/b", "a@b", "a,b", "example.com..", "1.2.3.4.5", ".", "%2f"] {
            assert!(form(text).is_err(), "{text}");
        }
    }

    #[test]
    fn simple_names() {
        for text in ["example.com", "a-b.C1", "x", "1a.b"] {
            assert!(is_simple_name(text.as_bytes()), "{text}");
        }
        for text in ["", "a.", ".a", "a..b", "xn--a.b", "a.1", "a.0x1", "a_b", "-a.b", "a.1b"] {
            assert!(!is_simple_name(text.as_bytes()), "{text}");
        }
    }
}
