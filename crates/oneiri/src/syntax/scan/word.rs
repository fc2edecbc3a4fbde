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

/// The highest bit of each byte of a word that is `byte`.
#[inline(always)]
pub(super) const fn places_of(byte: u8, word: u64) -> u64 {
    let differs = word ^ (byte as u64 * EACH);
    !(((differs & !HIGH) + !HIGH) | differs) & HIGH
}

/// A word with the highest bit of each byte set that is an upper-case letter.
#[inline(always)]
pub(crate) const fn upper(word: u64) -> u64 {
    let low = word & !HIGH;
    let from_a = low + (0x80 - b'A' as u64) * EACH;
    let beyond_z = low + (0x7F - b'Z' as u64) * EACH;
    from_a & !beyond_z & !word & HIGH
}

/// Changes ASCII letters to lower case. The last word overlaps the word before it, because a letter may be changed
/// twice.
#[inline]
pub(crate) fn lower(bytes: &mut [u8]) {
    let fold = |chunk: &mut [u8; 8]| {
        let word = u64::from_le_bytes(*chunk);
        *chunk = (word | upper(word) >> 2).to_le_bytes();
    };
    let mut rest = &mut *bytes;
    while let Some((chunk, behind)) = rest.split_first_chunk_mut() {
        fold(chunk);
        rest = behind;
    }
    match bytes.last_chunk_mut() {
        Some(chunk) => fold(chunk),
        None => bytes.make_ascii_lowercase(),
    }
}

/// Brings the highest bits of the eight bytes side by side: the first byte's bit becomes the lowest.
#[inline(always)]
pub(super) const fn gather(high: u64) -> u64 {
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// One bit for each byte of a block that is `byte`. Most words have none.
#[inline]
pub(super) fn equal(block: &[u8; 64], byte: u8) -> u64 {
    let mut found = 0;
    for (nth, word) in block.chunks_exact(8).map(head).enumerate() {
        if matches(word, byte) != 0 {
            found |= gather(places_of(byte, word)) << (8 * nth);
        }
    }
    found
}

/// The reverse of [`gather`]: eight bits become the highest bits of the eight bytes.
#[inline(always)]
pub(super) const fn spread(bits: u64) -> u64 {
    let each = bits.wrapping_mul(EACH) & 0x8040_2010_0804_0201;
    (each + (HIGH - EACH)) & HIGH | each & HIGH
}

/// The eight bytes at `at`, the first byte lowest. Zeros fill up what lies after the end; `None` if all of it does.
#[inline(always)]
pub(super) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let rest = bytes.get(at..)?;
    if let Some(word) = rest.first_chunk() {
        return Some(u64::from_le_bytes(*word));
    }
    match bytes.last_chunk() {
        _ if rest.is_empty() => None,
        // The last eight bytes, without those before `at`.
        Some(last) => Some(u64::from_le_bytes(*last) >> (8 * (8 - rest.len()))),
        None => Some(head(rest)),
    }
}

/// The offset of the first `byte`, which is not zero, in `bytes` that is at `from` or after it.
pub(crate) fn first_of(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(word) = word_at(bytes, at) {
        let found = matches(word, byte);
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    None
}
