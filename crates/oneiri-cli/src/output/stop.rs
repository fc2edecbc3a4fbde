//! The reasons for which a run ends early.

use std::io;

/// The reason for which a run ends before its input does.
pub(crate) enum Stop {
    Output(io::Error),
    /// The run failed, and this message has not been shown yet.
    Failed(String),
    /// The run failed, and the message has been shown already.
    Reported,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

pub(crate) type Flow = Result<(), Stop>;
