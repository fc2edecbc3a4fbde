//! Whether two components would be rewritten alike, told without rewriting them.

use super::rewrite::Rewrite;
use super::{Coded, Division, Rewritten};

impl Coded<'_> {
    /// Whether both would be rewritten to the same.
    pub(crate) fn same(self, other: Self) -> bool {
        let whole = self.division == Division::Whole && other.division == Division::Whole;
        if whole && self.how.drop.is_empty() {
            self.how.same(self.text, other.text)
        } else {
            self.division == other.division && self.text == other.text
                || Rewritten::new(self).eq(Rewritten::new(other))
        }
    }
}

impl Rewrite {
    /// Goes over both texts at once: what is the same on both sides is rewritten alike, so only
    /// where they part, and at escapes, is a rewrite asked for.
    fn same(&self, a: &str, b: &str) -> bool {
        let (x, y) = (a.as_bytes(), b.as_bytes());
        let (mut i, mut j) = (0, 0);
        loop {
            let (p, q) = match (x.get(i), y.get(j)) {
                (Some(&p), Some(&q)) => (p, q),
                (None, None) => return true,
                _ => return false,
            };
            let alike = p == q || self.fold && p.eq_ignore_ascii_case(&q);
            if alike && p != b'%' && p != 0xE2 {
                i += 1;
                j += 1;
                continue;
            }
            // Within a character beyond ASCII both sides are literal, and differ.
            if !a.is_char_boundary(i) || !b.is_char_boundary(j) {
                return false;
            }
            let (ours, theirs) = (self.token(a, i), self.token(b, j));
            if ours.written() == theirs.written() {
                i += ours.length;
                j += theirs.length;
            } else if ours.size == theirs.size {
                return false;
            } else {
                // A character on one side may be several escapes on the other.
                let tail = |text| Rewritten::new(Coded::plain(text, *self));
                return tail(&a[i..]).eq(tail(&b[j..]));
            }
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
