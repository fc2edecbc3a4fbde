//! `--rejects`: the file that takes refused lines and records.

use std::io::{self, BufWriter, Write};

use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;

pub(crate) struct Rejects {
    file: BufWriter<Target>,
    /// Whether the last record had no terminator. Then a line feed is written before the next one.
    open: bool,
}

impl Rejects {
    pub(crate) fn new(file: Target) -> Self {
        Self { file: BufWriter::new(file), open: false }
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
