//! The places of a text where normalization may have work to do.

use super::classify::{Classify, Machine, StopAt};
use super::machine::Scanner;
use super::masks::but_lowest;

/// Iterates over the offsets at which a segment begins with a dot or a `%`, and over other offsets if the caller
/// asks for them, in ascending order. In `/a/.b/..` a segment begins with a dot at 3 and 6.
pub(crate) struct Stops<'a> {
    text: &'a [u8],
    /// A segment begins here, and after every slash.
    first: usize,
    besides: StopAt,
    /// The offset of the next block of 64 bytes, after the block of `bits`.
    next: usize,
    /// The offsets of the current block that are still to be returned, as bits.
    bits: u64,
}

impl<'a> Stops<'a> {
    /// The stops of a text whose path begins at `first`.
    #[inline]
    pub(crate) fn new(text: &'a [u8], first: usize, besides: StopAt) -> Self {
        Self { text, first, besides, next: 0, bits: 0 }
    }

    /// Like [`new`](Self::new), for a text that is a path. It looks at the first block at once.
    #[inline(always)]
    pub(crate) fn of_path(path: &'a [u8], besides: StopAt) -> Self {
        Self { text: path, first: 0, besides, next: 64, bits: first_stops(path, 0, besides) }
    }

    /// The next offset, if it is before `end`. Otherwise it stays the next.
    #[inline(always)]
    pub(crate) fn before(&mut self, end: usize) -> Option<usize> {
        if self.bits == 0 {
            if self.next >= end {
                return None;
            }
            // Values and no reference, so that these fields can stay in registers.
            (self.next, self.bits) = load(self.text, self.first, self.next, end, self.besides);
            if self.bits == 0 {
                return None;
            }
        }
        let stop = self.next - 64 + self.bits.trailing_zeros() as usize;
        if stop >= end {
            return None;
        }
        self.bits = but_lowest(self.bits);
        Some(stop)
    }
}

/// The first block with stops among those that begin between `next` and `end`: the offset after it, and its stops as
/// bits. There are no bits if there is no such block.
#[inline(never)]
fn load(text: &[u8], first: usize, mut next: usize, end: usize, besides: StopAt) -> (usize, u64) {
    let mut bits = 0;
    while bits == 0 && next < end {
        let path = u64::from(first / 64 == next / 64) << (first % 64);
        let slash = next > 0 && text[next - 1] == b'/';
        bits = Scanner::best().stops(text, next, path | u64::from(slash), besides);
        next += 64;
    }
    (next, bits)
}

impl Iterator for Stops<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.before(self.text.len())
    }
}

/// The stops in the first 64 bytes of a text whose path begins at `first`, as bits.
#[inline(always)]
pub(crate) fn first_stops(text: &[u8], first: usize, besides: StopAt) -> u64 {
    Scanner::best().stops(text, 0, u64::from(first < 64) << (first % 64), besides)
}

/// The stops in the 64 bytes from `at` on, a multiple of 64 that is not 0.
#[inline(never)]
pub(crate) fn next_stops(text: &[u8], at: usize, besides: StopAt) -> u64 {
    Scanner::best().stops(text, at, u64::from(text[at - 1] == b'/'), besides)
}
