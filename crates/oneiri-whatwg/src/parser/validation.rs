//! Validation errors (section 1.1 of the Standard), which are collected only on request.

use alloc::vec::Vec;
use core::ops::Range;

use super::is_removed;
use crate::error::{Error, ErrorKind};

/// Takes validation errors. `()` takes none, and the code that looks for them is compiled away.
pub(crate) trait Sink {
    /// Whether it takes any.
    const COLLECTS: bool;

    fn take(&mut self, error: Error);
}

impl Sink for () {
    const COLLECTS: bool = false;

    fn take(&mut self, _: Error) {}
}

/// Stores errors with their places in the text as it was given.
pub(crate) struct Collected {
    pub(crate) places: Places,
    pub(crate) errors: Vec<Error>,
}

impl Sink for Collected {
    const COLLECTS: bool = true;

    fn take(&mut self, error: Error) {
        self.errors.push(self.places.error(error));
    }
}

/// Passes errors on after a function has given them another place.
pub(crate) struct Placed<'s, S, F>(pub(crate) &'s mut S, pub(crate) F);

impl<S: Sink, F: Fn(Error) -> Error> Sink for Placed<'_, S, F> {
    const COLLECTS: bool = S::COLLECTS;

    fn take(&mut self, error: Error) {
        self.0.take(self.1(error));
    }
}

/// Translates offsets in a text without tabs and newlines into offsets in the text as it was given.
pub(crate) struct Places {
    /// How many bytes stand before the text.
    start: usize,
    /// For each byte that was removed, the offset that it would have in the text without the others.
    removed: Vec<usize>,
}

impl Places {
    /// For a text with tabs and newlines that begins at an offset.
    pub(crate) fn new(text: &str, start: usize) -> Self {
        let removed = text.bytes().enumerate().filter(|(_, byte)| is_removed(*byte));
        Self {
            start,
            removed: removed.zip(0..).map(|((index, _), before)| index - before).collect(),
        }
    }

    fn offset(&self, offset: usize) -> usize {
        self.start + offset + self.removed.partition_point(|removed| *removed <= offset)
    }

    pub(crate) fn error(&self, error: Error) -> Error {
        let Range { start, end } = error.range();
        // A range ends behind its last byte, before what was removed there.
        let end = if start < end { self.offset(end - 1) + 1 } else { self.offset(start) };
        Error::new(error.kind(), self.offset(start)..end)
    }
}

/// Reports what is removed before the states run: spaces and controls at both ends, and then each stretch
/// of tabs and newlines. `trimmed` begins at `start` in `text`.
pub(super) fn removed(text: &str, trimmed: &str, start: usize) -> Vec<Error> {
    let ends = [0..start, start + trimmed.len()..text.len()];
    let mut ranges: Vec<_> = ends.into_iter().filter(|range| !range.is_empty()).collect();
    let bytes = trimmed.bytes().zip(start..).filter(|(byte, _)| is_removed(*byte));
    for (_, at) in bytes {
        match ranges.last_mut() {
            Some(range) if range.end == at && range.start >= start => range.end += 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges.into_iter().map(|range| Error::new(ErrorKind::InvalidUrlUnit, range)).collect()
}

/// Reports each code point of a text that is neither a URL code point nor part of an escape.
/// `backslash` is the error that a backslash is.
pub(crate) fn units<S: Sink>(text: &str, backslash: ErrorKind, errors: &mut S) {
    if !S::COLLECTS {
        return;
    }
    for (index, c) in text.char_indices() {
        let kind = match c {
            '\\' => backslash,
            '%' if is_escape(&text.as_bytes()[index..]) => continue,
            _ if is_url_code_point(c) => continue,
            _ => ErrorKind::InvalidUrlUnit,
        };
        errors.take(Error::new(kind, index..index + c.len_utf8()));
    }
}

fn is_escape(text: &[u8]) -> bool {
    matches!(text, [_, high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// A URL code point (section 4.3).
fn is_url_code_point(c: char) -> bool {
    match c {
        '!' | '$' | '&'..='/' | ':' | ';' | '=' | '?' | '@' | '_' | '~' => true,
        '\0'..='\x7F' => c.is_ascii_alphanumeric(),
        // Noncharacters.
        '\u{80}'..='\u{9F}' | '\u{FDD0}'..='\u{FDEF}' => false,
        _ => u32::from(c) & 0xFFFE != 0xFFFE,
    }
}
