//! Many identifiers at once: columns and buffers of lines.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::{fmt, iter, mem};

use super::{Alphabet, Form, Ri};
use crate::syntax::error::{Error, Grammar};
use crate::syntax::parse::{parse_into, parse_nth, parse_short};
use crate::syntax::scan::{Classify, Many, WALKS, Work, first_of, with_best};
use crate::syntax::spans::{Packed, Spans};

/// Many identifiers that stand in one buffer, parsed in one go: the values of a column, or the lines
/// of a file.
///
/// It keeps 24 bytes of a text (on a 64-bit machine; of more than 511 bytes, 64 more), a third of what a
/// value takes, and of one that is refused nothing but that: [`get`](Self::get) says why. Of some
/// hundred texts as they are found, it costs clearly less than one [`Ri::parse`] for each where the
/// machine has AVX-512, and about as much elsewhere.
///
/// Where only that is asked, [`validity`] costs still less.
///
/// ```
/// use oneiri::{Batch, HasScheme, Unicode, lines};
///
/// let buffer = "http://example.org/\nno scheme\nurn:x\n";
/// let batch = Batch::<Unicode, HasScheme>::new().parse(buffer, lines(buffer));
/// assert_eq!(batch.validity(), [0b101]);
/// assert_eq!(batch.get(2).and_then(Result::ok).map(|iri| iri.path()).as_deref(), Some("x"));
/// ```
pub struct Batch<'a, A, F> {
    buffer: &'a str,
    found: Found,
    validity: Vec<u64>,
    grammar: PhantomData<fn() -> (A, F)>,
}

/// What is found of texts.
struct Found {
    places: Vec<Place>,
    /// Of those that are long, which they are and their spans, in their order.
    long: Vec<(usize, Spans)>,
}

/// Where a text is in the buffer, and its components in the text.
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
    /// Makes room for so many places, and a few more, so that this is seldom.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        self.places.resize(count.next_multiple_of(64), Place::default());
    }

    fn spans(&self, nth: usize) -> Option<Spans> {
        let place = self.places.get(nth)?;
        if place.end - place.start <= Packed::LONGEST {
            return Some(place.spans.spans());
        }
        let at = self.long.binary_search_by_key(&nth, |&(nth, _)| nth).ok()?;
        Some(self.long[at].1)
    }
}

impl<A: Alphabet, F: Form> Batch<'_, A, F> {
    /// No identifier yet.
    pub const fn new() -> Self {
        let found = Found { places: Vec::new(), long: Vec::new() };
        Self { buffer: "", found, validity: Vec::new(), grammar: PhantomData }
    }

    /// Parses the texts in these ranges of a buffer, each by the whole grammar. What was in the batch
    /// is gone, and its memory is used again.
    ///
    /// # Panics
    ///
    /// As slicing does, where a range is not one of the buffer's characters.
    ///
    /// ```
    /// use oneiri::{Ascii, Batch, MaybeScheme};
    ///
    /// let batch = Batch::<Ascii, MaybeScheme>::new().parse("/a//b/c", [0..2, 2..7]);
    /// assert_eq!((batch.len(), batch.validity()), (2, &[0b11][..]));
    /// let batch = batch.parse("[", [0..1]);
    /// assert_eq!((batch.len(), batch.validity()), (1, &[0][..]));
    /// ```
    pub fn parse<'b>(
        self,
        buffer: &'b str,
        ranges: impl IntoIterator<Item = Range<usize>>,
    ) -> Batch<'b, A, F> {
        let Self { mut found, mut validity, .. } = self;
        validity.clear();
        found.long.clear();
        let (ranges, grammar) = (ranges.into_iter(), Ri::<&str, A, F>::GRAMMAR);
        with_best(Each { buffer, ranges, grammar, validity: &mut validity, kept: &mut found });
        Batch { buffer, found, validity, grammar: PhantomData }
    }
}

/// Which of many texts in one buffer are grammatical: a bit for each, the lowest of the first word
/// for the first. Bits beyond the last text are zero.
///
/// # Panics
///
/// As slicing does, where a range is not one of the buffer's characters.
///
/// ```
/// use oneiri::{HasScheme, Unicode, lines, validity};
///
/// let buffer = "http://example.org/\nno scheme\nurn:x\n";
/// assert_eq!(validity::<Unicode, HasScheme>(buffer, lines(buffer)), [0b101]);
/// ```
pub fn validity<A: Alphabet, F: Form>(
    buffer: &str,
    ranges: impl IntoIterator<Item = Range<usize>>,
) -> Vec<u64> {
    let mut validity = Vec::new();
    let (ranges, grammar) = (ranges.into_iter(), Ri::<&str, A, F>::GRAMMAR);
    with_best(Each { buffer, ranges, grammar, validity: &mut validity, kept: &mut () });
    validity
}

/// What is kept of texts, apart from whether they are valid.
trait Keep {
    /// Keeps these, from the nth on.
    fn put_all(&mut self, nth: usize, places: impl ExactSizeIterator<Item = Place>);

    /// Keeps other spans of the nth.
    fn put(&mut self, nth: usize, text: &str, spans: &Spans);

    /// There are no more than so many.
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
    /// What is there already is used again: to clear it would cost as much as to fill it.
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

/// Parses texts, and keeps what is found.
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
        if C::AT_ONCE && WALKS { self.many(scanner) } else { self.one_by_one(scanner) }
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
            // Those of one length are alike, so that the processor guesses right.
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
            let found = parse_short(scanner, text, grammar);
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

/// Keeps what was found in a text, or what the parser finds; whether there is anything. Each is kept
/// where it is found: joined, they would be copied.
#[inline(always)]
fn keep(
    kept: &mut impl Keep,
    nth: usize,
    text: &str,
    found: Option<Spans>,
    grammar: Grammar,
) -> bool {
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

/// Shows how many texts there are, not the texts.
impl<A: Alphabet, F: Form> fmt::Debug for Batch<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl<A: Alphabet, F: Form> Default for Batch<'_, A, F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a, A: Alphabet, F: Form> Batch<'a, A, F> {
    /// How many texts there are, refused ones included.
    pub fn len(&self) -> usize {
        self.found.places.len()
    }

    /// Whether there is no text at all.
    pub fn is_empty(&self) -> bool {
        self.found.places.is_empty()
    }

    /// A bit for each text, the lowest of the first word for the first: whether it is grammatical.
    /// Bits beyond the last text are zero.
    pub fn validity(&self) -> &[u64] {
        &self.validity
    }

    /// The identifier at an index, or why it is refused; `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<Result<Ri<&'a str, A, F>, Error>> {
        let place = self.found.places.get(index)?;
        let text = &self.buffer[place.start..place.end];
        let valid = self.validity[index / 64] >> (index % 64) & 1 == 1;
        Some(match self.found.spans(index).filter(|_| valid) {
            Some(spans) => Ok(Ri::new(text, spans)),
            None => Ri::<&str, A, F>::parse(text),
        })
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<Ri<&'a str, A, F>, Error>> {
        (0..self.len()).map(|index| match self.get(index) {
            Some(parsed) => parsed,
            None => Ri::<&str, A, F>::parse(""),
        })
    }
}

/// The lines of a buffer, without their terminators: LF, or CR and LF. The last line needs none, and
/// behind a terminator at the end there is no further line.
///
/// ```
/// let buffer = "urn:a\r\n\nurn:b";
/// let lines: Vec<&str> = oneiri::lines(buffer).map(|line| &buffer[line]).collect();
/// assert_eq!(lines, ["urn:a", "", "urn:b"]);
/// ```
pub fn lines(buffer: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = buffer.as_bytes();
    let mut at = 0;
    iter::from_fn(move || {
        if at == bytes.len() {
            return None;
        }
        let (start, end) = (at, first_of(b'\n', bytes, at).unwrap_or(bytes.len()));
        at = bytes.len().min(end + 1);
        let cut = end < bytes.len() && end > start && bytes[end - 1] == b'\r';
        Some(start..end - usize::from(cut))
    })
}
