//! Parsing: six offsets.

use oneiri::{
    Alphabet, Ascii, Component, Error, HasScheme, MaybeScheme, Ri, SchemePresence, Unicode, Unit,
};

use crate::answer::narrow;
use crate::numbers::{IRI, IRI_REFERENCE, URI, URI_REFERENCE};

/// The offsets of an identifier in UTF-16 code units: the end of the scheme, the start and the end of the host, the
/// start and the end of the path, and the end of the query. The end of an absent scheme and both ends of an absent
/// host are `u32::MAX`; the end of an absent query is that of the path.
pub type Offsets = [u32; 6];

/// Parses a text by a grammar; `None` for a number that is no grammar.
#[inline(never)]
pub fn parse(text: &str, grammar: u32) -> Option<Result<Offsets, Error>> {
    parse_known(text, text.is_ascii(), grammar)
}

/// Parses a text of which the caller knows whether it is ASCII, where bytes and code units are the same.
#[inline]
pub(crate) fn parse_known(text: &str, ascii: bool, grammar: u32) -> Option<Result<Offsets, Error>> {
    Some(match grammar {
        URI => parse_in::<Ascii, HasScheme>(text, ascii),
        URI_REFERENCE => parse_in::<Ascii, MaybeScheme>(text, ascii),
        IRI => parse_in::<Unicode, HasScheme>(text, ascii),
        IRI_REFERENCE => parse_in::<Unicode, MaybeScheme>(text, ascii),
        _ => return None,
    })
}

#[inline]
fn parse_in<A: Alphabet, F: SchemePresence>(text: &str, ascii: bool) -> Result<Offsets, Error> {
    let parsed = Ri::<&str, A, F>::parse(text)?;
    let end = |component| parsed.range(component).map_or(usize::MAX, |range| range.end);
    let host = parsed.range(Component::Host).unwrap_or(usize::MAX..usize::MAX);
    let path = parsed.range(Component::Path).unwrap_or_default();
    let query = parsed.range(Component::Query).map_or(path.end, |range| range.end);
    let offsets = [end(Component::Scheme), host.start, host.end, path.start, path.end, query];
    Ok(if ascii {
        offsets.map(narrow)
    } else {
        offsets.map(|byte| {
            if byte == usize::MAX { u32::MAX } else { narrow(Unit::Utf16.offset(text, byte)) }
        })
    })
}
