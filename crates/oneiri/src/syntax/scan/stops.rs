//! The places of a text where normalization may have work to do.

use super::classify::{Classify, Machine};
use super::machine::Scanner;
use super::masks::but_lowest;

/// Which bytes [`Stops`] returns besides the dots that begin a segment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Besides {
    Nothing,
    /// Every `%`.
    Escapes,
    /// Every `%`, and every byte that may begin a bidi control.
    EscapesAndBidi,
}

/// Iterates over the offsets at which a segment begins with a dot, and over other offsets if the caller
/// asks for them, in ascending order. In `/a/.b/..` a segment begins with a dot at 3 and 6.
pub(crate) struct Stops<'a> {
    text: &'a [u8],
    /// A segment begins here, and behind every slash.
    first: usize,
    besides: Besides,
    scanner: Scanner,
    /// The offset of the next block of 64 bytes, behind the block of `bits`.
    next: usize,
    /// The offsets of the current block that are still to be returned, as bits.
    bits: u64,
    /// Whether the block before `next` ends with a slash.
    slash: bool,
}

impl<'a> Stops<'a> {
    /// The stops of a text whose path begins at `first`.
    #[inline]
    pub(crate) fn new(text: &'a [u8], first: usize, besides: Besides) -> Self {
        let scanner = Scanner::best();
        Self { text, first, besides, scanner, next: 0, bits: 0, slash: false }
    }

    /// The next offset, if it is before `end`. Otherwise it stays the next.
    #[inline]
    pub(crate) fn before(&mut self, end: usize) -> Option<usize> {
        if self.bits == 0 && (self.next >= end || !self.load(end)) {
            return None;
        }
        let stop = self.next - 64 + self.bits.trailing_zeros() as usize;
        if stop >= end {
            return None;
        }
        self.bits = but_lowest(self.bits);
        Some(stop)
    }

    /// Loads the next block that has offsets to return, if one begins before `end`.
    #[inline(never)]
    fn load(&mut self, end: usize) -> bool {
        while self.next < end {
            let masks = self.scanner.masks(self.text, self.next, true);
            let besides = match self.besides {
                Besides::Nothing => 0,
                Besides::Escapes => masks.check & !masks.beyond,
                Besides::EscapesAndBidi => masks.check,
            };
            let first = u64::from(self.first / 64 == self.next / 64) << (self.first % 64);
            let starts = masks.slash << 1 | u64::from(self.slash) | first;
            self.bits = starts & masks.dot | besides;
            self.slash = masks.slash >> 63 == 1;
            self.next += 64;
            if self.bits != 0 {
                return true;
            }
        }
        false
    }
}

impl Iterator for Stops<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.before(self.text.len())
    }
}
