//! Offsets in a text as it was given, before its tabs and newlines were removed.

use alloc::vec::Vec;
use core::ops::Range;

/// An ASCII tab or newline.
pub(crate) fn is_removed(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
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
        Self { start, removed: removed.zip(0..).map(|((index, _), before)| index - before).collect() }
    }

    fn offset(&self, offset: usize) -> usize {
        self.start + offset + self.removed.partition_point(|removed| *removed <= offset)
    }

    /// The range in the text as it was given.
    pub(crate) fn range(&self, Range { start, end }: Range<usize>) -> Range<usize> {
        // A range ends after its last byte, before what was removed there.
        let end = if start < end { self.offset(end - 1) + 1 } else { self.offset(start) };
        self.offset(start)..end
    }
}
