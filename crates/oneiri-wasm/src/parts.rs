//! JavaScript cuts the parts of an identifier from its own string, so parsing answers only with six places in it, counted
//! in UTF-16 code units as JavaScript counts. `engine.js` and `identifier.js` in `bindings/js/src` read the six by position
//! and find userinfo, port and fragment from them. So number and order stay, and so does `u32::MAX` for "none", which they
//! read as -1. `ascii` may be true only if the whole text is ASCII, because otherwise places are wrong and URIs are accepted
//! that are none.

use oneiri::{Component, IriRef, Unit};
use oneiri_operations::Grammar;

use crate::answer::narrow;

/// The offsets of an identifier in UTF-16 code units: the end of the scheme, the start and the end of the host, the
/// start and the end of the path, and the end of the query. The end of an absent scheme and both ends of an absent
/// host are `u32::MAX`; the end of an absent query is that of the path.
pub type Offsets = [u32; 6];

/// Parses a text of which the caller knows whether it is ASCII, where bytes and code units are the same.
///
/// Each grammar would make the module larger by another parser. So the text is parsed by the widest grammar, of which the
/// others take what is ASCII and what has a scheme. `None` for an invalid text, of which [`Grammar::error`] says why.
#[inline]
pub fn parse(text: &str, ascii: bool, grammar: Grammar) -> Option<Offsets> {
    let parsed = IriRef::parse(text).ok()?;
    fits(&parsed, ascii, grammar).then(|| offsets(&parsed, ascii))
}

/// Whether a valid IRI reference is valid by another grammar, too.
#[inline]
pub(crate) fn fits(parsed: &IriRef<'_>, ascii: bool, grammar: Grammar) -> bool {
    (ascii || !grammar.is_ascii()) && (parsed.has_scheme() || !grammar.has_scheme())
}

#[inline]
fn offsets(parsed: &IriRef<'_>, ascii: bool) -> Offsets {
    let end = |component| parsed.range(component).map_or(usize::MAX, |range| range.end);
    let host = parsed.range(Component::Host).unwrap_or(usize::MAX..usize::MAX);
    let path = parsed.range(Component::Path).unwrap_or_default();
    let query = parsed.range(Component::Query).map_or(path.end, |range| range.end);
    let offsets = [end(Component::Scheme), host.start, host.end, path.start, path.end, query];
    if ascii {
        return offsets.map(narrow);
    }
    let text = parsed.as_str();
    offsets.map(|byte| if byte == usize::MAX { u32::MAX } else { narrow(Unit::Utf16.offset(text, byte)) })
}
