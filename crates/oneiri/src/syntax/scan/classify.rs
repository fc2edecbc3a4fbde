//! The two traits of the scanners: `Classify` turns a block of bytes into masks, and `Machine` chooses a scanner.

use alloc::vec::Vec;

use super::decode::decode;
use super::eight::Eight;
use super::masks::Masks;
use super::word::{equal, head};
use crate::syntax::spans::Packed;

/// A scanner: it makes [`Masks`]. Machines differ in this and in nothing else.
///
/// A value of an implementing type proves that the machine has the instructions that the scanner uses.
///
/// Every scanner returns exactly the masks that the documentation of [`Masks`] defines, and reads no
/// byte outside `bytes`. `law::masks_hold` checks the first, the page guards of the tests the second.
pub(crate) trait Classify: Copy {
    /// Whether [`plain`](Self::plain) is so fast that it pays to store the masks of many texts for it.
    const AT_ONCE: bool = false;

    /// Whether the parser is faster with these masks than with a table of bytes.
    #[inline(always)]
    fn is_fast(self) -> bool {
        true
    }

    /// The masks of the 64 bytes from `at` on; of fewer where `bytes` ends earlier.
    ///
    /// `at` is a multiple of 64 and at most `bytes.len()`. `unicode` says whether the text is an IRI:
    /// [`Masks::check`] depends on it.
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks;

    /// Stores the masks of the first 64 bytes in `masks`, and the first eight bytes in `first`, as [`head`] returns them.
    /// The values are written where they are kept, since a copy would cost as much as making them.
    #[inline(always)]
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, first: &mut u64) {
        *masks = self.masks(bytes, 0, unicode);
        *first = head(bytes);
    }

    /// The places where normalization may have work to do in the 64 bytes from `at` on, as bits like those of
    /// [`Masks`]: `.` and `%` at the places of `starts` and after every slash of the 64 bytes, and what `besides`
    /// asks for. Other bytes of [`Masks::check`] may be among them. `law::stops_hold` checks this.
    #[inline(always)]
    fn stops(self, bytes: &[u8], at: usize, starts: u64, besides: StopAt) -> u64 {
        let masks = self.masks(bytes, at, true);
        let starts = starts | masks.slash << 1;
        let escapes = masks.check & !masks.beyond;
        let besides = match besides {
            StopAt::Nothing => starts & escapes,
            StopAt::Escapes => escapes,
            StopAt::EscapesAndBidi => masks.check,
        };
        starts & masks.dot | besides
    }

    /// The octets of a text, whose first `%` is at `first`: each well-formed escape becomes its octet, and all other
    /// bytes stay. `law::decoding_holds` checks this.
    #[inline]
    fn decode(self, text: &[u8], first: usize) -> Vec<u8> {
        decode(text, first)
    }

    /// The same as [`Eight::plain`], perhaps faster. Only the spans of plain texts have to agree: those
    /// of the others are unspecified.
    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        eight.plain(spans)
    }
}

/// Which bytes [`Classify::stops`] returns besides the dots and the escapes that begin a segment.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(crate) enum StopAt {
    Nothing,
    /// Every `%`.
    Escapes,
    /// Every `%`, and every byte that may begin a bidi control.
    EscapesAndBidi,
}

/// Work on many texts, for which the scanner is chosen once.
pub(crate) trait Work {
    /// Does the work with this scanner.
    fn run<C: Classify>(self, scanner: C);
}

/// The scanner type of a kind of machine. Where one program meets machines with different instructions,
/// the type is an enumeration of scanners.
pub(super) trait Machine: Classify {
    /// The fastest scanner that the machine has, among those that `--cfg oneiri_scanner="..."` admits.
    fn best() -> Self;

    /// Runs `work` with the scanner that `self` represents.
    fn run(self, work: impl Work) {
        work.run(self);
    }

    /// One bit for each byte of a block that is `byte`. `law::places_hold` checks this.
    #[inline]
    fn equal(block: &[u8; 64], byte: u8) -> u64 {
        equal(block, byte)
    }

    /// All scanners that the machine has, from the slowest to the fastest.
    #[cfg(any(test, fuzzing))]
    fn available() -> impl Iterator<Item = Self>;
}
