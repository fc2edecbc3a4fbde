//! What comes after an authority, found by the masks of the scanners.

use oneiri::Masks;

use super::SPARE;
use super::escape::{ROOM, begins_component};
use crate::parser::dots;
use crate::percent::PercentEncodeSet as Set;

/// Path, query and fragment at the end of a text, without tabs and newlines, and without backslashes in
/// the path.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// The offsets of `?` and `#`, or those at which they would be.
    pub(super) query: usize,
    pub(super) fragment: usize,
    /// The first byte that has to be percent-encoded, and what comes after the last. The same if there is
    /// none.
    pub(super) first: usize,
    pub(super) last: usize,
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
        let end = bytes.len();
        let none = Self { query: end, fragment: end, first: end, last: end, growth: 0, dots: false };
        let within = if from < 64 { !0 << from } else { 0 };
        let mut rest = none.block(bytes, 0, masks, within, first_segment(bytes, from))?;
        let mut at = 64;
        while at < end {
            let slash = u64::from(bytes[at - 1] == b'/');
            rest = rest.block(bytes, at, &oneiri::masks(bytes, at), !0, slash)?;
            at += 64;
        }
        Some(rest)
    }

    /// How much room a text needs beyond its own length.
    pub(super) fn room(&self) -> usize {
        self.growth + SPARE + if self.growth > 0 { ROOM } else { 0 }
    }

    /// Looks at 64 bytes. `starts` has the bit of the first byte of a segment that has no slash before it
    /// in these bytes.
    ///
    /// A value goes in and another comes out, because a reference would keep it in memory.
    #[inline(always)]
    fn block(mut self, bytes: &[u8], at: usize, masks: &Masks, within: u64, starts: u64) -> Option<Self> {
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
            self.dots |= has_dots(bytes, at, segments, self.query);
        }
        let check = masks.check & within;
        if check != 0 {
            let beyond = masks.beyond & within;
            let changed = changed(bytes, at, check & !beyond, self.query, self.fragment)? | beyond;
            self = self.escape(at, changed);
        }
        Some(self)
    }

    /// Notes the first, the last and the number of bytes that have to be percent-encoded, as bits from an
    /// offset on.
    #[inline(always)]
    fn escape(mut self, at: usize, changed: u64) -> Self {
        if changed != 0 {
            let (first, last) = (changed.trailing_zeros(), 64 - changed.leading_zeros());
            let is_first = self.growth == 0;
            self.first = self.first.min(at + first as usize);
            self.last = if is_first { at + last as usize } else { self.last.max(at + last as usize) };
            self.growth += 2 * changed.count_ones() as usize;
        }
        self
    }
}

/// Whether one of the candidates is a dot segment of the path, which ends where the query begins.
#[inline(never)]
fn has_dots(bytes: &[u8], at: usize, segments: u64, query: usize) -> bool {
    bits(segments).map(|bit| at + bit).any(|segment| segment < query && dots_at(bytes, segment).0 > 0)
}

/// Which of the bytes at `check` are percent-encoded, as bits. `None` if one is left to the parser.
#[inline(never)]
fn changed(bytes: &[u8], at: usize, check: u64, query: usize, fragment: usize) -> Option<u64> {
    let (mut changed, mut refused) = (0, 0);
    let component = |place| u8::from(place >= query) + u8::from(place >= fragment);
    let (block, first) = (&bytes[at..], component(at));
    let is_one = first == component(at + 63);
    // Escapes stay, and so do the brackets of a query. In many queries there is nothing else to look at.
    let many = check & check.wrapping_sub(1) != 0;
    let check = match (many, is_one && first == 1) {
        (false, _) => check,
        (true, false) => check & !equal(b'%', bytes, at),
        (true, true) => check & !(equal(b'%', bytes, at) | equal(b'[', bytes, at) | equal(b']', bytes, at)),
    };
    // Without branches that the processor does not foresee.
    if is_one {
        for bit in bits(check) {
            let class = CLASSES[usize::from(block[bit])] >> first;
            changed |= u64::from(class & 1) << bit;
            refused |= class;
        }
    } else {
        for bit in bits(check) {
            let class = CLASSES[usize::from(block[bit])] >> component(at + bit);
            changed |= u64::from(class & 1) << bit;
            refused |= class;
        }
    }
    if refused & 8 == 0 { Some(changed) } else { None }
}

/// Which of 64 bytes are `byte`, as bits. None if the text is shorter.
#[inline(always)]
fn equal(byte: u8, bytes: &[u8], at: usize) -> u64 {
    match (bytes[at..].first_chunk(), bytes.last_chunk()) {
        (Some(block), _) => oneiri::mask_of(byte, block),
        (None, Some(block)) => oneiri::mask_of(byte, block) >> (at + 64 - bytes.len()),
        (None, None) => 0,
    }
}

/// Bits 0 to 2: whether path, query and fragment encode the byte. Bits 3 to 5: whether it is left to the
/// parser there.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        let encoded = Set::PATH.contains(c) as u8
            | (Set::SPECIAL_QUERY.contains(c) as u8) << 1
            | (Set::FRAGMENT.contains(c) as u8) << 2;
        let encoded = if begins_component(c) { 0 } else { encoded };
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

/// How many dots the dot segment at an offset has, and its length. Zeros if it is none.
pub(super) fn dots_at(bytes: &[u8], segment: usize) -> (usize, usize) {
    let segment = &bytes[segment..];
    // Most candidates of an IRI begin with a byte beyond ASCII, so that no end has to be found.
    if !matches!(segment, [b'.' | b'%', ..]) {
        return (0, 0);
    }
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
