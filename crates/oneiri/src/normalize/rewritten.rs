//! A component as it would be rewritten, byte by byte, without writing it.

use super::{Applied, Coded, Stretch};

/// The bytes of a component as it would be rewritten.
#[derive(Clone)]
pub(crate) struct Rewritten<'a> {
    applied: Applied<'a>,
    /// What is left of the stretch that is kept.
    kept: &'a [u8],
    /// What a change puts in: at most the four escapes of one character, and how much of them is
    /// left.
    spelled: [u8; 12],
    at: usize,
    length: usize,
}

impl<'a> Rewritten<'a> {
    pub(crate) fn new(coded: Coded<'a>) -> Self {
        Self { applied: coded.applied(), kept: &[], spelled: [0; 12], at: 0, length: 0 }
    }
}

impl Iterator for Rewritten<'_> {
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
