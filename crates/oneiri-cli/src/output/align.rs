//! Two identifiers side by side. Both are cut into components, and each component into pieces, so
//! that equal text stands beside equal text.

use std::ops::Range;

use oneiri::{Alphabet, Component, Ri, SchemePresence};

/// A stretch of both identifiers that a note explains.
pub(crate) struct Mark {
    pub(crate) component: Component,
    pub(crate) a: Range<usize>,
    pub(crate) b: Range<usize>,
    /// The index of the note.
    pub(crate) note: usize,
}

/// One component of both identifiers. The pieces of all rows, concatenated, are the two
/// identifiers.
pub(crate) struct Row<'t> {
    pub(crate) component: Component,
    /// Whether each identifier has the component. A component that is present can be empty.
    pub(crate) present: [bool; 2],
    pub(crate) pieces: Vec<Piece<'t>>,
}

/// A stretch of each identifier, shown beside each other.
pub(crate) struct Piece<'t> {
    pub(crate) a: &'t str,
    pub(crate) b: &'t str,
    pub(crate) note: Option<usize>,
}

/// One identifier, and which bytes of it each row shows. A row includes its delimiters, so that an
/// absent component differs from an empty one.
struct Side<'t> {
    text: &'t str,
    rows: [Range<usize>; 7],
    present: [bool; 7],
}

impl<'t> Side<'t> {
    /// `slashes` names the row that shows the `//` before an authority.
    fn new<A: Alphabet, F: SchemePresence>(identifier: Ri<&'t str, A, F>, slashes: Component) -> Self {
        let has_host = identifier.host().is_some();
        let mut at = 0;
        let rows = Component::ALL.map(|component| {
            // A scheme and a userinfo have their delimiter after them. All others have it before them.
            let delimiter = usize::from(matches!(component, Component::Scheme | Component::Userinfo));
            let slashes = if component == slashes && has_host { 2 } else { 0 };
            let range = identifier.range(component);
            let start = at;
            at = range.map_or(start + slashes, |range| range.end + delimiter);
            start..at
        });
        let present = Component::ALL.map(|component| identifier.range(component).is_some());
        Self { text: identifier.as_str(), rows, present }
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }
}

/// Lays both identifiers out in rows. A component that neither has gets no row.
pub(crate) fn rows<'t, A: Alphabet, F: SchemePresence>(
    a: Ri<&'t str, A, F>,
    b: Ri<&'t str, A, F>,
    marks: &[Mark],
) -> Vec<Row<'t>> {
    let either = a.userinfo().is_some() || b.userinfo().is_some();
    let slashes = if either { Component::Userinfo } else { Component::Host };
    let (a, b) = (Side::new(a, slashes), Side::new(b, slashes));
    let mut rows = Vec::new();
    for (index, component) in Component::ALL.into_iter().enumerate() {
        let present = [a.present[index], b.present[index]];
        if present == [false; 2] {
            continue;
        }
        let mut marks: Vec<&Mark> = marks.iter().filter(|mark| mark.component == component).collect();
        marks.sort_by_key(|mark| (mark.a.start, mark.b.start));
        let pieces = pieces(&a, &b, [&a.rows[index], &b.rows[index]], &marks);
        rows.push(Row { component, present, pieces });
    }
    rows
}

/// Cuts one component of both identifiers at the marks.
fn pieces<'t>(a: &Side<'t>, b: &Side<'t>, [ours, theirs]: [&Range<usize>; 2], marks: &[&Mark]) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let mut push = |x: Range<usize>, y: Range<usize>, note: Option<usize>| {
        let (a, b) = (a.slice(x), b.slice(y));
        if !a.is_empty() || !b.is_empty() || note.is_some() {
            pieces.push(Piece { a, b, note });
        }
    };
    let (mut x, mut y) = (ours.start, theirs.start);
    for mark in marks {
        let (left, right) = (within(&mark.a, x..ours.end), within(&mark.b, y..theirs.end));
        push(x..left.start, y..right.start, None);
        (x, y) = (left.end, right.end);
        push(left, right, Some(mark.note));
    }
    push(x..ours.end, y..theirs.end, None);
    pieces
}

/// Clamps a range to the given bounds.
fn within(range: &Range<usize>, bounds: Range<usize>) -> Range<usize> {
    let clamp = |at: usize| at.clamp(bounds.start, bounds.end.max(bounds.start));
    clamp(range.start)..clamp(range.end)
}

#[cfg(test)]
#[path = "../../tests/laws/align.rs"]
mod tests;
