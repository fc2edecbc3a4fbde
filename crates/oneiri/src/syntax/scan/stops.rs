//! The places of a path where normalization may have work to do.

use super::classify::{Classify, Machine};
use super::machine::Scanner;

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
    path: &'a [u8],
    besides: Besides,
    scanner: Scanner,
    /// The offset of the next block of 64 bytes, behind the block of `bits`.
    next: usize,
    /// The offsets of the current block that are still to be returned, as bits.
    bits: u64,
    /// Whether a segment begins at `next`: the block before ends with a slash, or `next` is the start of
    /// the path.
    slash: bool,
}

impl<'a> Stops<'a> {
    #[inline]
    pub(crate) fn new(path: &'a [u8], besides: Besides) -> Self {
        Self { path, besides, scanner: Scanner::best(), next: 0, bits: 0, slash: true }
    }
}

impl Iterator for Stops<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.bits == 0 && (self.next >= self.path.len() || !self.load()) {
            return None;
        }
        let place = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.next - 64 + place)
    }
}

impl Stops<'_> {
    /// Loads the next block that has offsets to return. Returns `false` if there is none.
    #[inline(never)]
    fn load(&mut self) -> bool {
        while self.next < self.path.len() {
            let masks = self.scanner.masks(self.path, self.next, true);
            let besides = match self.besides {
                Besides::Nothing => 0,
                Besides::Escapes => masks.check & !masks.beyond,
                Besides::EscapesAndBidi => masks.check,
            };
            self.bits = (masks.slash << 1 | u64::from(self.slash)) & masks.dot | besides;
            self.slash = masks.slash >> 63 == 1;
            self.next += 64;
            if self.bits != 0 {
                return true;
            }
        }
        false
    }
}
