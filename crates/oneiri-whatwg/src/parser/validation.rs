//! Validation errors (section 1.1 of the Standard), which are collected only on request.

use alloc::vec::Vec;

use oneiri::percent::unescape;

use crate::error::{Error, ErrorKind};
use crate::places::{Places, is_removed};

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
        self.errors.push(error.at(&self.places));
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
            '%' if unescape(text.as_bytes(), index).is_some() => continue,
            _ if is_url_code_point(c) => continue,
            _ => ErrorKind::InvalidUrlUnit,
        };
        errors.take(Error::new(kind, index..index + c.len_utf8()));
    }
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
