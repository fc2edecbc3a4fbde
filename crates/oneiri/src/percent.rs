//! Percent-encoding of text and of octets, and decoding (RFC 3986 section 2.1).
//!
//! An escape such as `%C3` represents one octet. Decoded octets need not be UTF-8, so [`decode`] returns
//! octets, and [`decode_text`] can fail.
//!
//! Split an identifier into its components before you decode them. Decoding the whole turns data into
//! delimiters: `/a%2Fb/c` has two segments, and `/a/b/c` has three.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use crate::syntax::error::{Component, Error, ErrorKind};
use crate::syntax::grammar::{Class, ESCAPES, UNRESERVED, escape, escape_at};
use crate::syntax::scan::first_of;

/// Percent-encodes the UTF-8 of a text, except for the unreserved characters (RFC 3986 section 2.3)
/// and the ASCII characters in `safe`. Hexadecimal digits are upper case, and a space is `%20`.
///
/// `safe` is a set of characters. Its characters beyond ASCII are ignored. If it contains `%`, decoding
/// the result may not give back `text`.
///
/// Escapes in `text` are encoded again: `%41` becomes `%2541`. Encode a component once, when you make
/// it.
///
/// # Panics
///
/// If the result is longer than `isize::MAX` bytes, which no [`String`] can be.
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

/// Like [`encode`], but takes octets, which need not be UTF-8.
///
/// # Panics
///
/// If the result is longer than `isize::MAX` bytes, which no [`String`] can be.
///
/// ```
/// assert_eq!(oneiri::percent::encode_bytes(b"\xFF/", b"/"), "%FF/");
/// ```
pub fn encode_bytes<'a>(octets: &'a [u8], safe: &[u8]) -> Cow<'a, str> {
    let kept = kept(safe);
    match octets.iter().position(|&byte| !kept.has(byte)) {
        // All of these octets are ASCII, so nothing is replaced here.
        None => String::from_utf8_lossy(octets),
        Some(at) => Cow::Owned(encode_from(octets, at, kept)),
    }
}

fn kept(safe: &[u8]) -> Class {
    UNRESERVED.or(Class::ascii_of(safe))
}

/// Encodes the octets from `at` on. All octets before `at` are in `kept`.
fn encode_from(octets: &[u8], at: usize, kept: Class) -> String {
    const BLOCK: usize = 64;
    // The set as a bit map: the two high bits of an octet choose the word, and the six low bits the bit.
    let kept = [kept.bits() as u64, (kept.bits() >> 64) as u64, 0, 0];
    let mut out = Vec::with_capacity(octets.len().saturating_add(2 * BLOCK + 1));
    out.extend_from_slice(&octets[..at]);
    let mut written = at;
    for block in octets[at..].chunks(BLOCK) {
        // Neither term overflows on a machine of 32 bits: `written` is the length of a `Vec`, which is at
        // most `isize::MAX`, and a block has at most 64 octets. Saturation makes `resize` panic.
        out.resize(written.saturating_add(3 * block.len() + 1), 0);
        let mut room = &mut out[written..];
        for &byte in block {
            // Always writes four bytes, of which one or three count, so that the loop has no branch.
            let is_kept = kept[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1;
            let spelled = if is_kept { [byte, 0, 0, 0] } else { ESCAPES[usize::from(byte)] };
            let length = if is_kept { 1 } else { 3 };
            let Some(slot) = room.first_chunk_mut() else {
                debug_assert!(false, "a block has room for three bytes an octet and one more");
                break;
            };
            *slot = spelled;
            room = &mut room[length..];
            written += length;
        }
    }
    out.truncate(written);
    let text = String::from_utf8(out);
    debug_assert!(text.is_ok(), "unreserved characters, safe ones and escapes are all ASCII");
    text.unwrap_or_default()
}

/// Decodes every well-formed escape to its octet, including the escapes of reserved characters. A `%`
/// that does not begin an escape stays, and so does `+`.
///
/// This function is not idempotent: it decodes `%2541` to `%41`, and `%41` to `A`.
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
        Some(first) => {
            let Ok(octets) = decode_from(bytes, first, |_| Ok::<(), Infallible>(()));
            Cow::Owned(octets)
        }
    }
}

/// Like [`decode`], but rejects a `%` that does not begin an escape.
///
/// # Errors
///
/// The range of the first such `%`, with the digits that follow it: RFC 3986 section 2.1.
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
    let reject = |at| {
        let rest = &text[at + 1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
        let found = rest[digits..].chars().next();
        let end = at + 1 + digits + found.map_or(0, char::len_utf8);
        Err(fault(ErrorKind::Escape, at, end, found))
    };
    Ok(Cow::Owned(decode_from(bytes, first, reject)?))
}

/// Like [`decode`], but returns text.
///
/// # Errors
///
/// Octets that are not UTF-8: RFC 3987 section 3.2. The range of the error counts decoded octets, not
/// bytes of `text`.
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

/// Decodes the bytes, whose first `%` is at `first`. Calls `stray` with the offset of each `%` that
/// does not begin an escape. If `stray` returns `Ok`, that `%` is copied.
fn decode_from<E>(
    bytes: &[u8],
    first: usize,
    stray: impl Fn(usize) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let mut out = Vec::with_capacity(bytes.len());
    let (mut copied, mut next) = (0, Some(first));
    while let Some(at) = next {
        match escape_at(bytes, at) {
            Some(octet) => {
                out.extend_from_slice(&bytes[copied..at]);
                out.push(octet);
                copied = at + 3;
                // Escapes often follow each other directly.
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

/// The offset of the first `%` at or behind `from`.
fn percent_sign(bytes: &[u8], from: usize) -> Option<usize> {
    first_of(b'%', bytes, from)
}

/// Appends the escape of one octet.
pub(crate) fn push_escape(octet: u8, out: &mut String) {
    out.extend(escape(octet).map(char::from));
}

/// Appends the escapes of the UTF-8 of one character.
pub(crate) fn push_escaped(character: char, out: &mut String) {
    for &octet in character.encode_utf8(&mut [0; 4]).as_bytes() {
        push_escape(octet, out);
    }
}
