//! What a batch found: a view of its texts.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::batch::Found;
use super::{Alphabet, Ri, SchemePresence};
use crate::syntax::error::Error;

/// What [`Batch::parse`](super::Batch::parse) found: a view of the texts of a buffer `'b`, in the memory of a batch `'m`.
pub struct Parsed<'m, 'b, A, F> {
    buffer: &'b str,
    found: &'m Found,
    validity: &'m [u64],
    grammar: PhantomData<fn() -> (A, F)>,
}

impl<A, F> Clone for Parsed<'_, '_, A, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, F> Copy for Parsed<'_, '_, A, F> {}

/// Shows the number of texts, not the texts.
impl<A, F> fmt::Debug for Parsed<'_, '_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parsed").field("len", &self.found.len()).finish_non_exhaustive()
    }
}

impl<'m, 'b, A: Alphabet, F: SchemePresence> Parsed<'m, 'b, A, F> {
    pub(super) fn new(buffer: &'b str, found: &'m Found, validity: &'m [u64]) -> Self {
        Self { buffer, found, validity, grammar: PhantomData }
    }

    /// The number of texts, including invalid ones.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.found.len() == 0
    }

    /// One bit for each text: whether it is grammatical. The lowest bit of the first word represents the first
    /// text, and bits beyond the last text are zero.
    pub fn validity(&self) -> &'m [u64] {
        self.validity
    }

    /// The identifier at an index, or the error of an invalid text; `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<Result<Ri<&'b str, A, F>, Error>> {
        let text = &self.buffer[self.found.range(index)?];
        let valid = self.validity[index / 64] >> (index % 64) & 1 == 1;
        Some(match self.found.spans(index).filter(|_| valid) {
            Some(spans) => Ok(Ri::new(text, spans)),
            None => Ri::<&str, A, F>::parse(text),
        })
    }

    /// All identifiers and errors, in the order of the texts.
    pub fn iter(&self) -> Iter<'m, 'b, A, F> {
        Iter { parsed: *self, next: 0 }
    }
}

/// The identifiers and errors of [`Parsed`], in the order of the texts.
pub struct Iter<'m, 'b, A, F> {
    parsed: Parsed<'m, 'b, A, F>,
    next: usize,
}

impl<A, F> Clone for Iter<'_, '_, A, F> {
    fn clone(&self) -> Self {
        Self { parsed: self.parsed, next: self.next }
    }
}

impl<A, F> fmt::Debug for Iter<'_, '_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<'b, A: Alphabet, F: SchemePresence> Iterator for Iter<'_, 'b, A, F> {
    type Item = Result<Ri<&'b str, A, F>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.parsed.get(self.next)?;
        self.next += 1;
        Some(found)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.parsed.len() - self.next;
        (left, Some(left))
    }
}

impl<A: Alphabet, F: SchemePresence> ExactSizeIterator for Iter<'_, '_, A, F> {}

impl<A: Alphabet, F: SchemePresence> FusedIterator for Iter<'_, '_, A, F> {}

impl<'m, 'b, A: Alphabet, F: SchemePresence> IntoIterator for Parsed<'m, 'b, A, F> {
    type Item = Result<Ri<&'b str, A, F>, Error>;
    type IntoIter = Iter<'m, 'b, A, F>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'m, 'b, A: Alphabet, F: SchemePresence> IntoIterator for &Parsed<'m, 'b, A, F> {
    type Item = Result<Ri<&'b str, A, F>, Error>;
    type IntoIter = Iter<'m, 'b, A, F>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
