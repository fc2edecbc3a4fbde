//! The rows of two identifiers as lines of text: one below the other, in columns, with marks below.

use crate::output::align::{Piece, Row};
use crate::output::glyphs::{Shown, glyphs, stretches};
use crate::output::paint::{Ink, Painter};

/// Where the text begins, behind the longest name of a component.
const INDENT: usize = 10;

/// What a line holds of an identifier: as much as a terminal of 80 columns has room for.
const COLUMNS: usize = 80 - INDENT;

pub(crate) struct Layout {
    pub(crate) painter: Painter,
    /// The colour of marks and of what they point at.
    pub(crate) ink: Ink,
    /// Whether marks say which note is theirs.
    pub(crate) numbered: bool,
}

/// A place in a line, of the same width for both.
struct Cell<'t> {
    a: Shown<'t>,
    b: Shown<'t>,
    width: usize,
    note: Option<usize>,
    /// Both show what the first shows.
    alike: bool,
}

impl<'t> Cell<'t> {
    fn second(&self) -> &Shown<'t> {
        if self.alike { &self.a } else { &self.b }
    }
}

impl Layout {
    pub(crate) fn push_row(&self, row: &Row<'_>, out: &mut String) {
        let instead = |side: fn(&Piece<'_>) -> bool, present: bool| {
            let word = if present { "<empty>" } else { "<none>" };
            row.pieces.iter().all(side).then_some(word)
        };
        let mut instead = [
            instead(|piece| piece.a.is_empty(), row.present[0]),
            instead(|piece| piece.b.is_empty(), row.present[1]),
        ];
        let mut name = row.component.name();
        if row.pieces.is_empty() {
            return self.push_line(name, &[], |cell| &cell.a, instead[0], out);
        }
        let mut flush = |cells: &mut Vec<Cell<'_>>| {
            self.push_line(name, cells, |cell| &cell.a, instead[0], out);
            name = "";
            if !cells.iter().all(|cell| cell.alike) {
                self.push_line(name, cells, Cell::second, instead[1], out);
                self.push_marks(cells, out);
            }
            // What stands for nothing does so once, however long the other is.
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

    /// The marks of a line, and below them the numbers of their notes.
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

/// A piece in cells that fit into a line: where both are alike, one for each character.
fn cells<'t>(piece: &Piece<'t>) -> Box<dyn Iterator<Item = Cell<'t>> + 't> {
    let Piece { a, b, note } = *piece;
    if a == b && note.is_none() {
        return Box::new(glyphs(a, false).map(|a| {
            let (b, width) = (Shown::default(), a.width);
            Cell { a, b, width, note: None, alike: true }
        }));
    }
    let [mut ours, mut theirs] = [a, b].map(|text| stretches(text, note.is_some(), COLUMNS));
    // A mark is to be seen, and so is the number below it.
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
