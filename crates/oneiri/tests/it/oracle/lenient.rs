//! D-04 and D-05: which characters the lenient constructor percent-encodes on entry.

use super::alphabet::{Alphabet, iprivate, reserved, ucschar, unreserved};
use super::percent::escape;
use super::split::five;

/// The text with exactly the characters encoded that the repertoire of the alphabet does not hold; whether the
/// result is grammatical is for the grammar to say.
///
/// The reserved characters and `%` belong to the repertoire wherever they stand (D-05). A private character
/// belongs to the repertoire of RFC 3987 in a query only. A backslash in the authority is left alone, because its escape would
/// move the host (D-05).
pub(crate) fn encode(alphabet: Alphabet, text: &str) -> String {
    let five = five(text);
    let range = |part: Option<&str>| {
        part.map_or(0..0, |part| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            start..start + part.len()
        })
    };
    let (query, authority) = (range(five.query), range(five.authority));
    let keep = |at: usize, c: char| {
        unreserved(c)
            || reserved(c)
            || c == '%'
            || (c == '\\' && authority.contains(&at))
            || (alphabet == Alphabet::Iri && (ucschar(c) || (iprivate(c) && query.contains(&at))))
    };
    text.char_indices().map(|(at, c)| if keep(at, c) { c.to_string() } else { escape(c) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_d_04() {
        assert_eq!(encode(Alphabet::Uri, "http://h/a b"), "http://h/a%20b");
        assert_eq!(encode(Alphabet::Iri, "http://h/{x}"), "http://h/%7Bx%7D");
        let crepes = "http://dosh£@crepes.example.org";
        assert_eq!(encode(Alphabet::Uri, crepes), "http://dosh%C2%A3@crepes.example.org");
        assert_eq!(encode(Alphabet::Iri, crepes), crepes);
        let private = "a:\u{E000}?\u{E000}#\u{E000}";
        assert_eq!(encode(Alphabet::Iri, private), "a:%EE%80%80?\u{E000}#%EE%80%80");
        assert_eq!(encode(Alphabet::Uri, private), "a:%EE%80%80?%EE%80%80#%EE%80%80");
        assert_eq!(encode(Alphabet::Iri, "http://h\\/\\"), "http://h\\/%5C");
        assert_eq!(encode(Alphabet::Iri, "\u{FFFF}\u{7}\u{80}\\"), "%EF%BF%BF%07%C2%80%5C");
    }

    #[test]
    fn what_d_05_leaves_alone() {
        for text in ["http://h/[x]", "http://h/?[", "a#b#c", "http://a@b@c/", "http://h/%zz", "%"] {
            assert_eq!(encode(Alphabet::Uri, text), text);
        }
    }
}
