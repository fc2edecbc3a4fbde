//! The host of a special URL, as `Uri\WhatWg\Url` reads it.

use alloc::string::String;

use oneiri_whatwg::percent_decode;

/// A domain, or a text that is read as an IPv4 address. Capitals are kept where the program keeps them. `None` if the program refuses it.
pub(super) fn domain(host: &str) -> Option<String> {
    let decoded = percent_decode(host);
    let decoded = core::str::from_utf8(&decoded).ok()?;
    let has_punycode = host.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"xn--"));
    let domain = if has_punycode || !decoded.is_ascii() {
        mapped(decoded)?
    } else if host.contains('%') {
        // Standard: a domain is in lower case. The program lowers only a host without escapes.
        String::from(decoded)
    } else {
        decoded.to_ascii_lowercase()
    };
    let is_forbidden = |byte: u8| byte <= b' ' || byte == 0x7F || b"#%/:<>?@[\\]^|".contains(&byte);
    (!domain.is_empty() && !domain.bytes().any(is_forbidden)).then_some(domain)
}

/// ToASCII of UTS 46, without the checks of the Standard for joiners, marks at the start of a label, and the directions of letters.
#[cfg(feature = "idna")]
fn mapped(domain: &str) -> Option<String> {
    let mapped: String = idna_adapter::Adapter::new().map_normalize(domain.chars()).collect();
    let labels: Option<alloc::vec::Vec<String>> = mapped.split('.').map(label).collect();
    Some(labels?.join("."))
}

#[cfg(feature = "idna")]
fn label(label: &str) -> Option<String> {
    use idna::punycode::{decode_to_string, encode_str};

    if label.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    let decoded = match label.strip_prefix("xn--") {
        // Standard of today: Punycode that cannot be decoded passes in a domain of ASCII. The program refuses it, as an older Standard
        // did, and drops `xn--` before nothing and before ASCII.
        Some(punycode) => {
            let decoded = decode_to_string(punycode)?;
            let valid: String = idna_adapter::Adapter::new().normalize_validate(decoded.chars()).collect();
            (valid == decoded && !decoded.starts_with("xn--")).then_some(decoded)?
        }
        None => String::from(label),
    };
    if decoded.is_ascii() { Some(decoded) } else { Some(["xn--", &encode_str(&decoded)?].concat()) }
}

#[cfg(not(feature = "idna"))]
fn mapped(_: &str) -> Option<String> {
    None
}
