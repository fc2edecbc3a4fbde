//! The segments of a path that begin with a dot.

use super::word::{EACH, HIGH, head};

/// Iterates over the offsets at which a segment begins with a dot, in ascending order. In `/a/.b/..`
/// these are 3 and 6.
///
/// It reads words of eight bytes. Most paths with dot segments are so short that masks would cost more.
pub(crate) struct DottedSegments<'a> {
    path: &'a [u8],
    /// The offset behind the current word.
    next: usize,
    /// The highest bit of each byte of the current word whose offset is still to be returned.
    dotted: u64,
    /// The bit of the first byte of the next word, if a segment begins there.
    start: u64,
}

impl<'a> DottedSegments<'a> {
    #[inline(always)]
    pub(crate) fn new(path: &'a [u8]) -> Self {
        Self { path, next: 0, dotted: 0, start: 0x80 }
    }
}

impl Iterator for DottedSegments<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.dotted == 0 {
            let word = word_at(self.path, self.next)?;
            let slashes = places_of(b'/', word);
            self.dotted = (slashes << 8 | self.start) & places_of(b'.', word);
            self.start = slashes >> 56;
            self.next += 8;
        }
        let place = (self.dotted.trailing_zeros() / 8) as usize;
        self.dotted &= self.dotted - 1;
        Some(self.next - 8 + place)
    }
}

/// The eight bytes at `at`, a multiple of eight, the first byte lowest. Zeros fill up what lies behind the end; `None`
/// if all of it does.
#[inline(always)]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
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

/// The highest bit of each byte of a word that is `byte`.
#[inline(always)]
fn places_of(byte: u8, word: u64) -> u64 {
    let differs = word ^ (u64::from(byte) * EACH);
    !(((differs & !HIGH) + !HIGH) | differs) & HIGH
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::DottedSegments;

    /// All short paths of these characters, and the same behind and before other segments.
    #[test]
    fn every_dotted_segment_is_found() {
        let length = if cfg!(miri) { 3 } else { 6 };
        for number in 0..4_usize.pow(length) {
            let path = (0..length).map(|place| b"./a\xAE"[number >> (2 * place) & 3]);
            let path = path.collect::<Vec<_>>();
            for before in [b"".as_slice(), b"a/", b"abcdefg", b"abcde/.", b"/bcdefg/ijklmnop/r"] {
                for behind in [b"".as_slice(), b".", b"/.cdefghi/.lmn"] {
                    let path = [before, &path, behind].concat();
                    let begins =
                        |&at: &usize| path[at] == b'.' && (at == 0 || path[at - 1] == b'/');
                    let expected = (0..path.len()).filter(begins).collect::<Vec<_>>();
                    assert_eq!(
                        DottedSegments::new(&path).collect::<Vec<_>>(),
                        expected,
                        "{path:?}"
                    );
                }
            }
        }
    }
}
