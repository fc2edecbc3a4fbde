//! The masks of eight texts, and the spans of the plain texts among them.
//!
//! AVX-512 computes these spans for all eight texts at once. The functions here define the result: the
//! tests and the fuzzer compare its scanner with them, and every other scanner runs them.

use super::masks::{Masks, but_lowest};
use super::word::{EACH, HIGH};
use crate::syntax::spans::{Hints, Packed, Spans};

/// The first 64 bytes of each of eight texts, as the scanners see them.
#[repr(C, align(64))]
#[derive(Default)]
pub(crate) struct Eight {
    pub(super) masks: [Masks; 8],
    /// The first eight bytes of each text. A shorter text is filled up with zeros.
    pub(super) heads: [u64; 8],
    /// The end of each text as a bit: bit n for a text of n bytes, and no bit for a text of 64 bytes or
    /// more.
    pub(super) ends: [u64; 8],
}

pub(super) const COLON_AND_SLASHES: u64 = u64::from_le_bytes(*b"://\0\0\0\0\0");
/// In each byte, the value that XOR turns the letters `a` to `z` into 1 to 26 with. (It turns the
/// backtick into 0; but a text with a backtick is not plain, since the backtick is in [`Masks::check`].)
pub(super) const A_TO_ZERO: u64 = (b'a' - 1) as u64 * EACH;
/// In each byte, the greatest value that added to 26 stays below 0x80.
pub(super) const Z_TO_LOW: u64 = (0x7F - 26) * EACH;
/// Sentinel for "no colon": bit 6, so that `://` no longer fits into the first eight bytes and the test
/// for it fails.
pub(super) const NO_COLON: u64 = 1 << 6;

impl Eight {
    /// Stores the spans of each plain text, and returns a bit for each text: whether it is plain. What it
    /// stores for the other texts is unspecified.
    ///
    /// A text is plain if it has at most 63 bytes, a scheme of one to five lower-case letters, an
    /// authority that is a host alone, and no byte in [`Masks::check`].
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

/// Returns zero and the spans for a plain text; for any other text, a value other than zero and spans
/// without meaning.
fn plain_spans(masks: &Masks, head: u64, end: u64) -> (u64, Spans) {
    // A colon at offset 0 is ignored: it then counts as a byte of the scheme, and is not a letter.
    let scheme_end = (masks.colon_or_at & !1 | NO_COLON).trailing_zeros() as usize;
    let within = !(!0 << (8 * scheme_end));
    let from_a = head ^ A_TO_ZERO;
    let other = (from_a | from_a.wrapping_add(Z_TO_LOW)) & HIGH & within;
    let behind_scheme = (head >> (8 * scheme_end) ^ COLON_AND_SLASHES) & 0xFF_FFFF;

    let host_start = scheme_end + 3;
    // Bit 63 represents the end of a longer text, so that every search finds a bit and every shift below
    // is by less than 64.
    let ends_query = masks.hash | end | 1 << 63;
    let ends_path = masks.question | ends_query;
    let behind = !0 << host_start;
    let path_start = ((masks.slash | ends_path) & behind).trailing_zeros() as usize;
    let path = !0 << path_start;
    // A question mark or a hash before the host makes `behind_scheme` or `other` differ from zero, so
    // these two searches need not begin at the host.
    let path_end = ends_path.trailing_zeros() as usize;
    let query_end = ends_query.trailing_zeros() as usize;

    let user_or_port = masks.colon_or_at & behind & !path;
    let odd = masks.check | other | behind_scheme | user_or_port | but_lowest(masks.hash);

    let hints = Hints::NON_ASCII
        .when(masks.beyond != 0)
        .or(Hints::DOTS.when(masks.slash << 1 & masks.dot != 0))
        .or(Hints::CASE.when(masks.upper & !path != 0));
    let host_end = path_start;
    (odd, Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints })
}
