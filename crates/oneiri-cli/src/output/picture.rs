//! Draws an identifier for a terminal: below the text a line for each component, and its name.

use std::borrow::Cow;
use std::ops::Range;

use oneiri::component::HostKind;
use oneiri::{Component, Split, percent};

use crate::output::{escape, glyphs::Shown, glyphs::glyphs, glyphs::stretches, paint::Ink, paint::Painter};

/// How many columns a line of the identifier leaves empty, so that the name of a component that
/// begins at its end has room.
const MARGIN: usize = 24;

/// A terminal with fewer columns is treated as if it had so many.
const NARROWEST: usize = 40;

/// A component that is present, and a remark that stands beside its name.
struct Named {
    component: Component,
    range: Range<usize>,
    remark: Cow<'static, str>,
}

/// One line of the picture: its text, and for each component that begins in it the index and the
/// column.
#[derive(Default)]
struct Row<'t> {
    cells: Vec<(Shown<'t>, Option<Component>)>,
    width: usize,
    begins: Vec<(usize, usize)>,
}

/// `text` is the identifier.
pub(crate) fn push(text: &str, kind: Option<HostKind<'_>>, columns: usize, painter: Painter, out: &mut String) {
    let columns = columns.max(NARROWEST);
    let named = named(text, kind);
    for row in &rows(text, &named, columns - MARGIN) {
        let mut marks = String::new();
        let (mut at, mut blank, mut marked) = (0, 0, false);
        for run in row.cells.chunk_by(|(_, one), (_, next)| one == next) {
            let text: String = run.iter().map(|(shown, _)| &*shown.text).collect();
            let width = run.iter().map(|(shown, _)| shown.width).sum::<usize>();
            let begins = row.begins.iter().any(|&(_, column)| column == at);
            at += width;
            let component = run.first().and_then(|(_, component)| *component);
            painter.put(out, component.map_or(Ink::Plain, Ink::Part), text);
            let Some(component) = component else {
                blank += width;
                continue;
            };
            marks.extend(std::iter::repeat_n(' ', blank));
            // A `+` shows where a component begins, because two components can touch.
            let (first, rest) = (if begins { "+" } else { "-" }, "-".repeat(width.saturating_sub(1)));
            painter.put(&mut marks, Ink::Part(component), format_args!("{first}{rest}"));
            (blank, marked) = (0, true);
        }
        out.push('\n');
        if marked {
            out.push_str(&marks);
            out.push('\n');
        }
        push_names(row, &named, columns, painter, out);
    }
}

/// Appends the names of the components below a row, the last one first. A vertical line leads from
/// each name up to its component.
fn push_names(row: &Row<'_>, named: &[Named], columns: usize, painter: Painter, out: &mut String) {
    for (nth, &(index, column)) in row.begins.iter().enumerate().rev() {
        let part = &named[index];
        let name = part.component.name();
        let blank = |out: &mut String, bars: &[(usize, usize)], to: usize| {
            let mut at = 0;
            for &(index, bar) in bars.iter().filter(|(_, bar)| *bar < column) {
                // Two components that begin in the same column share one vertical line.
                if bar >= at {
                    out.extend(std::iter::repeat_n(' ', bar - at));
                    painter.put(out, Ink::Part(named[index].component), "|");
                    at = bar + 1;
                }
            }
            out.extend(std::iter::repeat_n(' ', to - at));
        };
        blank(out, &row.begins[..nth], column);
        painter.put(out, Ink::Part(part.component), name);
        let begin = column + name.len() + 2;
        let room = columns.saturating_sub(begin).max(8);
        for (nth_line, piece) in stretches(&part.remark, false, room).enumerate() {
            if nth_line == 0 {
                out.push_str("  ");
            } else {
                out.push('\n');
                blank(out, &row.begins[..nth], begin);
            }
            out.push_str(&piece.text);
        }
        out.push('\n');
    }
}

/// Splits the text into lines of at most so many columns.
fn rows<'t>(text: &'t str, named: &[Named], columns: usize) -> Vec<Row<'t>> {
    let mut rows = vec![Row::default()];
    let put = |rows: &mut Vec<Row<'t>>, range: Range<usize>, component: Option<usize>| {
        let mut begins = component;
        // Delimiters and components are split separately, because a combining character at the
        // beginning of a component must not join the delimiter before it.
        for shown in glyphs(text.get(range).unwrap_or_default(), false) {
            if rows.last().is_some_and(|row| row.width > 0 && row.width + shown.width > columns) {
                rows.push(Row::default());
            }
            let Some(row) = rows.last_mut() else { return };
            row.begins.extend(begins.take().map(|index| (index, row.width)));
            row.width += shown.width;
            row.cells.push((shown, component.map(|index| named[index].component)));
        }
        if let (Some(row), Some(index)) = (rows.last_mut(), begins) {
            row.begins.push((index, row.width));
        }
    };
    let mut at = 0;
    for (index, part) in named.iter().enumerate() {
        put(&mut rows, at..part.range.start, None);
        put(&mut rows, part.range.clone(), Some(index));
        at = part.range.end;
    }
    put(&mut rows, at..text.len(), None);
    rows
}

fn named(text: &str, kind: Option<HostKind<'_>>) -> Vec<Named> {
    let split = Split::of(text);
    let named = |component| {
        let range = split.range(component)?;
        let text = &text[range.clone()];
        let remark = match (component, kind) {
            _ if text.is_empty() => "<empty>".into(),
            (Component::Host, Some(kind)) => host(text, kind),
            _ => decoded(text).unwrap_or_default(),
        };
        Some(Named { component, range, remark })
    };
    Component::ALL.into_iter().filter_map(named).collect()
}

/// The decoded text, in quotes, if the text has escapes.
fn decoded(text: &str) -> Option<Cow<'static, str>> {
    let octets = percent::decode(text);
    (*octets != *text.as_bytes()).then(|| format!("\"{}\"", escape::visible_bytes(&octets)).into())
}

fn host(text: &str, kind: HostKind<'_>) -> Cow<'static, str> {
    match kind {
        HostKind::Ipv4(_) => "an IPv4 address".into(),
        HostKind::Ipv6(_) => "an IPv6 address".into(),
        HostKind::IpvFuture { .. } => "an IP address of a later version".into(),
        _ if text.to_ascii_lowercase().contains("xn--") => {
            let (name, well) = idna::domain_to_unicode(text);
            if well.is_ok() && name != text { format!("\"{name}\"").into() } else { "".into() }
        }
        _ => decoded(text).unwrap_or_default(),
    }
}

#[cfg(test)]
#[path = "../../tests/laws/picture.rs"]
mod tests;
