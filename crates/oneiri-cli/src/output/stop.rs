//! Why a run ends before its input does.

use std::io;

/// Why a run ended before its input did.
pub(crate) enum Stop {
    /// Standard output took no more.
    Output(io::Error),
    /// For this reason, which the user has to be told.
    Failed(String),
    /// For a reason the user has been told.
    Told,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What a command, and what it does to a line, comes to.
pub(crate) type Flow = Result<(), Stop>;
