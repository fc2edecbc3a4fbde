//! Whether two components would be rewritten alike, told without rewriting them.

use super::rewrite::{Decode, Rewrite};
use super::rewritten::Rewritten;
use super::{Coded, Division};
use crate::syntax::grammar::{UNRESERVED, escape_at};

impl Coded<'_> {
    /// Whether both would be rewritten to the same.
    pub(crate) fn same(self, other: Self) -> bool {
        let whole = self.division == Division::Whole && other.division == Division::Whole;
        if whole && self.how.drop.is_empty() {
            self.how.same(self.text, other.text)
        } else {
            self.division == other.division && self.text == other.text
                || self.rewritten().eq(other.rewritten())
        }
    }
}

impl Rewrite {
    /// Goes over both texts at once: what is the same on both sides is rewritten alike, so only where
    /// they part is a rewrite asked for.
    pub(crate) fn same(&self, a: &str, b: &str) -> bool {
        let (mut i, mut j) = (0, 0);
        loop {
            let common = common_start(a, b, i, j);
            (i, j) = (i + common, j + common);
            if i == a.len() || j == b.len() {
                return i == a.len() && j == b.len();
            }
            if let Some((ours, theirs)) = self.plainly_alike(&a.as_bytes()[i..], &b.as_bytes()[j..])
            {
                (i, j) = (i + ours, j + theirs);
                continue;
            }
            let (ours, theirs) = (self.token(a, i), self.token(b, j));
            if ours.written() == theirs.written() {
                i += ours.length;
                j += theirs.length;
            } else if ours.size == theirs.size {
                return false;
            } else {
                // A character on one side may be several escapes on the other.
                let tail = |text| Rewritten::plain(text, *self);
                return tail(&a[i..]).eq(tail(&b[j..]));
            }
        }
    }

    /// How long what stands first on both sides is, where it is the commonest of what is alike: an
    /// escape and the unreserved ASCII character of it, or two spellings of one escape.
    #[inline]
    fn plainly_alike(&self, a: &[u8], b: &[u8]) -> Option<(usize, usize)> {
        if !self.upper_hex || self.decode == Decode::Nothing || self.fold {
            return None;
        }
        match (escape_at(a, 0), escape_at(b, 0)) {
            (Some(ours), Some(theirs)) => (ours == theirs).then_some((3, 3)),
            (Some(octet), None) => {
                (octet == *b.first()? && UNRESERVED.has(octet)).then_some((3, 1))
            }
            (None, Some(octet)) => {
                (octet == *a.first()? && UNRESERVED.has(octet)).then_some((1, 3))
            }
            (None, None) => None,
        }
    }

    /// What stands at a place, and what it is rewritten to.
    fn token(&self, text: &str, at: usize) -> Token {
        let mut bytes = [0; 12];
        if let Some(change) = self.first_change(text, at, at + 1) {
            return Token { length: change.length, size: change.to.spell(&mut bytes), bytes };
        }
        let rest = &text[at..];
        let length = match rest.chars().next() {
            Some('%') => 3,
            Some(character) => character.len_utf8(),
            None => 0,
        };
        bytes[..length].copy_from_slice(&rest.as_bytes()[..length]);
        Token { length, size: length, bytes }
    }
}

/// How far two texts are the same from `i` and `j` on, up to a character or an escape that is not the
/// same as a whole.
fn common_start(a: &str, b: &str, i: usize, j: usize) -> usize {
    let (x, y) = (&a.as_bytes()[i..], &b.as_bytes()[j..]);
    let mut at = 0;
    while let (Some(p), Some(q)) = (word(x, at), word(y, at)) {
        if p != q {
            at += ((p ^ q).trailing_zeros() / 8) as usize;
            return back_up(a, i, at);
        }
        at += 8;
    }
    at += x[at..].iter().zip(&y[at..]).take_while(|(p, q)| p == q).count();
    back_up(a, i, at)
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|word| u64::from_le_bytes(*word))
}

/// Where the character or the escape begins that stands `at` behind `i`, if it began behind `i`.
fn back_up(text: &str, i: usize, mut at: usize) -> usize {
    let bytes = &text.as_bytes()[i..];
    if at >= 1 && bytes[at - 1] == b'%' {
        return at - 1;
    }
    if at >= 2 && bytes[at - 2] == b'%' {
        return at - 2;
    }
    while !text.is_char_boundary(i + at) {
        at -= 1;
    }
    at
}

struct Token {
    /// How many bytes it takes in the text.
    length: usize,
    size: usize,
    bytes: [u8; 12],
}

impl Token {
    fn written(&self) -> &[u8] {
        &self.bytes[..self.size]
    }
}
