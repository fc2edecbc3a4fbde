//! Copies of Parquet files: what was answered goes to a temporary file, and then the rows are copied with the answers.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(feature = "parquet")]
pub(super) use oneiri_documents::parquet::Rows;

use crate::output::{Flow, Session, Stop, Target, escape};
use crate::pipeline::Format;

/// A build without the feature reads no rows.
#[cfg(not(feature = "parquet"))]
pub(super) type Rows = std::convert::Infallible;

pub(crate) struct Copy {
    records: File,
    target: Target,
    change: Change,
}

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
        let name = format!("temporary files in {} (TMPDIR sets another folder)", escape::path(folder));
        let file = || -> io::Result<(File, File)> {
            let file = tempfile::tempfile_in(folder)?;
            Ok((file.try_clone()?, file))
        };
        let (records, file) = file().map_err(|error| Stop::Failed(format!("{name}: {error}")))?;
        let target = std::mem::replace(target, Target::nameless(name, file));
        Ok(Self { records, target, change })
    }

    pub(crate) fn make(mut self, format: &Format, paths: &[PathBuf], session: &mut Session) -> Flow {
        let Some(rows) = &format.rows else { return Ok(()) };
        copy(rows, self.records, paths, self.change == Change::Answers, &mut self.target)?;
        session.lacks_output |= !session.keep(self.target);
        Ok(())
    }
}

#[cfg(feature = "parquet")]
fn copy(rows: &Rows, records: File, paths: &[PathBuf], answers: bool, to: &mut Target) -> Flow {
    rows.copy(records, |nth| File::open(&paths[nth]), answers, to).map_err(|error| {
        let name = error.file.map_or_else(|| to.name.clone(), |nth| escape::path(&paths[nth]));
        Stop::Failed(format!("{name}: {error}"))
    })
}

#[cfg(not(feature = "parquet"))]
fn copy(rows: &Rows, _: File, _: &[PathBuf], _: bool, _: &mut Target) -> Flow {
    match *rows {}
}
