//! A text as the walk sees it: the masks of its blocks of 64 bytes. One block, two blocks and any number
//! of blocks have a type each, since a text of one block, the most frequent kind, needs no loop.

use super::look::{check, hints};
use crate::syntax::scan::{Classify, Masks, but_lowest};
use crate::syntax::spans::Hints;

/// A text under the walk. The walk goes from left to right: no call asks for an offset below that of a
/// call before. `None` means that the text is not plainly valid.
pub(super) trait Find {
    /// The offset of the first bit of `which` at `from` or after it; the length of the text if there is
    /// none.
    fn find(&mut self, which: impl Fn(&Masks) -> u64, from: usize) -> Option<usize>;

    /// Whether the text has a second hash. `query_end` is the offset of the first hash, or the length of
    /// the text.
    fn has_two_hashes(&mut self, query_end: usize) -> Option<bool>;

    /// Whether the authority from `start` to `end` is a host alone. `false` says nothing where the
    /// authority lies in two blocks.
    fn is_plain(&self, start: usize, end: usize) -> bool;

    /// All hints of the text, whose path begins at `path_start`.
    fn hints(&self, path_start: usize) -> Hints;
}

/// A text of one block, of at most 63 bytes.
pub(super) struct Block {
    pub(super) masks: Masks,
    /// The bit after the last byte.
    pub(super) end: u64,
    /// The hints that do not depend on where the path begins.
    pub(super) hints: Hints,
}

impl Find for Block {
    #[inline(always)]
    fn find(&mut self, which: impl Fn(&Masks) -> u64, from: usize) -> Option<usize> {
        Some(((which(&self.masks) | self.end) & (!0 << from)).trailing_zeros() as usize)
    }

    #[inline(always)]
    fn has_two_hashes(&mut self, _: usize) -> Option<bool> {
        Some(is_many(self.masks.hash))
    }

    #[inline(always)]
    fn is_plain(&self, start: usize, end: usize) -> bool {
        self.masks.colon_or_at & (!0 << start) & !(!0 << end) == 0
    }

    #[inline(always)]
    fn hints(&self, path_start: usize) -> Hints {
        self.hints.or(Hints::CASE.when(self.masks.upper & !(!0 << path_start) != 0))
    }
}

/// A text of two blocks, of 64 to 127 bytes.
pub(super) struct TwoBlocks {
    pub(super) first: Masks,
    pub(super) second: Masks,
    /// The bit after the last byte, in the second block.
    pub(super) end: u64,
    /// The hints that do not depend on where the path begins.
    pub(super) hints: Hints,
}

impl Find for TwoBlocks {
    #[inline(always)]
    fn find(&mut self, which: impl Fn(&Masks) -> u64, from: usize) -> Option<usize> {
        let first = which(&self.first) & from_bit(from);
        if first != 0 {
            return Some(first.trailing_zeros() as usize);
        }
        let second = (which(&self.second) | self.end) & from_bit(from.saturating_sub(64));
        Some(64 + second.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn has_two_hashes(&mut self, _: usize) -> Option<bool> {
        let (first, second) = (self.first.hash, self.second.hash);
        Some(is_many(first) || is_many(second) || first != 0 && second != 0)
    }

    #[inline(always)]
    fn is_plain(&self, start: usize, end: usize) -> bool {
        end < 64 && self.first.colon_or_at & (!0 << start) & !(!0 << end) == 0
    }

    #[inline(always)]
    fn hints(&self, path_start: usize) -> Hints {
        let upper = path_start > 64 || self.first.upper & !from_bit(path_start) != 0;
        self.hints.or(Hints::CASE.when(upper))
    }
}

/// A text of any length, of which the masks of one block are loaded at a time.
pub(super) struct Blocks<'a, C> {
    scanner: C,
    bytes: &'a [u8],
    unicode: bool,
    /// The offset of the loaded block.
    at: usize,
    /// The masks of the loaded block.
    masks: Masks,
    /// The upper-case letters of the first block.
    upper: u64,
    /// The hints of the blocks so far that do not depend on where the path begins.
    hints: Hints,
}

impl<'a, C: Classify> Blocks<'a, C> {
    /// Loads the first block.
    #[inline(always)]
    pub(super) fn new(scanner: C, bytes: &'a [u8], unicode: bool) -> Option<Self> {
        let (masks, hints) = (Masks::default(), Hints::NONE);
        let mut blocks = Self { scanner, bytes, unicode, at: 0, masks, upper: 0, hints };
        blocks.load()?;
        blocks.upper = blocks.masks.upper;
        Some(blocks)
    }

    /// Loads the block at `at`, and checks the bytes in it that need a closer look.
    #[inline(always)]
    fn load(&mut self) -> Option<()> {
        let before = self.masks.slash;
        self.masks = self.scanner.masks(self.bytes, self.at, self.unicode);
        let seen = check(self.bytes, self.at, self.masks.check, self.unicode)?;
        self.hints = self.hints.or(hints(&self.masks, before)).or(seen);
        Some(())
    }
}

impl<C: Classify> Find for Blocks<'_, C> {
    #[inline(always)]
    fn find(&mut self, which: impl Fn(&Masks) -> u64, from: usize) -> Option<usize> {
        let length = self.bytes.len();
        loop {
            let bits = which(&self.masks) & from_bit(from.saturating_sub(self.at));
            let place = bits.trailing_zeros() as usize;
            // Without a bit, `place` is 64: after the last block that is the end of the text or beyond.
            if place < 64 || length - self.at <= 64 {
                return Some(length.min(self.at + place));
            }
            self.at += 64;
            self.load()?;
        }
    }

    #[inline(always)]
    fn has_two_hashes(&mut self, query_end: usize) -> Option<bool> {
        let length = self.bytes.len();
        Some(query_end < length && self.find(|all| all.hash, query_end + 1)? < length)
    }

    #[inline(always)]
    fn is_plain(&self, start: usize, end: usize) -> bool {
        start >= self.at && {
            let inside = from_bit(start - self.at) & !from_bit(end - self.at);
            self.masks.colon_or_at & inside == 0
        }
    }

    #[inline(always)]
    fn hints(&self, path_start: usize) -> Hints {
        let upper = path_start > 64 || self.upper & !from_bit(path_start) != 0;
        self.hints.or(Hints::CASE.when(upper))
    }
}

/// All bits from the one at `at` on; none if `at` is 64 or more.
#[inline(always)]
fn from_bit(at: usize) -> u64 {
    if at < 64 { !0 << at } else { 0 }
}

/// Whether more than one bit is set.
#[inline(always)]
fn is_many(bits: u64) -> bool {
    but_lowest(bits) != 0
}
