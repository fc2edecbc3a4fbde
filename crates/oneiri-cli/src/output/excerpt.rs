//! Shows the part of a text around an error on one line of a terminal, with a mark below the error.
//! Passwords are hidden, and control characters are spelled out.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use crate::output::{
    escape, fault::Fault, glyphs::Shown, glyphs::floor, glyphs::glyphs, paint::Ink, paint::Painter, redact,
    redact::HIDDEN,
};
use crate::pipeline::items::Item;

/// How many columns of text a line has, after its indent.
const COLUMNS: usize = 74;

/// How many columns of a long text are shown before the mark.
const BEFORE: usize = 28;

/// How many bytes on each side of the mark are looked at. This is more than a line can show.
const NEAR: usize = 320;

/// A text from which excerpts are shown. The cost of an excerpt does not depend on the length of
/// the text.
pub(crate) struct Excerpts<'t> {
    text: &'t str,
    /// What is hidden, in its order.
    secrets: Vec<Range<usize>>,
}

impl<'t> Excerpts<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, secrets: redact::secrets(text) }
    }

    /// Excerpts that show nothing of a text, because it has a password somewhere.
    pub(crate) fn secret(text: &'t str) -> Self {
        Self { text, secrets: std::iter::once(0..text.len()).collect() }
    }

    /// Appends two lines: the text, and marks below the range. An empty range gets one mark below
    /// the character that follows it.
    pub(crate) fn push(&self, range: &Range<usize>, ink: Ink, painter: Painter, out: &mut String) {
        let (line, marks) = match self.lines_of_plain(range) {
            Some(lines) => lines,
            None => self.lines_of_any(range),
        };
        out.extend(["    ", &line, "\n    "]);
        painter.put(out, ink, marks);
        out.push('\n');
    }

    /// The two lines, if the text near the range is graphic ASCII, each byte of which takes one
    /// column. They are those of [`lines_of_any`](Self::lines_of_any).
    fn lines_of_plain(&self, range: &Range<usize>) -> Option<(String, String)> {
        let text = self.text.as_bytes();
        let near = range.start.saturating_sub(NEAR)..(range.start + NEAR).min(text.len());
        let hides = !self.secrets_in(&near).is_empty();
        let bytes = self.text.get(near.clone()).filter(|_| !hides && range.start <= near.end)?;
        if !bytes.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~')) {
            return None;
        }
        let before = if bytes.len() < COLUMNS { range.start } else { BEFORE };
        let from = range.start.saturating_sub(before).max(near.start);
        // The last column is for the ellipsis.
        let end = near.end.min(from + COLUMNS - 1);
        let cut = |begins: bool| if begins { "…" } else { "" };
        let shown = [cut(from > 0), self.text.get(from..end)?, cut(end < near.end)].concat();
        let blanks = range.start - from + usize::from(from > 0);
        let marked = range.end.min(end).saturating_sub(range.start).max(1);
        let mut marks = " ".repeat(blanks);
        marks.extend(std::iter::repeat_n('^', marked));
        Some((shown, marks))
    }

    fn lines_of_any(&self, range: &Range<usize>) -> (String, String) {
        let cells = self.cells_near(range.start);
        let begins = |(at, shown): &&(usize, Shown<'_>)| at + shown.bytes <= range.start;
        let first = cells.iter().take_while(begins).count();
        let total: usize = cells.iter().map(|(_, shown)| shown.width).sum();
        let (mut from, mut before) = (first, 0);
        while from > 0 && (total < COLUMNS || before < BEFORE) {
            from -= 1;
            before += cells[from].1.width;
        }
        let (mut line, mut marks, mut left) = (String::new(), String::new(), COLUMNS);
        if cells.get(from).is_some_and(|(at, _)| *at > 0) {
            line.push('…');
            marks.push(' ');
        }
        for (index, (at, shown)) in cells.iter().enumerate().skip(from) {
            if shown.width >= left {
                line.push('…');
                break;
            }
            left -= shown.width;
            line.push_str(&shown.text);
            let (mark, columns) = match index {
                _ if index < first => (' ', shown.width),
                _ if index == first && range.is_empty() => ('^', shown.width.min(1)),
                _ if index == first || *at < range.end => ('^', shown.width),
                _ => continue,
            };
            marks.extend(std::iter::repeat_n(mark, columns));
        }
        if first >= cells.len() {
            marks.push('^');
        }
        (line, marks)
    }

    /// The pieces of text near a byte, each with its position.
    fn cells_near(&self, at: usize) -> Vec<(usize, Shown<'t>)> {
        let mut near = floor(self.text, at.saturating_sub(NEAR))..floor(self.text, at + NEAR);
        let secrets = self.secrets_in(&near);
        // A password is shown as one piece, so the stretch either includes all of it or none of
        // it.
        if let (Some(first), Some(last)) = (secrets.first(), secrets.last()) {
            near = near.start.min(first.start)..near.end.max(last.end);
        }
        let visible = |piece: Range<usize>| {
            let shown = glyphs(self.text.get(piece.clone()).unwrap_or_default(), true);
            shown.scan(piece.start, |at, shown| {
                let field = (*at, shown);
                *at += field.1.bytes;
                Some(field)
            })
        };
        let (mut cells, mut from) = (Vec::new(), near.start);
        for secret in secrets {
            cells.extend(visible(from..secret.start));
            let hidden = Shown { text: Cow::Borrowed(HIDDEN), width: HIDDEN.len(), bytes: secret.len() };
            cells.push((secret.start, hidden));
            from = secret.end;
        }
        cells.extend(visible(from..near.end));
        cells
    }

    fn secrets_in(&self, near: &Range<usize>) -> &[Range<usize>] {
        let first = self.secrets.partition_point(|it| it.end <= near.start);
        let end = self.secrets.partition_point(|it| it.start < near.end);
        self.secrets.get(first..end).unwrap_or_default()
    }
}

/// Appends the refusal of an item to `out`. `offset` is the position of the item in its line, since
/// positions in the first row count from the beginning of the line.
pub(crate) fn push(item: &Item<'_>, offset: usize, fault: &Fault, painter: Painter, out: &mut String) {
    let text = String::from_utf8_lossy(item.bytes);
    let end = if std::str::from_utf8(item.bytes).is_ok() {
        fault.end
    } else {
        fault.start + char::REPLACEMENT_CHARACTER.len_utf8()
    };
    out.push_str(&item.place(fault.start..fault.end, offset));
    let code = fault.code().map(|code| format!("[{code}]")).unwrap_or_default();
    painter.put(out, Ink::Different, format!("error{code}"));
    match &fault.parts {
        None => {
            let _ = writeln!(out, ": {fault}");
        }
        Some(parts) => {
            let place = fault.component.map(|it| format!(" in the {it}")).unwrap_or_default();
            let _ = writeln!(out, "{place}: found {}", escape::visible(&parts.found));
        }
    }
    // A statement that is broken is shown as a whole, and may hold several passwords.
    let is_broken = item.field.is_some_and(|field| field.error.is_some());
    if !(is_broken && text.contains('@')) {
        Excerpts::new(&text).push(&(fault.start..end), Ink::Different, painter, out);
    }
    let Some(parts) = &fault.parts else { return };
    let mut row = |ink, name: &str, text: &str| {
        out.push_str("    ");
        painter.put(out, ink, name);
        let _ = writeln!(out, ": {}", escape::visible(text));
    };
    row(Ink::Equal, "expected", &parts.expected);
    if let Some(escape) = &parts.escape {
        row(Ink::Joined, "help", &format!("write it as {escape}"));
    }
    row(Ink::Faint, "rule", parts.section);
}

#[cfg(test)]
#[path = "../../tests/laws/excerpt.rs"]
mod tests;
