//! Why a run ends early.

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
    /// A thread ended by a panic.
    Thread,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TemporaryFiles { folder, error } => {
                write!(f, "temporary files in {}: {error}", folder.display())
            }
            Self::List { list, error } => write!(f, "list {list}: {error}"),
            Self::Thread => f.write_str("a thread ended unexpectedly"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TemporaryFiles { error, .. } | Self::List { error, .. } => Some(error),
            Self::Thread => None,
        }
    }
}
