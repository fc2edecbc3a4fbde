//! Prints two identifiers one above the other, in aligned columns, with marks below the
//! differences.

use std::ops::Range;

use oneiri::{Alphabet, Component, Ri, SchemePresence};

use crate::output::{glyphs::Shown, glyphs::glyphs, glyphs::stretches, paint::Ink, paint::Painter};

/// The column in which the text begins, after the longest name of a component.
const INDENT: usize = 10;

/// How many columns of an identifier a line has: the rest of a terminal of 80 columns.
const COLUMNS: usize = 80 - INDENT;

pub(crate) struct Layout {
    pub(crate) painter: Painter,
    /// The color of the marks and of the text above them.
    pub(crate) ink: Ink,
    /// Whether the number of its note stands below each mark.
    pub(crate) numbered: bool,
}

/// A piece of each identifier in the same columns.
struct Cell<'t> {
    a: Shown<'t>,
    b: Shown<'t>,
    width: usize,
    note: Option<usize>,
    /// Whether both identifiers have the text of `a` here.
    alike: bool,
}

impl Layout {
    pub(crate) fn push_row(&self, row: &Row<'_>, out: &mut String) {
        let instead = |side: fn(&Piece<'_>) -> bool, present: bool| {
            let word = if present { "<empty>" } else { "<none>" };
            row.pieces.iter().all(side).then_some(word)
        };
        let mut instead =
            [instead(|piece| piece.a.is_empty(), row.present[0]), instead(|piece| piece.b.is_empty(), row.present[1])];
        let mut name = row.component.name();
        if row.pieces.is_empty() {
            return self.push_line(name, &[], |cell| &cell.a, instead[0], out);
        }
        let mut flush = |cells: &mut Vec<Cell<'_>>| {
            self.push_line(name, cells, |cell| &cell.a, instead[0], out);
            name = "";
            if !cells.iter().all(|cell| cell.alike) {
                self.push_line(name, cells, |cell| if cell.alike { &cell.a } else { &cell.b }, instead[1], out);
                self.push_marks(cells, out);
            }
            // A word such as `<none>` stands in the first line only, however many lines the other
            // identifier takes.
            instead = [None; 2];
            cells.clear();
        };
        let (mut line, mut left) = (Vec::new(), COLUMNS);
        for cell in row.pieces.iter().flat_map(cells) {
            if cell.width > left && !line.is_empty() {
                flush(&mut line);
                left = COLUMNS;
            }
            left = left.saturating_sub(cell.width);
            line.push(cell);
        }
        flush(&mut line);
    }

    fn push_line<'t>(
        &self,
        name: &str,
        cells: &[Cell<'t>],
        side: for<'c> fn(&'c Cell<'t>) -> &'c Shown<'t>,
        instead: Option<&str>,
        out: &mut String,
    ) {
        out.push_str(name);
        let mut blanks = INDENT - name.len();
        let mut put = |ink, text: &str, width: usize, reserved: usize| {
            if width > 0 {
                out.extend(std::iter::repeat_n(' ', blanks));
                self.painter.put(out, ink, text);
                blanks = 0;
            }
            blanks += reserved.saturating_sub(width);
        };
        match instead {
            Some(word) => put(Ink::Faint, word, word.len(), 0),
            None => {
                for cell in cells {
                    let shown = side(cell);
                    let ink = if cell.note.is_some() { self.ink } else { Ink::Plain };
                    put(ink, &shown.text, shown.width, cell.width);
                }
            }
        }
        out.push('\n');
    }

    /// Appends the marks of a line, and below them the numbers of their notes.
    fn push_marks(&self, cells: &[Cell<'_>], out: &mut String) {
        if cells.iter().all(|cell| cell.note.is_none()) {
            return;
        }
        let line = |ink, text: &str, out: &mut String| {
            out.extend(std::iter::repeat_n(' ', INDENT));
            self.painter.put(out, ink, text.trim_end());
            out.push('\n');
        };
        let (mut marks, mut numbers) = (String::new(), String::new());
        for cell in cells {
            let mark = if cell.note.is_some() { '^' } else { ' ' };
            marks.extend(std::iter::repeat_n(mark, cell.width));
            let number = cell.note.map(|note| (note + 1).to_string()).unwrap_or_default();
            numbers.push_str(&format!("{number:<0$}", cell.width));
        }
        line(self.ink, &marks, out);
        if self.numbered {
            line(Ink::Plain, &numbers, out);
        }
    }
}

/// Cuts a piece into cells that fit into a line. Where both texts are equal, each character is a
/// cell.
fn cells<'t>(piece: &Piece<'t>) -> Box<dyn Iterator<Item = Cell<'t>> + 't> {
    let Piece { a, b, note } = *piece;
    if a == b && note.is_none() {
        return Box::new(glyphs(a, false).map(|a| {
            let (b, width) = (Shown::default(), a.width);
            Cell { a, b, width, note: None, alike: true }
        }));
    }
    let [mut ours, mut theirs] = [a, b].map(|text| stretches(text, note.is_some(), COLUMNS));
    // The cell has room for at least one mark, and for the number below it.
    let least = note.map_or(0, |note| (note + 1).to_string().len());
    Box::new(std::iter::from_fn(move || {
        let (a, b) = match (ours.next(), theirs.next()) {
            (None, None) => return None,
            (a, b) => (a.unwrap_or_default(), b.unwrap_or_default()),
        };
        let width = a.width.max(b.width).max(least);
        Some(Cell { a, b, width, note, alike: false })
    }))
}

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
