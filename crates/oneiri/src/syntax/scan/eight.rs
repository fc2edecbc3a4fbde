//! The masks of eight texts, and what the spans are of those among them that are plain. AVX-512 finds
//! them for all eight at once. What is here is the definition: tests and fuzzing hold the assembly to
//! it, and nothing else runs it.

use super::walk::{Masks, but_one};
use super::{EACH, HIGH};
use crate::syntax::spans::{Hints, Packed, Spans};

/// Eight texts, by the first 64 bytes of each.
#[repr(C, align(64))]
#[derive(Default)]
pub(crate) struct Eight {
    pub(super) masks: [Masks; 8],
    /// The first eight bytes of each, and zeros behind a text that has fewer.
    pub(super) heads: [u64; 8],
    /// The bit behind the last byte, where that is one of the 64.
    pub(super) ends: [u64; 8],
}

pub(super) const COLON_AND_SLASHES: u64 = u64::from_le_bytes(*b"://\0\0\0\0\0");
/// What makes 1 to 26 of small letters, and then what adds up to less than 0x80 with these. (So it does
/// with the backtick, as 0; but that has to be looked at.)
pub(super) const A_TO_ZERO: u64 = (b'a' - 1) as u64 * EACH;
pub(super) const Z_TO_LOW: u64 = (0x7F - 26) * EACH;
/// Where a text without a colon has one, so to speak: so far behind that the head has no room for the
/// two slashes.
pub(super) const NO_COLON: u64 = 1 << 6;

/// The first eight bytes of a text, and zeros behind one that has fewer.
#[inline(always)]
pub(super) fn head(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |head, &byte| head << 8 | u64::from(byte)),
    }
}

impl Eight {
    /// Puts the spans of each text that is plain, and returns a bit for each that is: a text that ends
    /// within the 64 bytes, with a scheme of one to five small letters, an authority that is a bare host,
    /// and nothing in it that has to be looked at. What is put for the others is of no use.
    pub(super) fn plain(&self, spans: &mut [Packed; 8]) -> u8 {
        let mut plain = 0;
        for (nth, put) in spans.iter_mut().enumerate() {
            let (odd, found) = plain_spans(&self.masks[nth], self.heads[nth], self.ends[nth]);
            *put = Packed::new(&found);
            plain |= u8::from(odd == 0 && self.ends[nth] != 0) << nth;
        }
        plain
    }
}

/// What is odd about a text, which is zero for a plain one, and the spans of that.
fn plain_spans(masks: &Masks, head: u64, end: u64) -> (u64, Spans) {
    // A colon at the very start is passed over, and then is a byte of the scheme that is no letter.
    let scheme_end = (masks.colon_or_at & !1 | NO_COLON).trailing_zeros() as usize;
    let within = !(!0 << (8 * scheme_end));
    let from_a = head ^ A_TO_ZERO;
    let other = (from_a | from_a.wrapping_add(Z_TO_LOW)) & HIGH & within;
    let behind_scheme = (head >> (8 * scheme_end) ^ COLON_AND_SLASHES) & 0xFF_FFFF;

    let host_start = scheme_end + 3;
    // The last bit ends what has no end before it, so that all that follows is a shift by less than 64.
    let ends_query = masks.hash | end | 1 << 63;
    let ends_path = masks.question | ends_query;
    let behind = !0 << host_start;
    let path_start = ((masks.slash | ends_path) & behind).trailing_zeros() as usize;
    let path = !0 << path_start;
    // Where either stands before the host, there is no colon with two slashes.
    let path_end = ends_path.trailing_zeros() as usize;
    let query_end = ends_query.trailing_zeros() as usize;

    let user_or_port = masks.colon_or_at & behind & !path;
    let odd = masks.check | other | behind_scheme | user_or_port | but_one(masks.hash);

    let hints = Hints::NON_ASCII
        .when(masks.beyond != 0)
        .or(Hints::DOTS.when(masks.slash << 1 & masks.dot != 0))
        .or(Hints::CASE.when(masks.upper & !path != 0));
    let host_end = path_start;
    (odd, Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints })
}
