//! The segments of a path that begin with a dot.

use super::classify::{Classify, Machine};
use super::machine::Scanner;

/// Iterates over the offsets at which a segment begins with a dot, in ascending order. In `/a/.b/..`
/// these are 3 and 6.
pub(crate) struct DottedSegments<'a> {
    path: &'a [u8],
    scanner: Scanner,
    /// The offset of the next block of 64 bytes, behind the block of `dotted`.
    next: usize,
    /// The offsets of the current block that are still to be returned, as bits.
    dotted: u64,
    /// Whether a segment begins at `next`: the block before ends with a slash, or `next` is the start of
    /// the path.
    slash: bool,
}

impl<'a> DottedSegments<'a> {
    pub(crate) fn new(path: &'a [u8]) -> Self {
        Self { path, scanner: Scanner::best(), next: 0, dotted: 0, slash: true }
    }
}

impl Iterator for DottedSegments<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.dotted == 0 {
            if self.next >= self.path.len() {
                return None;
            }
            let masks = self.scanner.masks(self.path, self.next, true);
            self.dotted = (masks.slash << 1 | u64::from(self.slash)) & masks.dot;
            self.slash = masks.slash >> 63 == 1;
            self.next += 64;
        }
        let place = self.dotted.trailing_zeros() as usize;
        self.dotted &= self.dotted - 1;
        Some(self.next - 64 + place)
    }
}
