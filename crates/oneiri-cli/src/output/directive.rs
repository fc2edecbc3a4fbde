//! The directives of Turtle and TriG, which the file of `--rejects` repeats, so that it can be read alone.

use oneiri_documents::Unit;

use crate::output::item::{Field, Item};

/// Whether an item is the last of a directive of Turtle or TriG.
pub(crate) fn ends(item: &Item<'_>) -> bool {
    let is_statement = |field: Field<'_>| {
        field.last && field.format.description().unit == Unit::Statement && field.format.description().base
    };
    item.field.is_some_and(is_statement) && is_directive(item.record)
}

/// Whether a statement of Turtle or TriG is a directive: `@prefix`, `@base`, `PREFIX` or `BASE`, after comments.
fn is_directive(mut record: &[u8]) -> bool {
    loop {
        record = record.trim_ascii_start();
        if !record.starts_with(b"#") {
            break;
        }
        let end = memchr::memchr2(b'\n', b'\r', record).unwrap_or(record.len());
        record = record.get(end..).unwrap_or_default();
    }
    let is = |name: &[u8]| record.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
    record.starts_with(b"@prefix") || record.starts_with(b"@base") || is(b"prefix ") || is(b"base ")
}
