//! What stands behind an authority, found by the masks of the scanners.

use core::ops::Range;

use oneiri::Masks;

use super::escape::{FRAGMENT, PATH, QUERY, changes};
use crate::parser::dots;

/// Path, query and fragment at the end of a text, without tabs and newlines, and without backslashes in
/// the path.
pub(super) struct Rest {
    /// The offsets of `?` and `#`, or those at which they would be.
    pub(super) query: usize,
    pub(super) fragment: usize,
    /// From the first to the last byte that has to be percent-encoded. Empty if there is none.
    pub(super) escapes: Range<usize>,
    /// How many bytes the text grows by when it is percent-encoded.
    pub(super) growth: usize,
    /// Whether the path has dot segments.
    pub(super) dots: bool,
}

impl Rest {
    /// `None` if there are bytes that are left to the parser. `from` is below 64, and `masks` are those of
    /// the first 64 bytes.
    #[inline(always)]
    pub(super) fn new(bytes: &[u8], from: usize, masks: &Masks) -> Option<Self> {
        let mut rest = Self {
            query: bytes.len(),
            fragment: bytes.len(),
            escapes: 0..0,
            growth: 0,
            dots: false,
        };
        let within = if from < 64 { !0 << from } else { 0 };
        rest.block(bytes, 0, masks, within, first_segment(bytes, from))?;
        let mut at = 64;
        while at < bytes.len() {
            let slash = u64::from(bytes[at - 1] == b'/');
            rest.block(bytes, at, &oneiri::masks(bytes, at), !0, slash)?;
            at += 64;
        }
        // The only character of a query that a URI may hold and that is encoded.
        if rest.query < rest.fragment {
            let query = &bytes[rest.query..rest.fragment];
            // Without an early end, the loop runs over vectors.
            if query.iter().fold(false, |any, byte| any | (*byte == b'\'')) {
                rest.apostrophes(bytes);
            }
        }
        Some(rest)
    }

    /// Looks at 64 bytes. `starts` has the bit of the first byte of a segment that has no slash before it
    /// in these bytes.
    #[inline(always)]
    fn block(
        &mut self,
        bytes: &[u8],
        at: usize,
        masks: &Masks,
        within: u64,
        starts: u64,
    ) -> Option<()> {
        let end = bytes.len();
        let (hash, ends) = (masks.hash & within, (masks.question | masks.hash) & within);
        if ends != 0 && self.query == end {
            self.query = at + ends.trailing_zeros() as usize;
        }
        if hash != 0 && self.fragment == end {
            self.fragment = at + hash.trailing_zeros() as usize;
        }
        let segments = candidates(masks, within, starts);
        if segments != 0 {
            let dot = |segment| segment < self.query && dots_at(bytes, segment).0 > 0;
            self.dots |= bits(segments).any(|bit| dot(at + bit));
        }
        let check = masks.check & within;
        if check != 0 { self.check(bytes, at, check, masks.beyond & within) } else { Some(()) }
    }

    /// Looks at bytes one by one.
    #[inline(never)]
    fn check(&mut self, bytes: &[u8], at: usize, check: u64, beyond: u64) -> Option<()> {
        let (mut changed, mut refused) = (beyond, 0);
        // Without branches, because the processor foresees none of them.
        for bit in bits(check & !beyond) {
            let place = at + bit;
            let component = u8::from(place >= self.query) + u8::from(place >= self.fragment);
            let class = CLASSES[usize::from(bytes[place])] >> component;
            changed |= u64::from(class & 1) << bit;
            refused |= class & 8;
        }
        if changed != 0 {
            let (first, last) = (changed.trailing_zeros(), 63 - changed.leading_zeros());
            self.escape(at + first as usize, at + last as usize, changed.count_ones() as usize);
        }
        (refused == 0).then_some(())
    }

    #[inline(never)]
    fn apostrophes(&mut self, bytes: &[u8]) {
        for (index, byte) in bytes[self.query..self.fragment].iter().enumerate() {
            if *byte == b'\'' {
                self.escape(self.query + index, self.query + index, 1);
            }
        }
    }

    /// Notes the first, the last and the number of bytes that have to be percent-encoded.
    fn escape(&mut self, first: usize, last: usize, count: usize) {
        if self.growth == 0 {
            self.escapes = first..last;
        }
        self.growth += 2 * count;
        self.escapes.start = self.escapes.start.min(first);
        self.escapes.end = self.escapes.end.max(last + 1);
    }
}

/// Bits 0 to 2: whether path, query and fragment encode the byte. Bits 3 to 5: whether it is left to the
/// parser there.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        let encoded = changes(PATH, c) as u8
            | (changes(QUERY, c) as u8) << 1
            | (changes(FRAGMENT, c) as u8) << 2;
        let refused = if matches!(c, b'\t' | b'\n' | b'\r') { 7 } else { (c == b'\\') as u8 };
        classes[byte] = encoded | refused << 3;
        byte += 1;
    }
    classes
};

/// The first byte of a path without a slash at its start, as a bit.
pub(super) fn first_segment(bytes: &[u8], from: usize) -> u64 {
    let slash = bytes.get(from).is_none_or(|byte| *byte == b'/');
    if slash { 0 } else { 1 << from }
}

/// The segments that begin with a dot or with a byte that needs a look, as bits.
#[inline(always)]
pub(super) fn candidates(masks: &Masks, within: u64, starts: u64) -> u64 {
    ((masks.slash & within) << 1 | starts) & (masks.dot | masks.check)
}

/// How many dots the dot segment at an offset has, 0 if it is none, and the length of the segment.
pub(super) fn dots_at(bytes: &[u8], segment: usize) -> (usize, usize) {
    let segment = &bytes[segment..];
    let ends = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    // A dot segment has at most six bytes.
    let end = segment.iter().take(7).position(ends).unwrap_or(segment.len());
    (dots(&segment[..end]), end)
}

/// The numbers of the bits that are set, in ascending order.
#[inline(always)]
pub(super) fn bits(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        bit
    })
}
