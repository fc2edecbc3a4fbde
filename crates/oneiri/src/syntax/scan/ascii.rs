//! From IRI to URI: every byte beyond ASCII becomes an escape (RFC 3987 section 3.1, step 2).
#![allow(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::spell::{SPARE, Spelling};
use super::word::{EACH, HIGH};
use crate::syntax::grammar::Class;

/// A text in which every byte beyond ASCII has become an escape, and the source of that text.
pub(crate) struct Ascii<'t> {
    pub(crate) text: String,
    source: &'t [u8],
    /// The number of ASCII bytes at the start of the source.
    plain: usize,
}

impl Ascii<'_> {
    /// The offset in `text` for an offset in the source, which is at most the source's length.
    pub(crate) fn moved(&self, at: usize) -> usize {
        if at <= self.plain {
            at
        } else if at == self.source.len() {
            self.text.len()
        } else {
            at + 2 * beyond(&self.source[self.plain..at])
        }
    }
}

/// Replaces each byte beyond ASCII by its escape: `\u{E9}` becomes `%C3%A9`.
///
/// # Panics
///
/// The result is up to three times as long as the source. If it is longer than `isize::MAX` bytes, this
/// function panics with "capacity overflow", as `Vec` does; on a machine of 32 bits, 1.4 GB can be too
/// much. If the memory cannot be allocated, the program ends as it does for `Vec`.
pub(crate) fn in_ascii(text: &str) -> Ascii<'_> {
    let source = text.as_bytes();
    let plain = plain(source);
    let (start, rest) = source.split_at(plain);
    let mut out = Vec::with_capacity(capacity(source.len(), beyond(rest)));
    out.extend_from_slice(start);
    // SAFETY: the capacity is for the start, the rest with two bytes more for each byte beyond ASCII, and `SPARE`.
    unsafe { ASCII.write(rest, &mut out) };
    // SAFETY: all bytes are ASCII, and so UTF-8: the first `plain` bytes are, by the function `plain`, and so is
    // every spelling.
    let text = unsafe { String::from_utf8_unchecked(out) };
    Ascii { text, source, plain }
}

/// The capacity for a text of `length` bytes, `beyond` of which become three bytes each. On overflow it is
/// `usize::MAX`, which `Vec` rejects with "capacity overflow".
fn capacity(length: usize, beyond: usize) -> usize {
    length.saturating_add(beyond.saturating_mul(2)).saturating_add(SPARE)
}

/// Each byte as it is in a URI: an ASCII byte as it is, any other byte as an escape.
static ASCII: Spelling = Spelling::keeping(Class::ASCII);

/// The number of bytes beyond ASCII.
fn beyond(bytes: &[u8]) -> usize {
    let words = bytes.chunks_exact(8);
    let rest = words.remainder().iter().filter(|byte| !byte.is_ascii()).count();
    let count = |word: &[u8]| {
        let high = word.first_chunk().map_or(0, |word| u64::from_le_bytes(*word) & HIGH);
        ((high >> 7).wrapping_mul(EACH) >> 56) as usize
    };
    words.map(count).sum::<usize>() + rest
}

/// The number of ASCII bytes at the start.
fn plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let high = u64::from_le_bytes(*word) & HIGH;
        if high != 0 {
            return at + (high.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    /// Characters of two to four bytes, and none, with ASCII of every length before, between and after
    /// them.
    #[test]
    fn every_byte_beyond_ascii_is_an_escape() {
        let ascii = "a/~?.#%41:@[]".repeat(3);
        let step = if cfg!(miri) { 19 } else { 1 };
        for c in ["", "\u{80}", "\u{E9}", "\u{7FF}", "\u{FFFF}", "\u{65E5}", "\u{10FFFF}"] {
            for before in (0..=ascii.len()).step_by(step) {
                for (between, behind) in (0..20).step_by(step).flat_map(|n| [(n, 0), (n, 7), (n, 8), (n, 19)]) {
                    let [a, b, d] = [before, between, behind].map(|length| &ascii[..length]);
                    let text = format!("{a}{c}{b}{c}{c}{d}");
                    let spelled = in_ascii(&text);
                    let mut expected = String::new();
                    for (at, byte) in text.bytes().enumerate() {
                        assert_eq!(spelled.moved(at), expected.len(), "{text:?}");
                        if byte.is_ascii() {
                            expected.push(char::from(byte));
                        } else {
                            expected.push_str(&format!("%{byte:02X}"));
                        }
                    }
                    assert_eq!(spelled.text, expected);
                    assert_eq!(spelled.moved(text.len()), expected.len());
                }
            }
        }
    }
    #[test]
    fn the_capacity_never_wraps() {
        assert_eq!(capacity(0, 0), SPARE);
        assert_eq!(capacity(10, 4), 18 + SPARE);
        // On a machine of 32 bits, this is a text of 1.4 GB that is all beyond ASCII. Three times its
        // length wraps around to a length of at most 2.
        let third = usize::MAX / 3 + 1;
        assert!(third.wrapping_mul(3) < 3);
        assert_eq!(capacity(third, third), usize::MAX);
        for (length, beyond) in [
            (usize::MAX, 0),
            (usize::MAX, usize::MAX),
            (0, usize::MAX),
            (0, usize::MAX / 2 + 1),
            (usize::MAX - SPARE, 1),
        ] {
            assert_eq!(capacity(length, beyond), usize::MAX, "{length}, {beyond}");
        }
    }

    #[test]
    #[should_panic(expected = "capacity overflow")]
    fn a_result_that_is_too_long_is_refused() {
        let longest = isize::MAX.unsigned_abs();
        let _ = Vec::<u8>::with_capacity(capacity(longest / 2, longest / 2));
    }
}
