//! Rows of Parquet files, which are read and written as if they were records of a document.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use oneiri_documents::{Description, Error, Lines, Selector, Unit};

use crate::output::{Flow, Session, Stop, Target, escape};
use crate::pipeline::{Format, parquet};

/// Parquet, which is no document: [`Format::rows`] makes its format.
pub(crate) static PARQUET: Description = Description {
    id: "parquet",
    aliases: &[],
    name: "Parquet",
    endings: &["parquet"],
    unit: Unit::Record,
    selector: Selector::Column,
    base: false,
    rewrites: true,
    links: false,
    open: |_| Box::new(Lines::default()),
};

/// A record is the name of a row, a TAB, and a JSON string, or null.
impl oneiri_documents::Format for parquet::Columns {
    fn description(&self) -> &'static Description {
        &PARQUET
    }

    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        let (row, json) = record.split_at(name_end(record));
        match string(json) {
            Some(Cow::Borrowed(text)) => Ok((row.len()..record.len(), text.as_bytes().into())),
            Some(Cow::Owned(text)) => Ok((row.len()..record.len(), text.into_bytes().into())),
            // A null has no URL, like an empty cell.
            None => Ok((row.len()..record.len(), json[json.len()..].into())),
        }
    }

    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        drop(serde_json::to_writer(out, &Some(String::from_utf8_lossy(text)).filter(|text| !text.is_empty())));
    }

    fn add(&self, record: &[u8], _: &str, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(&record[..name_end(record)]);
        self.spell(text, false, out);
    }
}

fn name_end(record: &[u8]) -> usize {
    memchr::memchr(b'\t', record).map_or(0, |tab| tab + 1)
}

/// Parses a JSON string. Returns `None` for null and for anything else.
fn string(json: &[u8]) -> Option<Cow<'_, str>> {
    #[derive(serde::Deserialize)]
    struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
    let text: Option<Text<'_>> = serde_json::from_slice(json).ok()?;
    text.map(|text| text.0)
}

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

    pub(crate) fn make(self, format: &Format, paths: &[PathBuf], session: &mut Session) -> Flow {
        let Some(columns) = &format.rows else { return Ok(()) };
        session.lacks_output |=
            !session.keep(columns.copy(self.records, paths, self.target, self.change == Change::Answers)?);
        Ok(())
    }
}
