//! Prints readings as a table, with one column for all parsers that read the same, and the reasons
//! below.

use std::fmt::Write;

use oneiri::Component;
use oneiri_parsers::Reading;
use oneiri_parsers::agreement::{Readings, Reason};
use oneiri_redact::Quotes;

use super::comparison::{moving, visible};
use crate::output::{Ink, Painter, escape, glyphs::stretches, redact};

/// The column in which the table begins, after the names of the components.
const INDENT: usize = 10;

/// The columns of a terminal of 80 columns that are left for the table.
const COLUMNS: usize = 80 - INDENT;

const GAP: usize = 2;

pub(super) fn push(readings: &Readings<'_>, all: bool, painter: Painter, out: &mut String) {
    let quotes = Quotes::of(readings.text(), &redact::secrets(readings.text()));
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{}", escape::visible(&redact::hidden(readings.text())));
    let (ink, verdict) = verdict(readings);
    painter.put(out, ink, verdict);
    out.push('\n');
    if let Some(base) = readings.base() {
        let _ = writeln!(out, "resolved against {}", escape::visible(&redact::hidden(base)));
    }

    // If some refuse the text and the others read the same, all components show what these read.
    let accepted = readings.accepted();
    let is_only_refused = !readings.agree() && !Component::ALL.into_iter().any(|it| readings.differ(it));
    let is_shown = |component: &Component| {
        let is_read = || accepted.iter().any(|(_, seen)| seen.get(*component).is_some());
        all || readings.differ(*component) || (is_only_refused && is_read())
    };
    let rows: Vec<Component> = Component::ALL.into_iter().filter(is_shown).collect();
    let columns = columns(readings, &rows);
    if !rows.is_empty() && !columns.is_empty() {
        out.push('\n');
        let head = columns.iter().map(|column| head(column, columns.len())).collect();
        let mut lines = vec![(String::new(), head)];
        for component in rows {
            let cell = |column: &Column<'_>| cell(component, column.reading, columns.len(), &quotes);
            lines.push((component.to_string(), columns.iter().map(cell).collect()));
        }
        push_lines(&lines, columns.len(), out);
    }
    push_reasons(&readings.reasons(), |it| redact::message(&quotes.hide(it)).into_owned(), out);
}

/// Whether the parsers agree, and which components move.
pub(super) fn verdict(readings: &Readings<'_>) -> (Ink, String) {
    let moves: Vec<_> = readings.moves().into_iter().map(moving).collect();
    match (readings.agree(), moves.as_slice()) {
        (true, _) if readings.accepted().is_empty() => (Ink::Equal, "all refuse it".to_owned()),
        (true, _) => (Ink::Equal, "all agree".to_owned()),
        (false, []) => (Ink::Unwise, "they disagree, and nothing moves".to_owned()),
        (false, [one]) => (Ink::Different, format!("the {one} moves")),
        (false, [most @ .., last]) => (Ink::Different, format!("the {} and the {last} move", most.join(", the "))),
    }
}

/// Parsers whose readings are the same in all rows that are shown.
struct Column<'d> {
    parsers: Vec<&'static str>,
    reading: &'d Reading<'d>,
}

fn columns<'d>(readings: &'d Readings<'_>, rows: &[Component]) -> Vec<Column<'d>> {
    let mut columns: Vec<Column<'d>> = Vec::new();
    for (parser, reading) in readings.accepted() {
        let same = |column: &&mut Column<'d>| rows.iter().all(|&row| column.reading.get(row) == reading.get(row));
        match columns.iter_mut().find(same) {
            Some(column) => column.parsers.push(parser),
            None => columns.push(Column { parsers: vec![parser], reading }),
        }
    }
    columns
}

/// The greatest width of a column if there are so many columns.
fn most(columns: usize) -> usize {
    (COLUMNS - GAP * (columns - 1)) / columns
}

type Cell = Vec<(String, usize)>;

fn head(column: &Column<'_>, columns: usize) -> Cell {
    let names = column.parsers.iter();
    let joined = column.parsers.join(", ");
    if joined.len() <= most(columns) {
        return vec![(joined.clone(), joined.len())];
    }
    names.map(|name| ((*name).to_owned(), name.len())).collect()
}

fn cell(component: Component, reading: &Reading<'_>, columns: usize, quotes: &Quotes<'_>) -> Cell {
    let text = visible(component, reading, quotes);
    stretches(&text, true, most(columns)).map(|shown| (shown.text.into_owned(), shown.width)).collect()
}

fn push_lines(rows: &[(String, Vec<Cell>)], columns: usize, out: &mut String) {
    let width = |column: usize| {
        let cells = rows.iter().flat_map(|(_, cells)| &cells[column]);
        cells.map(|(_, width)| *width).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (name, cells) in rows {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for index in 0..height {
            let name = if index == 0 { name.as_str() } else { "" };
            let mut line = format!("{name:<INDENT$}");
            for (cell, width) in cells.iter().zip(&widths) {
                let (text, taken) = cell.get(index).map_or(("", 0), |(text, taken)| (text, *taken));
                line.push_str(text);
                line.extend(std::iter::repeat_n(' ', width - taken + GAP));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// Appends a line for each reason, with all components that share it.
fn push_reasons(reasons: &[Reason<'_>], hide: impl Fn(&str) -> String, out: &mut String) {
    let mut shared: Vec<(&Reason<'_>, Vec<&str>)> = Vec::new();
    for reason in reasons {
        let same =
            |(other, _): &&mut (&Reason<'_>, Vec<&str>)| other.parser == reason.parser && other.why == reason.why;
        let name = reason.component.map_or("refuses it", Component::name);
        match shared.iter_mut().find(same) {
            Some((_, names)) => names.push(name),
            None => shared.push((reason, vec![name])),
        }
    }
    if !shared.is_empty() {
        out.push('\n');
    }
    for (reason, names) in shared {
        let (parser, why) = (reason.parser, hide(&reason.why));
        let _ = writeln!(out, "{parser:<9} {}: {}", names.join(", "), escape::visible(&why));
    }
}
