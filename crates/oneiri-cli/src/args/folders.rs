//! The files of folders: which of them are read, and what is told of the others.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use oneiri_documents::{Description, PARQUET, Selector, by_id, ending, other_root};

use crate::args::usage::UsageError;
use crate::output::{counted, escape};
use crate::pipeline::{source::Tables, source::by_name};

#[derive(PartialEq, Eq)]
pub(crate) enum Fit {
    Read,
    /// It is a table that is not read: for what reason, and what to write so that it is.
    Needs(&'static str, &'static str),
    /// It is a table with another header, for this reason.
    Refused(String),
    Other,
}

impl From<bool> for Fit {
    fn from(is_read: bool) -> Self {
        if is_read { Self::Read } else { Self::Other }
    }
}

pub(crate) type IsRead<'a> = &'a dyn Fn(&Path) -> Fit;

/// Files, with what to tell about those that are left out.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) notes: Vec<String>,
    pub(crate) tables: Tables,
    /// Messages about folders without a file that is read. They are an error if there is no other file.
    empty: Vec<String>,
    seen: HashSet<PathBuf>,
    is_pattern: bool,
}

impl Found {
    pub(crate) fn extend(&mut self, Self { files, notes, tables, empty, .. }: Self) {
        self.files.extend(files);
        self.empty.extend(empty);
        self.notes.extend(notes);
        self.tables.count += tables.count;
        self.tables.messages.extend(tables.messages);
    }

    pub(crate) fn checked(mut self) -> Result<Self, UsageError> {
        let error = self.empty.first().filter(|_| self.files.is_empty()).map(|it| UsageError::value(it));
        self.notes.append(&mut self.empty);
        error.map_or(Ok(self), Err)
    }

    /// Adds a file, or the files of a folder and of the folders in it, in the order of their names. As in `rg`,
    /// hidden files, standard output and those that `.gitignore` or `.ignore` names are left out, and symbolic links are not
    /// followed. `command` stands in messages.
    fn add(&mut self, path: PathBuf, command: &str, is_read: IsRead<'_>) -> Result<(), UsageError> {
        if path == Path::new("-") || !path.is_dir() {
            self.seen.insert(path.clone());
            match if self.is_pattern { is_read(&path) } else { Fit::Read } {
                Fit::Refused(why) => self.refuse(&path, &why),
                _ => self.files.push(path),
            }
            return Ok(());
        }
        let (before, mut tables, refused) = (self.files.len(), Vec::new(), self.tables.messages.len());
        let [mut others, mut foreign, mut special] = [const { Vec::new() }; 3];
        let is_xml = |file: &Path| by_name(file).is_some_and(|it| it.id == "sitemap");
        let has_other_root = |file: &Path| is_xml(file) && File::open(file).ok().and_then(other_root).is_some();
        for entry in WalkBuilder::new(&path).sort_by_file_path(Ord::cmp).skip_stdout(true).build() {
            let entry = entry.map_err(|error| UsageError::value(&escape::visible(&error.to_string())))?;
            // The folder itself may be a symbolic link.
            let Some(kind) = entry.file_type().filter(|it| entry.depth() > 0 && !it.is_dir()) else { continue };
            let file = entry.into_path();
            if !self.seen.insert(file.clone()) {
                continue;
            }
            match is_read(&file) {
                _ if !kind.is_file() => special.push(file),
                Fit::Read if has_other_root(&file) => foreign.push(file),
                Fit::Read => self.files.push(file),
                Fit::Needs(because, what) => tables.push((because, format!("{} needs {what}", escape::path(&file)))),
                Fit::Refused(why) => self.refuse(&file, &why),
                Fit::Other => others.push(file),
            }
        }
        let shown = escape::path(&path);
        let by_names = format!("{command} reads no files of such names");
        let left = [
            (&others, &*by_names),
            (&foreign, "the root of such XML is not that of a sitemap, feed or page"),
            (&special, "symbolic links and special files are not read"),
        ];
        let note = |(files, because): (&Vec<PathBuf>, &str)| {
            let (first, count) = (escape::path(files.first()?), counted(files.len() as u64, "file"));
            Some(format!("{shown}: {count} left out, because {because} (for example, {first})"))
        };
        let mut notes: Vec<String> = left.into_iter().filter_map(note).collect();
        if self.files.len() == before && !self.is_pattern {
            let none = match (tables.first(), others.first()) {
                (Some((_, needs)), _) => format!("no file that {command} reads by its name alone ({needs})"),
                (None, Some(other)) => format!(
                    "no file that {command} reads by its name (for example, {} is none); \
                     give its files, or the pattern '{shown}/*', to read them whatever their names",
                    escape::path(other)
                ),
                (None, None) => match self.tables.messages.get(refused).or(notes.first()) {
                    Some(why) => format!("no file that {command} reads ({why})"),
                    None => "no files, but for hidden and ignored ones".to_owned(),
                },
            };
            self.empty.push(format!("{shown} is a folder with {none}"));
            notes.clear();
        }
        if let Some((because, needs)) = tables.first() {
            let count = tables.len() as u64;
            self.tables.count += count;
            let count = counted(count, "table");
            self.tables.messages.push(format!("{shown}: {count} not read, because {because} ({needs})"));
        }
        self.notes.append(&mut notes);
        Ok(())
    }

    /// Leaves out a table that has another header.
    fn refuse(&mut self, table: &Path, why: &str) {
        self.tables.count += 1;
        self.tables.messages.push(format!("{}: table not read: {why}", escape::path(table)));
    }
}

/// The files of one argument, with those of folders in the place of these, each once. A pattern names files whatever their
/// names, so these come before the folders that they may be in, and a folder of a pattern may have no more.
pub(super) fn expand(mut paths: Vec<PathBuf>, command: &str, is_read: IsRead<'_>) -> Result<Found, UsageError> {
    paths.sort_by_key(|path| path.is_dir());
    let (mut found, first) = (Found { is_pattern: paths.len() > 1, ..Found::default() }, paths.first().cloned());
    paths.into_iter().try_for_each(|path| found.add(path, command, is_read))?;
    if let (true, Some(first)) = (found.files.is_empty(), first) {
        found = Found::default();
        found.add(first, command, is_read)?;
    }
    if found.is_pattern {
        found.files.sort();
    }
    Ok(found)
}

/// Whether this build does not have a format.
pub(super) fn lacks(format: &Description) -> bool {
    format.id == PARQUET.id && !cfg!(feature = "parquet")
}

/// The format that the name of a file of a folder says. A name with another ending says none, because most
/// files of a folder are no lists.
pub(crate) fn format_of(file: &Path) -> Option<&'static Description> {
    let is_text = ["txt", "text", "list", "urls"].contains(&ending(file).as_str());
    if is_text { by_id("text") } else { by_name(file) }
}

/// Whether a file of a folder is read: its name says the format that is named. If none is named, its name says
/// any, and a table has a column of URLs.
pub(crate) fn fit(file: &Path, named: Option<&'static Description>, has_column: bool) -> Fit {
    match (format_of(file), named) {
        (None, _) => Fit::Other,
        (Some(format), Some(named)) => (named.id == format.id).into(),
        (Some(format), None) if format.selector == Selector::None => Fit::Read,
        (Some(format), None) if lacks(format) => Fit::Needs(NO_COLUMN, "a build with Parquet"),
        (Some(format), None) if format.id == PARQUET.id && has_column => {
            Fit::Needs("rows of Parquet are read alone, as if they were one file", "--format parquet")
        }
        (Some(format), None) if format.id == PARQUET.id => Fit::Needs(NO_COLUMN, "--format parquet --column NAME"),
        (Some(_), None) if has_column => Fit::Read,
        (Some(_), None) => Fit::Needs(NO_COLUMN, "--column NAME"),
    }
}

const NO_COLUMN: &str = "no option says where the URLs are";
