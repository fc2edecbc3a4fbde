//! Folders among the arguments of a command for lists: which of their files are read.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use oneiri_documents::{Description, Selector, by_id, ending};

use crate::args::usage::UsageError;
use crate::output::escape;
use crate::pipeline::format::by_name;

/// Says whether a file of a folder is read.
pub(crate) type IsRead<'a> = &'a dyn Fn(&Path) -> bool;

/// Files, with what to tell about those that are left out.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) notes: Vec<String>,
}

impl Found {
    /// Adds a file, or the files of a folder and of the folders in it, in the order of their names. As in `rg`,
    /// hidden files and those that `.gitignore` or `.ignore` names are left out, and symbolic links are not
    /// followed. `command` stands in messages.
    pub(crate) fn add(
        &mut self,
        path: PathBuf,
        command: &str,
        is_read: IsRead<'_>,
    ) -> Result<(), UsageError> {
        if path == Path::new("-") || !path.is_dir() {
            self.files.push(path);
            return Ok(());
        }
        let (before, mut others) = (self.files.len(), Vec::new());
        for entry in WalkBuilder::new(&path).sort_by_file_path(Ord::cmp).build() {
            let entry =
                entry.map_err(|error| UsageError::value(&escape::visible(&error.to_string())))?;
            if !entry.file_type().is_some_and(|it| it.is_file()) {
                continue;
            }
            let file = entry.into_path();
            if is_read(&file) {
                self.files.push(file);
            } else {
                others.push(file);
            }
        }
        let shown = escape::path(&path);
        if self.files.len() == before {
            let none = match others.first() {
                None => "no files, but for hidden and ignored ones".to_owned(),
                Some(other) => format!(
                    "no file that {command} reads by its name (for example, {} is none); \
                     give its files, or the pattern '{shown}/*', to read them whatever their names",
                    escape::path(other)
                ),
            };
            return Err(UsageError::value(&format!("{shown} is a folder with {none}")));
        }
        if let Some(other) = others.first() {
            let (count, other) = (others.len(), escape::path(other));
            let s = if count == 1 { "" } else { "s" };
            self.notes.push(format!(
                "{shown}: {count} file{s} left out, because {command} does not read them by their names (for example, {other})"
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
pub(crate) fn is_read(file: &Path, named: Option<&'static Description>, has_column: bool) -> bool {
    format_of(file).is_some_and(|format| match named {
        Some(named) => named.id == format.id,
        // Rows of Parquet are read as if they were one file.
        None => format.id != "parquet" && (has_column || format.selector == Selector::None),
    })
}

/// Whether a file of a folder is a list of lines by its name.
pub(crate) fn is_list(file: &Path) -> bool {
    format_of(file).is_some_and(|format| format.id == "text")
}
