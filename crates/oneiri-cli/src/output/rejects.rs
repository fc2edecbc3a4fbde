//! `--rejects`: the file that takes refused lines and records.

use std::io::{self, BufWriter, Write};

use crate::output::{item::Item, stop::Flow, stop::Stop, target::Target};

/// The refused lines and records of some answers.
#[derive(Default)]
pub(crate) struct Rejected {
    bytes: Vec<u8>,
    /// Whether the last one has no terminator.
    open: bool,
    /// Whether there is more than directives.
    has_records: bool,
}

impl Rejected {
    /// Adds the line or the record of an item. `end` stands between it and one before it that has no terminator.
    pub(crate) fn push(&mut self, item: &Item<'_>, end: u8) {
        if self.open {
            self.bytes.push(end);
        }
        self.bytes.extend_from_slice(item.record);
        self.bytes.extend_from_slice(item.terminator);
        self.open = item.terminator.is_empty();
        self.has_records = true;
    }

    /// Adds a directive of Turtle or TriG, which the statements after it may need.
    pub(crate) fn directive(&mut self, directive: &[u8]) {
        if self.open {
            self.bytes.push(b'\n');
        }
        self.bytes.extend_from_slice(directive.trim_ascii_end());
        self.bytes.push(b'\n');
        self.open = false;
    }
}

pub(crate) struct Rejects {
    file: BufWriter<Target>,
    /// Whether the last record had no terminator. Then a line feed is written before the next one.
    open: bool,
    /// The directives of a document since its last statement that was rejected.
    directives: Vec<u8>,
}

impl Rejects {
    pub(crate) fn new(file: Target) -> Self {
        Self { file: BufWriter::new(file), open: false, directives: Vec::new() }
    }

    /// Writes what was rejected. Directives wait for the first statement that needs them.
    pub(crate) fn take(&mut self, rejected: &Rejected) -> Flow {
        let Rejected { bytes, open, has_records } = rejected;
        if !has_records {
            self.directives.extend_from_slice(bytes);
            return Ok(());
        }
        let directives = std::mem::take(&mut self.directives);
        if let Some((_, whole)) = directives.split_last() {
            self.keep(whole, b"\n")?;
        }
        let (records, terminator) = bytes.split_at(bytes.len() - usize::from(!bytes.is_empty() && !open));
        self.keep(records, terminator)
    }

    /// Writes records, the last of which ends with this terminator. An error ends the run, because
    /// otherwise the records would be lost.
    pub(crate) fn keep(&mut self, records: &[u8], terminator: &[u8]) -> Flow {
        self.write(records, terminator).map_err(|error| self.failed(&error))
    }

    fn write(&mut self, records: &[u8], terminator: &[u8]) -> io::Result<()> {
        if self.open {
            self.file.write_all(b"\n")?;
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
