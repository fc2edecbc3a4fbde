//! The parser: RFC 3986 section 3 and RFC 3987 section 2.2, from left to right.
//!
//! Two parsers find the components of a text. [`walk`] is fast and uses the masks of the scanners; it
//! accepts only texts that are plainly valid, and knows no errors. On machines without vectors
//! [`walk_bytes`] takes its place. [`parse_const`] reads every text byte by byte and reports every error.
//! [`parse`] asks the walk first. `law` checks that all of them agree.
//!
//! [`parse_const`] and all that it calls is `const`, so that literals are checked by the same code when
//! they are compiled.

pub(crate) mod authority;
pub(crate) mod component;
mod input;
pub(crate) mod ip;
#[cfg(any(test, fuzzing))]
pub(crate) mod law;
pub(crate) mod lenient;
pub(crate) mod split;
mod sweep;
#[cfg(test)]
mod tests;
mod walk;

use crate::syntax::error::{Component, Error, Grammar};
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::grammar::{ALPHA, mask};
use crate::syntax::scan::{Classify, Many, best, run, run_plain};
use crate::syntax::spans::{Hints, Spans};
use input::Input;
use sweep::walk_bytes;
use walk::{MEDIUM, SHORT, walk_long, walk_medium, walk_short};

/// Finds the components of a text, or its first error.
///
/// The spans are copied field by field. To copy a struct as a whole right after its fields were written
/// makes the processor wait until all of the writes have reached the cache.
#[inline(always)]
pub(crate) fn parse(text: &str, grammar: Grammar) -> Result<Spans, Error> {
    if let Some(spans) = parse_plain(best(), text, grammar) {
        return Ok(spans);
    }
    let mut found = Spans::default();
    parse_into(text, grammar, &mut found)?;
    let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } = found;
    Ok(Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints })
}

/// The components of a plainly valid text: by masks of a text of at most [`SHORT`] bytes, by bytes of any
/// text. `None` says nothing: the text may be longer, valid, or invalid.
#[inline(always)]
pub(crate) fn parse_plain(scanner: impl Classify, text: &str, grammar: Grammar) -> Option<Spans> {
    let bytes = text.as_bytes();
    if !scanner.is_fast() {
        walk_bytes(bytes, grammar)
    } else if bytes.len() <= SHORT {
        walk_short(scanner.masks(bytes, 0, grammar.unicode), bytes, grammar)
    } else {
        None
    }
}

/// The components of the nth of many texts, if it is plainly valid and has at most [`MEDIUM`] bytes.
/// `None` says nothing of the text.
#[inline(always)]
pub(crate) fn parse_nth(many: &Many<'_>, nth: usize, scanner: impl Classify, grammar: Grammar) -> Option<Spans> {
    let (masks, text) = many.first_block(nth);
    let bytes = text.as_bytes();
    if bytes.len() <= SHORT {
        walk_short(masks, bytes, grammar)
    } else if bytes.len() <= MEDIUM {
        walk_medium(scanner, masks, bytes, grammar)
    } else {
        None
    }
}

/// Finds the components of a text in which [`parse_plain`] found none, or its first error, and writes the
/// components to `found`.
#[inline(never)]
pub(crate) fn parse_into(text: &str, grammar: Grammar, found: &mut Spans) -> Result<(), Error> {
    if !find_long_spans(text.as_bytes(), grammar, found) {
        *found = parse_const(text, grammar)?;
    }
    Ok(())
}

/// Finds the components of a plainly valid text of more than [`SHORT`] bytes by masks; returns whether it
/// did.
fn find_long_spans(bytes: &[u8], grammar: Grammar, found: &mut Spans) -> bool {
    let scanner = best();
    if !scanner.is_fast() || bytes.len() <= SHORT {
        return false;
    }
    // Each branch writes its result itself: the compiler would copy a common result once more.
    if bytes.len() <= MEDIUM {
        let first = scanner.masks(bytes, 0, grammar.unicode);
        let Some(spans) = walk_medium(scanner, first, bytes, grammar) else { return false };
        *found = spans;
    } else {
        let Some(spans) = walk_long(scanner, bytes, grammar) else { return false };
        *found = spans;
    }
    true
}

/// Finds the components of a text, or its first error, byte by byte. The hints are [`Hints::ALL`].
///
/// `URI-reference = URI / relative-ref`, where
/// `URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]` and
/// `relative-ref = relative-part [ "?" query ] [ "#" fragment ]`; RFC 3987 2.2 for IRIs.
pub(crate) const fn parse_const(text: &str, grammar: Grammar) -> Result<Spans, Error> {
    let bytes = text.as_bytes();
    let input = Input { bytes, grammar };
    let mut spans = Spans {
        scheme_end: 0,
        host_start: 0,
        host_end: 0,
        path_start: 0,
        path_end: 0,
        query_end: 0,
        hints: Hints::ALL,
    };

    let head = run_plain(bytes, 0, mask::SCHEME);
    if head != 0 && input.is(head, b':') && ALPHA.has(bytes[0]) {
        spans.scheme_end = head;
        spans.path_start = head + 1;
    } else if let Err(error) = input.no_scheme(head) {
        return Err(error);
    }

    if input.is(spans.path_start, b'/') && input.is(spans.path_start + 1, b'/') {
        match authority::parse(&input, spans.path_start + 2) {
            Ok((host, end)) => {
                spans.host_start = host.start;
                spans.host_end = host.end;
                spans.path_start = end;
            }
            Err(error) => return Err(error),
        }
    }

    let text_set = Repertoire::of(grammar.unicode);
    spans.path_end = run(bytes, spans.path_start, mask::PATH, text_set);
    let mut at = spans.path_end;
    if input.is(at, b'?') {
        at = run(bytes, at + 1, mask::QUERY, Repertoire::of_query(grammar.unicode));
    } else if at < bytes.len() && bytes[at] != b'#' {
        return Err(input.stopped(at, Component::Path));
    }
    spans.query_end = at;
    if input.is(at, b'#') {
        at = run(bytes, at + 1, mask::QUERY, text_set);
        if at < bytes.len() {
            return Err(input.stopped(at, Component::Fragment));
        }
    } else if at < bytes.len() {
        return Err(input.stopped(at, Component::Query));
    }
    Ok(spans)
}
