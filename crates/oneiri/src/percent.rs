//! Percent-encoding (RFC 3986 section 2.1): of text and of octets, both ways.
//!
//! Escapes stand for octets, and octets for text only where they are UTF-8. Split first, decode
//! after: decoding a whole identifier makes delimiters of what was data.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::syntax::error::{Component, Error, ErrorKind};
use crate::syntax::grammar::{Class, ESCAPES, UNRESERVED, escape, escape_at};
use crate::syntax::scan::first_of;

/// Percent-encodes the UTF-8 of a text: everything but the unreserved characters (RFC 3986 2.3)
/// and the ASCII characters in `safe`. Hexadecimal digits are upper case, a space is `%20`.
///
/// `safe` is a set; characters beyond ASCII in it are passed over. With `%` in it, what comes back
/// can no longer be decoded to what went in. Text that already holds escapes has them encoded
/// again (`%41` becomes `%2541`): encode once, when a component is made.
///
/// ```
/// use oneiri::percent::encode;
///
/// assert_eq!(encode("hello world", ""), "hello%20world");
/// assert_eq!(encode("/a b/é", "/"), "/a%20b/%C3%A9");
/// ```
pub fn encode<'a>(text: &'a str, safe: &str) -> Cow<'a, str> {
    let kept = kept(safe.as_bytes());
    match text.bytes().position(|byte| !kept.has(byte)) {
        None => Cow::Borrowed(text),
        Some(at) => Cow::Owned(encode_from(text.as_bytes(), at, kept)),
    }
}

/// As [`encode`], for octets that need not be text.
///
/// ```
/// assert_eq!(oneiri::percent::encode_bytes(b"\xFF/", b"/"), "%FF/");
/// ```
pub fn encode_bytes<'a>(octets: &'a [u8], safe: &[u8]) -> Cow<'a, str> {
    let kept = kept(safe);
    match octets.iter().position(|&byte| !kept.has(byte)) {
        // Only ASCII is kept, so octets that are all kept are text.
        None => String::from_utf8_lossy(octets),
        Some(at) => Cow::Owned(encode_from(octets, at, kept)),
    }
}

fn kept(safe: &[u8]) -> Class {
    UNRESERVED.or(Class::ascii_of(safe))
}

/// Encodes from `at` on; everything before it is kept, and so is ASCII.
fn encode_from(octets: &[u8], at: usize, kept: Class) -> String {
    const BLOCK: usize = 64;
    // What is kept, as bits that are found by a byte's high and low bits.
    let kept = [kept.bits() as u64, (kept.bits() >> 64) as u64, 0, 0];
    let mut out = Vec::with_capacity(octets.len() + 2 * BLOCK + 1);
    out.extend_from_slice(&octets[..at]);
    let mut written = at;
    for block in octets[at..].chunks(BLOCK) {
        out.resize(written + 3 * block.len() + 1, 0);
        let mut room = &mut out[written..];
        for &byte in block {
            // Four bytes for each, whatever counts of them, so that all are alike.
            let is_kept = kept[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1;
            let spelled = if is_kept { [byte, 0, 0, 0] } else { ESCAPES[usize::from(byte)] };
            let length = if is_kept { 1 } else { 3 };
            let Some(slot) = room.first_chunk_mut() else { break };
            *slot = spelled;
            room = &mut room[length..];
            written += length;
        }
    }
    out.truncate(written);
    // It is all ASCII.
    String::from_utf8(out).unwrap_or_default()
}

/// Decodes every well-formed escape, reserved characters included, to octets; a `%` that begins
/// none stays as it is, and so does `+`.
///
/// Not idempotent: `%2541` is `%41`, and that is `A`.
///
/// ```
/// use oneiri::percent::decode;
///
/// assert_eq!(*decode("hello%20world"), *b"hello world");
/// assert_eq!(*decode("100%, %2G, %ff"), *b"100%, %2G, \xFF");
/// ```
pub fn decode(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    match percent_sign(bytes, 0) {
        None => Cow::Borrowed(bytes),
        Some(first) => Cow::Owned(decode_from(bytes, first, |_| Ok(())).unwrap_or_default()),
    }
}

/// As [`decode`], but refuses a `%` that begins no escape.
///
/// # Errors
///
/// The first such `%`: RFC 3986 section 2.1.
///
/// ```
/// use oneiri::percent::decode_strict;
///
/// assert_eq!(*decode_strict("%41+")?, *b"A+");
/// assert_eq!(decode_strict("a%2G").unwrap_err().start(), 1);
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn decode_strict(text: &str) -> Result<Cow<'_, [u8]>, Error> {
    let bytes = text.as_bytes();
    let Some(first) = percent_sign(bytes, 0) else { return Ok(Cow::Borrowed(bytes)) };
    let refuse = |at| {
        let rest = &text[at + 1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
        let found = rest[digits..].chars().next();
        let end = at + 1 + digits + found.map_or(0, char::len_utf8);
        Err(fault(ErrorKind::Escape, at, end, found))
    };
    Ok(Cow::Owned(decode_from(bytes, first, refuse)?))
}

/// As [`decode`], to text.
///
/// # Errors
///
/// Octets that are not UTF-8: RFC 3987 section 3.2. The range is that of the decoded octets.
///
/// ```
/// use oneiri::percent::decode_text;
///
/// assert_eq!(decode_text("r%C3%A9sum%C3%A9")?, "résumé");
/// assert_eq!(decode_text("a%FF").unwrap_err().start(), 1);
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn decode_text(text: &str) -> Result<Cow<'_, str>, Error> {
    let octets = match decode(text) {
        Cow::Borrowed(_) => return Ok(Cow::Borrowed(text)),
        Cow::Owned(octets) => octets,
    };
    match String::from_utf8(octets) {
        Ok(decoded) => Ok(Cow::Owned(decoded)),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let length = error.utf8_error().error_len();
            let end = length.map_or(error.as_bytes().len(), |length| start + length);
            Err(fault(ErrorKind::Utf8, start, end, None))
        }
    }
}

fn fault(kind: ErrorKind, start: usize, end: usize, found: Option<char>) -> Error {
    Error { start, end, kind, component: Component::Text, grammar: None, found }
}

/// Decodes; the first `%` is known. `stray` says what of one that begins no escape, and stays if that
/// is nothing.
fn decode_from(
    bytes: &[u8],
    first: usize,
    stray: impl Fn(usize) -> Result<(), Error>,
) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(bytes.len());
    let (mut copied, mut next) = (0, Some(first));
    while let Some(at) = next {
        match escape_at(bytes, at) {
            Some(octet) => {
                out.extend_from_slice(&bytes[copied..at]);
                out.push(octet);
                copied = at + 3;
                // Escapes come in rows.
                while let Some(octet) = escape_at(bytes, copied) {
                    out.push(octet);
                    copied += 3;
                }
                next = percent_sign(bytes, copied);
            }
            None => {
                stray(at)?;
                next = percent_sign(bytes, at + 1);
            }
        }
    }
    out.extend_from_slice(&bytes[copied..]);
    Ok(out)
}

/// Where the first `%` is from an offset on.
fn percent_sign(bytes: &[u8], from: usize) -> Option<usize> {
    first_of(b'%', bytes, from)
}

/// Writes one octet as an escape.
pub(crate) fn push_escape(octet: u8, out: &mut String) {
    out.extend(escape(octet).map(char::from));
}

/// Writes the UTF-8 of one character as escapes.
pub(crate) fn push_escaped(character: char, out: &mut String) {
    for &octet in character.encode_utf8(&mut [0; 4]).as_bytes() {
        push_escape(octet, out);
    }
}
