//! The text that the parser reads, and the faults that the parser reports at a place of it.

use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::grammar::unicode::char_at;
use crate::syntax::grammar::{ALPHA, escape_at};

/// A text, and the grammar by which the parser reads it.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) grammar: Grammar,
}

impl Input<'_> {
    /// Whether this byte is at `at`.
    pub(crate) const fn is(&self, at: usize, byte: u8) -> bool {
        at < self.bytes.len() && self.bytes[at] == byte
    }

    /// Whether an authority ends at `at`: at the end of the text, or before `/`, `?` or `#` (RFC 3986
    /// section 3.2).
    pub(crate) const fn ends_authority(&self, at: usize) -> bool {
        at >= self.bytes.len() || matches!(self.bytes[at], b'/' | b'?' | b'#')
    }

    /// Checks whether a text without a valid scheme is valid all the same. `head` is the end of the run of
    /// scheme characters at the start.
    ///
    /// `path-noscheme = segment-nz-nc *( "/" segment )`: the first segment must not contain a colon.
    pub(crate) const fn no_scheme(&self, head: usize) -> Result<(), Error> {
        let mut at = head;
        while !self.ends_authority(at) && self.bytes[at] != b':' {
            at += 1;
        }
        if self.is(at, b':') {
            // The error points to the character that keeps the text before the colon from being a
            // scheme: the first character, as in `1a:`; the first one that no scheme admits, as in
            // `a_b:`; or the colon where nothing is before it.
            let fault = if head > 0 && ALPHA.has(self.bytes[0]) { head } else { 0 };
            return Err(self.fault(fault, ErrorKind::SchemeInvalid, Component::Scheme));
        }
        if self.grammar.scheme {
            let error = self.fault(0, ErrorKind::SchemeMissing, Component::Scheme);
            return Err(error.at(0, 0, error.found));
        }
        Ok(())
    }

    /// The error at `at`, where a run stopped: an invalid escape or a character that is not admitted.
    pub(crate) const fn stopped(&self, at: usize, component: Component) -> Error {
        if !self.is(at, b'%') || escape_at(self.bytes, at).is_some() {
            return self.fault(at, ErrorKind::Character, component);
        }
        // The error covers the "%", a digit after it, and the character that should be a digit.
        let second = if at + 1 < self.bytes.len() && self.bytes[at + 1].is_ascii_hexdigit() { at + 2 } else { at + 1 };
        let error = self.fault(second, ErrorKind::Escape, component);
        error.at(at, error.end, error.found)
    }

    /// An error that covers the character at `at`; an empty range at the end of the text.
    pub(crate) const fn fault(&self, at: usize, kind: ErrorKind, component: Component) -> Error {
        let (found, length) = if at < self.bytes.len() {
            let (character, length) = char_at(self.bytes, at);
            (Some(character), length)
        } else {
            (None, 0)
        };
        Error { start: at, end: at + length, kind, component: Some(component), grammar: Some(self.grammar), found }
    }
}
