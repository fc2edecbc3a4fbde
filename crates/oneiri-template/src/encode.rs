//! What the expansion percent-encodes: RFC 6570 section 3.2.1.

use alloc::string::String;

/// Whether `unreserved` of RFC 3986 has the byte.
pub(crate) const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether `reserved` of RFC 3986 has the byte.
pub(crate) const fn is_reserved(byte: u8) -> bool {
    matches!(
        byte,
        b'!' | b'#' | b'$' | b'&'..=b',' | b'/' | b':' | b';' | b'=' | b'?' | b'@' | b'[' | b']'
    )
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

/// Whether an escape begins here.
pub(crate) fn is_escape(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'%'
        && bytes.get(at + 1..at + 3).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
}

/// Whether the escape with this first digit is one of an octet that continues a character in UTF-8.
pub(crate) fn continues(high: u8) -> bool {
    matches!(high, b'8' | b'9' | b'a' | b'A' | b'b' | b'B')
}

/// The first characters of a text: RFC 6570 section 3.2.1. With `reserved`, where escapes stay, those of a
/// character count as one.
pub(crate) fn prefix(text: &str, length: u16, reserved: bool) -> &str {
    let bytes = text.as_bytes();
    let (mut count, mut behind) = (0, 0);
    for (at, _) in text.char_indices() {
        if at < behind {
            continue;
        }
        let is_escape = reserved && is_escape(bytes, at);
        if is_escape {
            behind = at + 3;
        }
        if !(is_escape && continues(bytes[at + 1])) {
            if count == length {
                return &text[..at];
            }
            count += 1;
        }
    }
    text
}

/// Appends the escape of one octet.
fn push_escape(octet: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    out.extend(['%', digit(octet >> 4), digit(octet & 15)]);
}

/// Appends the escapes of a character.
pub(crate) fn push_all(character: char, out: &mut String) {
    character.encode_utf8(&mut [0; 4]).bytes().for_each(|octet| push_escape(octet, out));
}
