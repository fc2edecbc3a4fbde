//! The percent signs of a text.

use super::classify::{Classify, Machine};
use super::machine::Scanner;

/// Iterates over the offsets of the percent signs in a text, in ascending order.
pub(crate) struct PercentSigns<'a> {
    bytes: &'a [u8],
    scanner: Scanner,
    /// The offset of the next block of 64 bytes, behind the block of `found`.
    next: usize,
    /// The offsets of the current block that are still to be examined, as bits.
    found: u64,
}

impl<'a> PercentSigns<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, scanner: Scanner::best(), next: 0, found: 0 }
    }
}

impl Iterator for PercentSigns<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        loop {
            while self.found == 0 {
                if self.next >= self.bytes.len() {
                    return None;
                }
                self.found = self.scanner.masks(self.bytes, self.next, true).check;
                self.next += 64;
            }
            let place = self.next - 64 + self.found.trailing_zeros() as usize;
            self.found &= self.found - 1;
            // The mask holds other bytes too.
            if self.bytes[place] == b'%' {
                return Some(place);
            }
        }
    }
}
