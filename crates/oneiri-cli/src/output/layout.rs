//! Prints two identifiers one above the other, in aligned columns, with marks below the
//! differences.

use crate::output::{
    align::Piece, align::Row, glyphs::Shown, glyphs::glyphs, glyphs::stretches, paint::Ink, paint::Painter,
};

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
                self.push_line(name, cells, Cell::second, instead[1], out);
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
