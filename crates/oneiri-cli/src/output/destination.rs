//! Where the output of a run goes, whatever that is.

use std::io::{self, StdoutLock, Write};

use tempfile::SpooledTempFile;

use crate::output::{target, target::Target};

/// The destination of the output.
pub(crate) enum Destination {
    Stdout(StdoutLock<'static>),
    File(Box<Target>),
    /// Memory, or a temporary file; see [`Session::hold`](super::Session::hold).
    Held(SpooledTempFile),
    Nowhere,
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => target::check_stdout().and_then(|()| out.write(bytes)),
            Self::File(file) => file.write(bytes),
            Self::Held(file) => file.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::Held(_) | Self::Nowhere => Ok(()),
        }
    }
}
