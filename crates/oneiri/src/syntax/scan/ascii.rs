//! What is beyond ASCII: where it begins, how much of it there is, and its escapes (RFC 3987
//! section 3.1, step 2).
#![allow(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::{EACH, HIGH};
use crate::syntax::grammar::escape;

/// A text in which every byte beyond ASCII has become an escape.
pub(crate) struct Ascii<'t> {
    pub(crate) text: String,
    source: &'t [u8],
    /// How many bytes at the start of the source are ASCII.
    plain: usize,
}

impl Ascii<'_> {
    /// Where an offset of the source lies now.
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

/// Puts escapes in the place of all that is beyond ASCII.
pub(crate) fn in_ascii(text: &str) -> Ascii<'_> {
    let source = text.as_bytes();
    let plain = plain(source);
    let (start, rest) = source.split_at(plain);
    // Each byte beyond ASCII becomes three; and there is room for what is written too much.
    let mut out = Vec::with_capacity(source.len() + 2 * beyond(rest) + SPARE);
    out.extend_from_slice(start);
    let room = out.spare_capacity_mut();
    let mut written = 0;
    for &byte in rest {
        // Four for each, whatever counts of them, so that all are alike. There always is room.
        let Some(four) = room[written..].first_chunk_mut() else { break };
        *four = SPELLED[usize::from(byte)].map(MaybeUninit::new);
        written += if byte.is_ascii() { 1 } else { 3 };
    }
    // SAFETY: the loop has written the first `written` bytes of the room, each from where the one
    // before had counted up to, and fewer than it wrote; and they lie within the capacity.
    unsafe { out.set_len(plain + written) };
    // SAFETY: all of it is ASCII: the start, by `plain`; and what counts of `SPELLED`, a byte if that
    // is ASCII and an escape otherwise.
    let text = unsafe { String::from_utf8_unchecked(out) };
    Ascii { text, source, plain }
}

/// What the last byte may write and does not count.
const SPARE: usize = 3;

/// Every byte as a URI has it: as it is if it is ASCII, else as an escape. What is behind that does
/// not count.
static SPELLED: [[u8; 4]; 256] = {
    let mut spelled = [[0; 4]; 256];
    let mut byte = 0;
    while byte < 256 {
        let [percent, high, low] = escape(byte as u8);
        spelled[byte] = if byte < 0x80 { [byte as u8, 0, 0, 0] } else { [percent, high, low, 0] };
        byte += 1;
    }
    spelled
};

/// How many bytes are beyond ASCII.
fn beyond(bytes: &[u8]) -> usize {
    let words = bytes.chunks_exact(8);
    let rest = words.remainder().iter().filter(|byte| !byte.is_ascii()).count();
    let count = |word: &[u8]| {
        let high = word.first_chunk().map_or(0, |word| u64::from_le_bytes(*word) & HIGH);
        ((high >> 7).wrapping_mul(EACH) >> 56) as usize
    };
    words.map(count).sum::<usize>() + rest
}

/// How many bytes at the start are ASCII.
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

    /// All lengths around words, ASCII of every length before, between and behind characters of one
    /// to four bytes.
    #[test]
    fn every_byte_beyond_ascii_is_an_escape() {
        let ascii = "a/~?.#%41:@[]".repeat(3);
        let step = if cfg!(miri) { 19 } else { 1 };
        for c in ["", "\u{80}", "\u{E9}", "\u{7FF}", "\u{FFFF}", "\u{65E5}", "\u{10FFFF}"] {
            for before in (0..=ascii.len()).step_by(step) {
                for (between, behind) in
                    (0..20).step_by(step).flat_map(|n| [(n, 0), (n, 7), (n, 8), (n, 19)])
                {
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
}
