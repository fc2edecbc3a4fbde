//! Many texts at once. The masks of all are made first, so that none waits for those of another; then
//! the plain ones are read, eight at a time, with hardly a branch to guess at, and only the others one
//! by one.

use super::eight::Eight;
use super::walk::{Authority, Classify, MEDIUM, SHORT, walk_medium, walk_short};
use crate::syntax::spans::{Packed, Spans};

/// How many texts are read at once: a bit of a word for each.
const MANY: usize = 64;

/// Some texts, and the masks of the first 64 bytes of each.
pub(crate) struct Many<'t> {
    texts: [&'t str; MANY],
    pub(super) eights: [Eight; MANY / 8],
    /// Of those that are plain.
    spans: [[Packed; 8]; MANY / 8],
    count: usize,
    /// A bit for each text of one block.
    short: u64,
}

impl<'t> Many<'t> {
    pub(crate) fn new() -> Self {
        Self {
            texts: [""; MANY],
            eights: Default::default(),
            spans: Default::default(),
            count: 0,
            short: 0,
        }
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
        for (place, text) in self.texts.iter_mut().zip(texts) {
            *place = text;
            let is_short = u64::from(text.len() <= SHORT);
            short |= is_short << count;
            let (eight, nth) = (&mut self.eights[count / 8], count % 8);
            scanner.put_masks(
                text.as_bytes(),
                unicode,
                &mut eight.masks[nth],
                &mut eight.heads[nth],
            );
            eight.ends[nth] = is_short << (text.len() % 64);
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

    /// Reads the texts that are plain, and returns a bit for each. Of the others this says nothing.
    #[inline(always)]
    pub(crate) fn read_plain<C: Classify>(&mut self, scanner: C) -> u64 {
        let mut plain = 0;
        let eights = &self.eights[..self.count.div_ceil(8)];
        for (nth, (eight, spans)) in eights.iter().zip(&mut self.spans).enumerate() {
            plain |= u64::from(scanner.plain(eight, spans)) << (8 * nth);
        }
        plain & self.short
    }

    /// All texts, with the spans of those that are plain. What the others have is of no use.
    #[inline(always)]
    pub(crate) fn with_plain_spans(&self) -> impl ExactSizeIterator<Item = (&'t str, Packed)> {
        self.texts().iter().copied().zip(self.spans.as_flattened().iter().copied())
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
        let (masks, bytes) = (self.eights[nth / 8].masks[nth % 8], self.texts[nth].as_bytes());
        if bytes.len() <= SHORT {
            walk_short(masks, bytes, unicode, scheme, authority)
        } else if bytes.len() <= MEDIUM {
            walk_medium(scanner, masks, bytes, unicode, scheme, authority)
        } else {
            None
        }
    }
}
