//! Why a run ends early. For `TemporaryFiles` the command has a sentence of its own (`dedupe/writing.rs` in
//! `oneiri-cli`), which names the option `--temp-dir`. It shows the other sentences as they are.

use std::any::Any;
use std::path::PathBuf;
use std::{fmt, io};

/// Why a run ends early, apart from the errors of its sink.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The temporary file could not be made, written or read.
    TemporaryFiles {
        /// The folder of the file.
        folder: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A list could not be read. Only [`lines`](crate::lines) returns this.
    List {
        /// The index of the list.
        list: usize,
        /// The error of its reader.
        error: io::Error,
    },
    /// A thread panicked, for example in the function that computes keys.
    Thread {
        /// The message of the panic.
        panic: String,
    },
}

impl Error {
    /// The error for a thread that ended with this panic.
    pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Self {
        let message = payload.downcast_ref::<&str>().copied();
        let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Self::Thread { panic: message.unwrap_or("its payload is not a text").into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TemporaryFiles { folder, error } => {
                write!(f, "temporary files in {}: {error}", folder.display())
            }
            Self::List { list, error } => write!(f, "list {list}: {error}"),
            Self::Thread { panic } => write!(f, "a thread panicked: {panic}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TemporaryFiles { error, .. } | Self::List { error, .. } => Some(error),
            Self::Thread { .. } => None,
        }
    }
}
