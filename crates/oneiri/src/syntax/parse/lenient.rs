//! The lenient parser: what the repertoire forbids is percent-encoded on entry, and nothing else
//! is forgiven.

use alloc::string::String;

use crate::percent::push_escaped;
use crate::syntax::error::{Error, Grammar};
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::grammar::{RESERVED, UNRESERVED};
use crate::syntax::spans::Spans;

/// A text as the lenient parser reads it.
pub(crate) enum Lenient {
    /// Nothing had to be encoded.
    AsIs(Spans),
    /// The text with its foreign characters encoded.
    Encoded(String, Spans),
}

/// Parses a text once every character that its alphabet nowhere admits is percent-encoded as UTF-8.
///
/// Reserved characters and `%` are never encoded (RFC 3987 3.1), so one that stands where it may
/// not is refused as ever; and so is a foreign character in a scheme, a port or an IP literal,
/// where no escape may stand.
pub(crate) fn parse(text: &str, grammar: Grammar) -> Result<Lenient, Error> {
    let strict = match super::parse(text, grammar) {
        Ok(spans) => return Ok(Lenient::AsIs(spans)),
        Err(error) => error,
    };
    let mut encoded = String::with_capacity(text.len() + 16);
    let mut set = Repertoire::of(grammar.unicode);
    let mut in_fragment = false;
    for character in text.chars() {
        // A query begins at the first "?" before any "#", and ends at "#".
        if character == '#' {
            set = Repertoire::of(grammar.unicode);
            in_fragment = true;
        } else if character == '?' && !in_fragment {
            set = Repertoire::of_query(grammar.unicode);
        }
        if admits(character, set) {
            encoded.push(character);
        } else {
            push_escaped(character, &mut encoded);
        }
    }
    if encoded.len() == text.len() {
        return Err(strict);
    }
    match super::parse(&encoded, grammar) {
        Ok(spans) => Ok(Lenient::Encoded(encoded, spans)),
        Err(error) => Err(locate(error, text, &encoded)),
    }
}

/// Whether an alphabet has this character at all, wherever it may stand.
fn admits(character: char, set: Repertoire) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte < 0x80 => UNRESERVED.has(byte) || RESERVED.has(byte) || byte == b'%',
        _ => set.has(character),
    }
}

/// A fault in the encoded text, told in terms of the text that the caller has.
fn locate(error: Error, text: &str, encoded: &str) -> Error {
    // The fault begins at its start, and is found in its last character, unless something is
    // missing before that.
    let missing = error.start == error.end;
    let width = if missing { 0 } else { error.found.map_or(0, char::len_utf8) };
    let last = error.end - width;
    let (mut start, mut behind) = (None, 0);
    for (at, character) in text.char_indices() {
        let same = encoded[behind..].starts_with(character);
        behind += if same { character.len_utf8() } else { 3 * character.len_utf8() };
        if error.start < behind {
            start.get_or_insert(at);
        }
        if last < behind {
            let end = if missing { at } else { at + character.len_utf8() };
            return error.at(start.unwrap_or(at), end, Some(character));
        }
    }
    error.at(start.unwrap_or(text.len()), text.len(), None)
}
