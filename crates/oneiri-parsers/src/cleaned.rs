//! A text without the characters that a program removes from it before it reads it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A text without spaces and controls at its ends and without its tabs and newlines, and where its bytes
/// stand in the text.
pub(crate) struct Cleaned<'t> {
    /// What is left.
    pub(crate) text: Cow<'t, str>,
    /// The offset of the first byte in the given text.
    start: usize,
    /// The offsets in the given text of all bytes, if some were removed between them.
    offsets: Vec<usize>,
}

impl<'t> Cleaned<'t> {
    /// Removes tabs and newlines, and the spaces and controls before the text.
    pub(crate) fn at_the_start(text: &'t str) -> Self {
        let trimmed = text.trim_start_matches(is_c0_control_or_space);
        let start = text.len() - trimmed.len();
        if !trimmed.contains(is_removed) {
            return Self { text: Cow::Borrowed(trimmed), start, offsets: Vec::new() };
        }
        let kept: String = trimmed.chars().filter(|c| !is_removed(*c)).collect();
        let bytes = trimmed.bytes().enumerate();
        let offsets = bytes.filter(|(_, byte)| !is_removed(char::from(*byte)));
        Self { text: Cow::Owned(kept), start, offsets: offsets.map(|(at, _)| at + start).collect() }
    }

    /// Removes tabs and newlines, and the spaces and controls at both ends.
    pub(crate) fn at_both_ends(text: &'t str) -> Self {
        Self::at_the_start(text.trim_end_matches(is_c0_control_or_space))
    }

    /// The range in the given text of a range in what is left. A part ends after its last byte.
    pub(crate) fn range(&self, range: Range<usize>) -> Range<usize> {
        let Range { start, end } = range;
        let Some(last) = self.offsets.last() else {
            return start + self.start..end + self.start;
        };
        let first = self.offsets.get(start).copied().unwrap_or(last + 1);
        if start == end { first..first } else { first..self.offsets[end - 1] + 1 }
    }
}

fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

fn is_c0_control_or_space(c: char) -> bool {
    c <= ' '
}
