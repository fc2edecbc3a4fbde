//! Shows a refusal the way compilers show errors: the place, the text with a mark below the error,
//! and what was expected.

use std::fmt::Write;

use crate::output::{escape, excerpt::Excerpts, fault::Fault, item::Item, paint::Ink, paint::Painter};

/// Appends the refusal of an item to `out`. `offset` is the position of the item in its line, since
/// positions in the first row count from the beginning of the line.
pub(crate) fn push(item: &Item<'_>, offset: usize, fault: &Fault, painter: Painter, out: &mut String) {
    let text = String::from_utf8_lossy(item.bytes);
    let end = if std::str::from_utf8(item.bytes).is_ok() {
        fault.end
    } else {
        fault.start + char::REPLACEMENT_CHARACTER.len_utf8()
    };
    // Writing to a String cannot fail.
    let place = item.in_line(fault.start..fault.end);
    let (start, behind) = (place.start + offset, place.end + offset);
    let _ = write!(out, "{}:{}:{start}-{behind}: {}", item.file, item.number, item.column());
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
