//! The options of commands that read and write lines or records: what is read, what is written, and what
//! is told of refused identifiers. [`Records::plan`] checks them.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri_documents::{Lines, Options, Unit};

use crate::args::input::{Columns, DocumentBase, Identifiers};
use crate::args::invalid::{Invalid, Repairs};
use crate::args::size::size;
use crate::args::usage::UsageError;
use crate::job::Job;
use crate::output::escape;
use crate::output::fault::Fault;
use crate::output::options::{OutputOptions, Refused};
use crate::output::paint::Painter;
use crate::output::reasons::Reasons;
use crate::output::session::Session;
use crate::output::stop::Stop;
use crate::output::target::{self, Target};
use crate::pipeline::copy::{Change, Copy};
use crate::pipeline::format::Format;
use crate::pipeline::run::{Reading, Source};

#[derive(clap::Args)]
pub(crate) struct Records {
    #[command(flatten)]
    identifiers: Identifiers,

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
}

#[derive(clap::Args)]
struct Read {
    /// Leave out white space before and after identifiers
    #[arg(long)]
    trim: bool,

    /// Lines end with NUL, those of the output as well
    #[arg(short = '0', long = "null")]
    null: bool,

    /// How many threads work, if not one for each core
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The longest line or record to read
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    max_line: usize,
}

#[derive(clap::Args)]
pub(crate) struct Written {
    /// Write to FILE, which may be an input as well; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Add answers as column or field NAME, and replace nothing
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    into: Option<String>,

    /// Print each line, a TAB and its answer
    #[arg(long, conflicts_with_all = ["json", "into"])]
    tag: bool,

    /// Write invalid input to FILE unchanged, without reporting it
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// What becomes of invalid input: keep, null or drop
    ///
    /// keep: its line or record stays as it is (the default in tables); null:
    /// the record stays, and its answer is empty (the default with --into and
    /// --tag); drop: it is left out (the default in lists)
    #[arg(long, value_name = "WHAT", verbatim_doc_comment, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["rejects", "json"])]
    invalid: Option<Invalid>,

    #[command(flatten)]
    verbosity: Verbosity,
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
    /// Whether answers are added to lines or records.
    pub(crate) fn adds(&self) -> bool {
        self.into.is_some() || self.tag
    }

    /// The colours of the output: none in a file.
    pub(crate) fn painter(&self) -> Painter {
        let file = self.output.as_ref().is_some_and(|it| it != Path::new("-"));
        if file { Painter::plain() } else { Painter::for_stdout() }
    }

    /// Whether something is written for each line or record.
    pub(crate) fn divides(&self) -> bool {
        self.adds() || self.rejects.is_some()
    }
}

impl Records {
    /// The files among the input.
    pub(crate) fn files(&self) -> &[PathBuf] {
        self.identifiers.files()
    }

    /// The same input for the command for lists that has this name. Its arguments are files, or URLs with a
    /// scheme.
    pub(crate) fn lists(self, command: &str) -> Result<Self, UsageError> {
        let columns = &self.columns;
        let identifiers = self.identifiers.into_lists(command, &|file| columns.reads(file))?;
        Ok(Self { identifiers, ..self })
    }

    /// The same input, which may be documents.
    pub(crate) fn with_documents(self, base: Option<DocumentBase>) -> Self {
        Self { documents: true, base, ..self }
    }

    /// The same input, whose invalid identifiers may be repaired. Then documents may change whose valid
    /// identifiers may not.
    pub(crate) fn repaired(self, repairs: Repairs) -> Self {
        Self { repairs, ..self }
    }

    /// Checks the options, and chooses what is read and written.
    pub(crate) fn plan(
        self,
        written: Written,
        writes: Writes,
        json: bool,
    ) -> Result<Plan, UsageError> {
        let adds = written.adds();
        let Self { identifiers, columns, read, documents, base, repairs } = self;
        let files = identifiers.files().to_vec();
        let mut notes = identifiers.notes();
        let source = identifiers.source();
        let output = written.output.clone().filter(|it| it != Path::new("-"));
        let reasons = written.verbosity.reasons();
        let mut options = OutputOptions {
            end: if read.null { 0 } else { b'\n' },
            records: match writes {
                Writes::Answers | Writes::Fixes => true,
                Writes::Findings => adds,
                Writes::Faults => adds || written.output.is_some(),
            } && !json,
            into: written.into.clone(),
            refused: match writes {
                Writes::Fixes => Refused::Unchanged,
                Writes::Findings | Writes::Faults if adds => Refused::Reason,
                _ => Refused::Nothing,
            },
            rejects: written.rejects.is_some(),
            // A check says that something is invalid, whatever becomes of it.
            forgives: writes != Writes::Faults
                && (written.rejects.is_some() || written.invalid.is_some()),
            prints_refusals: writes == Writes::Faults
                && !adds
                && !json
                && written.output.as_deref() != Some(Path::new("-")),
            reasons: reasons.counts(),
        };
        let base = base.map_or(Ok(None), |base| base.read())?;
        let is_repair = repairs != Repairs::No;
        let changed =
            Options { added: written.into, base, repairs: is_repair, ..Options::default() };
        // The files may have several formats then.
        let has_own_form = matches!(writes, Writes::Findings | Writes::Faults);
        let (mut format, note) =
            if has_own_form && !options.records && !options.rejects && !read.null {
                columns.formats(&files, changed)?
            } else {
                columns.format(&files, changed)?
            };
        notes.extend(note);
        let conflict = |message: &str| Err(UsageError::conflict(message));
        if let Some(invalid) = written.invalid {
            if format.is_document() || !options.records {
                return conflict(
                    "--invalid is for commands that write each line or record of a list or a table",
                );
            }
            options.refused = invalid.refused();
        } else if writes == Writes::Answers && (written.tag || !format.is_text()) {
            // Rows must not be lost, and neither must a text in whose place the answer would stand.
            options.refused = if adds { Refused::Empty } else { Refused::Unchanged };
        }
        if format.is_document() {
            if !documents {
                return conflict("documents are for check, lint, fix, normalize and report");
            }
            if adds || read.null || read.trim {
                return conflict("--into, --tag, --null and --trim are not for documents");
            }
            let changes = matches!(writes, Writes::Answers | Writes::Fixes);
            let rewrites = format.description().rewrites;
            let only_repairs = repairs == Repairs::Only;
            if changes && !rewrites && !(only_repairs && format.unit() == Unit::Statement) {
                return conflict(
                    "only names of N-Triples and N-Quads, and addresses of sitemaps, can be changed, \
                     because the others may be relative or have prefixes; \
                     `oneiri fix` repairs the invalid ones of Turtle and TriG",
                );
            }
            if changes {
                options.refused = Refused::Unchanged;
            }
            let divides = written.rejects.is_some() || writes == Writes::Faults && options.records;
            if divides && format.unit() == Unit::Document {
                let name = format.description().name;
                return conflict(&format!(
                    "--rejects and --output divide a document by statements, and {name} has none that \
                     stand alone; convert a document of RDF to N-Triples first"
                ));
            }
            if changes && !only_repairs && !columns.is_named() {
                return conflict(
                    "this changes names, and stores compare names by their text; \
                     say --format nt, nq or sitemap, if you mean it",
                );
            }
        }
        if format.is_text() && options.into.is_some() {
            return conflict("--into is for columns and fields; for lines, see --tag");
        }
        if !format.is_text() && (written.tag || read.null) {
            return conflict("--tag and --null are for lines; for columns and fields, see --into");
        }
        if written.tag {
            options.into = Some(String::new());
        }
        if read.null {
            format = Format::new(Box::new(Lines::nul()));
        }
        if any_twice(&[&output, &written.rejects]) {
            return conflict("--output and --rejects must be different files");
        }
        let rows = format.rows.is_some();
        if rows && (files.is_empty() || options.records && output.is_none()) {
            return conflict("--format parquet needs at least one FILE, and --output for rows");
        }
        let change = match writes {
            Writes::Answers | Writes::Fixes => Change::Answers,
            _ if adds => Change::Answers,
            _ => Change::Nothing,
        };
        let (format, trim, threads) = (Arc::new(format), read.trim, read.threads);
        let reading = Reading { format, trim, threads, longest: read.max_line, copies: Vec::new() };
        let rejects = written.rejects;
        Ok(Plan { source, reading, files, output, rejects, options, reasons, notes, change })
    }
}

/// What a command reads and writes. No file has been opened yet.
pub(crate) struct Plan {
    source: Source,
    reading: Reading,
    files: Vec<PathBuf>,
    output: Option<PathBuf>,
    rejects: Option<PathBuf>,
    options: OutputOptions,
    reasons: Reasons,
    /// What to tell about the files and their format.
    notes: Vec<String>,
    /// What differs between rows of Parquet and their copies.
    change: Change,
}

impl Plan {
    /// Whether the input is arguments or lines as they are.
    pub(crate) fn is_plain(&self) -> bool {
        self.reading.format.is_plain() && !self.reading.trim
    }

    /// The job of a command that changes each identifier, and reads no other file.
    pub(crate) fn transform(
        self,
        change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Job {
        Job::new(move |session| self.open(session)?.transform(session, change))
    }

    /// Opens the files that are written.
    pub(crate) fn open(self, session: &mut Session) -> Result<Source, Stop> {
        let Self { source, mut reading, files, output, rejects, options, reasons, notes, change } =
            self;
        let records = options.records;
        session.choose(options, reasons);
        notes.iter().for_each(|note| session.sum_up(note));
        let mut target = open(output.as_deref(), "--output", &[])?;
        let mut rejects = open(rejects.as_deref(), "--rejects", &files)?;
        if reading.format.rows.is_some() {
            let folder = std::env::temp_dir();
            if let Some(target) = target.as_mut().filter(|_| records) {
                reading.copies.push(Copy::later(target, &folder, change)?);
            }
            if let Some(rejects) = &mut rejects {
                reading.copies.push(Copy::later(rejects, &folder, Change::Nothing)?);
            }
        }
        if let Some(target) = target {
            session.redirect(target);
        }
        if let Some(rejects) = rejects {
            session.reject_to(rejects);
        }
        Ok(source.reading(reading))
    }
}

#[derive(clap::Args)]
pub(crate) struct Verbosity {
    /// Report nothing about identifiers on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Report at most N invalid lines, and count the others
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,

    /// Show at the end how many were invalid for which reason
    #[arg(long, conflicts_with = "quiet")]
    summary: bool,
}

impl Verbosity {
    pub(crate) fn reasons(&self) -> Reasons {
        Reasons::new(self.quiet, self.max_errors, self.summary)
    }

    /// Chooses this for a command that writes its output itself.
    pub(crate) fn choose(&self, session: &mut Session) {
        let reasons = self.reasons();
        let options = OutputOptions { reasons: reasons.counts(), ..OutputOptions::default() };
        session.choose(options, reasons);
    }
}

/// Opens a file that the command writes. It must not be an input, because inputs are still read
/// while it is written. The output is an exception: it replaces the input only at the end.
pub(crate) fn open(
    path: Option<&Path>,
    option: &str,
    inputs: &[PathBuf],
) -> Result<Option<Target>, Stop> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let message = format!("{option} -: expected a file; - stands for stdin or stdout");
        return Err(Stop::Failed(message));
    }
    let is_input = |real: PathBuf| {
        inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real))
    };
    let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
    if path.canonicalize().is_ok_and(is_input) {
        return Err(failed(&format!("{option} would overwrite an input")));
    }
    let target = Target::create(path).and_then(|target| target.packed(path));
    target.map(Some).map_err(|error| failed(&error.to_string()))
}

/// Whether two of these paths are the same file. Several options may name the same device. A file
/// that cannot be created is reported later.
pub(crate) fn any_twice(paths: &[&Option<PathBuf>]) -> bool {
    let is_file = |path: &&PathBuf| path.metadata().map_or(true, |there| there.is_file());
    let files = paths.iter().filter_map(|path| path.as_ref()).filter(is_file);
    let mut paths: Vec<PathBuf> = files.filter_map(|it| target::place(it).ok()).collect();
    paths.sort_unstable();
    paths.windows(2).any(|two| two[0] == two[1])
}
