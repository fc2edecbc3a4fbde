//! CSV and TSV: tables with a header, of which one column holds the identifiers.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::input::fields::{Fields, unquoted};
use crate::output::escape;
use crate::output::fault::Fault;

/// The format of a table.
pub(crate) struct Table {
    /// Whether it is CSV. TSV has no quotes.
    pub(crate) quoted: bool,
    pub(crate) delimiter: u8,
    column: String,
    /// The name of the column that the output adds.
    into: Option<String>,
    header: OnceLock<Header>,
}

/// The header of the first file. The other files must have the same header.
struct Header {
    bytes: Vec<u8>,
    fields: usize,
    /// The index of the column.
    column: usize,
}

impl Table {
    fn new(quoted: bool, delimiter: u8, column: String) -> Self {
        Self { quoted, delimiter, column, into: None, header: OnceLock::new() }
    }

    pub(crate) fn csv(delimiter: u8, column: String) -> Self {
        Self::new(true, delimiter, column)
    }

    pub(crate) fn tsv(column: String) -> Self {
        Self::new(false, b'\t', column)
    }

    /// The output will have one more column, which no header may have already.
    pub(crate) fn into(self, into: Option<String>) -> Self {
        Self { into, ..self }
    }

    /// Takes the header of a file, without its terminator. Returns whether it is the header of the
    /// first file. It is an error if a header differs from the first one, lacks the column, or has
    /// it twice.
    pub(crate) fn header(&self, header: &[u8]) -> Result<bool, String> {
        if let Some(first) = self.header.get() {
            return if first.bytes == header {
                Ok(false)
            } else {
                Err("expected the header of the first file, found another".to_owned())
            };
        }
        // Some programs write a byte order mark at the beginning of a file.
        let names = header.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(header);
        let fields = Fields::of(names, self.delimiter, self.quoted);
        let count = |name: &str| {
            let fields = fields.clone().map(|field| unquoted(&names[field.range], self.quoted));
            fields.filter(|field| **field == *name.as_bytes()).count()
        };
        let is_column =
            |range: Range<usize>| *unquoted(&names[range], self.quoted) == *self.column.as_bytes();
        let column = fields.clone().position(|field| is_column(field.range));
        let (name, found) = (escape::visible(&self.column), escape::visible_bytes(names));
        if fields.clone().any(|field| !field.closed) {
            return Err(format!("expected a closing quote in the header, found '{found}'"));
        }
        let Some(column) = column else {
            return Err(format!("expected a column '{name}' in the header, found '{found}'"));
        };
        if count(&self.column) > 1 {
            return Err(format!("expected one column '{name}' in the header, found '{found}'"));
        }
        if let Some(into) = self.into.as_ref().filter(|into| count(into) > 0) {
            let into = escape::visible(into);
            return Err(format!("expected a header without '{into}', which the output adds"));
        }
        let header = Header { bytes: header.to_owned(), fields: fields.count(), column };
        Ok(self.header.set(header).is_ok())
    }

    /// The identifier in a record, and where it is spelled. A record that has not as many fields as
    /// the header is refused, and so is one with a quote that is not closed.
    pub(crate) fn field<'r>(
        &self,
        record: &'r [u8],
    ) -> Result<(Range<usize>, Cow<'r, [u8]>), Fault> {
        let (column, expected) = self.header.get().map_or((0, 1), |it| (it.column, it.fields));
        let (mut count, mut found, mut surplus) = (0, 0..0, None);
        for field in Fields::of(record, self.delimiter, self.quoted) {
            if !field.closed {
                let message = "expected a closing quote, found the end of the file".to_owned();
                return Err(Fault::plain(field.range.start, field.range.end, message));
            }
            if count == column {
                found = field.range.clone();
            }
            if count == expected {
                surplus = Some(field.range.start);
            }
            count += 1;
        }
        if count != expected {
            let (s, end) = (if expected == 1 { "" } else { "s" }, record.len());
            let message = format!("expected {expected} field{s}, as in the header, found {count}");
            return Err(Fault::plain(surplus.unwrap_or(end), end, message));
        }
        let text = unquoted(&record[found.clone()], self.quoted);
        Ok((found, text))
    }
}
