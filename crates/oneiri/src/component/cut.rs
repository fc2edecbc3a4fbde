//! A text that is cut off after one component, so that the component grows at the end of the text.

use alloc::string::String;

use crate::edit::Draft;
use crate::syntax::spans::Hints;

/// The text up to the end of a path or a query. The cut keeps the rest of the text aside and puts it back when it
/// is dropped. So the rest and its offsets move once, however often the component changes.
///
/// The offsets are correct after each change. If a caller forgets a guard and it is never dropped, the identifier
/// loses the text after the component, but is still grammatical.
pub(super) struct Cut<'u> {
    draft: Draft<'u>,
    /// The text after the component, with its delimiters.
    tail: String,
    /// The length of the query and its delimiter in the tail; `None` if the query is the component that changes.
    query: Option<usize>,
}

impl<'u> Cut<'u> {
    pub(super) fn behind_path(draft: Draft<'u>) -> Self {
        let end = draft.spans.path_end;
        let query = draft.spans.query_end - end;
        Self::at(draft, end, Some(query))
    }

    pub(super) fn behind_query(draft: Draft<'u>) -> Self {
        let end = draft.spans.query_end;
        Self::at(draft, end, None)
    }

    fn at(draft: Draft<'u>, end: usize, query: Option<usize>) -> Self {
        let tail = draft.text.split_off(end);
        let mut cut = Self { draft, tail, query };
        cut.draft.spans.hints = Hints::ALL;
        cut.settle();
        cut
    }

    pub(super) fn draft(&self) -> &Draft<'u> {
        &self.draft
    }

    /// The text of the component.
    pub(super) fn component(&self) -> &str {
        &self.draft.text[self.start()..]
    }

    /// The start of the component. A path starts at its first character; a query starts at its `?`, or where the
    /// `?` would be.
    pub(super) fn start(&self) -> usize {
        match self.query {
            Some(_) => self.draft.spans.path_start,
            None => self.draft.spans.path_end,
        }
    }

    /// Changes the end of the text, and then updates the offsets. The text must stay grammatical.
    pub(super) fn change<R>(&mut self, change: impl FnOnce(&mut String) -> R) -> R {
        let result = change(self.draft.text);
        self.settle();
        result
    }

    fn settle(&mut self) {
        let end = self.draft.text.len();
        self.draft.spans.query_end = end;
        if self.query.is_some() {
            self.draft.spans.path_end = end;
        }
    }
}

impl Drop for Cut<'_> {
    fn drop(&mut self) {
        self.draft.spans.query_end += self.query.unwrap_or(0);
        self.draft.text.push_str(&self.tail);
    }
}
