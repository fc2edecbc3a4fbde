//! One component at a time: which escapes are decoded, which letters fold.

use alloc::string::String;

use crate::dots::Escapes;
use crate::percent::{push_escape, push_escaped};
use crate::syntax::grammar::unicode::{char_at, is_bidi_control, is_iprivate, is_ucschar};
use crate::syntax::grammar::{UNRESERVED, escape, escape_at};

/// Which escapes a component has no need of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decode {
    Nothing,
    /// Those of `unreserved` characters (RFC 3986 section 6.2.2.2).
    Unreserved,
    /// Those of `iunreserved` characters other than the seven bidi controls, which are escaped if
    /// they stand as they are (RFC 3987 sections 3.2, 4.1 and 5.3.2.3).
    Iunreserved,
    /// Those, and those of `iprivate` characters.
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

    const fn is_unicode(self) -> bool {
        matches!(self, Self::Iunreserved | Self::IunreservedOrPrivate)
    }
}

/// What is done to the text of a component.
#[derive(Clone, Copy)]
pub(crate) struct Rewrite {
    pub(crate) decode: Decode,
    /// Hexadecimal digits of the escapes that stay become upper case.
    pub(crate) upper_hex: bool,
    /// ASCII letters become lower case; those of escapes do not.
    pub(crate) fold: bool,
    /// Characters that a scheme calls visual separators go; none of them is ever a delimiter.
    pub(crate) drop: &'static str,
}

impl Rewrite {
    pub(crate) const NOTHING: Self =
        Self { decode: Decode::Nothing, upper_hex: false, fold: false, drop: "" };
}

/// A change: what stands at a place, and what takes it.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) at: usize,
    pub(crate) length: usize,
    pub(crate) to: To,
}

#[derive(Clone, Copy)]
pub(crate) enum To {
    /// A letter that folds.
    Folded(char),
    /// The character of some escapes.
    Decoded(char),
    /// The octet of an escape, spelled anew.
    Escape(u8),
    /// A character that may not stand as it is.
    Escaped(char),
    Dropped,
}

impl To {
    pub(crate) fn push(&self, out: &mut String) {
        match *self {
            Self::Folded(character) | Self::Decoded(character) => out.push(character),
            Self::Escape(octet) => push_escape(octet, out),
            Self::Escaped(character) => push_escaped(character, out),
            Self::Dropped => {}
        }
    }

    /// Writes the same into a buffer, and says how many bytes it takes.
    pub(crate) fn spell(&self, buffer: &mut [u8; 12]) -> usize {
        match *self {
            Self::Folded(character) | Self::Decoded(character) => {
                character.encode_utf8(buffer).len()
            }
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
            Self::Dropped => 0,
        }
    }
}

impl Rewrite {
    /// Whether the escape of a dot is a dot segment by the time the text is rewritten.
    pub(crate) const fn escaped_dots(&self) -> Escapes {
        match self.decode {
            Decode::Nothing => Escapes::AsTheyStand,
            _ => Escapes::Decoded,
        }
    }

    /// The first change from `from` up to `end`.
    pub(crate) fn first_change(&self, text: &str, from: usize, end: usize) -> Option<Change> {
        let bytes = text.as_bytes();
        let mut at = from;
        while at < end {
            let (length, to) = match bytes[at] {
                b'A'..=b'Z' if self.fold => {
                    (1, Some(To::Folded(char::from(bytes[at].to_ascii_lowercase()))))
                }
                b'%' => self.escape(bytes, at),
                0xE2 if self.decode.is_unicode() => {
                    let (character, length) = char_at(bytes, at);
                    (length, is_bidi_control(character).then_some(To::Escaped(character)))
                }
                byte if !self.drop.is_empty() && self.drop.as_bytes().contains(&byte) => {
                    (1, Some(To::Dropped))
                }
                _ => (1, None),
            };
            if let Some(to) = to {
                return Some(Change { at, length, to });
            }
            at += length;
        }
        None
    }

    /// The escape at `at`, or the escapes of the character that begins there: how long, and what
    /// takes their place.
    fn escape(&self, bytes: &[u8], at: usize) -> (usize, Option<To>) {
        let Some(octet) = escape_at(bytes, at) else { return (1, None) };
        if self.decode != Decode::Nothing {
            if let Some((character, escapes)) = escaped_char(bytes, at, octet) {
                if self.decode.admits(character) {
                    return (3 * escapes, Some(self.decoded(character)));
                }
            }
        }
        let is_lower = bytes[at + 1].is_ascii_lowercase() || bytes[at + 2].is_ascii_lowercase();
        (3, (self.upper_hex && is_lower).then_some(To::Escape(octet)))
    }

    /// What becomes of a decoded character: what would have become of it had it stood there.
    fn decoded(&self, character: char) -> To {
        if self.drop.contains(character) {
            To::Dropped
        } else if self.fold {
            To::Decoded(character.to_ascii_lowercase())
        } else {
            To::Decoded(character)
        }
    }
}

/// The character whose UTF-8 the escapes at `at` spell, the first of them being `octet`, and how
/// many they are. Nothing overlong, no surrogate, nothing beyond U+10FFFF.
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
