//! Many identifiers at once: columns and buffers of lines.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::{Alphabet, Form, Ri};
use crate::error::Error;
use crate::parse::{parse_into, parse_nth};
use crate::scan::{Classify, Many, WALKS, Work, first_of, with_best};
use crate::spans::Spans;

/// Many identifiers that stand in one buffer, parsed in one go: the values of a column, or the lines
/// of a file.
///
/// It costs less than one [`Ri::parse`] for each, and keeps of a text that is refused nothing but that:
/// [`get`](Self::get) says why.
///
/// Where only that is asked, [`validity`] costs still less.
///
/// ```
/// use oneiri::{Batch, HasScheme, Unicode, lines};
///
/// let buffer = "http://example.org/\nno scheme\nurn:x\n";
/// let batch = Batch::<Unicode, HasScheme>::new().parse(buffer, lines(buffer));
/// assert_eq!(batch.validity(), [0b101]);
/// assert_eq!(batch.get(2).and_then(Result::ok).map(|iri| iri.path()), Some("x"));
/// ```
pub struct Batch<'a, A, F> {
    buffer: &'a str,
    places: Vec<Place>,
    validity: Vec<u64>,
    grammar: PhantomData<fn() -> (A, F)>,
}

/// Where a text is in the buffer, and its components in the text.
#[derive(Clone, Copy, Default)]
struct Place {
    start: usize,
    end: usize,
    spans: Spans,
}

impl<A: Alphabet, F: Form> Batch<'_, A, F> {
    /// No identifier yet.
    pub const fn new() -> Self {
        Self { buffer: "", places: Vec::new(), validity: Vec::new(), grammar: PhantomData }
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
        let Self { mut places, mut validity, .. } = self;
        validity.clear();
        let (ranges, grammar) = (ranges.into_iter(), PhantomData::<(A, F)>);
        with_best(Each { buffer, ranges, grammar, validity: &mut validity, kept: &mut places });
        Batch { buffer, places, validity, grammar: PhantomData }
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
    let (ranges, grammar) = (ranges.into_iter(), PhantomData::<(A, F)>);
    let kept = &mut Vec::<()>::new();
    with_best(Each { buffer, ranges, grammar, validity: &mut validity, kept });
    validity
}

/// What is kept of a text, apart from whether it is valid.
trait Keep: Clone + Default {
    fn put(&mut self, buffer: &str, text: &str, found: Spans);
}

impl Keep for () {
    #[inline(always)]
    fn put(&mut self, _: &str, _: &str, _: Spans) {}
}

impl Keep for Place {
    /// Written field by field, where it is to be: to copy what was just written costs as much again.
    #[inline(always)]
    fn put(&mut self, buffer: &str, text: &str, found: Spans) {
        self.start = text.as_ptr().addr() - buffer.as_ptr().addr();
        self.end = self.start + text.len();
        let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } =
            found;
        self.spans =
            Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints };
    }
}

/// Parses texts, and keeps what is found.
struct Each<'a, I, G, K> {
    buffer: &'a str,
    ranges: I,
    grammar: PhantomData<G>,
    validity: &'a mut Vec<u64>,
    /// What is there already is used again: to clear it would cost as much as to fill it.
    kept: &'a mut Vec<K>,
}

impl<I, A, F, K> Work for Each<'_, I, (A, F), K>
where
    I: Iterator<Item = Range<usize>>,
    A: Alphabet,
    F: Form,
    K: Keep,
{
    #[inline(always)]
    fn run<C: Classify>(self, scanner: C) {
        let Self { buffer, ranges, validity, kept, .. } = self;
        let grammar = Ri::<&str, A, F>::GRAMMAR;
        let mut texts = ranges.map(|range| &buffer[range]);
        let mut many = Many::new();
        let mut count = 0;
        loop {
            many.fill(scanner, &mut texts, grammar.unicode);
            let start = count;
            count += many.texts().len();
            if kept.len() < count {
                kept.resize(count, K::default());
            }
            let places = &mut kept[start..count];
            let mut valid = if WALKS {
                many.plain(places, |place, text, spans| place.put(buffer, text, spans))
            } else {
                0
            };
            // Those of one length are alike, so that the processor guesses right.
            for mut rest in many.by_length() {
                rest &= !valid;
                while rest != 0 {
                    let nth = rest.trailing_zeros() as usize;
                    let bit = rest & rest.wrapping_neg();
                    rest ^= bit;
                    let mut spans = Spans::default();
                    let text = many.texts()[nth];
                    if let Some(found) = parse_nth(&many, nth, scanner, grammar) {
                        spans = found;
                        valid |= bit;
                    } else if parse_into(text, grammar, &mut spans).is_ok() {
                        valid |= bit;
                    }
                    places[nth].put(buffer, text, spans);
                }
            }
            if !many.texts().is_empty() {
                validity.push(valid);
            }
            if !many.is_full() {
                break;
            }
        }
        kept.truncate(count);
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
        self.places.len()
    }

    /// Whether there is no text at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A bit for each text, the lowest of the first word for the first: whether it is grammatical.
    /// Bits beyond the last text are zero.
    pub fn validity(&self) -> &[u64] {
        &self.validity
    }

    /// The identifier at an index, or why it is refused; `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<Result<Ri<&'a str, A, F>, Error>> {
        let place = self.places.get(index)?;
        let text = &self.buffer[place.start..place.end];
        let valid = self.validity[index / 64] >> (index % 64) & 1 == 1;
        Some(if valid { Ok(Ri::new(text, place.spans)) } else { Ri::<&str, A, F>::parse(text) })
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
    core::iter::from_fn(move || {
        if at == bytes.len() {
            return None;
        }
        let (start, end) = (at, first_of(b'\n', bytes, at).unwrap_or(bytes.len()));
        at = bytes.len().min(end + 1);
        let cut = end < bytes.len() && end > start && bytes[end - 1] == b'\r';
        Some(start..end - usize::from(cut))
    })
}
