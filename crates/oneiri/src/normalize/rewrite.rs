//! The rewrite of a component: which escapes are decoded, and which letters are folded.

use super::out::Output;
use crate::dots::Escapes;
use crate::syntax::grammar::unicode::{char_at, is_bidi_control, is_iprivate, is_ucschar};
use crate::syntax::grammar::{UNRESERVED, escape, escape_at};
use crate::syntax::scan::{matches, upper};

/// Which escapes of a component are decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decode {
    Nothing,
    /// Escapes of `unreserved` characters (RFC 3986 section 6.2.2.2).
    Unreserved,
    /// Escapes of `iunreserved` characters, except the seven bidi controls. Bidi controls that are not
    /// escaped become escapes (RFC 3987 sections 3.2, 4.1 and 5.3.2.3).
    Iunreserved,
    /// Like [`Iunreserved`](Self::Iunreserved), and also escapes of `iprivate` characters.
    IunreservedOrPrivate,
}

impl Decode {
    /// Whether the escapes of this character are decoded.
    const fn admits(self, character: char) -> bool {
        if character.is_ascii() {
            return UNRESERVED.has(character as u8) && !matches!(self, Self::Nothing);
        }
        match self {
            Self::Nothing | Self::Unreserved => false,
            Self::Iunreserved => is_ucschar(character) && !is_bidi_control(character),
            Self::IunreservedOrPrivate => {
                is_ucschar(character) && !is_bidi_control(character) || is_iprivate(character)
            }
        }
    }

    pub(super) const fn is_unicode(self) -> bool {
        matches!(self, Self::Iunreserved | Self::IunreservedOrPrivate)
    }
}

/// How the text of a component is rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rewrite {
    pub(crate) decode: Decode,
    /// Changes the hexadecimal digits of the escapes that stay to upper case.
    pub(crate) upper_hex: bool,
    /// Changes ASCII letters to lower case, except the digits of escapes.
    pub(crate) fold: bool,
    /// Drops the visual separators of telephone numbers. None of them is a delimiter.
    pub(crate) drop: bool,
}

impl Rewrite {
    pub(crate) const NOTHING: Self = Self { decode: Decode::Nothing, upper_hex: false, fold: false, drop: false };
}

/// A change: a range of the text, and its replacement.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) at: usize,
    pub(crate) length: usize,
    pub(crate) to: Replacement,
}

/// The representation puts all values at one offset, so that a copy does not wait for stores of other widths.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Replacement {
    /// A letter that was folded.
    Folded(char),
    /// A character that was decoded from escapes.
    Decoded(char),
    /// An escape in upper case, given by its octet.
    Escape(u8),
    /// A character that is not allowed, and is written as escapes.
    Escaped(char),
    /// A visual separator.
    Dropped,
    /// Dot segments, and the segments that they remove. The writer removes them by itself; explanations name them.
    Removed,
}

impl Replacement {
    /// Writes the replacement.
    pub(crate) fn push(&self, out: &mut impl Output) {
        match *self {
            Self::Folded(character) | Self::Decoded(character) => out.push_char(character),
            Self::Escape(_) | Self::Escaped(_) => {
                let mut buffer = [0; 12];
                let length = self.spell(&mut buffer);
                // Escapes are ASCII.
                out.push(core::str::from_utf8(&buffer[..length]).unwrap_or_default());
            }
            Self::Dropped | Self::Removed => {}
        }
    }

    /// Like [`push`](Self::push), but writes into an array. Returns the number of bytes.
    pub(crate) fn spell(&self, buffer: &mut [u8; 12]) -> usize {
        match *self {
            Self::Folded(character) | Self::Decoded(character) => character.encode_utf8(buffer).len(),
            Self::Escape(octet) => {
                buffer[..3].copy_from_slice(&escape(octet));
                3
            }
            Self::Escaped(character) => {
                let mut utf8 = [0; 4];
                let octets = character.encode_utf8(&mut utf8).as_bytes();
                for (slot, &octet) in buffer.chunks_exact_mut(3).zip(octets) {
                    slot.copy_from_slice(&escape(octet));
                }
                3 * octets.len()
            }
            Self::Dropped | Self::Removed => 0,
        }
    }
}

impl Rewrite {
    /// Whether this rewrite decodes escaped dots, so that they count in dot segments.
    pub(crate) const fn escaped_dots(&self) -> Escapes {
        match self.decode {
            Decode::Nothing => Escapes::AsTheyStand,
            _ => Escapes::Decoded,
        }
    }

    /// Whether escapes of unreserved characters are decoded and the others are in upper case, and no letter is folded or
    /// dropped.
    #[inline(always)]
    pub(super) const fn decodes_and_no_more(&self) -> bool {
        !matches!(self.decode, Decode::Nothing) && self.upper_hex && !self.fold && !self.drop
    }

    /// The first change from `from` up to `end`.
    pub(crate) fn first_change(&self, text: &str, from: usize, end: usize) -> Option<Change> {
        let bytes = text.as_bytes();
        let mut at = self.next_stop(bytes, from, end);
        while at < end {
            let (length, to) = self.change_at(bytes, at);
            if let Some(to) = to {
                return Some(Change { at, length, to });
            }
            at = self.next_stop(bytes, at + length, end);
        }
        None
    }

    /// The offset of the first byte, from `from` up to `end`, at which a change may begin; `end` if there is none.
    #[inline]
    pub(super) fn next_stop(&self, bytes: &[u8], from: usize, end: usize) -> usize {
        let mut at = from;
        if !self.drop {
            let fold = if self.fold { !0 } else { 0 };
            let beyond = if self.decode.is_unicode() { !0 } else { 0 };
            while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
                let word = u64::from_le_bytes(*word);
                let found = matches(word, b'%') | matches(word, 0xE2) & beyond | upper(word) & fold;
                if found != 0 {
                    return end.min(at + (found.trailing_zeros() / 8) as usize);
                }
                at += 8;
                if at >= end {
                    return end;
                }
            }
        }
        let stops = |&byte: &u8| match byte {
            b'%' | 0xE2 => true,
            b'A'..=b'Z' => self.fold,
            _ => self.drop && is_separator(byte),
        };
        bytes[at.min(end)..end].iter().position(stops).map_or(end, |ahead| at + ahead)
    }

    /// The length of the character or the escapes at `at`, and their replacement if they change.
    #[inline]
    pub(super) fn change_at(&self, bytes: &[u8], at: usize) -> (usize, Option<Replacement>) {
        match bytes[at] {
            b'A'..=b'Z' if self.fold => (1, Some(Replacement::Folded(char::from(bytes[at].to_ascii_lowercase())))),
            b'%' => self.escape(bytes, at),
            0xE2 if self.decode.is_unicode() => {
                let (character, length) = char_at(bytes, at);
                (length, is_bidi_control(character).then_some(Replacement::Escaped(character)))
            }
            byte if self.drop && is_separator(byte) => (1, Some(Replacement::Dropped)),
            _ => (1, None),
        }
    }

    /// The length of the escape at `at`, or of all escapes of the character that begins there, and their
    /// replacement if they change.
    fn escape(&self, bytes: &[u8], at: usize) -> (usize, Option<Replacement>) {
        let Some(octet) = escape_at(bytes, at) else { return (1, None) };
        if self.decode != Decode::Nothing {
            if let Some((character, escapes)) = escaped_char(bytes, at, octet) {
                if self.decode.admits(character) {
                    return (3 * escapes, Some(self.decoded(character)));
                }
            }
        }
        let is_lower = bytes[at + 1].is_ascii_lowercase() || bytes[at + 2].is_ascii_lowercase();
        (3, (self.upper_hex && is_lower).then_some(Replacement::Escape(octet)))
    }

    /// The replacement of the escapes of a character. A decoded character is then rewritten like one that was not
    /// escaped.
    fn decoded(&self, character: char) -> Replacement {
        if self.drop && character.is_ascii() && is_separator(character as u8) {
            Replacement::Dropped
        } else if self.fold {
            Replacement::Decoded(character.to_ascii_lowercase())
        } else {
            Replacement::Decoded(character)
        }
    }
}

/// The character whose UTF-8 the escapes at `at` spell, and the number of these escapes. `octet` is the octet of the
/// first escape. `None` for invalid UTF-8: overlong forms, surrogates, and code points above U+10FFFF.
fn escaped_char(bytes: &[u8], at: usize, octet: u8) -> Option<(char, usize)> {
    let length = match octet {
        0..0x80 => return Some((char::from(octet), 1)),
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut octets = [octet; 4];
    for (index, slot) in octets.iter_mut().enumerate().take(length).skip(1) {
        *slot = escape_at(bytes, at + 3 * index)?;
    }
    let text = core::str::from_utf8(&octets[..length]).ok()?;
    Some((text.chars().next()?, length))
}

/// Whether a byte is a visual separator of a telephone number (RFC 3966 section 3).
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'.' | b'(' | b')')
}
