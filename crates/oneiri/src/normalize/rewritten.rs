//! A component as it would be rewritten, byte by byte, without writing it.

use core::ops::Range;

use super::{Change, Changes, Coded};

/// The bytes of a component as it would be rewritten.
#[derive(Clone)]
pub(crate) struct Rewritten<'a> {
    text: &'a str,
    changes: Changes<'a>,
    at: usize,
    next: Option<Change>,
    /// What a change puts in: at most the four escapes of one character.
    spelled: [u8; 12],
    pending: Range<usize>,
}

impl<'a> Rewritten<'a> {
    pub(crate) fn new(coded: Coded<'a>) -> Self {
        let mut changes = coded.changes();
        let next = changes.next();
        Self { text: coded.text, changes, at: 0, next, spelled: [0; 12], pending: 0..0 }
    }
}

impl Iterator for Rewritten<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(index) = self.pending.next() {
                return Some(self.spelled[index]);
            }
            let Some(change) = self.next.take_if(|change| change.at == self.at) else {
                let byte = *self.text.as_bytes().get(self.at)?;
                self.at += 1;
                return Some(byte);
            };
            self.pending = 0..change.to.spell(&mut self.spelled);
            self.at += change.length;
            self.next = self.changes.next();
        }
    }
}
