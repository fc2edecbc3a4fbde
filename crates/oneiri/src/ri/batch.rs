//! Many identifiers at once: columns and buffers of lines.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::{fmt, iter, mem};

use super::{Alphabet, Ascii, HasScheme, MaybeScheme, Parsed, Ri, SchemePresence, Unicode};
use crate::syntax::error::Grammar;
use crate::syntax::parse::{parse_into, parse_nth, parse_plain};
use crate::syntax::scan::{Classify, Many, Work, all_of, with_best};
use crate::syntax::spans::{Packed, Spans};

/// Parses many identifiers from one buffer in one call: the values of a column, or the lines of a file.
///
/// A batch is the memory that [`parse`](Self::parse) writes its results to, so use one batch for many buffers. It stores 24
/// bytes for each text on a 64-bit machine, a third of the size of a value, and 64 bytes more for a text longer than 511
/// bytes. It stores no errors: [`Parsed::get`] parses an invalid text again to report its error. For a few hundred texts, a
/// batch is clearly faster than one [`Ri::parse`] for each text on machines with AVX-512, and about as fast on others.
///
/// If you only need to know which texts are valid, [`validity`] is faster still.
///
/// ```
/// use oneiri::batch::{IriBatch, lines};
///
/// let buffer = "http://example.org/\nno scheme\nurn:x\n";
/// let mut batch = IriBatch::new();
/// let parsed = batch.parse(buffer, lines(buffer));
/// assert_eq!(parsed.validity(), [0b101]);
/// assert_eq!(parsed.get(2).and_then(Result::ok).map(|iri| iri.path()).as_deref(), Some("x"));
/// let valid = parsed.iter().filter(Result::is_ok).count();
/// assert_eq!(valid, 2);
/// ```
pub struct Batch<A, F> {
    found: Found,
    validity: Vec<u64>,
    grammar: PhantomData<fn() -> (A, F)>,
}

/// A [`Batch`] of URIs.
pub type UriBatch = Batch<Ascii, HasScheme>;
/// A [`Batch`] of URI references.
pub type UriRefBatch = Batch<Ascii, MaybeScheme>;
/// A [`Batch`] of IRIs.
pub type IriBatch = Batch<Unicode, HasScheme>;
/// A [`Batch`] of IRI references.
pub type IriRefBatch = Batch<Unicode, MaybeScheme>;

/// What the parser found in the texts.
#[derive(Clone, Default)]
pub(super) struct Found {
    places: Vec<Place>,
    /// The spans of each text that is too long for [`Packed`], beside the index of the text, in ascending order.
    long: Vec<(usize, Spans)>,
}

/// The range of a text in the buffer, and the spans of its components.
#[derive(Clone, Copy, Default)]
struct Place {
    start: usize,
    end: usize,
    spans: Packed,
}

impl Place {
    #[inline(always)]
    fn new(buffer: &str, text: &str, spans: Packed) -> Self {
        let start = text.as_ptr().addr() - buffer.as_ptr().addr();
        Self { start, end: start + text.len(), spans }
    }
}

impl Found {
    /// Makes room for `count` places, rounded up to a multiple of 64, so that the vector grows seldom.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        self.places.resize(count.next_multiple_of(64), Place::default());
    }

    /// The number of texts.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The range of a text in the buffer.
    pub(super) fn range(&self, nth: usize) -> Option<Range<usize>> {
        self.places.get(nth).map(|place| place.start..place.end)
    }

    pub(super) fn spans(&self, nth: usize) -> Option<Spans> {
        let place = self.places.get(nth)?;
        if place.end - place.start <= Packed::LONGEST {
            return Some(place.spans.spans());
        }
        let at = self.long.binary_search_by_key(&nth, |&(nth, _)| nth).ok()?;
        Some(self.long[at].1)
    }
}

impl<A: Alphabet, F: SchemePresence> Batch<A, F> {
    /// Creates an empty batch, which has no memory yet.
    pub const fn new() -> Self {
        let found = Found { places: Vec::new(), long: Vec::new() };
        Self { found, validity: Vec::new(), grammar: PhantomData }
    }

    /// Parses the texts in these ranges of a buffer, each by the whole grammar. The call reuses the memory of earlier
    /// calls.
    ///
    /// # Panics
    ///
    /// If a range exceeds the buffer, or begins or ends inside a character, like slicing.
    ///
    /// ```
    /// use oneiri::batch::UriRefBatch;
    ///
    /// let mut batch = UriRefBatch::new();
    /// let parsed = batch.parse("/a//b/c", [0..2, 2..7]);
    /// assert_eq!((parsed.len(), parsed.validity()), (2, &[0b11][..]));
    /// let parsed = batch.parse("[", [0..1]);
    /// assert_eq!((parsed.len(), parsed.validity()), (1, &[0][..]));
    /// ```
    pub fn parse<'m, 'b>(
        &'m mut self,
        buffer: &'b str,
        ranges: impl IntoIterator<Item = Range<usize>>,
    ) -> Parsed<'m, 'b, A, F> {
        let Self { found, validity, .. } = self;
        validity.clear();
        found.long.clear();
        let (ranges, grammar) = (ranges.into_iter(), Ri::<&str, A, F>::GRAMMAR);
        with_best(Each { buffer, ranges, grammar, validity: &mut *validity, kept: &mut *found });
        Parsed::new(buffer, found, validity)
    }
}

/// Checks which of many texts in one buffer are grammatical. The result has one bit for each text; the lowest bit
/// of the first word represents the first text. Bits beyond the last text are zero.
///
/// # Panics
///
/// If a range exceeds the buffer, or begins or ends inside a character, like slicing.
///
/// ```
/// use oneiri::batch::{lines, validity};
/// use oneiri::{HasScheme, Unicode};
///
/// let buffer = "http://example.org/\nno scheme\nurn:x\n";
/// assert_eq!(validity::<Unicode, HasScheme>(buffer, lines(buffer)), [0b101]);
/// ```
pub fn validity<A: Alphabet, F: SchemePresence>(
    buffer: &str,
    ranges: impl IntoIterator<Item = Range<usize>>,
) -> Vec<u64> {
    let mut validity = Vec::new();
    let (ranges, grammar) = (ranges.into_iter(), Ri::<&str, A, F>::GRAMMAR);
    with_best(Each { buffer, ranges, grammar, validity: &mut validity, kept: &mut () });
    validity
}

/// Stores what the parser finds in the texts, apart from whether they are valid.
trait Keep {
    /// Stores these places, beginning at index `nth`.
    fn put_all(&mut self, nth: usize, places: impl ExactSizeIterator<Item = Place>);

    /// Replaces the spans of the text at index `nth`.
    fn put(&mut self, nth: usize, text: &str, spans: &Spans);

    /// Drops every place from index `count` on.
    fn end(&mut self, count: usize);
}

impl Keep for () {
    #[inline(always)]
    fn put_all(&mut self, _: usize, _: impl ExactSizeIterator<Item = Place>) {}

    #[inline(always)]
    fn put(&mut self, _: usize, _: &str, _: &Spans) {}

    #[inline(always)]
    fn end(&mut self, _: usize) {}
}

impl Keep for Found {
    /// Overwrites old places instead of clearing them first: clearing them would cost as much as filling them.
    #[inline(always)]
    fn put_all(&mut self, nth: usize, places: impl ExactSizeIterator<Item = Place>) {
        let end = nth + places.len();
        if self.places.len() < end {
            self.grow(end);
        }
        self.places[nth..end].iter_mut().zip(places).for_each(|(kept, place)| *kept = place);
    }

    #[inline(always)]
    fn put(&mut self, nth: usize, text: &str, spans: &Spans) {
        if text.len() > Packed::LONGEST {
            self.long.push((nth, *spans));
        } else {
            self.places[nth].spans = Packed::new(spans);
        }
    }

    fn end(&mut self, count: usize) {
        self.places.truncate(count);
    }
}

/// Parses each text and stores the result in `kept`.
struct Each<'a, I, K> {
    buffer: &'a str,
    ranges: I,
    grammar: Grammar,
    validity: &'a mut Vec<u64>,
    kept: &'a mut K,
}

impl<I: Iterator<Item = Range<usize>>, K: Keep> Work for Each<'_, I, K> {
    #[inline(always)]
    fn run<C: Classify>(self, scanner: C) {
        if C::AT_ONCE { self.many(scanner) } else { self.one_by_one(scanner) }
    }
}

impl<I: Iterator<Item = Range<usize>>, K: Keep> Each<'_, I, K> {
    #[inline(always)]
    fn many(self, scanner: impl Classify) {
        let Self { buffer, ranges, grammar, validity, kept } = self;
        let mut texts = ranges.map(|range| &buffer[range]);
        let mut many = Many::new();
        let mut count = 0;
        loop {
            many.fill(scanner, &mut texts, grammar.unicode);
            let start = count;
            count += many.texts().len();
            let mut valid = many.read_plain(scanner);
            let all = many.with_plain_spans();
            kept.put_all(start, all.map(|(text, spans)| Place::new(buffer, text, spans)));
            // Texts of one length take similar paths through the parser, so the processor predicts its branches
            // well.
            for mut rest in many.by_length() {
                rest &= !valid;
                while rest != 0 {
                    let nth = rest.trailing_zeros() as usize;
                    let bit = rest & rest.wrapping_neg();
                    rest ^= bit;
                    let found = parse_nth(&many, nth, scanner, grammar);
                    if keep(kept, start + nth, many.texts()[nth], found, grammar) {
                        valid |= bit;
                    }
                }
            }
            if !many.texts().is_empty() {
                validity.push(valid);
            }
            if !many.is_full() {
                break;
            }
        }
        kept.end(count);
    }

    #[inline(always)]
    fn one_by_one(self, scanner: impl Classify) {
        let Self { buffer, ranges, grammar, validity, kept } = self;
        let (mut count, mut valid) = (0, 0);
        for text in ranges.map(|range| &buffer[range]) {
            kept.put_all(count, iter::once(Place::new(buffer, text, Packed::default())));
            let found = parse_plain(scanner, text, grammar);
            valid |= u64::from(keep(kept, count, text, found, grammar)) << (count % 64);
            count += 1;
            if count % 64 == 0 {
                validity.push(mem::take(&mut valid));
            }
        }
        if count % 64 != 0 {
            validity.push(valid);
        }
        kept.end(count);
    }
}

/// Stores the spans in `found`, or those of a full parse if `found` is `None`, and returns whether the text is
/// valid. Both branches call `put` themselves, because joining them first would copy the spans.
#[inline(always)]
fn keep(kept: &mut impl Keep, nth: usize, text: &str, found: Option<Spans>, grammar: Grammar) -> bool {
    if let Some(spans) = found {
        kept.put(nth, text, &spans);
        return true;
    }
    let mut spans = Spans::default();
    let valid = parse_into(text, grammar, &mut spans).is_ok();
    if valid {
        kept.put(nth, text, &spans);
    }
    valid
}

/// Shows nothing of the memory.
impl<A, F> fmt::Debug for Batch<A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").finish_non_exhaustive()
    }
}

impl<A: Alphabet, F: SchemePresence> Default for Batch<A, F> {
    fn default() -> Self {
        Self::new()
    }
}

/// Makes a batch with memory of its own.
impl<A, F> Clone for Batch<A, F> {
    fn clone(&self) -> Self {
        Self { found: self.found.clone(), validity: self.validity.clone(), grammar: PhantomData }
    }
}

/// The ranges of the lines of a buffer, without their terminators (LF, or CR and LF). The last line may lack a
/// terminator; a terminator at the end of the buffer begins no further line.
///
/// ```
/// let buffer = "urn:a\r\n\nurn:b";
/// let lines: Vec<&str> = oneiri::batch::lines(buffer).map(|line| &buffer[line]).collect();
/// assert_eq!(lines, ["urn:a", "", "urn:b"]);
/// ```
pub fn lines(buffer: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = buffer.as_bytes();
    let mut ends = all_of(b'\n', bytes);
    let mut at = 0;
    iter::from_fn(move || {
        if at == bytes.len() {
            return None;
        }
        let (start, end) = (at, ends.next().unwrap_or(bytes.len()));
        at = bytes.len().min(end + 1);
        let cut = end < bytes.len() && end > start && bytes[end - 1] == b'\r';
        Some(start..end - usize::from(cut))
    })
}
