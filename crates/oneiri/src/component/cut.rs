//! A text that is cut behind one component, so that the component grows at the end of the text.

use alloc::string::String;

use crate::edit::Draft;
use crate::syntax::spans::Hints;

/// The text up to the end of a path or a query. What stood behind is kept aside and put back when this is dropped,
/// so that it and the offsets move once, however often the component changes.
///
/// The offsets are true after each change. So a guard that is forgotten and never dropped loses what stood behind
/// the component, and leaves a grammatical value.
pub(super) struct Cut<'u> {
    draft: Draft<'u>,
    /// What stood behind the component, with its delimiters.
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

    /// Where the component begins: a path where it is, a query at its `?`, which may be missing.
    pub(super) fn start(&self) -> usize {
        match self.query {
            Some(_) => self.draft.spans.path_start,
            None => self.draft.spans.path_end,
        }
    }

    /// Changes the end of the text, which must stay grammatical, and then the offsets.
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
