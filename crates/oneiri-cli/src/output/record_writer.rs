//! Writes a record with other texts in the place of its identifiers.

use oneiri_documents::{Spelling, Unit};

use crate::output::{escape, item::Item, options::OutputOptions};

/// A record that is being written.
#[derive(Default)]
pub(crate) struct RecordWriter {
    /// Where it begins in the output. `None` if no record is being written.
    start: Option<usize>,
    /// How many of its bytes were written, or replaced.
    copied: usize,
    /// Whether it is left out.
    omitted: bool,
    /// Whether it stays as it is, whatever was written in the place of its identifiers.
    unchanged: bool,
    /// Whether the last record that was written ended within a line.
    is_open: bool,
}

impl RecordWriter {
    /// Writes the next identifier of a record, and the rest of the record after its last one. `new`
    /// is the text in the place of the identifier; without it, the identifier stays as it is
    /// spelled. Returns where the record began if it ends here and is refused.
    pub(crate) fn put(
        &mut self,
        item: &Item<'_>,
        new: Option<&[u8]>,
        options: &OutputOptions,
        terminal: bool,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let field = item.field?;
        let start = *self.start.get_or_insert(out.len());
        match (&options.into, new) {
            _ if !options.records => {}
            (Some(name), Some(new)) => {
                match field.error {
                    None => field.format.add(item.record, name, new, out),
                    Some(_) => field.format.add_to_broken(item.record, new, out),
                }
                self.copied = item.record.len();
            }
            // A text that does not change keeps its spelling, and so does a part of a longer one.
            (None, Some(new)) if new != field.text && field.spelling != Spelling::Part => {
                let before = item.record.get(self.copied..field.range.start);
                out.extend_from_slice(before.unwrap_or_default());
                field.format.spell(new, field.range.len() == item.record.len(), out);
                self.copied = field.range.end;
            }
            _ => {}
        }
        if !field.last {
            return None;
        }
        let Self { mut copied, omitted, unchanged, is_open, .. } = std::mem::take(self);
        if omitted {
            if options.records {
                out.truncate(start);
                // Its line ends nevertheless.
                out.extend_from_slice(if is_open { item.terminator } else { b"" });
            }
            self.is_open = is_open && item.terminator.is_empty();
            return Some(start);
        }
        if options.records {
            if unchanged {
                out.truncate(start);
                copied = 0;
            }
            out.extend_from_slice(item.record.get(copied..).unwrap_or_default());
            if terminal {
                let record = out.split_off(start);
                escape::push_lines(&record, out);
            }
            match field.format.description().unit {
                // A document that ends with a line end keeps it, and needs no other one.
                Unit::Document if item.record.ends_with(b"\n") => {}
                Unit::Statement if !item.terminator.is_empty() => {
                    out.extend_from_slice(item.terminator);
                }
                // Another statement may follow in the line.
                Unit::Statement if field.format.description().base => {
                    self.is_open = true;
                }
                _ => out.push(b'\n'),
            }
        }
        None
    }

    /// Where the record that is being written begins in the output.
    pub(crate) fn start(&self) -> Option<usize> {
        self.start
    }

    /// The record will stay as it is: a statement is changed as a whole, or not at all.
    pub(crate) fn keep(&mut self) {
        self.unchanged = true;
    }

    /// The record will be left out.
    pub(crate) fn omit(&mut self) {
        self.omitted = true;
    }
}
