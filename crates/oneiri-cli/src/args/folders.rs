//! Folders among the arguments of a command for lists: which of their files are read.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use oneiri_documents::{Description, Selector, by_id, ending};

use crate::args::usage::UsageError;
use crate::output::{counted, escape};
use crate::pipeline::format::by_name;

/// Whether a file of a folder is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    Read,
    /// It is a table, and no option says in which column its URLs are.
    NeedsColumn,
    Other,
}

impl From<bool> for Fit {
    fn from(is_read: bool) -> Self {
        if is_read { Self::Read } else { Self::Other }
    }
}

/// Says whether a file of a folder is read.
pub(crate) type IsRead<'a> = &'a dyn Fn(&Path) -> Fit;

/// Files, with what to tell about those that are left out.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) notes: Vec<String>,
    /// The tables that need a column.
    pub(crate) tables: Tables,
}

/// The tables of folders that are left out, because they need a column: how many there are, and a message for each folder.
#[derive(Clone, Default)]
pub(crate) struct Tables {
    pub(crate) count: u64,
    pub(crate) messages: Vec<String>,
}

impl Found {
    /// Adds the files of another one.
    pub(crate) fn extend(&mut self, Self { files, notes, tables }: Self) {
        self.files.extend(files);
        self.notes.extend(notes);
        self.tables.count += tables.count;
        self.tables.messages.extend(tables.messages);
    }

    /// Adds a file, or the files of a folder and of the folders in it, in the order of their names. As in `rg`,
    /// hidden files and those that `.gitignore` or `.ignore` names are left out, and symbolic links are not
    /// followed. `command` stands in messages.
    pub(crate) fn add(&mut self, path: PathBuf, command: &str, is_read: IsRead<'_>) -> Result<(), UsageError> {
        if path == Path::new("-") || !path.is_dir() {
            self.files.push(path);
            return Ok(());
        }
        let (before, mut tables, mut others) = (self.files.len(), Vec::new(), Vec::new());
        for entry in WalkBuilder::new(&path).sort_by_file_path(Ord::cmp).build() {
            let entry = entry.map_err(|error| UsageError::value(&escape::visible(&error.to_string())))?;
            if !entry.file_type().is_some_and(|it| it.is_file()) {
                continue;
            }
            let file = entry.into_path();
            match is_read(&file) {
                Fit::Read => self.files.push(file),
                Fit::NeedsColumn => tables.push(file),
                Fit::Other => others.push(file),
            }
        }
        let shown = escape::path(&path);
        let needs = |table: &PathBuf| {
            let format = if ending(table) == "parquet" { "--format parquet " } else { "" };
            format!("{} needs {format}--column NAME", escape::path(table))
        };
        if self.files.len() == before {
            let none = match (tables.first(), others.first()) {
                (Some(table), _) => {
                    format!("no file that {command} reads by its name alone ({})", needs(table))
                }
                (None, None) => "no files, but for hidden and ignored ones".to_owned(),
                (None, Some(other)) => format!(
                    "no file that {command} reads by its name (for example, {} is none); \
                     give its files, or the pattern '{shown}/*', to read them whatever their names",
                    escape::path(other)
                ),
            };
            return Err(UsageError::value(&format!("{shown} is a folder with {none}")));
        }
        if let Some(table) = tables.first() {
            let (count, needs) = (tables.len() as u64, needs(table));
            self.tables.count += count;
            self.tables.messages.push(format!(
                "{shown}: {} not read, because no option says where the URLs are ({needs})",
                counted(count, "table")
            ));
        }
        if let Some(other) = others.first() {
            let (count, other) = (counted(others.len() as u64, "file"), escape::path(other));
            self.notes.push(format!(
                "{shown}: {count} left out, because {command} does not read them by their names (for example, {other})"
            ));
        }
        Ok(())
    }
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
        // Rows of Parquet are read as if they were one file.
        (Some(format), None) if has_column && format.id != "parquet" => Fit::Read,
        (Some(_), None) => Fit::NeedsColumn,
    }
}

/// Whether a file of a folder is a list of lines by its name.
pub(crate) fn is_list(file: &Path) -> Fit {
    format_of(file).is_some_and(|format| format.id == "text").into()
}
