//! Two texts side by side, in stretches that are rewritten to the same.

use core::ops::Range;

use crate::normalize::{Change, Changes, Coded, To};

/// A stretch of both texts that is rewritten to the same.
pub(super) struct Group {
    pub(super) a: Range<usize>,
    pub(super) b: Range<usize>,
    pub(super) changes: [Option<To>; 2],
    /// Whether it is so far rewritten to the same.
    pub(super) equal: bool,
}

/// Walks two texts side by side, in stretches that are rewritten to the same length.
pub(super) struct Groups<'a> {
    sides: [Tokens<'a>; 2],
}

impl<'a> Groups<'a> {
    pub(super) fn new(a: Coded<'a>, b: Coded<'a>) -> Self {
        Self { sides: [Tokens::new(a), Tokens::new(b)] }
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let [left, right] = &mut self.sides;
        let (a, b) = (left.at, right.at);
        let mut changes = [left.skip_dropped(), right.skip_dropped()];
        if changes.iter().any(Option::is_some) {
            return Some(Group { a: a..left.at, b: b..right.at, changes, equal: true });
        }
        let (mut ours, mut theirs) = (Written::default(), Written::default());
        loop {
            let first = ours.length <= theirs.length;
            let (side, written, change) = if first {
                (&mut *left, &mut ours, &mut changes[0])
            } else {
                (&mut *right, &mut theirs, &mut changes[1])
            };
            let moved = side.step(written, change);
            // A character that is dropped writes nothing: look at the other side before the end,
            // unless that is ahead already.
            let balanced = ours.length == theirs.length;
            let ended = !moved
                && (!balanced || {
                    let (other, written, change) = if first {
                        (&mut *right, &mut theirs, &mut changes[1])
                    } else {
                        (&mut *left, &mut ours, &mut changes[0])
                    };
                    !other.step(written, change)
                });
            let balanced = ours.length == theirs.length;
            if ended
                || ours.conflicts(&theirs)
                || balanced && (ours.length > 0 || changes.iter().any(Option::is_some))
            {
                let (a, b) = (a..left.at, b..right.at);
                let equal = ours.same(&theirs);
                let some = !a.is_empty() || !b.is_empty();
                return some.then_some(Group { a, b, changes, equal });
            }
        }
    }
}

/// What a group's side has been rewritten to; beyond four characters' escapes, only its length.
#[derive(Default)]
struct Written {
    bytes: [u8; 16],
    length: usize,
}

impl Written {
    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(slot) = self.bytes.get_mut(self.length) {
                *slot = byte;
            }
            self.length += 1;
        }
    }

    /// Whether no more could make them the same.
    fn conflicts(&self, other: &Self) -> bool {
        let known = self.length.min(other.length).min(self.bytes.len());
        self.bytes[..known] != other.bytes[..known]
    }

    fn same(&self, other: &Self) -> bool {
        self.length == other.length && self.bytes == other.bytes
    }
}

/// A text, character by character or change by change.
struct Tokens<'a> {
    text: &'a str,
    changes: Changes<'a>,
    next: Option<Change>,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn new(coded: Coded<'a>) -> Self {
        let mut changes = coded.changes();
        let next = changes.next();
        Self { text: coded.text, changes, next, at: 0 }
    }

    /// Passes what is dropped, which has nothing to stand beside it.
    fn skip_dropped(&mut self) -> Option<To> {
        let mut dropped = None;
        while let Some(Change { at, length, to: to @ To::Dropped }) = self.next {
            if at > self.at {
                break;
            }
            dropped = Some(to);
            self.at += length;
            self.next = self.changes.next();
        }
        dropped
    }

    /// Takes one more; says whether there was one.
    fn step(&mut self, written: &mut Written, change: &mut Option<To>) -> bool {
        if let Some(next) = self.next.take_if(|next| next.at == self.at) {
            let mut spelled = [0; 12];
            let length = next.to.spell(&mut spelled);
            written.push(&spelled[..length]);
            change.get_or_insert(next.to);
            self.at += next.length;
            self.next = self.changes.next();
            return true;
        }
        let Some(character) = self.text[self.at..].chars().next() else { return false };
        // An escape that stays is one token, so that it is shown whole.
        let rest = &self.text[self.at..];
        let length = if character == '%' { 3 } else { character.len_utf8() };
        written.push(&rest.as_bytes()[..length]);
        self.at += length;
        true
    }
}
