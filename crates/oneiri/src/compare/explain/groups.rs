//! Two texts side by side, divided into stretches that are rewritten to the same length.

use core::ops::Range;

use super::side::Traced;
use crate::normalize::{Change, Replacement};

/// A stretch of one text, and the stretch of the other text that is next to it.
pub(super) struct Group {
    pub(super) a: Range<usize>,
    pub(super) b: Range<usize>,
    pub(super) changes: [Option<Replacement>; 2],
    /// Whether both stretches are rewritten to the same text.
    pub(super) equal: bool,
}

/// Walks two texts side by side, in stretches that are rewritten to the same length. Stretches in which both are
/// spelled the same and nothing changes are left out.
pub(super) struct Groups<'t> {
    sides: [Tokens<'t>; 2],
}

impl<'t> Groups<'t> {
    pub(super) fn new(a: &'t Traced<'_>, b: &'t Traced<'_>) -> Self {
        let tokens = |of: &'t Traced<'_>| Tokens { text: of.text, changes: &of.changes, at: 0 };
        Self { sides: [tokens(a), tokens(b)] }
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let [left, right] = &mut self.sides;
        left.skip_shared(right);
        while left.skip_same_change(right) {
            left.skip_shared(right);
        }
        let (a, b) = (left.at, right.at);
        let mut changes = [left.skip_dropped(), right.skip_dropped()];
        if changes.iter().any(Option::is_some) {
            return Some(Group { a: a..left.at, b: b..right.at, changes, equal: true });
        }
        let mut written = [Written::default(), Written::default()];
        loop {
            let next = usize::from(written[0].length > written[1].length);
            // A side that ended may still be equal: the other side may have dropped characters left, which write
            // nothing. So the other side moves once more, unless it has already written more.
            let ended = !self.sides[next].step(&mut written[next], &mut changes[next]) && {
                let other = 1 - next;
                written[0].length != written[1].length
                    || !self.sides[other].step(&mut written[other], &mut changes[other])
            };
            let [ours, theirs] = &written;
            let balanced = ours.length == theirs.length;
            if ended || ours.conflicts(theirs) || balanced && (ours.length > 0 || changes.iter().any(Option::is_some)) {
                let (a, b) = (a..self.sides[0].at, b..self.sides[1].at);
                let some = !a.is_empty() || !b.is_empty();
                return some.then_some(Group { a, b, changes, equal: ours.same(theirs) });
            }
        }
    }
}

/// The rewritten text of one side of a group. Only the first 16 bytes are stored; of the others, only the number is
/// known.
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

    /// Whether the two already differ, so that more bytes cannot make them equal.
    fn conflicts(&self, other: &Self) -> bool {
        let known = self.length.min(other.length).min(self.bytes.len());
        self.bytes[..known] != other.bytes[..known]
    }

    fn same(&self, other: &Self) -> bool {
        self.length == other.length && self.bytes == other.bytes
    }
}

/// A text as tokens: each change is a token, and each character or escape without a change.
struct Tokens<'t> {
    text: &'t str,
    /// The changes that are left.
    changes: &'t [Change],
    at: usize,
}

impl Tokens<'_> {
    /// Skips text that both sides spell the same, up to the next change on either side.
    fn skip_shared(&mut self, other: &mut Self) {
        let plain = |side: &Self| {
            let end = side.changes.first().map_or(side.text.len(), |next| next.at);
            &side.text.as_bytes()[side.at..end]
        };
        let (ours, theirs) = (plain(self), plain(other));
        let equal = ours.iter().zip(theirs).take_while(|(x, y)| x == y).count();
        // Only whole characters and whole escapes are skipped.
        let shared = match ours[..equal] {
            [.., b'%'] => equal - 1,
            [.., b'%', _] => equal - 2,
            _ => (0..=equal).rev().find(|&at| self.text.is_char_boundary(self.at + at)).unwrap_or(0),
        };
        self.at += shared;
        other.at += shared;
    }

    /// Skips a character that both sides spell the same and change the same. Returns `false` if there is none.
    fn skip_same_change(&mut self, other: &mut Self) -> bool {
        let ([ours, ..], [theirs, ..]) = (self.changes, other.changes) else { return false };
        // What is dropped is next to nothing, so it is no character of the other text.
        let same = ours.to == theirs.to
            && !matches!(ours.to, Replacement::Dropped | Replacement::Removed)
            && (ours.at, theirs.at) == (self.at, other.at)
            && self.text[self.at..].get(..ours.length) == other.text[other.at..].get(..theirs.length);
        same && self.change(|_| true).is_some() && other.change(|_| true).is_some()
    }

    /// The next change, if it is here.
    fn change(&mut self, is: impl FnOnce(Replacement) -> bool) -> Option<Replacement> {
        let (next, rest) = self.changes.split_first()?;
        (next.at == self.at && is(next.to)).then(|| {
            self.at += next.length;
            self.changes = rest;
            next.to
        })
    }

    /// Skips what is dropped, because the other text has nothing beside it. Returns the last of these changes.
    fn skip_dropped(&mut self) -> Option<Replacement> {
        let drops = |to| matches!(to, Replacement::Dropped | Replacement::Removed);
        core::iter::from_fn(|| self.change(drops)).last()
    }

    /// Takes the next token. Returns `false` at the end of the text.
    fn step(&mut self, written: &mut Written, change: &mut Option<Replacement>) -> bool {
        if let Some(to) = self.change(|_| true) {
            let mut spelled = [0; 12];
            let length = to.spell(&mut spelled);
            written.push(&spelled[..length]);
            change.get_or_insert(to);
            return true;
        }
        let rest = &self.text[self.at..];
        let Some(character) = rest.chars().next() else { return false };
        // An escape without a change is one token, so that explanations show the whole escape.
        let length = if character == '%' { 3 } else { character.len_utf8() };
        written.push(&rest.as_bytes()[..length]);
        self.at += length;
        true
    }
}
