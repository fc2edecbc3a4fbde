//! The option `--invalid`, which says whether a line or record with an invalid URL is kept, emptied or left out.

use clap::ValueEnum;

use crate::output::options::Refused;

/// Whether invalid identifiers are repaired.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Repairs {
    #[default]
    No,
    /// They are, and valid ones do not change.
    Only,
    /// They are, and valid ones may change as well.
    AndMore,
}

/// What becomes of the line or the record of an invalid identifier.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Invalid {
    Keep,
    Null,
    Drop,
}

impl Invalid {
    pub(super) fn refused(self) -> Refused {
        match self {
            Self::Keep => Refused::Unchanged,
            Self::Null => Refused::Empty,
            Self::Drop => Refused::Nothing,
        }
    }
}
