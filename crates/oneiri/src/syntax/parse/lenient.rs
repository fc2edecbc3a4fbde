//! The lenient parser: it percent-encodes the characters that the alphabet nowhere admits, such as a
//! space, and then parses the result. It accepts nothing else that is invalid.

use alloc::string::String;
use core::ops::Range;

use crate::percent::push_escaped;
use crate::syntax::error::{Error, Grammar};
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::grammar::{RESERVED, UNRESERVED};
use crate::syntax::spans::Spans;

/// What the lenient parser returns for a text that it accepts.
pub(crate) enum Lenient {
    /// The spans of the text, which is valid as it is.
    AsIs(Spans),
    /// The text after encoding, and the spans of that.
    Encoded(String, Spans),
}

/// Parses a text after it percent-encoded, as UTF-8, every character that the alphabet nowhere admits:
/// `/a b` becomes `/a%20b`.
///
/// Reserved characters and `%` are never encoded (RFC 3987 section 3.1), so one of them in a wrong place
/// is an error here too. A character that would have to be encoded in a scheme, a port or an IP literal
/// is an error as well, since these admit no escapes. So is a backslash in the authority: browsers end the host there, so
/// that its escape would give the text another host (`http://good\@evil/`).
///
/// # Errors
///
/// The first error of the encoded text. Its offsets are those of `text`.
pub(crate) fn parse(text: &str, grammar: Grammar) -> Result<Lenient, Error> {
    let strict = match super::parse(text, grammar) {
        Ok(spans) => return Ok(Lenient::AsIs(spans)),
        Err(error) => error,
    };
    // There is room for a few escapes; more of them make the text grow.
    let mut encoded = String::with_capacity(text.len().saturating_add(16));
    let mut set = Repertoire::of(grammar.unicode);
    let mut in_fragment = false;
    let authority = authority(text);
    for (at, character) in text.char_indices() {
        // A query begins at the first "?" that is before any "#", and ends at the "#".
        if character == '#' {
            set = Repertoire::of(grammar.unicode);
            in_fragment = true;
        } else if character == '?' && !in_fragment {
            set = Repertoire::of_query(grammar.unicode);
        }
        if admits(character, set) || character == '\\' && authority.contains(&at) {
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

/// Where an authority is, which may be invalid.
fn authority(text: &str) -> Range<usize> {
    let delimiter = |c| matches!(c, ':' | '/' | '?' | '#');
    let scheme = text.find(delimiter).filter(|&at| at > 0 && text[at..].starts_with(':'));
    let start = scheme.map_or(0, |colon| colon + 1);
    match text[start..].strip_prefix("//") {
        Some(rest) => {
            let length = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            start + 2..start + 2 + length
        }
        None => 0..0,
    }
}

/// Whether an alphabet admits this character anywhere.
fn admits(character: char, set: Repertoire) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte < 0x80 => UNRESERVED.has(byte) || RESERVED.has(byte) || byte == b'%',
        _ => set.has(character),
    }
}

/// Converts the offsets of an error from the encoded text to the text of the caller.
fn locate(error: Error, text: &str, encoded: &str) -> Error {
    // The error points to the last character of its range, except where a character is missing: then the
    // range is empty.
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
