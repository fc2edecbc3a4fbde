//! The walk: from masks to components, written once for every machine.
//!
//! The walk goes over the masks of a text from delimiter to delimiter, and looks at single bytes only
//! where it must. It has two answers: the components of the text, or `None`. `None` says nothing: the
//! text may be valid or not, and the parser then reads it byte by byte. So the walk has to be right only
//! where it returns components.
//!
//! Everything is inlined, so that what the walk finds stays in registers until a value is made of it. A
//! struct that is written field by field and then copied as a whole costs more than the walk itself.

mod blocks;
mod look;

use super::authority;
use super::input::Input;
use crate::syntax::error::Grammar;
use crate::syntax::grammar::mask;
pub(super) use crate::syntax::scan::SHORT;
use crate::syntax::scan::{Classify, EACH, HIGH, Masks, run_plain};
use crate::syntax::spans::{Hints, Spans};
use blocks::{Block, Blocks, Find, TwoBlocks};
pub(super) use look::look_at;
use look::{check, hints};

/// The length of the longest text whose end is a bit of its second block of 64 bytes.
pub(super) const MEDIUM: usize = 127;

/// Walks over a text of at most [`SHORT`] bytes, which has these masks.
#[inline(always)]
pub(super) fn walk_short(masks: Masks, bytes: &[u8], grammar: Grammar) -> Option<Spans> {
    let hints = hints(&masks, 0).or(check(bytes, 0, masks.check, grammar.unicode)?);
    walk(&mut Block { masks, end: 1 << bytes.len(), hints }, bytes, grammar)
}

/// Walks over a text of 64 to [`MEDIUM`] bytes. `first` has the masks of the first 64 bytes.
#[inline(always)]
pub(super) fn walk_medium<C: Classify>(scanner: C, first: Masks, bytes: &[u8], grammar: Grammar) -> Option<Spans> {
    let unicode = grammar.unicode;
    let mut seen = hints(&first, 0).or(check(bytes, 0, first.check, unicode)?);
    let second = scanner.masks(bytes, 64, unicode);
    seen = seen.or(hints(&second, first.slash)).or(check(bytes, 64, second.check, unicode)?);
    let mut text = TwoBlocks { first, second, end: 1 << (bytes.len() - 64), hints: seen };
    walk(&mut text, bytes, grammar)
}

/// Walks over a text of any length.
#[inline(always)]
pub(super) fn walk_long<C: Classify>(scanner: C, bytes: &[u8], grammar: Grammar) -> Option<Spans> {
    walk(&mut Blocks::new(scanner, bytes, grammar.unicode)?, bytes, grammar)
}

#[inline(always)]
fn walk<T: Find>(text: &mut T, bytes: &[u8], grammar: Grammar) -> Option<Spans> {
    let mut spans = Spans::default();

    let web = web_scheme(bytes);
    if web != 0 {
        spans.scheme_end = web;
        spans.path_start = web + 1;
    } else {
        let head = text.find(|all| all.colon_or_at | all.slash | all.question | all.hash, 0)?;
        if bytes.get(head) == Some(&b':') {
            if !is_scheme(bytes, head) {
                return None;
            }
            spans.scheme_end = head;
            spans.path_start = head + 1;
        } else if grammar.scheme || bytes.get(head) == Some(&b'@') {
            // The mask of colons has the "@" too. After an "@", a colon may still follow in the first
            // segment, and would be an error.
            return None;
        }
    }

    if web != 0 || bytes[spans.path_start..].starts_with(b"//") {
        let start = spans.path_start + 2;
        let end = text.find(|all| all.slash | all.question | all.hash, start)?;
        (spans.host_start, spans.host_end) =
            if text.is_plain(start, end) { (start, end) } else { parse_authority(bytes, start, end, grammar)? };
        spans.path_start = end;
    }

    // `path_end` is the offset of a question mark or a hash, or the end of the text. At a hash or the
    // end, the search for the hash stops at once, and the query is absent.
    spans.path_end = text.find(|all| all.question | all.hash, spans.path_start)?;
    spans.query_end = text.find(|all| all.hash, spans.path_end)?;
    // The hash at `query_end` is the first, so a second one is in the fragment and is an error.
    if text.has_two_hashes(spans.query_end)? {
        return None;
    }
    spans.hints = text.hints(spans.path_start);
    if !spans.has_authority() && bytes.get(spans.path_start) == Some(&b'.') {
        spans.hints = spans.hints.or(Hints::DOTS);
    }
    Some(spans)
}

/// The start and the end of the host of an authority that is more than a host, by the parser. `None` if
/// the authority is invalid, or does not end at `end`.
fn parse_authority(bytes: &[u8], start: usize, end: usize, grammar: Grammar) -> Option<(usize, usize)> {
    let (host, found) = authority::parse(&Input { bytes, grammar }, start).ok()?;
    (found == end).then_some((host.start, host.end))
}

/// The end of the scheme of a text that begins with `http://` or `https://`; 0 for any other text. Most
/// texts begin so, and this function has no branch between the two.
#[inline(always)]
fn web_scheme(bytes: &[u8]) -> usize {
    const PLAIN: u64 = u64::from_le_bytes(*b"http://\0");
    const SECURE: u64 = u64::from_le_bytes(*b"https://");
    let first = bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
    let (plain, secure) = (first << 8 == PLAIN << 8, first == SECURE);
    if plain | secure { 4 + usize::from(secure) } else { 0 }
}

/// Whether the first `head` bytes of a text are a scheme. Most schemes are at most eight letters, and are
/// recognized without a branch for each letter.
#[inline(always)]
fn is_scheme(bytes: &[u8], head: usize) -> bool {
    let first = bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
    let folded = first | (0x20 * EACH);
    // Each value has the highest bit of a byte set if the byte is "a" or greater, or greater than "z".
    let from_a = (folded | HIGH) - u64::from(b'a') * EACH;
    let beyond_z = (folded & !HIGH) + (0x7F - u64::from(b'z')) * EACH;
    let letters = from_a & !beyond_z & !first & HIGH;
    let within = if head < 8 { HIGH & !(!0 << (8 * head)) } else { HIGH };
    if head <= 8 && head > 0 && letters & within == within {
        return true;
    }
    bytes[0].is_ascii_alphabetic() && run_plain(bytes, 1, mask::SCHEME) == head
}
