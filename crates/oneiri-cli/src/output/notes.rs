//! Messages about inputs, with their places among the answers.

use std::collections::BTreeMap;

/// The messages about some inputs; each ends with a line feed.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) text: String,
    pub(crate) marks: Vec<Mark>,
    /// How many inputs were refused for each reason, if [`OutputOptions::reasons`](super::OutputOptions::reasons) is set.
    pub(crate) reasons: BTreeMap<String, u64>,
}

/// A message in [`Notes`].
pub(crate) struct Mark {
    /// The length that the output had before the message.
    pub(crate) at: usize,
    /// Where the message begins and ends.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the message is the refusal of an input.
    pub(crate) is_refusal: bool,
}

impl Notes {
    /// Adds a message, before which the output has this length.
    pub(crate) fn push(&mut self, at: usize, message: &str, is_refusal: bool) {
        let start = self.text.len();
        self.text.push_str(message);
        self.text.push('\n');
        self.marks.push(Mark { at, start, end: self.text.len(), is_refusal });
    }

    /// The messages, several short ones together: as many as one write takes without bytes of another writer between
    /// them, if that is so many bytes.
    pub(crate) fn together(&self, most: usize) -> impl Iterator<Item = &str> {
        let mut marks = self.marks.iter().peekable();
        std::iter::from_fn(move || {
            let &Mark { start, mut end, .. } = marks.next()?;
            while let Some(mark) = marks.next_if(|it| it.start == end && it.end - start <= most) {
                end = mark.end;
            }
            self.text.get(start..end)
        })
    }
}
