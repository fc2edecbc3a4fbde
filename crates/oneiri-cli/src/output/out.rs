//! The destination of the output.

use std::io::{self, StdoutLock, Write};

use crate::output::closed;
use crate::output::target::Target;

/// The destination of the output.
pub(crate) enum Out {
    Stdout(StdoutLock<'static>),
    File(Box<Target>),
    Nowhere,
}

impl Write for Out {
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
