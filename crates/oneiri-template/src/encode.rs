//! What the expansion percent-encodes: RFC 6570 section 3.2.1.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use oneiri::percent::unescape;

/// Whether `unreserved` of RFC 3986 has the byte.
pub(crate) const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether `reserved` of RFC 3986 has the byte.
pub(crate) const fn is_reserved(byte: u8) -> bool {
    matches!(byte, b'!' | b'#' | b'$' | b'&'..=b',' | b'/' | b':' | b';' | b'=' | b'?' | b'@' | b'[' | b']')
}

/// For each byte: 2 if it is unreserved, 1 if it is reserved, 0 otherwise.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let this = byte as u8;
        classes[byte] = if is_unreserved(this) { 2 } else { is_reserved(this) as u8 };
        byte += 1;
    }
    classes
};

/// Appends the text. With `reserved`, reserved characters and escapes stay; unreserved characters always do.
pub(crate) fn push(text: &str, reserved: bool, out: &mut String) {
    let (bytes, least) = (text.as_bytes(), if reserved { 1 } else { 2 });
    let (mut from, mut at) = (0, 0);
    while at < bytes.len() {
        if CLASSES[usize::from(bytes[at])] >= least {
            at += 1;
        } else if reserved && is_escape(bytes, at) {
            at += 3;
        } else {
            // Both ends are boundaries of characters: all that was kept since `from` is ASCII, and
            // all bytes of a character beyond ASCII come here one after the other.
            out.push_str(text.get(from..at).unwrap_or_default());
            push_escape(bytes[at], out);
            at += 1;
            from = at;
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
}

pub(crate) fn is_escape(bytes: &[u8], at: usize) -> bool {
    unescape(bytes, at).is_some()
}

/// The character that the escapes here represent, and where they end: as many of them as make one
/// character in UTF-8.
pub(crate) fn character(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let first = unescape(bytes, at)?;
    let length = match first {
        0..0x80 => return Some((char::from(first), at + 3)),
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let mut octets = [first, 0, 0, 0];
    for (index, place) in octets.iter_mut().enumerate().take(length).skip(1) {
        *place = unescape(bytes, at + 3 * index)?;
    }
    let character = core::str::from_utf8(&octets[..length]).ok()?.chars().next()?;
    Some((character, at + 3 * length))
}

/// The first characters of a text: RFC 6570 section 2.4.1. With `reserved`, where escapes stay, those of one
/// character count as one, and so does any other escape.
pub(crate) fn prefix(text: &str, length: u16, reserved: bool) -> &str {
    let (bytes, mut at) = (text.as_bytes(), 0);
    for _ in 0..length {
        at = match bytes.get(at) {
            None => return text,
            Some(b'%') if reserved && is_escape(bytes, at) => character(bytes, at).map_or(at + 3, |(_, end)| end),
            Some(_) => at + text[at..].chars().next().map_or(0, char::len_utf8),
        };
    }
    &text[..at]
}

/// The octets of the text, with escapes decoded until none is left: `%252F` is `/`. The time is linear,
/// because each octet that is decoded takes three off the end.
pub(crate) fn without_escapes(text: &str) -> Cow<'_, [u8]> {
    if !text.bytes().any(|byte| byte == b'%') {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut octets = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        octets.push(byte);
        while let Some(octet) = octets.len().checked_sub(3).and_then(|at| unescape(&octets, at)) {
            octets.truncate(octets.len() - 3);
            octets.push(octet);
        }
    }
    Cow::Owned(octets)
}

fn push_escape(octet: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    out.extend(['%', digit(octet >> 4), digit(octet & 15)]);
}

pub(crate) fn push_all(character: char, out: &mut String) {
    character.encode_utf8(&mut [0; 4]).bytes().for_each(|octet| push_escape(octet, out));
}
