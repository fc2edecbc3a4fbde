//! The rows of two identifiers as lines of text: one below the other, in columns, with marks below.

use oneiri::Component;
use unicode_width::UnicodeWidthChar;

use crate::align::{Piece, Row};
use crate::escape;
use crate::paint::{Ink, Painter};

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

/// A character as it is shown, with what combines with it.
struct Glyph {
    text: String,
    width: usize,
}

/// A place in a line, of the same width for both.
struct Cell {
    a: Vec<Glyph>,
    b: Vec<Glyph>,
    width: usize,
    note: Option<usize>,
    alike: bool,
}

impl Layout {
    pub(crate) fn push_row(&self, row: &Row<'_>, out: &mut String) {
        let mut name = row.component.name();
        let lines = lines(&row.pieces);
        let empty =
            |side: fn(&Cell) -> &[Glyph]| lines.iter().flatten().all(|cell| side(cell).is_empty());
        let instead = |missing: bool, present: bool| {
            let word = if present { "<empty>" } else { "<none>" };
            missing.then_some(word)
        };
        let instead = [
            instead(empty(|cell| &cell.a), row.present[0]),
            instead(empty(|cell| &cell.b), row.present[1]),
        ];
        if lines.is_empty() {
            return self.push_line(name, &[], |cell| &cell.a, instead[0], out);
        }
        for cells in &lines {
            self.push_line(name, cells, |cell| &cell.a, instead[0], out);
            name = "";
            if cells.iter().all(|cell| cell.alike) {
                continue;
            }
            self.push_line(name, cells, |cell| &cell.b, instead[1], out);
            self.push_marks(cells, out);
        }
    }

    fn push_line(
        &self,
        name: &str,
        cells: &[Cell],
        side: fn(&Cell) -> &[Glyph],
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
                    let glyphs = side(cell);
                    let text: String = glyphs.iter().map(|glyph| glyph.text.as_str()).collect();
                    let ink = if cell.note.is_some() { self.ink } else { Ink::Plain };
                    put(ink, &text, width(glyphs), cell.width);
                }
            }
        }
        out.push('\n');
    }

    /// The marks of a line, and below them the numbers of their notes.
    fn push_marks(&self, cells: &[Cell], out: &mut String) {
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

/// The pieces in lines that fit.
fn lines(pieces: &[Piece<'_>]) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let mut left = 0;
    for cell in pieces.iter().flat_map(cells) {
        match lines.last_mut() {
            Some(line) if cell.width <= left => {
                left -= cell.width;
                line.push(cell);
            }
            _ => {
                left = COLUMNS.saturating_sub(cell.width);
                lines.push(vec![cell]);
            }
        }
    }
    lines
}

/// A piece in cells that fit into a line: where both are alike, one for each glyph.
fn cells(piece: &Piece<'_>) -> Vec<Cell> {
    let note = piece.note;
    let alike = piece.a == piece.b && note.is_none();
    let room = if alike { 1 } else { COLUMNS };
    let [a, b] = [piece.a, piece.b].map(|text| split(glyphs(text, note.is_some()), room));
    // A mark is to be seen, and so is the number below it.
    let least = note.map_or(0, |note| (note + 1).to_string().len());
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    let mut cells = Vec::new();
    loop {
        let (a, b) = match (a.next(), b.next()) {
            (None, None) if cells.is_empty() && note.is_some() => (Vec::new(), Vec::new()),
            (None, None) => return cells,
            (a, b) => (a.unwrap_or_default(), b.unwrap_or_default()),
        };
        let width = width(&a).max(width(&b)).max(least);
        cells.push(Cell { a, b, width, note, alike });
    }
}

/// What a text shows as. What acts on the display is spelled out, and so is what has no width and
/// nothing to combine with; in a stretch that is pointed at, all that has no width.
fn glyphs(text: &str, pointed_at: bool) -> Vec<Glyph> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    for c in text.chars() {
        let width = if escape::acts(c) { None } else { c.width() };
        match (width, glyphs.last_mut()) {
            (Some(0), Some(last)) if !pointed_at => last.text.push(c),
            (None | Some(0), _) => {
                let text = escape::spelled(c);
                glyphs.push(Glyph { width: text.len(), text });
            }
            (Some(width), _) => glyphs.push(Glyph { text: c.to_string(), width }),
        }
    }
    glyphs
}

fn width(glyphs: &[Glyph]) -> usize {
    glyphs.iter().map(|glyph| glyph.width).sum()
}

/// Glyphs in groups of so many columns; one glyph may be wider.
fn split(glyphs: Vec<Glyph>, room: usize) -> Vec<Vec<Glyph>> {
    let mut groups: Vec<Vec<Glyph>> = Vec::new();
    let mut left = 0;
    for glyph in glyphs {
        match groups.last_mut() {
            Some(group) if glyph.width <= left => {
                left -= glyph.width;
                group.push(glyph);
            }
            _ => {
                left = room.saturating_sub(glyph.width);
                groups.push(vec![glyph]);
            }
        }
    }
    groups
}

/// How the components are called in a sentence.
pub(crate) fn in_words(component: Component) -> &'static str {
    match component {
        Component::Text => "the text",
        Component::Scheme => "the scheme",
        Component::Userinfo => "the userinfo",
        Component::Host => "the host",
        Component::Port => "the port",
        Component::Path => "the path",
        Component::Query => "the query",
        Component::Fragment => "the fragment",
        _ => "it",
    }
}
