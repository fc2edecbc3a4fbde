//! Delays the output of Parquet: answers go to a temporary file as records that name their rows, and at
//! the end the rows are copied with them.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::output::{Flow, Session, Stop, Target, escape};
use crate::pipeline::format::Format;

pub(crate) struct Copy {
    records: File,
    target: Target,
    change: Change,
}

/// What differs between a row and its copy.
#[derive(Default, PartialEq, Eq)]
pub(crate) enum Change {
    #[default]
    Nothing,
    /// The texts of the records stand in the place of the identifiers, or in one more column.
    Answers,
}

impl Copy {
    /// Replaces the target by a temporary file that takes records. [`make`](Self::make) then writes
    /// the target.
    pub(crate) fn later(target: &mut Target, folder: &Path, change: Change) -> Result<Self, Stop> {
        let name = format!("temporary files in {} (see --temp-dir)", escape::path(folder));
        let file = || -> io::Result<(File, File)> {
            let file = tempfile::tempfile_in(folder)?;
            Ok((file.try_clone()?, file))
        };
        let (records, file) = file().map_err(|error| Stop::Failed(format!("{name}: {error}")))?;
        let target = std::mem::replace(target, Target::nameless(name, file));
        Ok(Self { records, target, change })
    }

    pub(crate) fn make(self, format: &Format, paths: &[PathBuf], session: &mut Session) -> Flow {
        let Some(columns) = &format.rows else { return Ok(()) };
        session.keep(columns.copy(self.records, paths, self.target, self.change == Change::Answers)?);
        Ok(())
    }
}
