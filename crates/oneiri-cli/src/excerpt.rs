//! A text with a stretch of it pointed at, on a line that fits a terminal: passwords hidden, and what
//! acts on a display spelled out.

use std::borrow::Cow;
use std::ops::Range;

use crate::layout::{Shown, glyphs};
use crate::paint::{Ink, Painter};

/// What a line holds, behind its indent.
const COLUMNS: usize = 74;

/// How much of a long line is shown before the mark.
const BEFORE: usize = 28;

/// What stands for a password.
pub(crate) const HIDDEN: &str = "***";

/// The bytes of a password, in any text: behind the first `:` of a userinfo (RFC 3986 section 3.2.1).
pub(crate) fn password(text: &str) -> Option<Range<usize>> {
    let parts = oneiri::split(text);
    let (userinfo, scheme) = (parts.userinfo?, parts.scheme.map_or(0, |scheme| scheme.len() + 1));
    let start = scheme + 2;
    let colon = userinfo.find(':')?;
    Some(start + colon + 1..start + userinfo.len()).filter(|password| !password.is_empty())
}

/// Two lines: the text, and marks below the stretch. Where the stretch is empty, one mark stands
/// below what follows it.
pub(crate) fn push(text: &str, range: &Range<usize>, ink: Ink, painter: Painter, out: &mut String) {
    let secret = password(text).unwrap_or(0..0);
    let visible = |piece: Range<usize>| {
        let start = piece.start;
        let shown = glyphs(text.get(piece).unwrap_or_default(), true);
        shown.scan(start, |at, shown| {
            let cell = (*at, shown);
            *at += cell.1.bytes;
            Some(cell)
        })
    };
    let hidden = Shown { text: Cow::Borrowed(HIDDEN), width: HIDDEN.len(), bytes: secret.len() };
    let cells: Vec<(usize, Shown<'_>)> = visible(0..secret.start)
        .chain((!secret.is_empty()).then_some((secret.start, hidden)))
        .chain(visible(secret.end..text.len()))
        .collect();

    let begins = |(at, shown): &&(usize, Shown<'_>)| at + shown.bytes <= range.start;
    let first = cells.iter().take_while(begins).count();
    let total: usize = cells.iter().map(|(_, shown)| shown.width).sum();
    let (mut from, mut before) = (first, 0);
    while from > 0 && (total < COLUMNS || before < BEFORE) {
        from -= 1;
        before += cells[from].1.width;
    }
    let (mut line, mut marks, mut left) = (String::new(), String::new(), COLUMNS);
    if from > 0 {
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
        let width = match index {
            _ if index < first => 0,
            _ if index == first => shown.width.min(if range.is_empty() { 1 } else { COLUMNS }),
            _ if *at < range.end => shown.width,
            _ => continue,
        };
        marks.extend(std::iter::repeat_n('^', width));
        if width == 0 {
            marks.extend(std::iter::repeat_n(' ', shown.width));
        }
    }
    if first >= cells.len() {
        marks.push('^');
    }
    out.push_str(&format!("    {line}\n    "));
    painter.put(out, ink, marks);
    out.push('\n');
}
