//! Encoding, decoding and normalizing of escapes for the language M, whose texts may be any octets. For a text that the
//! library accepts, the results must be those of the library, because M must not see two answers. `law.rs` compares them.
//! A normal form may not gain an escape or a port that the text did not have, because normalizing again would then change
//! it. What the two modes do with octets that are not UTF-8 is promised in `bindings/m/STDURL.m` (decision D-60).

use core::str;
use std::borrow::Cow;
use std::collections::HashSet;

use oneiri::percent::{self, unescape};

/// The unit of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characters {
    /// One octet is one character.
    Octets,
    /// Octets are the UTF-8 of characters.
    Utf8,
}

/// Which piece is normalized.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters become lower case.
    Host,
    Other,
}

/// Percent-encodes all octets but the unreserved ones and those of the characters in `safe`.
pub(crate) fn encode<'a>(text: &'a [u8], safe: &[u8], characters: Characters) -> Cow<'a, [u8]> {
    if safe.is_ascii() || text.is_ascii() {
        return match percent::SafeSet::with(safe, |set| percent::encode_bytes(text, set)) {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
    }
    let safe: HashSet<&[u8]> = split(safe, characters).collect();
    let mut encoded = Vec::with_capacity(text.len());
    for character in split(text, characters) {
        // An octet that is no character of UTF-8 cannot be safe there: it would spoil the result.
        let is_whole = characters == Characters::Octets || str::from_utf8(character).is_ok();
        if is_unreserved(character[0]) || (is_whole && safe.contains(character)) {
            encoded.extend_from_slice(character);
        } else {
            character.iter().for_each(|&octet| encoded.extend_from_slice(&spelled(octet)));
        }
    }
    Cow::Owned(encoded)
}

/// The escape of an octet.
fn spelled(octet: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]
}

/// RFC 3986 section 2.3.
fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

/// The characters of a text, each as its octets. An octet that is not part of a character of UTF-8 is one by itself.
fn split(text: &[u8], characters: Characters) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let length = match characters {
            Characters::Octets => 1,
            Characters::Utf8 => character_length(rest),
        };
        let (first, behind) = rest.split_at_checked(length)?;
        rest = behind;
        Some(first)
    })
}

/// The length of the character that the octets begin with; 1 if they begin with none.
fn character_length(octets: &[u8]) -> usize {
    let start = &octets[..octets.len().min(4)];
    let valid = start.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.chars().next().map_or(1, char::len_utf8)
}

/// Decodes every escape and keeps a `%` that begins none. Where strings are UTF-8, an escape whose octets are not
/// UTF-8 stays as it is.
pub(crate) fn decode(text: &[u8], characters: Characters) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    match characters {
        // An escape is ASCII, so it lies in one chunk.
        Characters::Octets => text.utf8_chunks().for_each(|chunk| {
            decoded.extend_from_slice(&percent::decode(chunk.valid()));
            decoded.extend_from_slice(chunk.invalid());
        }),
        Characters::Utf8 => {
            let mut rest = text;
            while let Some((&first, behind)) = rest.split_first() {
                let (run, length) = run(rest);
                if run.is_empty() {
                    decoded.push(first);
                    rest = behind;
                    continue;
                }
                decode_run(&run, &rest[..length], &mut decoded);
                rest = &rest[length..];
            }
        }
    }
    decoded
}

/// The octets of the adjacent escapes that a text begins with, and the length of these escapes.
fn run(text: &[u8]) -> (Vec<u8>, usize) {
    let mut octets = Vec::new();
    while let Some(octet) = unescape(text, 3 * octets.len()) {
        octets.push(octet);
    }
    let length = 3 * octets.len();
    (octets, length)
}

/// Decodes adjacent escapes as far as they are UTF-8. `octets` are what they represent.
fn decode_run(octets: &[u8], escapes: &[u8], decoded: &mut Vec<u8>) {
    let mut at = 0;
    for chunk in octets.utf8_chunks() {
        decoded.extend_from_slice(chunk.valid().as_bytes());
        let start = at + chunk.valid().len();
        at = start + chunk.invalid().len();
        decoded.extend_from_slice(&escapes[3 * start..3 * at]);
    }
}

/// The normal form of the escapes of a piece (RFC 3986 section 6.2.2): escapes of unreserved characters are decoded,
/// and the digits of all others are upper case. Letters of a host become lower case.
///
/// An escaped digit stays escaped if, decoded, it would complete an escape with a `%` that begins none (`%%341` is not
/// `%41`), or if it could make a port (`//h:%38` is not `//h:8`). Neither is in a URI reference.
pub(super) fn normal(piece: &[u8], kind: Kind) -> Vec<u8> {
    let folded = |octet: u8| match kind {
        Kind::Other => octet,
        Kind::Host => octet.to_ascii_lowercase(),
    };
    let in_port = kind == Kind::Host && piece.contains(&b':');
    let mut out = Vec::with_capacity(piece.len());
    let mut at = 0;
    while let Some(&octet) = piece.get(at) {
        let Some(escaped) = unescape(piece, at) else {
            out.push(folded(octet));
            at += 1;
            continue;
        };
        let is_kept = (in_port && escaped.is_ascii_digit()) || (escaped.is_ascii_hexdigit() && awaits_digit(&out));
        if is_unreserved(escaped) && !is_kept {
            out.push(folded(escaped));
        } else {
            out.extend(piece[at..at + 3].iter().map(u8::to_ascii_uppercase));
        }
        at += 3;
    }
    out
}

/// Whether a text ends with a `%` that lacks one or two digits.
fn awaits_digit(text: &[u8]) -> bool {
    match text {
        [.., b'%'] => true,
        [.., b'%', digit] => digit.is_ascii_hexdigit(),
        _ => false,
    }
}
