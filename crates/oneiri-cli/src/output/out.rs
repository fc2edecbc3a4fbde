//! The output: what some answers write, and where the answers of a run go.

use std::io::{self, StdoutLock, Write};
use std::ops::Range;

use crate::output::{closed, record_writer::RecordWriter, target::Target};

/// The bytes that some answers write.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) bytes: Vec<u8>,
    /// The first separator. It is left out if nothing stands before it in the whole run.
    pub(crate) separator: Option<Range<usize>>,
    /// The record that is being answered.
    pub(crate) row: RecordWriter,
}

/// The destination of the output.
pub(crate) enum Destination {
    Stdout(StdoutLock<'static>),
    File(Box<Target>),
    Nowhere,
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => closed::check().and_then(|()| out.write(bytes)),
            Self::File(file) => file.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::Nowhere => Ok(()),
        }
    }
}
