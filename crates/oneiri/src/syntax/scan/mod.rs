//! How far a rule of the grammar reaches: what every byte of the input passes. Vector code finds the
//! components of what is plainly grammatical in one walk; a loop over tables reads everything else,
//! and says what is wrong with it.

mod ascii;
// Kernels and firmware are compiled without SSE2, and may not touch vectors; and assembly takes
// pointers of 64 bits.
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
mod avx512;
mod classes;
mod eight;
#[cfg(any(test, fuzzing))]
pub(crate) mod law;
mod machine;
mod many;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use crate::syntax::grammar::unicode::{Repertoire, char_at};
use crate::syntax::grammar::{MASKS, escape_at};
pub(crate) use crate::syntax::scan::ascii::in_ascii;
use crate::syntax::scan::machine::Scanner;
pub(crate) use crate::syntax::scan::many::Many;
use crate::syntax::scan::walk::Authority;
pub(crate) use crate::syntax::scan::walk::Classify;
use crate::syntax::spans::Spans;

/// Whether there is a walk at all.
pub(crate) const WALKS: bool = !cfg!(oneiri_scanner = "table");

/// A bit in each byte of a word: its lowest, its highest.
const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * EACH;

/// The components of a short text that is plainly grammatical; `None` for one that is long, or is
/// not, or not plainly, which says nothing of it. `authority` parses an authority that is more than a
/// host.
#[inline(always)]
pub(crate) fn short_spans<C: Classify>(
    scanner: C,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    if !WALKS || bytes.len() > walk::SHORT {
        return None;
    }
    walk::walk_short(scanner.masks(bytes, 0, unicode), bytes, unicode, scheme, authority)
}

/// The best scanner of this machine, for whoever scans one text.
#[inline(always)]
pub(crate) fn best() -> impl Classify {
    Scanner::best()
}

/// Work over many texts, for which the scanner is chosen once.
pub(crate) trait Work {
    fn run<C: Classify>(self, scanner: C);
}

/// Does it with the best scanner of this machine.
pub(crate) fn with_best(work: impl Work) {
    Scanner::best().does(work);
}

/// As [`short_spans`] for a long text; whether they were found.
pub(crate) fn find_long_spans(
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
    found: &mut Spans,
) -> bool {
    if !WALKS || bytes.len() <= walk::SHORT {
        return false;
    }
    let scanner = Scanner::best();
    // Each writes what it found by itself: joined, they would copy it.
    if bytes.len() <= walk::MEDIUM {
        let first = scanner.masks(bytes, 0, unicode);
        let spans = walk::walk_medium(scanner, first, bytes, unicode, scheme, authority);
        let Some(spans) = spans else { return false };
        *found = spans;
    } else {
        let Some(spans) = walk::walk_long(scanner, bytes, unicode, scheme, authority) else {
            return false;
        };
        *found = spans;
    }
    true
}

/// Where the segments of a path begin that begin with a dot.
pub(crate) struct DottedSegments<'a> {
    path: &'a [u8],
    scanner: Scanner,
    /// Where the block begins behind that of `dotted`.
    next: usize,
    dotted: u64,
    /// Whether the block before ended with a slash; the beginning is like behind one.
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

/// Where a byte is first found from an offset on: a word of eight bytes at a time.
pub(crate) fn first_of(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(word) = bytes.get(at..)?.first_chunk() {
        let differs = u64::from_le_bytes(*word) ^ (u64::from(byte) * EACH);
        // The lowest high bit that is left stands where a byte is zero.
        let zero = differs.wrapping_sub(EACH) & !differs & HIGH;
        if zero != 0 {
            return Some(at + (zero.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    bytes[at..].iter().position(|&other| other == byte).map(|ahead| at + ahead)
}

/// The end of the longest run from `from` on of characters in the class `mask`, of well-formed
/// escapes, and of characters beyond ASCII in `repertoire`.
///
/// `bytes` is UTF-8 and `from` a character boundary; so is what comes back. A `%` that begins no
/// escape ends the run.
pub(crate) const fn run(bytes: &[u8], from: usize, mask: u8, repertoire: Repertoire) -> usize {
    let mut at = from;
    while at < bytes.len() {
        let byte = bytes[at];
        if MASKS[byte as usize] & mask != 0 {
            at += 1;
        } else if byte == b'%' {
            if escape_at(bytes, at).is_none() {
                break;
            }
            at += 3;
        } else if byte >= 0x80 {
            let (character, length) = char_at(bytes, at);
            if !repertoire.has(character) {
                break;
            }
            at += length;
        } else {
            break;
        }
    }
    at
}

/// As [`run`], for a rule that knows neither escapes nor characters beyond ASCII.
pub(crate) const fn run_plain(bytes: &[u8], from: usize, mask: u8) -> usize {
    let mut at = from;
    while at < bytes.len() && MASKS[bytes[at] as usize] & mask != 0 {
        at += 1;
    }
    at
}
