//! A component divided at a delimiter. Each piece can be replaced without moving the others.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// The pieces of a text. A change appends the new piece to the buffer and stores its range. [`write`](Self::write)
/// then joins all pieces once.
///
/// Text that no place refers to any more is dropped when it makes up more than half of the buffer, so a guard that lives
/// long takes at most about twice the memory of its component.
pub(super) struct Pieces {
    written: String,
    places: Vec<Range<usize>>,
    /// The length of the buffer from which on the next addition drops what is not used.
    limit: usize,
}

/// The smallest limit of a buffer.
const SMALLEST: usize = 1024;

impl Pieces {
    /// Divides the part of `text` from `start` on. An empty text becomes one empty piece.
    pub(super) fn divide(text: String, start: usize, delimiter: char) -> Self {
        let mut at = start;
        let places = text[start..].split(delimiter).map(|piece| {
            let place = at..at + piece.len();
            at = place.end + delimiter.len_utf8();
            place
        });
        Self { places: places.collect(), limit: limit(text.len()), written: text }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// A piece; empty if there is none with this index, or none in its place.
    pub(super) fn get(&self, index: usize) -> &str {
        let place = self.places.get(index).cloned();
        place.and_then(|place| self.written.get(place)).unwrap_or_default()
    }

    /// Appends a piece to the buffer and returns its range. The caller puts the range among the places.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut String)) -> Range<usize> {
        if self.written.len() > self.limit {
            self.compact();
        }
        let start = self.written.len();
        write(&mut self.written);
        start..self.written.len()
    }

    /// Copies the pieces that have a place into a new buffer.
    fn compact(&mut self) {
        let mut kept = String::new();
        for place in &mut self.places {
            // The place of a removed piece lies outside of the buffer, and stays there.
            if let Some(piece) = self.written.get(place.clone()) {
                let start = kept.len();
                kept.push_str(piece);
                *place = start..kept.len();
            }
        }
        self.limit = limit(kept.len());
        self.written = kept;
    }

    /// The places of all pieces, for the caller to change. Each place is a range of the buffer.
    pub(super) fn places(&mut self) -> &mut Vec<Range<usize>> {
        &mut self.places
    }

    /// Writes the pieces, with a delimiter between each two.
    pub(super) fn write(&self, delimiter: char, out: &mut String) {
        for (index, place) in self.places.iter().enumerate() {
            if index > 0 {
                out.push(delimiter);
            }
            out.push_str(&self.written[place.clone()]);
        }
    }
}

fn limit(length: usize) -> usize {
    length.saturating_mul(2).max(SMALLEST)
}

/// Shows the pieces in their order.
impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|index| self.get(index))).finish()
    }
}
