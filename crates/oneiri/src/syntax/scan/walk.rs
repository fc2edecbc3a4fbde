//! From bit masks to components: one walk over a text, 64 bytes at a time, written once for every
//! machine.
//!
//! What it finds stays in registers until a value is made of it: a struct that is written piece by
//! piece and then copied as a whole costs more than the walk itself.

use crate::syntax::grammar::unicode::{char_at, is_bidi_control, is_ucschar};
use crate::syntax::grammar::{escape_at, mask};
use crate::syntax::scan::eight::{Eight, head};
use crate::syntax::scan::{EACH, HIGH, run_plain};
use crate::syntax::spans::{Hints, Packed, Spans};

/// What stands where in 64 bytes, a bit for each, the lowest for the first. The classes are in the
/// order of [`classes`](super::classes).
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Masks {
    /// `/`
    pub(super) slash: u64,
    /// `?`
    pub(super) question: u64,
    /// `#`
    pub(super) hash: u64,
    /// `:` or `@`
    pub(super) colon_or_at: u64,
    /// `.`
    pub(super) dot: u64,
    /// `A` to `Z`
    pub(super) upper: u64,
    /// What lies beyond ASCII.
    pub(super) beyond: u64,
    /// What has to be looked at: `%`, ASCII that stands nowhere but in an IP literal or nowhere at
    /// all, and of what lies beyond ASCII all (for URIs), or what may begin a character that IRIs do
    /// not hold or that normalization changes (for IRIs).
    pub(super) check: u64,
}

/// Makes masks: the one thing that machines do differently.
pub(crate) trait Classify: Copy {
    /// Whether of many texts [`plain`](Self::plain) saves more than it takes to keep their masks.
    const AT_ONCE: bool = false;

    /// The masks of the 64 bytes from `at` on, or of those that are left; `at` is at most the length
    /// and a multiple of 64.
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks;

    /// As [`masks`](Self::masks) of the first block, but to where they are kept; and the [`head`].
    #[inline(always)]
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, first: &mut u64) {
        *masks = self.masks(bytes, 0, unicode);
        *first = head(bytes);
    }

    /// As [`Eight::plain`].
    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        eight.plain(spans)
    }
}

/// What the authority parser says of an authority that is more than a host: where its host lies and
/// where it ends, or that it is none.
pub(super) type Authority = fn(&[u8], usize, bool) -> Option<(usize, usize, usize)>;

/// The longest text that is one block: its end is a bit as well.
pub(super) const SHORT: usize = 63;

/// The components of a text that is plainly grammatical; `None` for one that is not, or not plainly,
/// which says nothing of it. Of no more than [`SHORT`] bytes, whose masks these are.
#[inline(always)]
pub(super) fn walk_short(
    masks: Masks,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    let hints = masks.hints(0).or(check(bytes, 0, masks.check, unicode)?);
    walk(&mut Block { masks, end: 1 << bytes.len(), hints }, bytes, unicode, scheme, authority)
}

/// The longest text that is two blocks.
pub(super) const MEDIUM: usize = 127;

/// As [`walk_short`], of 64 bytes or more, and no more than [`MEDIUM`]. The masks are those of the
/// first 64.
#[inline(always)]
pub(super) fn walk_medium<C: Classify>(
    scanner: C,
    first: Masks,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    let mut hints = first.hints(0).or(check(bytes, 0, first.check, unicode)?);
    let second = scanner.masks(bytes, 64, unicode);
    hints = hints.or(second.hints(first.slash)).or(check(bytes, 64, second.check, unicode)?);
    let mut text = TwoBlocks { first, second, end: 1 << (bytes.len() - 64), hints };
    walk(&mut text, bytes, unicode, scheme, authority)
}

/// As [`walk_short`], of any length.
#[inline(always)]
pub(super) fn walk_long<C: Classify>(
    scanner: C,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    let (masks, hints) = (Masks::default(), Hints::NONE);
    let mut blocks = Blocks { scanner, bytes, unicode, at: 0, masks, upper: 0, hints };
    blocks.load()?;
    blocks.upper = blocks.masks.upper;
    walk(&mut blocks, bytes, unicode, scheme, authority)
}

#[inline(always)]
fn walk<T: Find>(
    text: &mut T,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    let mut spans = Spans::default();

    let web = web_scheme(bytes);
    if web != 0 {
        spans.scheme_end = web;
        spans.path_start = web + 1;
    } else {
        let head = text.find(|all| all.colon_or_at | all.slash | all.question | all.hash, 0)?;
        if bytes.get(head) == Some(&b':') {
            if !is_scheme(bytes, head) {
                return None;
            }
            spans.scheme_end = head;
            spans.path_start = head + 1;
        } else if scheme || bytes.get(head) == Some(&b'@') {
            // Behind an "@" a colon may yet follow in the first segment.
            return None;
        }
    }

    if web != 0 || bytes[spans.path_start..].starts_with(b"//") {
        let start = spans.path_start + 2;
        let end = text.find(|all| all.slash | all.question | all.hash, start)?;
        (spans.host_start, spans.host_end) = if text.is_plain(start, end) {
            (start, end)
        } else {
            let (host_start, host_end, found) = authority(bytes, start, unicode)?;
            if found != end {
                return None;
            }
            (host_start, host_end)
        };
        spans.path_start = end;
    }

    // What is found is a question mark, a hash or the end, and the last two end the query as well.
    spans.path_end = text.find(|all| all.question | all.hash, spans.path_start)?;
    spans.query_end = text.find(|all| all.hash, spans.path_end)?;
    // A hash ended what was found, so there is one at most before the fragment.
    if text.has_two_hashes(spans.query_end)? {
        return None;
    }
    spans.hints = text.hints(spans.path_start);
    if !spans.has_authority() && bytes.get(spans.path_start) == Some(&b'.') {
        spans.hints = spans.hints.or(Hints::DOTS);
    }
    Some(spans)
}

/// Where the scheme ends of a text that begins with `http://` or `https://`; 0 for any other. Most
/// do, and both are told without a branch between them.
#[inline(always)]
fn web_scheme(bytes: &[u8]) -> usize {
    const PLAIN: u64 = u64::from_le_bytes(*b"http://\0");
    const SECURE: u64 = u64::from_le_bytes(*b"https://");
    let first = bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
    let (plain, secure) = (first << 8 == PLAIN << 8, first == SECURE);
    if plain | secure { 4 + usize::from(secure) } else { 0 }
}

/// Whether the first `head` bytes of a text are a scheme. Most are a few letters: these are told
/// eight at a time, without a branch for each.
#[inline(always)]
fn is_scheme(bytes: &[u8], head: usize) -> bool {
    let first = bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
    let folded = first | (0x20 * EACH);
    // The high bit of each byte: from "a" on, beyond "z", beyond ASCII.
    let from_a = (folded | HIGH) - u64::from(b'a') * EACH;
    let beyond_z = (folded & !HIGH) + (0x7F - u64::from(b'z')) * EACH;
    let letters = from_a & !beyond_z & !first & HIGH;
    let within = if head < 8 { HIGH & !(!0 << (8 * head)) } else { HIGH };
    if head <= 8 && head > 0 && letters & within == within {
        return true;
    }
    bytes[0].is_ascii_alphabetic() && run_plain(bytes, 1, mask::SCHEME) == head
}

impl Masks {
    /// What was seen of dots and beyond ASCII, behind a block whose slashes were `before`.
    #[inline(always)]
    fn hints(&self, before: u64) -> Hints {
        let dots = (self.slash << 1 | before >> 63) & self.dot != 0;
        Hints::DOTS.when(dots).or(Hints::NON_ASCII.when(self.beyond != 0))
    }
}

/// A text under the walk, which goes from left to right.
trait Find {
    /// The first of these bits from an offset on; the length of the text if there is none.
    fn find(&mut self, which: impl Fn(&Masks) -> u64, from: usize) -> Option<usize>;

    /// Whether there is a second hash, once it is known where the first may be.
    fn has_two_hashes(&mut self, query_end: usize) -> Option<bool>;

    /// Whether an authority is a bare host. Of one that lies in two blocks nothing is said.
    fn is_plain(&self, start: usize, end: usize) -> bool;

    /// What was seen, once it is known where the path begins.
    fn hints(&self, path_start: usize) -> Hints;
}

/// A text of one block.
struct Block {
    masks: Masks,
    /// The bit behind the last.
    end: u64,
    hints: Hints,
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

/// A text of two blocks.
struct TwoBlocks {
    first: Masks,
    second: Masks,
    /// The bit behind the last, in the second block.
    end: u64,
    hints: Hints,
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

/// All bits that are set but the lowest.
#[inline(always)]
pub(super) fn but_one(bits: u64) -> u64 {
    bits & bits.wrapping_sub(1)
}

/// Whether more than one bit is set.
#[inline(always)]
fn is_many(bits: u64) -> bool {
    but_one(bits) != 0
}

/// A text of any length: the masks of one block at a time.
struct Blocks<'a, C> {
    scanner: C,
    bytes: &'a [u8],
    unicode: bool,
    /// Where the block begins.
    at: usize,
    masks: Masks,
    /// The upper-case letters of the first block.
    upper: u64,
    hints: Hints,
}

impl<C: Classify> Blocks<'_, C> {
    /// Takes the block at `at`, and looks at what has to be looked at in it.
    #[inline(always)]
    fn load(&mut self) -> Option<()> {
        let before = self.masks.slash;
        self.masks = self.scanner.masks(self.bytes, self.at, self.unicode);
        let seen = check(self.bytes, self.at, self.masks.check, self.unicode)?;
        self.hints = self.hints.or(self.masks.hints(before)).or(seen);
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
            // Behind the last block there is nothing to load, whatever was found.
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

/// All bits from the one at `at` on.
#[inline(always)]
fn from_bit(at: usize) -> u64 {
    if at < 64 { !0 << at } else { 0 }
}

/// Looks at what has to be looked at in the block at `at`, if there is anything.
#[inline(always)]
fn check(bytes: &[u8], at: usize, bits: u64, unicode: bool) -> Option<Hints> {
    if bits == 0 { Some(Hints::NONE) } else { look(bytes, at, bits, unicode) }
}

#[inline(never)]
fn look(bytes: &[u8], at: usize, mut bits: u64, unicode: bool) -> Option<Hints> {
    let mut hints = Hints::NONE;
    while bits != 0 {
        let place = at + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        match bytes[place] {
            b'%' => {
                escape_at(bytes, place)?;
                hints = hints.or(Hints::ESCAPES);
            }
            0x80.. if unicode => {
                let (character, _) = char_at(bytes, place);
                if !is_ucschar(character) {
                    return None;
                }
                if is_bidi_control(character) {
                    hints = hints.or(Hints::BIDI);
                }
            }
            _ => return None,
        }
    }
    Some(hints)
}
