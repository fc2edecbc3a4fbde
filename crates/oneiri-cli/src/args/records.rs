//! The options of commands that read and write lines or records: what is read, what is written, and what
//! is told of refused identifiers. [`Records::plan`] checks them.

use std::path::{Path, PathBuf};

use oneiri_documents::{Description, Options, Unit};

use crate::args::{
    arguments::quoted, input::Columns, input::DocumentBase, input::Identifiers, resources::Out, resources::Read,
    usage::UsageError,
};
use crate::output::{OutputOptions, Painter, options::Invalid};
use crate::pipeline::{Format, rows::Change, source::Plan, source::Reading, source::any_twice};

#[derive(clap::Args)]
pub(crate) struct Records {
    #[command(flatten)]
    pub(crate) identifiers: Identifiers,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    read: Read,

    /// Whether the command reads documents, and their base.
    #[arg(skip)]
    documents: bool,
    #[arg(skip)]
    base: Option<DocumentBase>,
    #[arg(skip)]
    repairs: Repairs,
    /// Whether only URIs are valid.
    #[arg(skip)]
    ascii: bool,
    /// Whether a URL without a scheme is invalid.
    #[arg(skip)]
    absolute: bool,
}

#[derive(clap::Args, Default)]
pub(crate) struct Written {
    #[command(flatten)]
    pub(crate) out: Out,

    /// Add answers as column or field NAME, and replace nothing
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub(crate) into: Option<String>,

    /// Print each line, a TAB and its answer
    #[arg(long, conflicts_with_all = ["json", "into"])]
    pub(crate) tag: bool,

    /// What to do with invalid input: keep, null or drop
    ///
    /// keep: its line or record stays as it is (the default in tables), null:
    /// the record stays, and its answer is empty (the default with --into and
    /// --tag), drop: it is left out (the default in lists)
    #[arg(long, value_name = "WHAT", verbatim_doc_comment, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["rejects", "json"])]
    pub(crate) invalid: Option<Invalid>,
}

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

/// What a command writes for an identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writes {
    /// An identifier or a key, which replaces it.
    Answers,
    /// The same, and refused identifiers stay as they are.
    Fixes,
    /// What is found, in a form of the command's own; with --into or --tag, a short form of it.
    Findings,
    /// Nothing; with --into or --tag, why an identifier is refused; with --output, what is not.
    Faults,
}

impl Written {
    pub(crate) fn adds(&self) -> bool {
        self.into.is_some() || self.tag
    }

    pub(crate) fn painter(&self) -> Painter {
        if self.out.file().is_some() { Painter::plain() } else { Painter::for_stdout() }
    }

    pub(crate) fn divides(&self) -> bool {
        self.adds() || self.out.rejects.is_some()
    }
}

impl Records {
    pub(crate) fn files(&self) -> &[PathBuf] {
        self.identifiers.files()
    }

    /// The same input for the command for lists that has this name. Its arguments are files, or URLs with a
    /// scheme.
    pub(crate) fn lists(self, command: &str) -> Result<Self, UsageError> {
        let identifiers = self.identifiers.into_lists(command, &self.columns)?;
        Ok(Self { identifiers, ..self })
    }

    /// The same input, which may also be a document. Its base is that of an option, if the command has one.
    pub(crate) fn with_documents(self, base: Option<DocumentBase>) -> Self {
        Self { documents: true, base, ..self }
    }

    /// The same input, in which more is invalid: what is no URI, or has no scheme.
    pub(crate) fn strict(self, ascii: bool, absolute: bool) -> Self {
        Self { ascii, absolute, ..self }
    }

    /// The same input, whose invalid identifiers may be repaired. Then documents may change whose valid
    /// identifiers may not.
    pub(crate) fn repaired(self, repairs: Repairs) -> Self {
        Self { repairs, ..self }
    }

    /// Checks the options, and chooses what is read and written.
    pub(crate) fn plan(self, written: Written, writes: Writes, json: bool) -> Result<Plan, UsageError> {
        let adds = written.adds();
        let Self { mut identifiers, columns, read, documents, base, repairs, ascii, absolute } = self;
        if columns.are_for_files() || written.into.is_some() {
            identifiers.expect_files()?;
        }
        let tables = identifiers.take_tables();
        let columns = if tables.count > 0 { columns.without_tables(identifiers.files()) } else { columns };
        let mut notes = identifiers.take_notes();
        notes.extend(identifiers.hint());
        let base = base.map_or(Ok(None), |base| base.read())?;
        let directive = base.as_ref().map(|base| format!("@base <{base}> .\n"));
        let (added, may_repair) = (written.into.clone(), repairs != Repairs::No);
        let changed = Options { added, base, repairs: may_repair, ascii, absolute, ..Options::default() };
        let records = !json
            && match writes {
                Writes::Answers | Writes::Fixes => true,
                Writes::Findings => adds,
                Writes::Faults => adds || written.out.output.is_some(),
            };
        // The files may have several formats if what is written has a form of its own.
        let is_free =
            matches!(writes, Writes::Findings | Writes::Faults) && !records && !written.divides() && !read.null;
        let (format, note) = if is_free {
            columns.formats(identifiers.files(), changed)?
        } else {
            columns.format(identifiers.files(), changed)?
        };
        notes.extend(note);
        let (files, is_named) = (identifiers.files(), columns.is_named());
        let options = Asked {
            written: &written,
            writes,
            records,
            read: &read,
            files,
            format: &format,
            documents,
            repairs,
            is_named,
        };
        let invalid = options.invalid()?;
        if any_twice(&[&written.out.output, &written.out.rejects]) {
            return conflict("--output and --rejects must be different files");
        }
        let reasons = written.out.verbosity.reasons();
        let options = OutputOptions {
            null: read.null,
            records,
            keeps_ends: matches!(writes, Writes::Fixes | Writes::Faults),
            invalid,
            rejects: written.out.rejects.is_some(),
            // A check says that something is invalid, whatever becomes of it.
            forgives: writes != Writes::Faults && (written.out.rejects.is_some() || written.invalid.is_some()),
            prints_refusals: writes == Writes::Faults
                && !adds
                && !json
                && written.out.output.as_deref() != Some(Path::new("-")),
            reasons: reasons.counts(),
            into: if written.tag { Some(String::new()) } else { written.into },
        };
        let answers = adds || matches!(writes, Writes::Answers | Writes::Fixes);
        let is_guessed = !is_named && format.is_plain();
        let source = identifiers.source().reading(Reading { is_guessed, ..read.reading(format) });
        Ok(Plan {
            rejects: written.out.rejects,
            base: directive,
            options,
            reasons,
            change: if answers { Change::Answers } else { Change::Nothing },
            tables,
            ..Plan::of(source, written.out.output, notes)
        })
    }
}

/// What the files of a command are. Each has a plan of its own, so that options contradict each other where one of these
/// has no place for them.
enum Input {
    Lines,
    /// Records with the URLs in a column or a field.
    Table,
    /// Rows of Parquet.
    Rows,
    Document,
}

/// The options of a command, with the format of its files.
struct Asked<'a> {
    written: &'a Written,
    writes: Writes,
    records: bool,
    read: &'a Read,
    files: &'a [PathBuf],
    format: &'a Format,
    documents: bool,
    repairs: Repairs,
    is_named: bool,
}

pub(crate) const NO_DOCUMENTS: &str = "documents are for check, lint, fix, normalize and report; for other commands, \
     write their URLs to a list first, or add --format text to read each line as a URL";
pub(crate) const NO_ROWS: &str =
    "--format parquet needs at least one FILE, because rows are not read from standard input (-)";
pub(crate) const NO_FILE_FOR_ROWS: &str = "rows of Parquet are written to a file, so add --output FILE";

/// Whether rows would be read from standard input.
pub(crate) fn lacks_rows(files: &[PathBuf]) -> bool {
    files.is_empty() || files.iter().any(|file| file == Path::new("-"))
}

fn conflict<T>(message: &str) -> Result<T, UsageError> {
    Err(UsageError::conflict(message))
}

impl Asked<'_> {
    /// What is written for an invalid URL, if the options fit the files.
    fn invalid(&self) -> Result<Invalid, UsageError> {
        let input = match self.format.unit() {
            Unit::Line => Input::Lines,
            Unit::Statement | Unit::Document => Input::Document,
            Unit::Record if self.format.rows.is_some() => Input::Rows,
            Unit::Record => Input::Table,
        };
        if self.written.invalid.is_some() && matches!(input, Input::Document) {
            return conflict(
                "--invalid is for lists and tables; an invalid statement of a document stays as it is, \
                 or goes to the file of --rejects",
            );
        }
        if self.written.invalid.is_some() && !self.records {
            return conflict(
                "--invalid says what becomes of a line or a record, and none are written here; \
                 see --tag (lists) and --into (tables)",
            );
        }
        match input {
            Input::Lines => self.lines(),
            Input::Table => self.table(),
            Input::Rows => self.rows(),
            Input::Document => self.document(),
        }
    }

    fn lines(&self) -> Result<Invalid, UsageError> {
        if self.written.into.is_some() {
            return conflict("--into is for columns and fields (-f FILE --column NAME); for lines, see --tag");
        }
        Ok(self.invalid_of_each(self.written.tag))
    }

    fn table(&self) -> Result<Invalid, UsageError> {
        if self.written.tag || self.read.null {
            return conflict("--tag and --null are for lines; for columns and fields, see --into");
        }
        Ok(self.invalid_of_each(true))
    }

    fn rows(&self) -> Result<Invalid, UsageError> {
        if lacks_rows(self.files) {
            return conflict(NO_ROWS);
        }
        if self.records && self.written.out.file().is_none() {
            return conflict(NO_FILE_FOR_ROWS);
        }
        self.table()
    }

    /// What is written for an invalid line or record. Rows must not be lost, and neither must a text in whose place the
    /// answer would stand.
    fn invalid_of_each(&self, must_stay: bool) -> Invalid {
        if let Some(invalid) = self.written.invalid {
            return invalid;
        }
        match self.writes {
            Writes::Answers | Writes::Fixes if self.written.adds() => Invalid::Null,
            Writes::Fixes => Invalid::Keep,
            Writes::Answers if must_stay => Invalid::Keep,
            Writes::Findings | Writes::Faults if self.written.adds() => Invalid::Reason,
            _ => Invalid::Drop,
        }
    }

    fn document(&self) -> Result<Invalid, UsageError> {
        if !self.documents {
            return conflict(NO_DOCUMENTS);
        }
        if self.written.adds() || self.read.null || self.read.trim {
            return conflict("--into, --tag, --null and --trim are not for documents");
        }
        let changes = matches!(self.writes, Writes::Answers | Writes::Fixes);
        let Description { rewrites, unit, name, .. } = self.format.description();
        let (only_repairs, repairs) = (self.repairs == Repairs::Only, self.repairs != Repairs::No);
        // --dry-run shows only what could be written.
        if (changes || repairs) && !rewrites && !(repairs && *unit == Unit::Statement) {
            let advice = match self.repairs {
                Repairs::No => "`oneiri fix` repairs the invalid ones of Turtle and TriG",
                _ => "of Turtle and TriG, the invalid ones are repaired",
            };
            return conflict(&format!(
                "only names of N-Triples and N-Quads, and addresses of sitemaps, can be changed, \
                 because those of {name} may be relative or have prefixes; {advice}"
            ));
        }
        let divides = self.written.out.rejects.is_some() || self.writes == Writes::Faults && self.records;
        if divides && *unit == Unit::Document {
            let id = self.format.description().id;
            let advice = if self.format.description().links {
                "leave out --rejects and --output, or extract the URLs first: oneiri links FILE > LIST"
            } else {
                "convert a document of RDF to N-Triples first"
            };
            return conflict(&format!(
                "--rejects and --output divide a document by statements, and a document of --format {id} has none; {advice}"
            ));
        }
        if let [first, _, ..] = self.files {
            self.one_document(first)?;
        }
        if changes && !only_repairs && !self.is_named {
            let also = if self.writes == Writes::Fixes { "turtle, trig " } else { "" };
            return conflict(&format!(
                "this changes names, and stores compare names by their text; \
                 say --format nt, nq, {also}or sitemap, if you mean it"
            ));
        }
        Ok(if changes { Invalid::Keep } else { Invalid::Drop })
    }

    /// Refuses to write several documents to one file, unless they are statements that mean the same anywhere.
    fn one_document(&self, first: &Path) -> Result<(), UsageError> {
        let Description { unit, base, name, .. } = self.format.description();
        let (of, reason) = match unit {
            _ if !self.records && self.written.out.rejects.is_none() => return Ok(()),
            Unit::Document => ("", "a document of XML has one root"),
            _ if *base => ("files of ", "the base, the prefixes and the blank nodes of one would hold for the next"),
            _ => return Ok(()),
        };
        let command = match self.writes {
            Writes::Answers => "normalize",
            Writes::Fixes => "fix",
            Writes::Findings => "lint",
            Writes::Faults => "check",
        };
        let option = if self.records { "-o" } else { "--rejects" };
        let file = quoted(first.as_os_str());
        conflict(&format!(
            "several {of}{name} cannot share an output, because {reason}
  write them one by one: oneiri {command} {file} {option} FILE"
        ))
    }
}
