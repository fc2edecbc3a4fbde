//! The options that say what is read: URLs or files, their format, and where in a record the URLs are.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::{HasScheme, Ri, Unicode};
use oneiri_documents::{Description, Options, PARQUET, Selector, ending, no_list, wrong_header};

use crate::args::{Plan, arguments, folders, folders::Fit, folders::Found, usage::UsageError};
use crate::comparison::{self, STRICT};
use crate::output::{Session, counted, escape, redact};
use crate::pipeline::{Format, Source, source::Tables, source::by_name, source::formats};

/// The input of commands that read identifiers.
#[derive(clap::Args)]
pub(crate) struct Identifiers {
    /// URLs [default: lines of stdin]
    #[arg(value_name = "URL", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,

    /// What to tell about the files of folders, and the tables among them that are not read.
    #[arg(skip)]
    notes: Vec<String>,
    #[arg(skip)]
    tables: Tables,

    /// Whether the command is one for lists.
    #[arg(skip)]
    are_lists: bool,
}

/// The input of `encode` and `decode`, which read any text.
#[derive(clap::Args)]
pub(crate) struct Texts {
    /// Texts [default: lines of stdin]
    #[arg(value_name = "TEXT", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,
}

#[derive(clap::Args)]
pub(crate) struct Files {
    /// Read lines from FILE (repeatable, - is stdin)
    #[arg(id = "files", short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Identifiers {
    /// What to tell about arguments that look like files, in a command for values.
    pub(crate) fn hint(&self) -> Option<String> {
        if self.are_lists { None } else { arguments::hint(&self.arguments) }
    }

    /// Refuses arguments, because an option is given that only files have. Probably `-f` is missing.
    pub(crate) fn expect_files(&self) -> Result<(), UsageError> {
        self.arguments.first().map_or(Ok(()), |argument| Err(arguments::no_file(argument)))
    }

    pub(crate) fn has_urls(&self) -> bool {
        !self.arguments.is_empty()
    }

    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files.files
    }

    /// The same input for a command that groups lines, so that each argument is a line that ends with this byte.
    pub(crate) fn lines(self, end: u8) -> Result<Source, UsageError> {
        if self.arguments.is_empty() {
            return Ok(self.source());
        }
        arguments::as_lines("argument", &self.arguments, end).map(|lines| Source::inputs(vec![lines]))
    }

    /// The items of the input. An argument is a text, whatever it names: it may come from somebody who must not learn
    /// which files there are.
    pub(crate) fn source(self) -> Source {
        Source::new(self.arguments, self.files.files)
    }

    pub(crate) fn take_notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(std::mem::take(&mut self.tables.messages));
        notes
    }

    pub(crate) fn take_tables(&mut self) -> Tables {
        std::mem::take(&mut self.tables)
    }

    /// The same input for a command for lists, whose arguments are files, or URLs with a scheme. Patterns of file
    /// names and folders are expanded. An argument that is neither is an error, and `command` stands in its message.
    pub(crate) fn into_lists(self, command: &str, columns: &Columns) -> Result<Self, UsageError> {
        let is_read = |file: &Path| columns.reads(file, command);
        let (urls, found) = arguments::divide(command, self.arguments, self.files.files, &is_read)?;
        let Found { mut files, mut notes, tables, .. } = found;
        columns.leave_out_prose(command, &mut files, &mut notes)?;
        if let (Some(url), Some(file)) = (urls.first(), files.first()) {
            return Err(arguments::wrong(&format!(
                "'{}' is a URL and '{}' is a file; give either URLs or files",
                redact::hidden(&escape::visible(&url.to_string_lossy())),
                escape::path(file)
            )));
        }
        Ok(Self { arguments: urls, files: Files { files }, notes, tables, are_lists: true })
    }
}

impl Texts {
    /// The texts and the files. Only one of the two can have any.
    pub(crate) fn into_parts(self) -> (Vec<OsString>, Vec<PathBuf>) {
        (self.arguments, self.files.files)
    }

    /// Tells a person whose text is also the name of a file how its lines are read.
    pub(crate) fn hint(&self, session: &mut Session) {
        arguments::hint(&self.arguments).iter().for_each(|hint| session.sum_up(hint));
    }

    pub(crate) fn source(self) -> Source {
        Source::new(self.arguments, self.files.files)
    }

    /// The plan that reads the texts, with this hint.
    pub(crate) fn plan(self) -> Plan {
        let notes = arguments::hint(&self.arguments).into_iter().collect();
        Plan::of(self.source(), None, notes)
    }
}

impl Files {
    pub(crate) fn source(self) -> Source {
        Source::new(Vec::new(), self.files)
    }
}

#[derive(clap::Args)]
pub(crate) struct Columns {
    /// text, csv, tsv, ndjson, parquet, nt, nq, turtle, trig,
    /// jsonld, rdfxml, html, xhtml, sitemap, feed, headers
    /// or cdxj [default: by the name, else text]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, verbatim_doc_comment,
        value_parser = by_id())]
    format: Option<&'static Description>,

    /// The column with URLs, by name or number (parquet: name),
    /// or in ndjson a field: url, page.url, links[].url (repeatable)
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    column: Vec<String>,

    /// The character between fields, if it is not a comma (csv)
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    delimiter: Option<u8>,
}

pub(crate) fn by_id() -> impl TypedValueParser<Value = &'static Description> {
    let values = formats().map(|it| PossibleValue::new(it.id).aliases(it.aliases));
    PossibleValuesParser::new(values).try_map(|id| {
        let named = |it: &&Description| it.id == id || it.aliases.contains(&id.as_str());
        formats().find(named).ok_or("expected a format")
    })
}

fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] if !matches!(byte, b'"' | b'\n' | b'\r') => Ok(*byte),
        _ => Err("expected one character of ASCII, or \\t".to_owned()),
    }
}

/// The option of a command that looks at one URL of each record.
pub(crate) fn one_column(option: clap::Arg) -> clap::Arg {
    option.help("The column with URLs, by name or number, or in ndjson a\nfield: url or page.url")
}

impl Columns {
    pub(crate) fn beside(&self, name: &str) -> Self {
        Self { format: self.format, column: vec![name.to_owned()], delimiter: self.delimiter }
    }

    /// Whether a file of a folder or a pattern is read. Verdicts go on without a table that has another header.
    pub(crate) fn reads(&self, file: &Path, command: &str) -> Fit {
        let fit = folders::fit(file, self.format, !self.column.is_empty());
        let goes_on = ["check", "lint", "report"].contains(&command) && fit == Fit::Read && file.is_file();
        let format = self.format.or_else(|| by_name(file)).filter(|it| goes_on && it.id != PARQUET.id);
        let Some((format, selected)) = format.zip(self.column.first().cloned()) else { return fit };
        let also = self.column.iter().skip(1).cloned().collect();
        let options = Options { selected, also, delimiter: self.delimiter, ..Options::default() };
        let wrong = File::open(file).ok().and_then(|file| wrong_header(format, options, file));
        wrong.map_or(fit, |error| Fit::Refused(escape::visible(&error.message).into_owned()))
    }

    /// Whether a record of this format has identifiers in several columns or fields.
    pub(crate) fn are_several(&self, format: &Description) -> bool {
        self.column.len() > 1 || format.selector == Selector::Field && self.column.iter().any(|name| is_array(name))
    }

    /// For a command that looks at one URL of each record.
    pub(crate) fn refuse_several(&self, command: &str, files: &[PathBuf]) -> Result<(), UsageError> {
        let format = self.format.or_else(|| files.first().and_then(|file| by_name(file)));
        let is_array = format.is_some_and(|format| self.are_several(format));
        let message = "looks at one URL of each record, so --column is given once, and its name has no []";
        UsageError::first(&[(is_array || self.column.len() > 1, &format!("{command} {message}"))])
    }

    /// The same if the tables of a folder are not read, and the others of its files may be no tables.
    pub(crate) fn without_tables(self, files: &[PathBuf]) -> Self {
        let is_table = |file: &PathBuf| by_name(file).is_some_and(|it| it.selector != Selector::None);
        let reads_some = self.format.is_some() || files.iter().any(is_table);
        if reads_some { self } else { Self { format: None, column: Vec::new(), delimiter: None } }
    }

    pub(crate) fn is_named(&self) -> bool {
        self.format.is_some()
    }

    /// Whether options say what only files have: a column, or a format other than lines.
    pub(crate) fn are_for_files(&self) -> bool {
        self.delimiter.is_some() || !self.column.is_empty() || self.format.is_some_and(|it| it.id != "text")
    }

    /// A file that is text or a log by its name is left out next to lists, as in a folder, because each of its lines would be
    /// invalid. If there is no list, it is an error.
    fn leave_out_prose(
        &self,
        command: &str,
        files: &mut Vec<PathBuf>,
        notes: &mut Vec<String>,
    ) -> Result<(), UsageError> {
        let Some((file, what)) = self.prose(files) else { return Ok(()) };
        let (all, shown) = (files.len(), escape::path(&file));
        files.retain(|file| no_list(file).is_none() || !file.exists());
        if files.is_empty() {
            return Err(arguments::refused_prose(&file, what, command));
        }
        let left = counted((all - files.len()) as u64, "file");
        notes.push(format!(
            "{left} left out, because {command} reads lists (for example, {shown} is {what} by its name)"
        ));
        Ok(())
    }

    /// The same as an error in any case.
    pub(crate) fn refuse_prose(&self, command: &str, files: &[PathBuf]) -> Result<(), UsageError> {
        self.prose(files).map_or(Ok(()), |(file, what)| Err(arguments::refused_prose(&file, what, command)))
    }

    fn prose(&self, files: &[PathBuf]) -> Option<(PathBuf, &'static str)> {
        let mut named = files.iter().filter(|file| !self.is_named() && file.exists());
        named.find_map(|file| Some((file.clone(), no_list(file)?)))
    }

    /// The format of the files with these options, and what to tell if it follows from their names.
    /// What is selected and the delimiter are those of this.
    pub(crate) fn format(&self, files: &[PathBuf], options: Options) -> Result<(Format, Option<String>), UsageError> {
        let conflict = |message: &str| Err(UsageError::conflict(message));
        let (named, note) = match self.format {
            Some(format) => (Some(format), None),
            None => self.by_name(files)?,
        };
        if named.is_some_and(folders::lacks) {
            return conflict(NO_PARQUET);
        }
        if self.delimiter.is_some() && named.is_none_or(|it| it.id != "csv") {
            return conflict("--delimiter is for --format csv");
        }
        let selector = named.map_or(Selector::None, |it| it.selector);
        let mut also = options.also.clone();
        also.extend(self.column.iter().skip(1).cloned());
        let selected = self.column.first().cloned();
        match (selected.is_some(), selector == Selector::None) {
            (true, true) => {
                return conflict(
                    "--column is for tables, and nothing here is one by its name; to read a table whatever its name, \
                     add --format csv, tsv, ndjson or parquet",
                );
            }
            (false, false) => return conflict("--format csv, tsv, ndjson and parquet need --column"),
            _ => {}
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
        #[cfg(feature = "parquet")]
        if named.id == PARQUET.id {
            return Ok((Format::rows(selected, options.added), note));
        }
        Ok((Format::new(named.open(Options { selected, also, delimiter: self.delimiter, ..options })), note))
    }

    /// The formats of the files with these options, which may be several, and what to tell if they follow from their
    /// names. This is for commands whose output has a form of its own, because a list cannot follow a table.
    pub(crate) fn formats(&self, files: &[PathBuf], options: Options) -> Result<(Format, Option<String>), UsageError> {
        let of = |file: &PathBuf| self.format.or_else(|| by_name(file));
        let id = |file: &PathBuf| of(file).map(|it| it.id);
        let is_alike = files.windows(2).all(|two| id(&two[0]) == id(&two[1]));
        // Each table has a header of its own, or fields of its own.
        let is_one = files.len() < 2 || is_alike && of(&files[0]).is_none_or(|it| it.selector == Selector::None);
        // Rows of Parquet are read as if they were one file.
        if is_one || files.iter().any(|file| id(file) == Some(PARQUET.id)) {
            return self.format(files, options);
        }
        let takes_base = |file: &PathBuf| of(file).is_some_and(|it| it.base);
        let some_base = files.iter().any(takes_base);
        let mut each = Vec::new();
        for file in files {
            let of_table = of(file).is_some_and(|it| it.selector != Selector::None);
            let alone = Self {
                format: self.format,
                column: if of_table { self.column.clone() } else { Vec::new() },
                delimiter: self.delimiter.filter(|_| is_alike || id(file) == Some("csv")),
            };
            let base = options.base.clone().filter(|_| takes_base(file) || !some_base);
            let options = Options { base, ..options.clone() };
            each.push(alone.format(std::slice::from_ref(file), options)?.0);
        }
        let names: BTreeSet<&str> = each.iter().map(|it| it.description().name).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let note = format!("{} files read by their names, as {}", files.len(), names.join(", "));
        Ok((Format::several(each).unwrap_or_else(Format::lines), Some(note).filter(|_| self.format.is_none())))
    }

    /// The format that the names of the files say, and a note that says so. `None` stands for lines.
    fn by_name(&self, files: &[PathBuf]) -> Result<(Option<&'static Description>, Option<String>), UsageError> {
        let Some((first, rest)) = files.split_first() else { return Ok((None, None)) };
        let (name, format) = (escape::path(first), by_name(first));
        let id = |it: Option<&Description>| it.map(|it| it.id);
        if let Some(other) = rest.iter().find(|other| id(by_name(other)) != id(format)) {
            let other = escape::path(other);
            return Err(UsageError::conflict(&format!("{name} and {other} look like different formats; say --format")));
        }
        if ending(first) == "n3" {
            return Err(UsageError::conflict(&format!(
                "{name} is Notation3 by its name, of which only Turtle is read here; if it has nothing else, add --format turtle"
            )));
        }
        let Some(format) = format else { return Ok((None, None)) };
        let shown = format.name;
        if format.selector != Selector::None && self.column.is_empty() && !folders::lacks(format) {
            let advice = if format.id == PARQUET.id { "" } else { "; --format text reads its lines" };
            return Err(UsageError::conflict(&format!("{name} is {shown} by its name, and needs --column{advice}")));
        }
        // All documents of this ending are read by one format, which looks at the root.
        let what = match format.id {
            "sitemap" => "a sitemap, feed or page, as its root element says",
            _ => &format!("{shown}, by its name"),
        };
        Ok((Some(format), Some(format!("{name}: read as {what}"))))
    }
}

const NO_PARQUET: &str =
    "this build cannot read Parquet; to install one that can, write: cargo install oneiri-cli --features parquet";

#[derive(clap::Args)]
pub(crate) struct DocumentBase {
    /// The base of a document of RDF, which may set another one
    #[arg(long, value_name = "BASE")]
    base: Option<String>,
}

impl DocumentBase {
    pub(crate) fn read(&self) -> Result<Option<Ri<String, Unicode, HasScheme>>, UsageError> {
        self.base.as_ref().map(|base| comparison::base::<Unicode>(base, STRICT)).transpose()
    }
}

/// Whether a path of keys goes through an array. A bracket after `\` belongs to a name.
fn is_array(path: &str) -> bool {
    path.replace("\\[", "").contains("[]")
}
