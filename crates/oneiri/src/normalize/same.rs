//! Whether two components are rewritten to the same text. Nothing is written to find out.

use super::rewrite::{Decode, Rewrite, is_separator};
use super::rewritten::Rewritten;
use super::{Coded, Division};
use crate::registry::PathRule;
use crate::syntax::grammar::unicode::char_at;
use crate::syntax::grammar::{UNRESERVED, escape_at};
use crate::syntax::scan::upper;

impl Coded<'_> {
    /// Whether both are rewritten to the same text.
    pub(crate) fn same(self, other: Self) -> bool {
        if self.division == Division::Whole && other.division == Division::Whole {
            self.how.same(self.text, other.text)
        } else {
            self.division == other.division
                && (self.text == other.text || self.same_pieces(other, self.shared(other)))
        }
    }

    /// Like [`same`](Self::same), from a place on at which a piece begins in both. All spellings of a component have
    /// the same pieces, so the pieces are compared one by one.
    fn same_pieces(self, other: Self, from: usize) -> bool {
        let (mut i, mut j) = (from, from);
        while i < self.text.len() && j < other.text.len() {
            let ((ours, how), (theirs, other_how)) = (self.piece(i), other.piece(j));
            let (a, b) = (&self.text[i..ours], &other.text[j..theirs]);
            let same = if how == other_how {
                how.same(a, b)
            } else {
                Rewritten::plain(a, how).eq(Rewritten::plain(b, other_how))
            };
            if !same {
                return false;
            }
            (i, j) = (ours, theirs);
        }
        i == self.text.len() && j == other.text.len()
    }

    /// The length of a beginning that both texts share and that is rewritten to the same text in both. Behind it, a
    /// piece and a character (or an escape) begin in both.
    pub(crate) fn shared(self, other: Self) -> usize {
        let common = without_open_escapes(self.text, common_start(self.text, other.text, 0, 0));
        let behind = |delimiter| self.text[..common].rfind(delimiter).map_or(0, |at| at + 1);
        match self.division {
            _ if self.division != other.division => 0,
            Division::Whole | Division::Path(PathRule::FoldAll) => common,
            Division::Path(PathRule::Mailto) => behind(','),
            Division::Query(_) => behind('&'),
            Division::Path(PathRule::Telephone) => {
                // Without a number at the beginning, the path is one piece.
                let shared = behind(';');
                let divided = |side: Self| side.piece(0).0 <= shared;
                if shared > 0 && divided(self) && divided(other) { shared } else { 0 }
            }
            // The user ends at the last `@`, wherever it stands; the `;` behind it end pieces.
            Division::Path(PathRule::Sip) => {
                let shared = behind(';');
                let parameters = |side: Self| !side.text[shared..].contains('@');
                if parameters(self) && parameters(other) { shared } else { 0 }
            }
            Division::Path(_) => 0,
        }
    }
}

impl Rewrite {
    /// Whether both texts are rewritten to the same text. Equal stretches are rewritten in the same way,
    /// so this function skips them, and rewrites only where the texts differ.
    pub(crate) fn same(&self, a: &str, b: &str) -> bool {
        let (mut i, mut j) = (0, 0);
        loop {
            // Where letters are folded, the digits of escapes are spelled alike, too.
            let common = match self.fold && self.upper_hex {
                true => common_but_for_case(a, b, i, j),
                false => common_start(a, b, i, j),
            };
            (i, j) = (i + common, j + common);
            let rest_of = |text| Rewritten::plain(text, *self);
            if self.drop {
                let (ours, theirs) = (separators(a, i), separators(b, j));
                (i, j) = (i + ours, j + theirs);
                if ours + theirs > 0 {
                    continue;
                }
            }
            if i == a.len() || j == b.len() {
                // Behind the end of one text, the other may have escapes of separators.
                let both = i == a.len() && j == b.len();
                return both || self.drop && rest_of(&a[i..]).eq(rest_of(&b[j..]));
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
                // A character in one text may be several escapes in the other.
                return rest_of(&a[i..]).eq(rest_of(&b[j..]));
            }
        }
    }

    /// A shortcut for the most common differences: an escape beside its unreserved ASCII character, two spellings of
    /// one escape, and a character beyond ASCII beside its escapes. Returns the lengths of the two, or `None` for
    /// anything else.
    #[inline]
    fn plainly_alike(&self, a: &[u8], b: &[u8]) -> Option<(usize, usize)> {
        if !self.upper_hex || self.decode == Decode::Nothing || self.fold {
            return None;
        }
        match (escape_at(a, 0), escape_at(b, 0)) {
            (Some(ours), Some(theirs)) => (ours == theirs).then_some((3, 3)),
            (Some(octet), None) if octet == *b.first()? => {
                self.character(octet, b, a).map(|length| (3 * length, length))
            }
            (None, Some(octet)) if octet == *a.first()? => {
                self.character(octet, a, b).map(|length| (length, 3 * length))
            }
            (Some(_), None) | (None, Some(_)) => None,
            (None, None) => None,
        }
    }

    /// The length of the character at the beginning of a text, if the other text begins with the escapes of the same
    /// character, and both are rewritten to the same text. `octet` is the first of the character.
    fn character(&self, octet: u8, text: &[u8], escapes: &[u8]) -> Option<usize> {
        if octet.is_ascii() {
            return UNRESERVED.has(octet).then_some(1);
        }
        // Normalization escapes a direction control and decodes all other characters that a component admits.
        let (_, length) = char_at(text, 0);
        let same = |index| escape_at(escapes, 3 * index) == text.get(index).copied();
        (self.decode.is_unicode() && (0..length).all(same)).then_some(length)
    }

    /// The character or the escapes at a place, rewritten.
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

/// The number of visual separators at `at`.
fn separators(text: &str, at: usize) -> usize {
    text.as_bytes()[at..].iter().take_while(|&&byte| is_separator(byte)).count()
}

/// Like [`common_start`], but the case of ASCII letters does not matter.
fn common_but_for_case(a: &str, b: &str, i: usize, j: usize) -> usize {
    let (x, y) = (&a.as_bytes()[i..], &b.as_bytes()[j..]);
    let lower = |word: u64| word | upper(word) >> 2;
    let mut at = 0;
    while let (Some(p), Some(q)) = (word(x, at), word(y, at)) {
        if lower(p) != lower(q) {
            break;
        }
        at += 8;
    }
    at += x[at..].iter().zip(&y[at..]).take_while(|(p, q)| p.eq_ignore_ascii_case(q)).count();
    back_up(a, i, at)
}

/// How many bytes of two texts are equal from `i` and `j` on. Only whole characters and whole escapes count.
fn common_start(a: &str, b: &str, i: usize, j: usize) -> usize {
    common_within(a, b, i, j, usize::MAX)
}

/// Like [`common_start`], but at most `most`.
pub(crate) fn common_within(a: &str, b: &str, i: usize, j: usize, most: usize) -> usize {
    let first = |bytes| <[u8]>::get(bytes, ..most).unwrap_or(bytes);
    let (x, y) = (first(&a.as_bytes()[i..]), first(&b.as_bytes()[j..]));
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

/// Moves `at` back to the start of the character or the escape that contains it. `at` counts from `i`.
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

/// Moves `at` back to the start of a character whose escapes may go on there. The first of at most four octets tells
/// where a character begins.
fn without_open_escapes(text: &str, at: usize) -> usize {
    let before = (1..=3).map_while(|count| {
        let start = at.checked_sub(3 * count)?;
        Some((start, escape_at(text.as_bytes(), start)?))
    });
    let mut first = before.skip_while(|&(_, octet)| (0x80..0xC0).contains(&octet));
    first.next().map_or(at, |(start, octet)| if octet >= 0xC0 { start } else { at })
}

struct Token {
    /// The number of bytes in the original text.
    length: usize,
    /// The number of bytes in the rewritten text.
    size: usize,
    bytes: [u8; 12],
}

impl Token {
    fn written(&self) -> &[u8] {
        &self.bytes[..self.size]
    }
}
