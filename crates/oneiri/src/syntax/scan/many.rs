//! Many texts at once, 64 at a time.
//!
//! First the masks of all 64 texts are made, so that no text waits for another. Then the spans of the
//! plain texts (short, lower-case scheme, host alone: see [`Eight::plain`]) are found, eight at a time and
//! almost without branches. The parser reads the other texts one by one, from
//! the masks that are there already.

use super::classify::Classify;
use super::eight::Eight;
use super::masks::{Masks, SHORT};
use crate::syntax::spans::Packed;

/// The number of texts that are read at once: one for each bit of a word.
const MANY: usize = 64;

/// At most 64 texts, and the masks of the first 64 bytes of each.
pub(crate) struct Many<'t> {
    texts: [&'t str; MANY],
    pub(super) eights: [Eight; MANY / 8],
    /// The spans of the plain texts, once [`read_plain`](Self::read_plain) was called.
    spans: [[Packed; 8]; MANY / 8],
    count: usize,
    /// A bit for each text of at most [`SHORT`] bytes.
    short: u64,
}

impl<'t> Many<'t> {
    pub(crate) fn new() -> Self {
        Self { texts: [""; MANY], eights: Default::default(), spans: Default::default(), count: 0, short: 0 }
    }

    /// Replaces the texts by the next ones of `texts`: by 64, or by all if there are fewer.
    #[inline(always)]
    pub(crate) fn fill<C: Classify>(&mut self, scanner: C, texts: &mut impl Iterator<Item = &'t str>, unicode: bool) {
        let (mut count, mut short) = (0, 0);
        for (place, text) in self.texts.iter_mut().zip(texts) {
            *place = text;
            let is_short = u64::from(text.len() <= SHORT);
            short |= is_short << count;
            let (eight, nth) = (&mut self.eights[count / 8], count % 8);
            scanner.put_masks(text.as_bytes(), unicode, &mut eight.masks[nth], &mut eight.heads[nth]);
            eight.ends[nth] = is_short << (text.len() % 64);
            count += 1;
        }
        (self.count, self.short) = (count, short);
    }

    /// Whether all 64 places are taken, so that there may be more texts.
    pub(crate) fn is_full(&self) -> bool {
        self.count == MANY
    }

    pub(crate) fn texts(&self) -> &[&'t str] {
        &self.texts[..self.count]
    }

    /// Two sets of texts, with a bit for each: the texts of at most 63 bytes, and the longer ones.
    pub(crate) fn by_length(&self) -> [u64; 2] {
        let all = if self.is_full() { !0 } else { !(!0 << self.count) };
        [self.short, all & !self.short]
    }

    /// Finds the spans of the plain texts, and returns a bit for each of them. A text without a bit may
    /// be valid or invalid.
    #[inline(always)]
    pub(crate) fn read_plain<C: Classify>(&mut self, scanner: C) -> u64 {
        let mut plain = 0;
        let eights = &self.eights[..self.count.div_ceil(8)];
        for (nth, (eight, spans)) in eights.iter().zip(&mut self.spans).enumerate() {
            plain |= u64::from(scanner.plain(eight, spans)) << (8 * nth);
        }
        // `short` has no bit beyond `count`, so this also drops texts of an earlier `fill` that are still
        // in the last group of eight.
        plain & self.short
    }

    /// All texts with their spans. The spans of a text that [`read_plain`](Self::read_plain) did not
    /// report are unspecified.
    #[inline(always)]
    pub(crate) fn with_plain_spans(&self) -> impl ExactSizeIterator<Item = (&'t str, Packed)> {
        self.texts().iter().copied().zip(self.spans.as_flattened().iter().copied())
    }

    /// The nth text, and the masks of its first 64 bytes.
    #[inline(always)]
    pub(crate) fn first_block(&self, nth: usize) -> (Masks, &'t str) {
        (self.eights[nth / 8].masks[nth % 8], self.texts[nth])
    }
}
