//! RFC 3986 section 3, from left to right.
//!
//! Everything here is `const`, so that literals are checked by the same code when they are compiled.

pub(crate) mod authority;
pub(crate) mod component;
pub(crate) mod ip;
pub(crate) mod lenient;
pub(crate) mod split;

use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::grammar::unicode::{Repertoire, char_at};
use crate::syntax::grammar::{ALPHA, escape_at, mask};
use crate::syntax::scan::{Classify, Many, best, find_long_spans, run, run_plain, short_spans};
use crate::syntax::spans::{Hints, Spans};

/// Finds the components of a text, or the first fault: by the walk where the text is plainly
/// grammatical, and by [`parse_const`] where it is not, or where that is yet to be seen.
///
/// What it finds is copied field by field, or not at all: to copy a struct as a whole that was just
/// written piece by piece is to wait until the processor has all the pieces in memory.
#[inline(always)]
pub(crate) fn parse(text: &str, grammar: Grammar) -> Result<Spans, Error> {
    if let Some(spans) = parse_short(best(), text, grammar) {
        return Ok(spans);
    }
    let mut found = Spans::default();
    parse_into(text, grammar, &mut found)?;
    let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } = found;
    Ok(Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints })
}

/// The components of a short text that is plainly grammatical; `None` says nothing of a text.
#[inline(always)]
pub(crate) fn parse_short(scanner: impl Classify, text: &str, grammar: Grammar) -> Option<Spans> {
    let Grammar { unicode, scheme } = grammar;
    short_spans(scanner, text.as_bytes(), unicode, scheme, authority::parse_plain)
}

/// As [`parse_short`], of one of many texts, which may be twice as long.
#[inline(always)]
pub(crate) fn parse_nth(
    many: &Many<'_>,
    nth: usize,
    scanner: impl Classify,
    grammar: Grammar,
) -> Option<Spans> {
    let Grammar { unicode, scheme } = grammar;
    many.spans(nth, scanner, unicode, scheme, authority::parse_plain)
}

/// As [`parse`], of any text.
#[inline(never)]
pub(crate) fn parse_into(text: &str, grammar: Grammar, found: &mut Spans) -> Result<(), Error> {
    let Grammar { unicode, scheme } = grammar;
    if !find_long_spans(text.as_bytes(), unicode, scheme, authority::parse_plain, found) {
        *found = parse_const(text, grammar)?;
    }
    Ok(())
}

/// Finds the components of a text, or the first fault.
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

/// The text under the parser's hand, and what it is meant to be.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) grammar: Grammar,
}

impl Input<'_> {
    pub(crate) const fn is(&self, at: usize, byte: u8) -> bool {
        at < self.bytes.len() && self.bytes[at] == byte
    }

    /// Whether an authority ends at `at`: RFC 3986 section 3.2.
    pub(crate) const fn ends_authority(&self, at: usize) -> bool {
        at >= self.bytes.len() || matches!(self.bytes[at], b'/' | b'?' | b'#')
    }

    /// The text has no scheme; may it have none? `head` is where the scheme's characters end.
    ///
    /// `path-noscheme = segment-nz-nc *( "/" segment )`: no colon in the first segment.
    const fn no_scheme(&self, head: usize) -> Result<(), Error> {
        let mut at = head;
        while !self.ends_authority(at) && self.bytes[at] != b':' {
            at += 1;
        }
        if self.is(at, b':') {
            // The fault is what keeps the head from being a scheme: its first character, the one
            // that ended the run, or the colon itself where nothing stands before it.
            let fault = if head > 0 && ALPHA.has(self.bytes[0]) { head } else { 0 };
            return Err(self.fault(fault, ErrorKind::SchemeInvalid, Component::Scheme));
        }
        if self.grammar.scheme {
            let error = self.fault(0, ErrorKind::SchemeMissing, Component::Scheme);
            return Err(error.at(0, 0, error.found));
        }
        Ok(())
    }

    /// The fault at `at`, where the scanner stopped: a broken escape or a foreign character.
    pub(crate) const fn stopped(&self, at: usize, component: Component) -> Error {
        if !self.is(at, b'%') || escape_at(self.bytes, at).is_some() {
            return self.fault(at, ErrorKind::Character, component);
        }
        // "%" alone, or "%4" and something: the fault reaches up to what is no digit.
        let second = if at + 1 < self.bytes.len() && self.bytes[at + 1].is_ascii_hexdigit() {
            at + 2
        } else {
            at + 1
        };
        let error = self.fault(second, ErrorKind::Escape, component);
        error.at(at, error.end, error.found)
    }

    /// A fault of the character at `at`, or of the end of the text.
    pub(crate) const fn fault(&self, at: usize, kind: ErrorKind, component: Component) -> Error {
        let (found, length) = if at < self.bytes.len() {
            let (character, length) = char_at(self.bytes, at);
            (Some(character), length)
        } else {
            (None, 0)
        };
        Error { start: at, end: at + length, kind, component, grammar: Some(self.grammar), found }
    }
}
