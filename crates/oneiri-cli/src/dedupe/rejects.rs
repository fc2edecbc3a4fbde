//! `--rejects`: the file that takes refused records.

use std::io::{self, BufWriter, Write};

use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;

pub(super) struct Rejects {
    file: BufWriter<Target>,
    /// Whether the last record had no terminator. Then a line feed is written before the next one.
    open: bool,
}

impl Rejects {
    pub(super) fn new(file: Target) -> Self {
        Self { file: BufWriter::new(file), open: false }
    }

    /// Writes a record. An error ends the run, because otherwise the record would be lost.
    pub(super) fn keep(&mut self, record: &[u8], terminator: &[u8]) -> Flow {
        self.write(record, terminator).map_err(|error| self.failed(&error))
    }

    fn write(&mut self, record: &[u8], terminator: &[u8]) -> io::Result<()> {
        if self.open {
            self.file.write_all(b"\n")?;
        }
        self.open = terminator.is_empty();
        self.file.write_all(record)?;
        self.file.write_all(terminator)
    }

    pub(super) fn finish(mut self, session: &mut Session) -> Flow {
        self.file.flush().map_err(|error| self.failed(&error))?;
        session.keep(self.file.into_parts().0);
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> Stop {
        Stop::Failed(format!("{}: {error}", self.file.get_ref().name))
    }
}
