//! A rewritten text, stretch by stretch or byte by byte, without writing it.

use super::rewrite::{Change, Rewrite, To};

/// The changes of a text that is rewritten as a whole, from left to right.
#[derive(Clone, Copy)]
pub(crate) struct PlainChanges<'a> {
    text: &'a str,
    how: Rewrite,
    /// The end of the last change.
    at: usize,
}

impl Iterator for PlainChanges<'_> {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        let end = self.text.len();
        let change = self.how.first_change(self.text, self.at, end);
        self.at = change.map_or(end, |change| change.at + change.length);
        change
    }
}

/// A stretch of a rewritten text.
#[derive(Clone, Copy)]
pub(crate) enum Stretch<'a> {
    /// Text that stays.
    Kept(&'a str),
    /// The replacement of other text.
    Put(To),
}

/// A text with its changes applied, stretch by stretch.
#[derive(Clone, Copy)]
pub(crate) struct Applied<'a, C> {
    text: &'a str,
    /// The changes that are left, from left to right.
    changes: C,
    /// The length of the text that was already returned or replaced.
    done: usize,
    /// The replacement that follows the stretch that was returned last.
    next: Option<To>,
}

impl<'a, C> Applied<'a, C> {
    /// `changes` are those from `done` on.
    pub(crate) const fn new(text: &'a str, done: usize, changes: C) -> Self {
        Self { text, changes, done, next: None }
    }
}

impl<'a, C: Iterator<Item = Change>> Iterator for Applied<'a, C> {
    type Item = Stretch<'a>;

    #[inline]
    fn next(&mut self) -> Option<Stretch<'a>> {
        if let Some(to) = self.next.take() {
            return Some(Stretch::Put(to));
        }
        let (text, from) = (self.text, self.done);
        match self.changes.next() {
            Some(change) => {
                self.done = change.at + change.length;
                if change.at == from {
                    return Some(Stretch::Put(change.to));
                }
                self.next = Some(change.to);
                Some(Stretch::Kept(&text[from..change.at]))
            }
            None => {
                self.done = text.len();
                (from < text.len()).then(|| Stretch::Kept(&text[from..]))
            }
        }
    }
}

/// The bytes of a rewritten text.
#[derive(Clone)]
pub(crate) struct Rewritten<'a, C> {
    applied: Applied<'a, C>,
    /// The rest of the current kept stretch.
    kept: &'a [u8],
    /// The current replacement: at most the four escapes of one character.
    spelled: [u8; 12],
    /// The next byte of the replacement, and the length of the replacement.
    at: usize,
    length: usize,
}

/// The bytes of a text that is rewritten as a whole.
pub(crate) type Plain<'a> = Rewritten<'a, PlainChanges<'a>>;

impl<'a, C> Rewritten<'a, C> {
    pub(crate) const fn new(applied: Applied<'a, C>) -> Self {
        Self { applied, kept: &[], spelled: [0; 12], at: 0, length: 0 }
    }
}

impl<'a> Plain<'a> {
    pub(crate) const fn plain(text: &'a str, how: Rewrite) -> Self {
        Self::new(Applied::new(text, 0, PlainChanges { text, how, at: 0 }))
    }
}

impl<C: Iterator<Item = Change>> Iterator for Rewritten<'_, C> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some((&byte, rest)) = self.kept.split_first() {
                self.kept = rest;
                return Some(byte);
            }
            if self.at < self.length {
                self.at += 1;
                return Some(self.spelled[self.at - 1]);
            }
            match self.applied.next()? {
                Stretch::Kept(text) => self.kept = text.as_bytes(),
                Stretch::Put(to) => {
                    self.length = to.spell(&mut self.spelled);
                    self.at = 0;
                }
            }
        }
    }
}
