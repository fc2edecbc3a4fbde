//! Writes records: with other texts in the place of their identifiers, or to the file of `--rejects`.

use std::io::{self, BufWriter, Write};

use oneiri_documents::{Collected, Spelling, Unit};

use crate::output::{escape, options::OutputOptions, stop::Flow, stop::Stop, target::Target};
use crate::pipeline::{items::Field, items::Item};

#[derive(Default)]
pub(crate) struct RecordWriter {
    /// Where it begins in the output. `None` if no record is being written.
    start: Option<usize>,
    /// How many of its bytes were written, or replaced.
    copied: usize,
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
                let place = field.error.map_or(field.range.clone(), |error| error.start..error.end);
                let before = item.record.get(self.copied..place.start);
                out.extend_from_slice(before.unwrap_or_default());
                field.format.spell(new, place.len() == item.record.len(), out);
                self.copied = place.end;
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
                // Its line ends nevertheless, and what follows in the line is no part of the last name.
                let blank = if item.terminator.is_empty() { b" " } else { item.terminator };
                out.extend_from_slice(if is_open { blank } else { b"" });
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
                Unit::Statement | Unit::Record if !item.terminator.is_empty() => {
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

    pub(crate) fn start(&self) -> Option<usize> {
        self.start
    }

    /// The record will stay as it is: a statement is changed as a whole, or not at all.
    pub(crate) fn keep(&mut self) {
        self.unchanged = true;
    }

    pub(crate) fn omit(&mut self) {
        self.omitted = true;
    }
}

/// Whether an item is the last of a directive of Turtle or TriG.
pub(crate) fn ends(item: &Item<'_>) -> bool {
    let is_statement = |field: Field<'_>| {
        field.last && field.format.description().unit == Unit::Statement && field.format.description().base
    };
    item.field.is_some_and(|field| is_statement(field) && field.is_directive())
}

pub(crate) struct Rejects {
    file: BufWriter<Target>,
    /// Whether the last record had no terminator. Then this byte is written before the next one.
    open: bool,
    end: u8,
    /// The directives of a document since its last statement that was rejected.
    directives: Vec<u8>,
    pub(crate) has_blank_nodes: bool,
}

impl Rejects {
    /// The directives are those that the statements need, although their document does not have them.
    pub(crate) fn new(file: Target, directives: Vec<u8>, end: u8) -> Self {
        Self { file: BufWriter::new(file), open: false, end, directives, has_blank_nodes: false }
    }

    /// Writes what was rejected. Directives wait for the first statement that needs them.
    pub(crate) fn take(&mut self, rejected: &Collected) -> Flow {
        let bytes = rejected.bytes();
        self.has_blank_nodes |= rejected.has_blank_nodes();
        if !rejected.has_records() {
            self.directives.extend_from_slice(bytes);
            return Ok(());
        }
        let directives = std::mem::take(&mut self.directives);
        if let Some((_, whole)) = directives.split_last() {
            self.keep(whole, b"\n")?;
        }
        let (records, terminator) = bytes.split_at(bytes.len() - usize::from(!bytes.is_empty() && !rejected.is_open()));
        self.keep(records, terminator)
    }

    /// Writes records, the last of which ends with this terminator. An error ends the run, because
    /// otherwise the records would be lost.
    pub(crate) fn keep(&mut self, records: &[u8], terminator: &[u8]) -> Flow {
        self.write(records, terminator).map_err(|error| self.failed(&error))
    }

    fn write(&mut self, records: &[u8], terminator: &[u8]) -> io::Result<()> {
        if self.open {
            self.file.write_all(&[self.end])?;
        }
        self.open = terminator.is_empty();
        self.file.write_all(records)?;
        self.file.write_all(terminator)
    }

    pub(crate) fn flush(&mut self) -> Flow {
        self.file.flush().map_err(|error| self.failed(&error))
    }

    /// Writes all that is left, and returns the file.
    pub(crate) fn finish(mut self) -> Result<Target, Stop> {
        self.flush()?;
        Ok(self.file.into_parts().0)
    }

    fn failed(&self, error: &io::Error) -> Stop {
        Stop::Failed(format!("{}: {error}", self.file.get_ref().name))
    }
}
