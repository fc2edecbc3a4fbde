//! What an item of a document is made of, and the line in which it stands.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use crate::output::cell::{Cell, Notation};
use crate::output::fault::Fault;
use crate::output::item::Item;

/// What an item is made of.
pub(super) struct Piece<'a> {
    /// The bytes of the record that spell the identifier.
    pub(super) range: Range<usize>,
    pub(super) text: Cow<'a, [u8]>,
    pub(super) notation: Notation,
    pub(super) broken: Option<Fault>,
}

/// How many bytes of a line on each side of an error are kept. A long line may have many errors.
const NEAR: usize = 4096;

/// An error at a place of the record, as a piece that has the line of the place.
pub(super) fn in_line(record: &[u8], place: Range<usize>, message: String) -> Piece<'_> {
    let from = place.start.saturating_sub(NEAR);
    let start = memrchr(b'\n', &record[from..place.start]).map_or(from, |at| from + at + 1);
    let near = (place.start + NEAR).min(record.len());
    let end = memchr(b'\n', &record[place.start..near]).map_or(near, |at| place.start + at);
    let fault =
        Fault::plain(place.start - start, place.end.min(end).max(place.start) - start, message);
    let text = Cow::Borrowed(&record[start..end]);
    Piece { range: start..end, text, notation: Notation::Reference, broken: Some(fault) }
}

/// Calls `each` for the items of a record, which begins at the byte `from` of the document.
pub(super) fn give(
    pieces: Vec<Piece<'_>>,
    (bytes, from): (&[u8], usize),
    (record, terminator): (&[u8], &[u8]),
    place: (&str, usize, bool),
    at: &mut Place,
    each: &mut impl FnMut(&Item<'_>),
) {
    let mut given = pieces.into_iter().peekable();
    while let Some(Piece { range, text, notation, broken }) = given.next() {
        let begins = from + range.start;
        let (number, offset) = (at.to(bytes, begins).line, at.column(begins));
        let (last, broken) = (given.peek().is_none(), broken.as_ref());
        let cell = Cell { range, text: &text, last, notation, broken };
        let item = Item::line(place, number, record, terminator);
        each(&Item { bytes: &text, offset, cell: Some(&cell), ..item });
    }
}

/// The line of a place.
pub(super) struct Place {
    pub(super) line: u64,
    /// Where the line begins. Of the first line, `before` bytes are not among these.
    start: usize,
    before: usize,
    seen: usize,
}

impl Place {
    /// The place of the first byte, before which so many bytes of its line stand.
    pub(super) fn new(line: u64, before: usize) -> Self {
        Self { line, start: 0, before, seen: 0 }
    }

    /// Goes on to a byte.
    pub(super) fn to(&mut self, bytes: &[u8], at: usize) -> &Self {
        let between = bytes.get(self.seen..at).unwrap_or_default();
        for feed in memchr_iter(b'\n', between) {
            (self.line, self.start, self.before) = (self.line + 1, self.seen + feed + 1, 0);
        }
        self.seen = self.seen.max(at);
        self
    }

    pub(super) fn column(&self, at: usize) -> usize {
        at + self.before - self.start
    }
}
