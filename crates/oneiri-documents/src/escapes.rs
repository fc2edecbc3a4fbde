//! How documents spell the characters of an identifier: as they are, or by escapes. Decodes
//! escapes, and finds the place in the document that represents a place in the decoded text.

use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// `\uXXXX` and `\UXXXXXXXX`: an IRI of N-Triples, N-Quads, Turtle or TriG.
    Iri,
    /// These, and `\t`, `\"` and the like: a literal of the same formats.
    Literal,
}

pub(crate) const ESCAPE_OF_LITERAL: &str =
    "an escape: one of \\t \\b \\n \\r \\f \\\" \\' \\\\, or \\u or \\U and hexadecimal digits";

const ESCAPE_OF_IRI: &str = "an escape: \\u and four, or \\U and eight hexadecimal digits";

/// The length of the escape at the beginning of these bytes, and the character that it represents.
/// `None` if there is no valid escape.
pub(crate) fn escape(bytes: &[u8], escapes: Escapes) -> Option<(usize, char)> {
    let &[b'\\', kind, ..] = bytes else { return None };
    let digits = match kind {
        b'u' => 4,
        b'U' => 8,
        _ if escapes != Escapes::Literal => return None,
        b't' => return Some((2, '\t')),
        b'b' => return Some((2, '\u{8}')),
        b'n' => return Some((2, '\n')),
        b'r' => return Some((2, '\r')),
        b'f' => return Some((2, '\u{C}')),
        b'"' | b'\'' | b'\\' => return Some((2, char::from(kind))),
        _ => return None,
    };
    let digits = bytes.get(2..2 + digits)?;
    let mut value = 0;
    for &digit in digits {
        value = value << 4 | char::from(digit).to_digit(16)?;
    }
    Some((2 + digits.len(), char::from_u32(value)?))
}

/// Decodes a text. An invalid escape is an error: its range, and what was expected.
pub(crate) fn decode(raw: &str, escapes: Escapes) -> Result<Cow<'_, str>, (Range<usize>, &'static str)> {
    let (mut text, mut at) = (String::new(), 0);
    while let Some(length) = raw[at..].find('\\') {
        text.push_str(&raw[at..at + length]);
        at += length;
        match escape(&raw.as_bytes()[at..], escapes) {
            Some((length, c)) => {
                text.push(c);
                at += length;
            }
            None => {
                return Err((at..at + wrong_length(&raw.as_bytes()[at..]), ESCAPE_OF_IRI));
            }
        }
    }
    if at == 0 {
        return Ok(Cow::Borrowed(raw));
    }
    text.push_str(&raw[at..]);
    Ok(Cow::Owned(text))
}

/// The length of the invalid escape at the beginning of these bytes: up to and including the first
/// character that does not fit, or all of it if it does not represent a character.
fn wrong_length(bytes: &[u8]) -> usize {
    let digits = match bytes.get(1) {
        Some(b'u') => 4,
        Some(b'U') => 8,
        _ => return char_end(bytes, 1),
    };
    let rest = bytes.get(2..).unwrap_or_default().iter();
    let length = 2 + rest.take(digits).take_while(|byte| byte.is_ascii_hexdigit()).count();
    if length == 2 + digits { length } else { char_end(bytes, length) }
}

/// The place in `raw` of the character that begins at byte `at` of the decoded text.
pub(crate) fn place(raw: &str, escapes: Escapes, at: usize) -> usize {
    let (mut from, mut decoded) = (0, 0);
    while decoded < at {
        let Some(rest) = raw.get(from..).filter(|rest| !rest.is_empty()) else { break };
        let (length, c) = escape(rest.as_bytes(), escapes).unwrap_or_else(|| {
            let c = rest.chars().next().unwrap_or_default();
            (c.len_utf8(), c)
        });
        from += length;
        decoded += c.len_utf8();
    }
    from
}

/// The end of the character that begins at a byte. Beyond the end of the bytes it is empty.
pub(crate) fn char_end(bytes: &[u8], at: usize) -> usize {
    let is_inner = |byte: &&u8| **byte & 0xC0 == 0x80;
    let rest = bytes.get(at + 1..).unwrap_or_default();
    (at + 1 + rest.iter().take_while(is_inner).count()).min(bytes.len()).max(at)
}

/// Whether a text begins with a scheme and its colon (RFC 3986 section 3.1).
///
/// ```
/// assert!(oneiri_documents::has_scheme(b"urn:x") && !oneiri_documents::has_scheme(b"./a:b"));
/// ```
#[must_use]
pub fn has_scheme(text: &[u8]) -> bool {
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text.iter().position(|byte| !is_inner(byte));
    text.first().is_some_and(u8::is_ascii_alphabetic) && end.is_some_and(|end| text.get(end) == Some(&b':'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_and_found_again() {
        let raw = r"http://h/\u00e9\U0001F600x\u0041";
        let text = decode(raw, Escapes::Iri).unwrap();
        assert_eq!(text, "http://h/é😀xA");
        for (at, _) in text.char_indices() {
            let from = place(raw, Escapes::Iri, at);
            let rest = decode(&raw[from..], Escapes::Iri).unwrap();
            assert_eq!(rest, text[at..], "{at}");
        }
        assert_eq!(place(raw, Escapes::Iri, text.len()), raw.len());
        assert!(matches!(decode("http://h/", Escapes::Iri), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn a_wrong_escape_is_found() {
        for (raw, range) in [
            (r"a\n", 1..3),
            (r"a\/b", 1..3),
            (r"a\u00ZZ11", 1..6),
            (r"a\u00é", 1..7),
            (r"a\", 1..2),
            (r"a\u12", 1..5),
            (r"a\uD800", 1..7),
            (r"a\uD800abc", 1..7),
            (r"a\U00110000", 1..11),
        ] {
            assert_eq!(decode(raw, Escapes::Iri).unwrap_err().0, range, "{raw}");
        }
        assert_eq!(escape(br#"\""#, Escapes::Literal), Some((2, '"')));
        assert_eq!(escape(br#"\""#, Escapes::Iri), None);
    }
}
