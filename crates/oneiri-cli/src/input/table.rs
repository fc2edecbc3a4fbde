//! CSV and TSV: tables with a header, of which one column holds the identifiers.

use std::borrow::Cow;
use std::sync::OnceLock;

use csv_core::{Reader, ReaderBuilder, Terminator};

use crate::output::fault::Fault;
use crate::output::{escape, item};

/// The format of a table.
pub(crate) struct Table {
    /// Whether it is CSV. TSV has no quotes.
    pub(crate) quoted: bool,
    column: String,
    /// The header of the first file, and the index of the column in it. The other files must have
    /// the same header.
    header: OnceLock<(Vec<u8>, usize)>,
}

/// Buffers for splitting records, which are reused.
#[derive(Default)]
pub(crate) struct Scratch {
    /// `None` if the format is not a table.
    reader: Option<Reader>,
    fields: Vec<u8>,
    ends: Vec<usize>,
}

impl Table {
    pub(crate) fn new(quoted: bool, column: String) -> Self {
        Self { quoted, column, header: OnceLock::new() }
    }

    pub(crate) fn scratch(&self) -> Scratch {
        let mut builder = ReaderBuilder::new();
        // The record ends before its terminator, so a CR in it is text.
        builder.terminator(Terminator::Any(b'\n'));
        if !self.quoted {
            builder.delimiter(b'\t').quoting(false);
        }
        Scratch { reader: Some(builder.build()), fields: Vec::new(), ends: Vec::new() }
    }

    /// Takes the header of a file, without its terminator. Returns whether it is the header of the
    /// first file. A header that differs from the first one, or that lacks the column, is an error.
    pub(crate) fn header(&self, header: &[u8]) -> Result<bool, String> {
        if let Some((first, _)) = self.header.get() {
            return if first == header {
                Ok(false)
            } else {
                Err("expected the header of the first file, found another".to_owned())
            };
        }
        let mut scratch = self.scratch();
        // Some programs write a byte order mark at the beginning of a file.
        let names = header.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(header);
        let count = scratch.split(names);
        let column = (0..count).find(|&at| scratch.field(at) == Some(self.column.as_bytes()));
        match column {
            Some(column) => Ok(self.header.set((header.to_owned(), column)).is_ok()),
            None => {
                let names = escape::visible_bytes(names).into_owned();
                let column = escape::visible(&self.column);
                Err(format!("expected a column '{column}' in the header, found '{names}'"))
            }
        }
    }

    /// The identifier in a record. A record with too few fields is refused.
    pub(crate) fn field<'r>(
        &self,
        record: &'r [u8],
        scratch: &mut Scratch,
    ) -> Result<Cow<'r, str>, Fault> {
        let count = scratch.split(record);
        let column = self.header.get().map_or(0, |(_, column)| *column);
        let s = if count == 1 { "" } else { "s" };
        let missing = || format!("expected a field '{}', found {count} field{s}", self.column);
        let field =
            scratch.field(column).ok_or_else(|| Fault::plain(0, record.len(), missing()))?;
        item::utf8(field).map(|field| Cow::Owned(field.to_owned()))
    }
}

impl Scratch {
    /// Splits a record and returns the number of its fields.
    fn split(&mut self, record: &[u8]) -> usize {
        let Some(reader) = &mut self.reader else { return 0 };
        // Unquoted text is never longer than the record, and each field but the last ends in a
        // delimiter, so these sizes suffice.
        self.fields.resize(record.len().max(self.fields.len()), 0);
        self.ends.resize(record.len() + 2, 0);
        reader.reset();
        let (_, read, written, count) =
            reader.read_record(record, &mut self.fields, &mut self.ends);
        // An empty input tells the reader that the last field has ended.
        let rest = record.get(read..).unwrap_or_default();
        let (fields, ends) = (&mut self.fields[written..], &mut self.ends[count..]);
        let (_, _, _, more) = reader.read_record(rest, fields, ends);
        self.ends.truncate(count + more);
        count + more
    }

    fn field(&self, at: usize) -> Option<&[u8]> {
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.fields.get(start..*self.ends.get(at)?)
    }
}
