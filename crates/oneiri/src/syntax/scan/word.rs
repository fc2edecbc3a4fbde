//! Eight bytes at a time, in one word of 64 bits.

/// A word with 1 in each byte.
pub(crate) const EACH: u64 = 0x0101_0101_0101_0101;
/// A word with the highest bit of each byte set.
pub(crate) const HIGH: u64 = 0x80 * EACH;

/// The first eight bytes of a text, the first byte lowest. A shorter text is filled up with zeros.
#[inline(always)]
pub(super) fn head(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |head, &byte| head << 8 | u64::from(byte)),
    }
}

/// A word whose lowest set bit is in the first byte of `word` that is `byte`; 0 if there is none.
#[inline(always)]
pub(crate) const fn matches(word: u64, byte: u8) -> u64 {
    let differs = word ^ (byte as u64 * EACH);
    differs.wrapping_sub(EACH) & !differs & HIGH
}

/// The offset of the first `byte` in `bytes` that stands at `from` or behind it.
pub(crate) fn first_of(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(word) = bytes.get(at..)?.first_chunk() {
        let found = matches(u64::from_le_bytes(*word), byte);
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    bytes[at..].iter().position(|&other| other == byte).map(|ahead| at + ahead)
}
