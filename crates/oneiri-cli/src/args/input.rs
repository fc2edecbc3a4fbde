//! The options that say what is read: URLs or files, their format, and where in a record the URLs are. Also the
//! rule that tells URLs from files among the arguments: commands for values take values only, and commands for
//! lists and documents take files, and URLs that begin with a scheme. So it never depends on which files exist.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::{HasScheme, Ri, Unicode};
use oneiri_documents::{Description, Options, Selector, ending};

use crate::args::arguments::{self, Argument};
use crate::args::folders::{self, IsRead};
use crate::args::usage::UsageError;
use crate::comparison::{self, STRICT};
use crate::output::{escape, redact};
use crate::pipeline::format::{self, Format, PARQUET};
use crate::pipeline::parquet;
use crate::pipeline::pattern;
use crate::pipeline::run::Source;

/// The input of commands that read identifiers.
#[derive(clap::Args)]
pub(crate) struct Identifiers {
    /// URLs; without any and without -f, lines of stdin
    #[arg(value_name = "URL", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,

    /// What to tell about the files of folders.
    #[arg(skip)]
    notes: Vec<String>,
}

/// The input of `encode` and `decode`, which read any text.
#[derive(clap::Args)]
pub(crate) struct Texts {
    /// Texts; without any and without -f, lines of stdin
    #[arg(value_name = "TEXT", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,
}

#[derive(clap::Args)]
pub(crate) struct Files {
    /// Read lines from FILE (repeatable; - is stdin)
    #[arg(id = "files", short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Identifiers {
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files.files
    }

    /// The URLs and the files. Only one of the two can have any.
    pub(crate) fn into_parts(self) -> (Vec<OsString>, Vec<PathBuf>) {
        (self.arguments, self.files.files)
    }

    /// The items of the input. An argument is a text, whatever it names: it may come from somebody who must not learn
    /// which files there are.
    pub(crate) fn source(self) -> Source {
        Source::new(self.arguments, self.files.files)
    }

    /// What to tell about the files of folders.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The same input for a command for lists, whose arguments are files, or URLs with a scheme. Patterns of file
    /// names and folders are expanded. An argument that is neither is an error, and `command` stands in its message.
    pub(crate) fn into_lists(self, command: &str, is_read: IsRead<'_>) -> Result<Self, UsageError> {
        let (mut urls, mut files, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let mut take = |found: folders::Found| {
            files.extend(found.files);
            notes.extend(found.notes);
        };
        for argument in arguments::arguments(command, self.arguments, is_read)? {
            match argument {
                Argument::Text(url) => urls.push(url),
                Argument::Files(found) => take(found),
            }
        }
        take(arguments::expand(pattern::expand(self.files.files), command, is_read)?);
        if let (Some(url), Some(file)) = (urls.first(), files.first()) {
            return Err(wrong(&format!(
                "'{}' is a URL and '{}' is a file; give either URLs or files",
                redact::hidden(&escape::visible(&url.to_string_lossy())),
                escape::path(file)
            )));
        }
        Ok(Self { arguments: urls, files: Files { files }, notes })
    }
}

impl Texts {
    /// The texts and the files. Only one of the two can have any.
    pub(crate) fn into_parts(self) -> (Vec<OsString>, Vec<PathBuf>) {
        (self.arguments, self.files.files)
    }

    /// The items of the input. An argument is a text, whatever it names.
    pub(crate) fn source(self) -> Source {
        Source::new(self.arguments, self.files.files)
    }
}

impl Files {
    pub(crate) fn source(self) -> Source {
        Source::files(self.files)
    }
}

#[derive(clap::Args)]
pub(crate) struct Columns {
    /// text, csv, tsv, ndjson, parquet, nt, nq, turtle, trig,
    /// jsonld, rdfxml, html, sitemap, feed, headers or
    /// cdxj; else by the name
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, verbatim_doc_comment,
        value_parser = by_id())]
    format: Option<&'static Description>,

    /// The column with URLs, by name or number; in ndjson a
    /// field: url, page.url, links[].url (repeatable)
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    column: Vec<String>,

    /// The character between fields, if it is not a comma (csv)
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    delimiter: Option<u8>,
}

/// A format by its name.
pub(crate) fn by_id() -> impl TypedValueParser<Value = &'static Description> {
    let values = format::all().map(|it| PossibleValue::new(it.id).aliases(it.aliases));
    PossibleValuesParser::new(values).try_map(|id| {
        let named = |it: &&Description| it.id == id || it.aliases.contains(&id.as_str());
        format::all().find(named).ok_or("expected a format")
    })
}

fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] if !matches!(byte, b'"' | b'\n' | b'\r') => Ok(*byte),
        _ => Err("expected one character of ASCII, or \\t".to_owned()),
    }
}

impl Columns {
    /// The same format with another column.
    pub(crate) fn beside(&self, name: &str) -> Self {
        Self { format: self.format, column: vec![name.to_owned()], delimiter: self.delimiter }
    }

    /// Whether a file of a folder is read with these options.
    pub(crate) fn reads(&self, file: &Path) -> bool {
        folders::is_read(file, self.format, !self.column.is_empty())
    }

    /// Whether a record of this format has identifiers in several columns or fields.
    pub(crate) fn are_several(&self, format: &Description) -> bool {
        self.column.len() > 1
            || format.selector == Selector::Field && self.column.iter().any(|name| is_array(name))
    }

    /// Whether the format is named, and does not follow from the names of files.
    pub(crate) fn is_named(&self) -> bool {
        self.format.is_some()
    }

    /// The format of the files with these options, and what to tell if it follows from their names.
    /// What is selected and the delimiter are those of this.
    pub(crate) fn format(
        &self,
        files: &[PathBuf],
        options: Options,
    ) -> Result<(Format, Option<String>), UsageError> {
        let conflict = |message: &str| Err(UsageError::conflict(message));
        let (named, note) = match self.format {
            Some(format) => (Some(format), None),
            None => self.by_name(files)?,
        };
        if self.delimiter.is_some() && named.is_none_or(|it| it.id != "csv") {
            return conflict("--delimiter is for --format csv");
        }
        let selector = named.map_or(Selector::None, |it| it.selector);
        let mut also = options.also.clone();
        also.extend(self.column.iter().skip(1).cloned());
        let selected = self.column.first().cloned();
        if selected.is_some() == (selector == Selector::None) {
            return conflict(
                "--format csv, tsv, ndjson and parquet need --column, and no other format takes it",
            );
        }
        let selected = selected.unwrap_or_default();
        if options.base.is_some() && !named.is_some_and(|it| it.base) {
            return conflict(
                "--base is for Turtle, TriG, JSON-LD, RDF/XML, pages and feeds; for lines, see \
                 `oneiri resolve`",
            );
        }
        let Some(named) = named else { return Ok((Format::lines(), note)) };
        let several = !also.is_empty() || self.are_several(named);
        let added = options.added.as_deref().filter(|_| selector == Selector::Field);
        if added.is_some_and(|added| is_array(added) || is_array(&selected)) {
            return conflict(
                "an array has several values in a record, and --count and --into add one field: choose a field \
                 without []",
            );
        }
        if several && (options.added.is_some() || named.id == PARQUET.id) {
            return conflict("several columns are not for Parquet, nor for --count and --into");
        }
        if named.id == PARQUET.id {
            return match parquet::Columns::new(selected, options.added) {
                Some(columns) => Ok((Format::rows(columns), note)),
                None => conflict("this build has no Parquet: install it with --features parquet"),
            };
        }
        let options = Options { selected, also, delimiter: self.delimiter, ..options };
        Ok((Format::new(named.open(options)), note))
    }

    /// The formats of the files with these options, which may be several, and what to tell if they follow from their
    /// names. This is for commands whose output has a form of its own, because a list cannot follow a table.
    pub(crate) fn formats(
        &self,
        files: &[PathBuf],
        options: Options,
    ) -> Result<(Format, Option<String>), UsageError> {
        let id = |file: &PathBuf| by_name(file).map(|it| it.id);
        let is_alike = files.windows(2).all(|two| id(&two[0]) == id(&two[1]));
        let is_mixed = self.format.is_none() && !is_alike;
        // Rows of Parquet are read as if they were one file.
        if !is_mixed || files.iter().any(|file| id(file) == Some(PARQUET.id)) {
            return self.format(files, options);
        }
        let takes_base = |file: &PathBuf| by_name(file).is_some_and(|it| it.base);
        let some_base = files.iter().any(takes_base);
        let mut each = Vec::new();
        for file in files {
            let of_table = by_name(file).is_some_and(|it| it.selector != Selector::None);
            let of_csv = by_name(file).is_some_and(|it| it.id == "csv");
            let alone = Self {
                format: None,
                column: if of_table { self.column.clone() } else { Vec::new() },
                delimiter: self.delimiter.filter(|_| of_csv),
            };
            let base = options.base.clone().filter(|_| takes_base(file) || !some_base);
            let options = Options { base, ..options.clone() };
            each.push(alone.format(std::slice::from_ref(file), options)?.0);
        }
        let names: BTreeSet<&str> = each.iter().map(|it| it.description().name).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let note = format!("{} files read by their names, as {}", files.len(), names.join(", "));
        Ok((Format::several(each).unwrap_or_else(Format::lines), Some(note)))
    }

    /// The format that the names of the files say, and a note that says so. `None` stands for lines.
    fn by_name(
        &self,
        files: &[PathBuf],
    ) -> Result<(Option<&'static Description>, Option<String>), UsageError> {
        let Some((first, rest)) = files.split_first() else { return Ok((None, None)) };
        let (name, format) = (escape::path(first), by_name(first));
        let id = |it: Option<&Description>| it.map(|it| it.id);
        if let Some(other) = rest.iter().find(|other| id(by_name(other)) != id(format)) {
            let other = escape::path(other);
            return Err(UsageError::conflict(&format!(
                "{name} and {other} look like different formats; say --format"
            )));
        }
        let Some(format) = format else { return Ok((None, None)) };
        let shown = format.name;
        if format.selector != Selector::None && self.column.is_empty() {
            return Err(UsageError::conflict(&format!(
                "{name} is {shown} by its name, and needs --column; --format text reads its lines"
            )));
        }
        // All documents of this ending are read by one format, which looks at the root.
        let note = match format.id {
            "sitemap" => {
                format!("{name}: read as a sitemap, feed or page, as its root element says")
            }
            _ => format!("{name}: read as {shown}, by its name"),
        };
        Ok((Some(format), Some(note)))
    }
}

/// The format of a file by its name, if that is a format other than lines.
pub(crate) fn by_name(file: &Path) -> Option<&'static Description> {
    let ending = ending(file);
    format::all().find(|it| it.endings.contains(&ending.as_str()))
}

/// The same with its name and the option that commands need for it, unless it is a page or the like.
pub(crate) fn other_name(file: &Path) -> Option<(&'static str, &'static str)> {
    let option =
        |it: &Description| if it.selector == Selector::None { "" } else { " --column NAME" };
    by_name(file).filter(|it| !it.links).map(|it| (it.name, option(it)))
}

/// The error of an argument that should be a file, and is not there.
pub(super) fn no_such_file(command: &str, argument: &OsStr) -> UsageError {
    let shown = redact::hidden(&escape::visible(&argument.to_string_lossy())).into_owned();
    let shown = if shown.is_empty() { "''".to_owned() } else { shown };
    let verb = match command {
        "links" => return wrong(&format!("{shown}: no such file")),
        "comm" => {
            let advice = "to take it as a relative reference, write it after --";
            return wrong(&format!("{shown}: no such file ({advice})"));
        }
        "key" => "make a key of it".to_owned(),
        "report" => "report on it".to_owned(),
        _ => format!("{command} it"),
    };
    wrong(&format!(
        "{shown}: no such file (to {verb} as a relative reference, write: oneiri {command} -- {})",
        redact::hidden(&quoted(argument))
    ))
}

/// Whether an argument begins with a scheme. The drive of a Windows path looks like a scheme of one letter, and
/// is none.
pub(super) fn is_url(argument: &OsStr) -> bool {
    // Bytes that are not UTF-8 cannot stand in a scheme, nor before one.
    let Some((scheme, _)) = argument.to_str().and_then(|text| text.split_once(':')) else {
        return false;
    };
    let mut letters = scheme.bytes();
    let first = letters.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_rest = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let is_drive = cfg!(windows) && scheme.len() == 1;
    first && !is_drive && letters.all(is_rest)
}

/// The arguments before the first `--`. No option can stand behind it.
pub(super) fn before_two_hyphens<T>(arguments: &[T]) -> &[T] {
    let behind = std::env::args_os().skip_while(|argument| argument != "--").skip(1).count();
    &arguments[..arguments.len().saturating_sub(behind)]
}

/// The name as a shell of POSIX reads it.
pub(crate) fn quoted(name: &OsStr) -> String {
    let shown = escape::visible(&name.to_string_lossy()).into_owned();
    let plain = |c: char| c.is_alphanumeric() || "+,-./:=@_".contains(c);
    let is_plain = !shown.is_empty() && shown.chars().all(plain);
    if is_plain { shown } else { format!("'{}'", shown.replace('\'', r"'\''")) }
}

pub(super) fn wrong(message: &str) -> UsageError {
    UsageError::value(&format!("{message}\n\nFor more information, try '--help'."))
}

#[derive(clap::Args)]
pub(crate) struct DocumentBase {
    /// The base of a document of RDF, which may set another one
    #[arg(long, value_name = "BASE")]
    base: Option<String>,
}

impl DocumentBase {
    /// The base, if one is given.
    pub(crate) fn read(&self) -> Result<Option<Ri<String, Unicode, HasScheme>>, UsageError> {
        self.base.as_ref().map(|base| comparison::base::<Unicode>(base, STRICT)).transpose()
    }
}

/// Whether a path of keys goes through an array. A bracket after `\` belongs to a name.
fn is_array(path: &str) -> bool {
    path.replace("\\[", "").contains("[]")
}
