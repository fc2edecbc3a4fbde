//! Many identifiers at once: columns and buffers of lines.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::{Alphabet, Form, Ri};
use crate::error::{Error, Grammar};
use crate::parse::{parse_into, parse_medium, parse_short};
use crate::scan::{Classify, Work, first_of, with_best};
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
        let mut count = 0;
        let put = |start, end, spans: Option<Spans>| {
            // Written where it is to be: to copy what was just written would cost as much again.
            if count == places.len() {
                places.push(Place::default());
            }
            if let Some(place) = places.get_mut(count) {
                (place.start, place.end) = (start, end);
                if let Some(spans) = spans {
                    place.spans = spans;
                }
            }
            count += 1;
        };
        let ranges = ranges.into_iter();
        let grammar = Ri::<&str, A, F>::GRAMMAR;
        with_best(Each { buffer, ranges, grammar, validity: &mut validity, put });
        places.truncate(count);
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
    let ranges = ranges.into_iter();
    let grammar = Ri::<&str, A, F>::GRAMMAR;
    with_best(Each { buffer, ranges, grammar, validity: &mut validity, put: |_, _, _| {} });
    validity
}

/// Parses texts one after the other, and hands on what is found.
struct Each<'a, I, P> {
    buffer: &'a str,
    ranges: I,
    grammar: Grammar,
    validity: &'a mut Vec<u64>,
    put: P,
}

impl<I, P> Work for Each<'_, I, P>
where
    I: Iterator<Item = Range<usize>>,
    P: FnMut(usize, usize, Option<Spans>),
{
    #[inline]
    fn run<C: Classify>(self, scanner: C) {
        let Self { buffer, ranges, grammar, validity, mut put } = self;
        let (mut bits, mut bit) = (0, 1u64);
        for Range { start, end } in ranges {
            let text = &buffer[start..end];
            if let Some(spans) = parse_short(scanner, text, grammar) {
                put(start, end, Some(spans));
                bits |= bit;
            } else if let Some(spans) = parse_medium(scanner, text, grammar) {
                put(start, end, Some(spans));
                bits |= bit;
            } else {
                let mut spans = Spans::default();
                let valid = parse_into(text, grammar, &mut spans).is_ok();
                put(start, end, valid.then_some(spans));
                bits |= if valid { bit } else { 0 };
            }
            bit = bit.rotate_left(1);
            if bit == 1 {
                validity.push(bits);
                bits = 0;
            }
        }
        if bit != 1 {
            validity.push(bits);
        }
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
