//! From bit masks to components: one walk over a text, 64 bytes at a time, written once for every
//! machine.

use crate::grammar::unicode::{char_at, is_bidi_control, is_ucschar};
use crate::grammar::{escape_at, mask};
use crate::scan::run_plain;
use crate::spans::{Hints, Spans};

/// What stands where in 64 bytes, a bit for each, the lowest for the first.
#[derive(Clone, Copy, Default)]
pub(super) struct Masks {
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
pub(super) trait Classify {
    /// The masks of the 64 bytes from `at` on, which has that many behind it; or of all bytes, which
    /// are fewer than 64 and at least [`LEAST`], if `at` is zero.
    fn masks(&self, bytes: &[u8], at: usize, unicode: bool) -> Masks;
}

/// Shorter texts are not worth a vector.
pub(super) const LEAST: usize = 16;

/// What the authority parser says of an authority that is more than a host: where its host lies and
/// where it ends, or that it is none.
pub(super) type Authority = fn(&[u8], usize, bool) -> Option<(usize, usize, usize)>;

/// The components of a text that is plainly grammatical; `None` for one that is not, or not plainly,
/// which says nothing of it.
#[inline(always)]
pub(super) fn walk<C: Classify>(
    classify: &C,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    let length = bytes.len();
    if length < LEAST {
        return None;
    }
    let mut text = Walker::new(classify, bytes, unicode)?;
    let mut spans = Spans::default();

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

    if bytes[spans.path_start..].starts_with(b"//") {
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

    spans.path_end = text.find(|all| all.question | all.hash, spans.path_start)?;
    spans.query_end = match bytes.get(spans.path_end) {
        Some(b'?') => text.find(|all| all.hash, spans.path_end)?,
        _ => spans.path_end,
    };
    if text.find(|all| all.hash, spans.query_end + 1)? < length {
        return None;
    }
    spans.hints = text.hints(spans.path_start);
    Some(spans)
}

/// Whether the first `head` bytes of a text that is long enough are a scheme. Most are a few letters:
/// these are told eight at a time, without a branch for each.
#[inline(always)]
fn is_scheme(bytes: &[u8], head: usize) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
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

/// A text under the walk: the masks of one block at a time, from left to right.
struct Walker<'a, C> {
    classify: &'a C,
    bytes: &'a [u8],
    unicode: bool,
    /// Where the block begins, and where the next one does.
    at: usize,
    next: usize,
    masks: Masks,
    /// The upper-case letters of the first block.
    upper: u64,
    hints: Hints,
}

impl<'a, C: Classify> Walker<'a, C> {
    #[inline(always)]
    fn new(classify: &'a C, bytes: &'a [u8], unicode: bool) -> Option<Self> {
        let (masks, hints) = (Masks::default(), Hints::NONE);
        let mut text = Self { classify, bytes, unicode, at: 0, next: 0, masks, upper: 0, hints };
        text.load()?;
        text.upper = text.masks.upper;
        Some(text)
    }

    /// Takes the next block, and looks at what has to be looked at in it. The last block of several
    /// reaches back into the one before.
    #[inline(always)]
    fn load(&mut self) -> Option<()> {
        let length = self.bytes.len();
        self.at = if length < 64 { 0 } else { self.next.min(length - 64) };
        self.masks = self.classify.masks(self.bytes, self.at, self.unicode);
        let slash_before = self.at > 0 && self.bytes[self.at - 1] == b'/';
        if (self.masks.slash << 1 | u64::from(slash_before)) & self.masks.dot != 0 {
            self.hints = self.hints.or(Hints::DOTS);
        }
        if self.masks.beyond != 0 {
            self.hints = self.hints.or(Hints::NON_ASCII);
        }
        self.next += 64;
        if self.masks.check == 0 { Some(()) } else { self.check() }
    }

    /// The first of these bits from an offset on; the length of the text if there is none.
    #[inline(always)]
    fn find(&mut self, which: impl Fn(&Masks) -> u64, from: usize) -> Option<usize> {
        loop {
            let bits = which(&self.masks) & from_bit(from.saturating_sub(self.at));
            if bits != 0 {
                return Some(self.at + bits.trailing_zeros() as usize);
            }
            if self.next >= self.bytes.len() {
                return Some(self.bytes.len());
            }
            self.load()?;
        }
    }

    /// Whether an authority is a bare host. Of one that lies in two blocks nothing is said.
    #[inline(always)]
    fn is_plain(&self, start: usize, end: usize) -> bool {
        start >= self.at && {
            let inside = from_bit(start - self.at) & !from_bit(end - self.at);
            self.masks.colon_or_at & inside == 0
        }
    }

    /// Looks at what has to be looked at in the block.
    fn check(&mut self) -> Option<()> {
        let mut bits = self.masks.check;
        while bits != 0 {
            let place = self.at + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            match self.bytes[place] {
                b'%' => {
                    escape_at(self.bytes, place)?;
                    self.hints = self.hints.or(Hints::ESCAPES);
                }
                0x80.. if self.unicode => {
                    let (character, _) = char_at(self.bytes, place);
                    if !is_ucschar(character) {
                        return None;
                    }
                    if is_bidi_control(character) {
                        self.hints = self.hints.or(Hints::BIDI);
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// What was seen, once it is known where the path begins.
    #[inline(always)]
    fn hints(&self, path_start: usize) -> Hints {
        let mut hints = self.hints;
        if path_start > 64 || self.upper & !from_bit(path_start) != 0 {
            hints = hints.or(Hints::CASE);
        }
        if self.bytes.get(path_start) == Some(&b'.') {
            hints = hints.or(Hints::DOTS);
        }
        hints
    }
}

/// All bits from the one at `at` on.
#[inline(always)]
fn from_bit(at: usize) -> u64 {
    if at < 64 { !0 << at } else { 0 }
}
