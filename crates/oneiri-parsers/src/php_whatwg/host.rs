//! The host of a special URL, as `Uri\WhatWg\Url` reads it.

use alloc::string::String;

use oneiri_whatwg::percent_decode;

/// The most characters that UTS 46 may map a domain to. The program has a limit near 4,096, which depends on the labels.
#[cfg(feature = "idna")]
const MOST: usize = 4000;

/// A domain, or a text that is read as an IPv4 address, with capitals where the program keeps them. The error says why it is refused.
pub(super) fn domain(host: &str) -> Result<String, &'static str> {
    let decoded = percent_decode(host);
    let has_punycode = host.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"xn--"));
    let domain = if has_punycode || !decoded.is_ascii() {
        mapped(&characters(&decoded).ok_or("the escapes of the host are not UTF-8")?)?
    } else if host.contains('%') {
        // Standard: a domain is in lower case. The program lowers only a host without escapes.
        decoded.iter().copied().map(char::from).collect()
    } else {
        host.to_ascii_lowercase()
    };
    let is_forbidden = |byte: u8| byte <= b' ' || byte == 0x7F || b"#%/:<>?@[\\]^|".contains(&byte);
    if domain.is_empty() || domain.bytes().any(is_forbidden) {
        return Err("the host is empty, or has a forbidden character");
    }
    if is_large_number(&domain) {
        return Err("a number in the host is above 4294967295");
    }
    Ok(domain)
}

/// Standard: the last label is a number if all of its characters are digits. For the program it is also one if its first digits are above
/// the greatest number, and the rest are hexadecimal digits or `x`: `4294967296a`.
fn is_large_number(domain: &str) -> bool {
    let label = domain.strip_suffix('.').unwrap_or(domain).rsplit('.').next().unwrap_or_default();
    let (radix, digits) = match label.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', digits @ ..] => (8, digits),
        digits => (10, digits),
    };
    let mut number = 0;
    let end = digits.iter().position(|byte| {
        let digit = char::from(*byte).to_digit(radix);
        number = digit.map_or(u64::MAX, |digit| number * u64::from(radix) + u64::from(digit));
        number > u64::from(u32::MAX)
    });
    let is_rest = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'X');
    end.is_some_and(|end| number < u64::MAX && digits[end + 1..].iter().all(is_rest))
}

/// Decodes UTF-8. Standard: what is not UTF-8 becomes U+FFFD. The program takes any byte for one that continues a character:
/// in `%C3a` it reads `\u{E1}`.
fn characters(mut bytes: &[u8]) -> Option<String> {
    let mut characters = String::new();
    while let Some((first, rest)) = bytes.split_first() {
        let (length, bits) = match first {
            0..=0x7F => (0, 0x7F),
            0xC0..=0xDF => (1, 0x1F),
            0xE0..=0xEF => (2, 0x0F),
            0xF0..=0xF7 => (3, 0x07),
            _ => return None,
        };
        let more = rest.get(..length)?;
        let code = more.iter().fold(u32::from(first & bits), |code, byte| code << 6 | u32::from(byte & 0x7F));
        characters.push(char::from_u32(code)?);
        bytes = &rest[length..];
    }
    Some(characters)
}

/// ToASCII of UTS 46, without the checks of the Standard for joiners, marks at the start of a label, and the directions of letters.
#[cfg(feature = "idna")]
fn mapped(domain: &str) -> Result<String, &'static str> {
    let mapped: String = idna_adapter::Adapter::new().map_normalize(domain.chars()).collect();
    if mapped.chars().nth(MOST).is_some() {
        return Err("whether PHP reads a host this long cannot be told");
    }
    let labels: Option<alloc::vec::Vec<String>> = mapped.split('.').map(label).collect();
    Ok(labels.ok_or("UTS 46 refuses the host")?.join("."))
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
fn mapped(_: &str) -> Result<String, &'static str> {
    Err("a host beyond ASCII needs the feature `idna`")
}
