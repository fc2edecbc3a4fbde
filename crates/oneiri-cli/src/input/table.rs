//! Tables: CSV and TSV, of which one column is the identifier.

use std::borrow::Cow;
use std::sync::OnceLock;

use csv_core::{Reader, ReaderBuilder, Terminator};

use crate::output::fault::Fault;
use crate::output::{escape, item};

/// CSV or TSV.
pub(crate) struct Table {
    /// CSV; TSV has no quotes.
    pub(crate) quoted: bool,
    column: String,
    /// The header of the first file, which others must share, and where the column is in it.
    header: OnceLock<(Vec<u8>, usize)>,
}

/// What reading fields needs again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    /// None where there are no tables.
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
        // A record has been cut out already: no CR in it is a terminator.
        builder.terminator(Terminator::Any(b'\n'));
        if !self.quoted {
            builder.delimiter(b'\t').quoting(false);
        }
        Scratch { reader: Some(builder.build()), fields: Vec::new(), ends: Vec::new() }
    }

    /// The header of a file, without its terminator: whether it is the first, or why that file
    /// cannot be read.
    pub(crate) fn header(&self, header: &[u8]) -> Result<bool, String> {
        if let Some((first, _)) = self.header.get() {
            return if first == header {
                Ok(false)
            } else {
                Err("expected the header of the first file, found another".to_owned())
            };
        }
        let mut scratch = self.scratch();
        // What some programs put before all else.
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

    /// The identifier in a record.
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
    /// Takes a record apart; how many fields it has.
    fn split(&mut self, record: &[u8]) -> usize {
        let Some(reader) = &mut self.reader else { return 0 };
        // Unquoting makes nothing longer, and there are fewer ends than bytes but for the last.
        self.fields.resize(record.len().max(self.fields.len()), 0);
        self.ends.resize(record.len() + 2, 0);
        reader.reset();
        let (_, read, written, count) =
            reader.read_record(record, &mut self.fields, &mut self.ends);
        // The record's end ends its last field.
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
