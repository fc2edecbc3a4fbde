//! Many texts at once. The masks of all are made first, so that none waits for those of another; then
//! the plain ones are read with hardly a branch to guess at, and only the others one by one.

use super::walk::{Authority, Classify, MEDIUM, Masks, SHORT, but_one, walk_medium, walk_short};
use super::{EACH, HIGH};
use crate::spans::{Hints, Spans};

/// How many texts are read at once: a bit of a word for each.
const MANY: usize = 64;

/// Some texts, and the masks of the first 64 bytes of each.
pub(crate) struct Many<'t> {
    texts: [&'t str; MANY],
    masks: Aligned,
    count: usize,
    /// A bit for each text of one block.
    short: u64,
}

/// So that no mask lies in two lines of the cache.
#[repr(align(64))]
struct Aligned([Masks; MANY]);

impl<'t> Many<'t> {
    pub(crate) fn new() -> Self {
        let masks = Aligned([Masks::default(); MANY]);
        Self { texts: [""; MANY], masks, count: 0, short: 0 }
    }

    /// Takes the next texts in the place of those before: as many as there is room for, or all.
    #[inline(always)]
    pub(crate) fn fill<C: Classify>(
        &mut self,
        scanner: C,
        texts: &mut impl Iterator<Item = &'t str>,
        unicode: bool,
    ) {
        let (mut count, mut short) = (0, 0);
        for ((place, masks), text) in self.texts.iter_mut().zip(&mut self.masks.0).zip(texts) {
            *place = text;
            scanner.put_masks(text.as_bytes(), unicode, masks);
            short |= u64::from(text.len() <= SHORT) << count;
            count += 1;
        }
        (self.count, self.short) = (count, short);
    }

    /// Whether there may be more.
    pub(crate) fn is_full(&self) -> bool {
        self.count == MANY
    }

    pub(crate) fn texts(&self) -> &[&'t str] {
        &self.texts[..self.count]
    }

    /// A bit for each text of no more than 63 bytes, and for each of the others.
    pub(crate) fn by_length(&self) -> [u64; 2] {
        let all = if self.is_full() { !0 } else { !(!0 << self.count) };
        [self.short, all & !self.short]
    }

    /// Hands on each text with its spans and the place that is for it, and returns a bit for each that
    /// has them. The others are not plain, which says nothing of them, and what is handed on with them
    /// is of no use.
    #[inline(always)]
    pub(crate) fn plain<P>(&self, places: &mut [P], put: impl Fn(&mut P, &'t str, Spans)) -> u64 {
        let mut plain = 0;
        let all = self.texts().iter().zip(&self.masks.0).zip(places);
        for (nth, ((text, masks), place)) in all.enumerate() {
            let (odd, spans) = plain_spans(masks, text.as_bytes());
            put(place, text, spans);
            plain |= u64::from(odd == 0) << nth;
        }
        plain & self.short
    }

    /// The spans of a text of one block or two; `None` says nothing of it.
    #[inline(always)]
    pub(crate) fn spans<C: Classify>(
        &self,
        nth: usize,
        scanner: C,
        unicode: bool,
        scheme: bool,
        authority: Authority,
    ) -> Option<Spans> {
        let (masks, bytes) = (self.masks.0[nth], self.texts[nth].as_bytes());
        if bytes.len() <= SHORT {
            walk_short(masks, bytes, unicode, scheme, authority)
        } else if bytes.len() <= MEDIUM {
            walk_medium(scanner, masks, bytes, unicode, scheme, authority)
        } else {
            None
        }
    }
}

/// The spans of a text of one block that is plain: with a scheme of one to five small letters and an
/// authority that is a bare host, and with nothing in it that has to be looked at. What comes first is
/// zero if it is.
#[inline(always)]
fn plain_spans(masks: &Masks, bytes: &[u8]) -> (u64, Spans) {
    const COLON_AND_SLASHES: u64 = u64::from_le_bytes(*b"://\0\0\0\0\0");
    let first = bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));

    // A colon at the very start is passed over, and then is a byte of the scheme that is no letter.
    // Without any up to the sixth place there are too few bytes left for the two slashes.
    let scheme_end = (masks.colon_or_at & !1 | 1 << 6).trailing_zeros() as usize;
    let within = !(!0 << (8 * scheme_end));
    // Each small letter becomes 1 to 26, for which the sum does not reach the high bit. So does the
    // backtick, as 0; but that has to be looked at.
    let from_a = first ^ (u64::from(b'a' - 1) * EACH);
    let other = (from_a | from_a.wrapping_add((0x7F - 26) * EACH)) & HIGH & within;
    let head = (first >> (8 * scheme_end) ^ COLON_AND_SLASHES) & 0xFF_FFFF;

    let host_start = scheme_end + 3;
    // The last bit ends what has no end before it, so that all that follows is a shift by less than 64.
    let ends_query = masks.hash | 1 << (bytes.len() % 64) | 1 << 63;
    let ends_path = masks.question | ends_query;
    let behind = !0 << host_start;
    let path_start = ((masks.slash | ends_path) & behind).trailing_zeros() as usize;
    let path = !0 << path_start;
    let path_end = (ends_path & path).trailing_zeros() as usize;
    let query_end = (ends_query & (!0 << path_end)).trailing_zeros() as usize;

    let user_or_port = masks.colon_or_at & behind & !path;
    let odd = masks.check | other | head | user_or_port | but_one(masks.hash);

    let mut hints = Hints::NON_ASCII.when(masks.beyond != 0);
    let (dots, upper) = (masks.slash << 1 & masks.dot, masks.upper & !path);
    // So seldom that the processor guesses it.
    if dots | upper != 0 {
        hints = hints.or(Hints::DOTS.when(dots != 0)).or(Hints::CASE.when(upper != 0));
    }
    let host_end = path_start;
    (odd, Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints })
}
