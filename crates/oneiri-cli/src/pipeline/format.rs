//! The format of the input files.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "parquet")]
use oneiri_documents::parquet::Rows;
use oneiri_documents::{Description, Ends, FORMATS, Lines, PARQUET, Selector, Unit, ending};

use crate::output::{Flow, Session, Stop, Target, escape};

/// A build without the feature reads no rows.
#[cfg(not(feature = "parquet"))]
type Rows = std::convert::Infallible;

/// A format of documents, or rows of Parquet files, which are read as if they were one.
#[derive(Clone)]
pub(crate) struct Format {
    format: Arc<dyn oneiri_documents::Format>,
    pub(crate) rows: Option<Arc<Rows>>,
    /// The format of each file, if they have several.
    each: Arc<[Self]>,
}

impl Format {
    pub(crate) fn new(format: Box<dyn oneiri_documents::Format>) -> Self {
        Self { format: format.into(), rows: None, each: Arc::new([]) }
    }

    #[cfg(feature = "parquet")]
    pub(crate) fn rows(column: String, into: Option<String>) -> Self {
        let rows = Arc::new(Rows::new(column, into));
        Self { format: Arc::clone(&rows) as Arc<_>, rows: Some(rows), each: Arc::new([]) }
    }

    /// A format for each file, in their order. What options mean depends on all of them, so the whole is a document
    /// if one of them is. `None` if there is no file.
    pub(crate) fn several(each: Vec<Self>) -> Option<Self> {
        let first = each.iter().find(|it| it.is_document()).or_else(|| each.first())?.clone();
        Some(Self { each: each.into(), ..first })
    }

    pub(crate) fn of(&self, file: usize) -> &Self {
        self.each.get(file).unwrap_or(self)
    }

    pub(crate) fn lines() -> Self {
        Self::new(Box::new(Lines::default()))
    }

    pub(crate) fn unit(&self) -> Unit {
        self.format.description().unit
    }

    /// Whether a record is an identifier and nothing else.
    pub(crate) fn is_text(&self) -> bool {
        self.unit() == Unit::Line
    }

    /// Whether it is lines that end with LF.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_text() && matches!(self.ends(), Ends::Lines(b'\n'))
    }

    /// What no record of the files had, when all have been read.
    pub(crate) fn missing(&self) -> Option<String> {
        self.each.iter().chain([self]).find_map(|it| it.format.missing())
    }

    /// Whether the input is a document, in which a record has any number of identifiers.
    pub(crate) fn is_document(&self) -> bool {
        matches!(self.unit(), Unit::Statement | Unit::Document)
    }

    /// Whether a file begins with the names of columns.
    pub(crate) fn has_header(&self) -> bool {
        self.description().selector == Selector::Column && self.rows.is_none()
    }

    /// Refuses the name of an output that says Parquet and would hold text, or the other way round, because no program could
    /// read it.
    pub(crate) fn named(&self, file: &Path, holds_records: bool) -> Flow {
        let is_rows = holds_records && self.rows.is_some();
        if by_name(file).is_none_or(|named| (named.id == PARQUET.id) == is_rows) {
            return Ok(());
        }
        let (what, ending) = match self.description().endings.first().filter(|_| holds_records) {
            Some(ending) => (self.description().name, *ending),
            None => ("text", "txt"),
        };
        Err(Stop::Failed(format!("{} would hold {what}: name it .{ending}", escape::path(file))))
    }
}

impl Deref for Format {
    type Target = dyn oneiri_documents::Format;

    fn deref(&self) -> &Self::Target {
        &*self.format
    }
}

/// All formats, and Parquet after the other tables.
pub(crate) fn all() -> impl Iterator<Item = &'static Description> {
    let (records, documents): (Vec<_>, Vec<_>) =
        FORMATS.iter().partition(|it| matches!(it.unit, Unit::Line | Unit::Record));
    records.into_iter().chain([&PARQUET]).chain(documents)
}

/// The format of a file by its name, if that is a format other than lines.
pub(crate) fn by_name(file: &Path) -> Option<&'static Description> {
    let ending = ending(file);
    all().find(|it| it.endings.contains(&ending.as_str()))
}

/// The same with its name and the option that commands need for it, unless it is a page or the like.
pub(crate) fn other_name(file: &Path) -> Option<(&'static str, &'static str)> {
    let option = |it: &Description| if it.selector == Selector::None { "" } else { " --column NAME" };
    by_name(file).filter(|it| !it.links).map(|it| (it.name, option(it)))
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
