//! Parsing: six offsets.

use oneiri::{Alphabet, Ascii, Component, MaybeScheme, Ri, Unicode, Unit};

use crate::answer::narrow;
use crate::numbers::{IRI, IRI_REFERENCE, URI};

/// The offsets of an identifier in UTF-16 code units: the end of the scheme, the start and the end of the host, the
/// start and the end of the path, and the end of the query. The end of an absent scheme and both ends of an absent
/// host are `u32::MAX`; the end of an absent query is that of the path.
pub type Offsets = [u32; 6];

/// Parses a text by the grammar with a number. The caller knows whether the text is ASCII, where bytes and code units are the same.
/// `None` if the text is invalid, or the number is that of no grammar.
///
/// A text of ASCII is a URI if it is an IRI, so only two of the four grammars are compiled.
#[inline]
pub fn parse(text: &str, ascii: bool, grammar: u32) -> Option<Offsets> {
    if grammar > IRI_REFERENCE {
        return None;
    }
    let absolute = matches!(grammar, URI | IRI);
    if ascii {
        parse_in::<Ascii>(text, absolute).map(|offsets| offsets.map(narrow))
    } else if matches!(grammar, IRI | IRI_REFERENCE) {
        let offset = |byte| {
            if byte == usize::MAX { u32::MAX } else { narrow(Unit::Utf16.offset(text, byte)) }
        };
        parse_in::<Unicode>(text, absolute).map(|offsets| offsets.map(offset))
    } else {
        None
    }
}

#[inline]
fn parse_in<A: Alphabet>(text: &str, absolute: bool) -> Option<[usize; 6]> {
    let parsed = Ri::<&str, A, MaybeScheme>::parse(text).ok()?;
    let end = |component| parsed.range(component).map_or(usize::MAX, |range| range.end);
    let scheme = end(Component::Scheme);
    if absolute && scheme == usize::MAX {
        return None;
    }
    let host = parsed.range(Component::Host).unwrap_or(usize::MAX..usize::MAX);
    let path = parsed.range(Component::Path).unwrap_or_default();
    let query = parsed.range(Component::Query).map_or(path.end, |range| range.end);
    Some([scheme, host.start, host.end, path.start, path.end, query])
}
