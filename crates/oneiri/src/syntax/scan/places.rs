//! All places of one byte, found 64 bytes at a time.

use super::classify::Machine;
use super::machine::Scanner;

/// The offsets of a byte in a text, in ascending order.
pub(crate) fn all_of(byte: u8, bytes: &[u8]) -> Places<'_> {
    Places { bytes, byte, block: 0, found: mask_at(byte, bytes, 0) }
}

/// The iterator of [`all_of`].
pub(crate) struct Places<'a> {
    bytes: &'a [u8],
    byte: u8,
    /// Where the present 64 bytes begin.
    block: usize,
    /// The places in them that were not returned yet, one bit for each byte.
    found: u64,
}

impl Iterator for Places<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            self.block += 64;
            if self.block >= self.bytes.len() {
                // Stay at the last block, so that the next call also returns `None`.
                self.block -= 64;
                return None;
            }
            self.found = mask_at(self.byte, self.bytes, self.block);
        }
        let place = self.block + self.found.trailing_zeros() as usize;
        self.found &= self.found - 1;
        Some(place)
    }
}

/// One bit for each of the 64 bytes from `at` on, or of fewer where the text ends earlier.
#[inline(always)]
fn mask_at(byte: u8, bytes: &[u8], at: usize) -> u64 {
    let rest = &bytes[at..];
    match rest.first_chunk() {
        Some(block) => Scanner::equal(block, byte),
        None => {
            // The filler differs from `byte` in every bit, so it is never found.
            let mut block = [!byte; 64];
            block[..rest.len()].copy_from_slice(rest);
            Scanner::equal(&block, byte)
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::super::law::places_hold;

    #[test]
    fn every_length_and_every_place() {
        for length in 0..=200 {
            let mut text = vec![b'a'; length];
            places_hold(&text, b'\n');
            for place in 0..length {
                text[place] = b'\n';
                places_hold(&text, b'\n');
                text[place] = b'\n' ^ 0x80;
                places_hold(&text, b'\n');
                text[place] = b'a';
            }
            text.fill(b'\n');
            places_hold(&text, b'\n');
        }
    }
}
