//! What a command reads and writes: the [`Plan`], with the inputs and their [`Format`]. [`run`](super::run) reads what was opened.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri_documents::{Description, Ends, FORMATS, Lines, PARQUET, Selector, Unit, ending};

use crate::output::{
    Answers, Fault, Flow, Job, OutputOptions, Session, Stop, Target, escape, json::Output, record_writer::Rejects,
    tally::Reasons, target,
};
use crate::pipeline::{Item, Items, blocks::Input, blocks::LONGEST, rows::Change, rows::Copy, rows::Rows};

/// What a command reads and writes. No file has been opened yet.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) source: Source,
    pub(crate) output: Option<PathBuf>,
    /// Whether the output must not replace an input, because it is of another kind.
    pub(crate) keeps_inputs: bool,
    pub(crate) rejects: Option<PathBuf>,
    /// The directive of Turtle that says the base of `--base`, for the file of rejects.
    pub(crate) base: Option<String>,
    pub(crate) options: OutputOptions,
    pub(crate) reasons: Reasons,
    pub(crate) notes: Vec<String>,
    /// The tables of folders that are not read, and whether that is trouble, because the command says what is invalid.
    pub(crate) tables: Tables,
    pub(crate) is_verdict: bool,
    /// How rows of Parquet differ from their copies, and the folder for data that waits until the copies are made.
    pub(crate) change: Change,
    pub(crate) temp_dir: Option<PathBuf>,
}

/// The tables of folders that are left out, because they need a column: how many there are, and a message for each folder.
#[derive(Clone, Default)]
pub(crate) struct Tables {
    pub(crate) count: u64,
    pub(crate) messages: Vec<String>,
}

impl Tables {
    /// Tells which tables are not read. What was read is written nevertheless, and says that it is not all.
    pub(super) fn tell(self, is_quiet: bool, session: &mut Session) {
        let is_verdict = session.is_verdict;
        for message in self.messages.iter().filter(|_| is_verdict || !is_quiet) {
            session.miss(message);
        }
        session.tally.tables += self.count;
        session.tally.is_partial |= is_verdict && self.count > 0;
    }
}

impl Plan {
    /// The plan of a command that writes an output of its own, and no rejects.
    pub(crate) fn of(source: Source, output: Option<PathBuf>, notes: Vec<String>) -> Self {
        let output = output.filter(|it| it != Path::new("-"));
        Self { source, output, notes, ..Self::default() }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.source.reading.format.is_plain() && !self.source.reading.trim
    }

    /// The job of a command that changes each identifier: `change` appends the answer to the string.
    pub(crate) fn transform(
        self,
        change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Job {
        self.transform_by(|_| Ok(()), None, move |(), text, output| change(text, output))
    }

    /// The same for a command that first reads what it changes identifiers by, such as observations. If it applies the rules of
    /// schemes in a certain version, that stands in each object of `--json`.
    pub(crate) fn transform_by<B: Send + Sync + 'static>(
        self,
        read: impl FnOnce(&mut Session) -> Result<B, Stop> + 'static,
        scheme_rules: Option<u32>,
        change: impl Fn(&B, &str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Job {
        Box::new(move |session| {
            let by = read(session)?;
            let work = move |items: &Items<'_>, answers: &mut Answers| {
                let mut output = String::new();
                items.each(|item| {
                    item.with_text(answers, |text, answers| {
                        output.clear();
                        change(&by, text, &mut output)?;
                        if answers.style.json {
                            answers.record(item, text, Output { output: &output, scheme_rules });
                        } else {
                            answers.answer(item, output.as_bytes());
                        }
                        Ok(())
                    });
                });
            };
            self.work(session, work, |_, _, ()| Ok(()))
        })
    }

    /// The job of a command that answers each text. An item without a text is answered as such, and so is one that `each` refuses.
    pub(crate) fn each_text(
        self,
        each: impl Fn(&Item<'_>, &str, &mut Answers) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Job {
        let each =
            move |item: &Item<'_>, answers: &mut _| item.with_text(answers, |text, answers| each(item, text, answers));
        Box::new(move |session| self.each(session, each))
    }

    /// Calls `each` for every item, on all cores. The answers are written in the order of the items.
    pub(crate) fn each(
        self,
        session: &mut Session,
        each: impl Fn(&Item<'_>, &mut Answers) + Send + Sync + 'static,
    ) -> Flow {
        let work = move |items: &Items<'_>, answers: &mut Answers| items.each(|item| each(item, answers));
        self.work(session, work, |_, _, ()| Ok(()))
    }

    /// Opens the files, calls `work` for stretches of items as [`Source::work`] does, and completes what was written.
    pub(crate) fn work<P: Send + 'static>(
        self,
        session: &mut Session,
        work: impl Fn(&Items<'_>, &mut Answers) -> P + Send + Sync + 'static,
        take: impl FnMut(&mut Session, &Items<'_>, P) -> Flow,
    ) -> Flow {
        self.open(session)?.work(session, work, take)
    }

    pub(crate) fn open(self, session: &mut Session) -> Result<Source, Stop> {
        let Self { mut source, output, keeps_inputs, rejects, base, options, reasons, change, temp_dir, .. } = self;
        let is_quiet = reasons.quiet;
        self.notes.iter().filter(|_| !is_quiet).for_each(|note| session.note(note));
        session.is_verdict = self.is_verdict;
        self.tables.tell(is_quiet, session);
        let inputs: Vec<PathBuf> = source.files().map(PathBuf::from).collect();
        let kept = if keeps_inputs { inputs.as_slice() } else { &[] };
        let (format, json) = (&source.reading.format, session.style.json);
        for (file, holds_records) in [(&output, options.records && !json), (&rejects, true)] {
            let file = file.as_deref().filter(|file| !inputs.iter().any(|input| input == file));
            file.map_or(Ok(()), |file| format.named(file, holds_records))?;
        }
        let mut target = create(output.as_deref(), "--output", kept)?;
        let mut rejects = create(rejects.as_deref(), "--rejects", &inputs)?;
        if source.reading.format.rows.is_some() {
            let (copies, temp_dir) = (&mut source.reading.copies, temp_dir.unwrap_or_else(std::env::temp_dir));
            if let Some(target) = target.as_mut().filter(|_| options.records) {
                copies.push(Copy::later(target, &temp_dir, change)?);
            }
            if let Some(rejects) = &mut rejects {
                copies.push(Copy::later(rejects, &temp_dir, Change::Nothing)?);
            }
        }
        let rejects = rejects.map(|file| Rejects::new(file, base.unwrap_or_default().into_bytes(), options.end()));
        session.begin(options, reasons, target, rejects);
        Ok(source)
    }
}

/// Opens a file that the command writes. It must not be an input, because inputs are still read
/// while it is written. The output is an exception: it replaces the input only at the end.
pub(crate) fn create(path: Option<&Path>, option: &str, inputs: &[PathBuf]) -> Result<Option<Target>, Stop> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let message = format!("{option} -: expected a file; - means stdin or stdout");
        return Err(Stop::Failed(message));
    }
    let is_input = |real: PathBuf| inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real));
    let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
    if path.canonicalize().is_ok_and(is_input) {
        return Err(failed(&format!("{option} would overwrite an input")));
    }
    let target = Target::create(path).and_then(|target| target.packed(path));
    target.map(Some).map_err(|error| failed(&error.to_string()))
}

/// The input of a command: each argument is an item, or without arguments each line or record of the inputs. If there are none of
/// these either, standard input is read.
#[derive(Default)]
pub(crate) struct Source {
    pub(super) arguments: Vec<OsString>,
    pub(super) inputs: Vec<Input>,
    pub(crate) reading: Reading,
}

pub(crate) struct Reading {
    pub(crate) format: Arc<Format>,
    pub(crate) trim: bool,
    /// How many threads work. Without it, there are as many as cores.
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) longest: usize,
    /// Whether the lines may be of another format, because nobody named one.
    pub(crate) is_guessed: bool,
    /// Copies of Parquet files, which are made at the end.
    pub(crate) copies: Vec<Copy>,
}

impl Default for Reading {
    fn default() -> Self {
        let format = Arc::new(Format::lines());
        Self { format, trim: false, threads: None, longest: LONGEST, is_guessed: false, copies: Vec::new() }
    }
}

impl Source {
    pub(crate) fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        let inputs = files.into_iter().map(Input::File).collect();
        Self { arguments, inputs, reading: Reading::default() }
    }

    pub(crate) fn inputs(inputs: Vec<Input>) -> Self {
        Self { inputs, ..Self::default() }
    }

    pub(crate) fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().filter_map(Input::path)
    }
}

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

    /// What no record of a file had, or of all if they have one format, when the files with these names have been read.
    pub(crate) fn missing(&self, names: &[String]) -> Vec<String> {
        let said = |(it, name): (&Self, &String)| Some(format!("{name}: {}", it.format.missing()?));
        let all = match names {
            [first, rest @ ..] if !rest.is_empty() => format!("{first} and {} more", rest.len()),
            _ => names.concat(),
        };
        let alone = said((self, &all)).filter(|_| self.each.is_empty());
        self.each.iter().zip(names).filter_map(said).chain(alone).collect()
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
    fn named(&self, file: &Path, holds_records: bool) -> Flow {
        let is_rows = holds_records && self.rows.is_some();
        // Parquet is packed already, and a file that is packed once more has no footer.
        let is_packed = file.extension().is_some_and(|it| it.eq_ignore_ascii_case("gz"));
        let is_other = is_packed || ["txt", "list", "urls", "json", "xlsx"].contains(&&*ending(file));
        if by_name(file).is_none_or(|named| (named.id == PARQUET.id) == is_rows) && !(is_rows && is_other) {
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
pub(crate) fn formats() -> impl Iterator<Item = &'static Description> {
    let (records, documents): (Vec<_>, Vec<_>) =
        FORMATS.iter().partition(|it| matches!(it.unit, Unit::Line | Unit::Record));
    records.into_iter().chain([&PARQUET]).chain(documents)
}

/// The format of a file by its name, if that is a format other than lines.
pub(crate) fn by_name(file: &Path) -> Option<&'static Description> {
    let ending = ending(file);
    formats().find(|it| it.endings.contains(&ending.as_str()))
}

/// The same with its name and the option that commands need for it, unless it is a page or the like.
pub(crate) fn other_name(file: &Path) -> Option<(&'static str, &'static str)> {
    let option = |it: &Description| if it.selector == Selector::None { "" } else { " --column NAME" };
    by_name(file).filter(|it| !it.links).map(|it| (it.name, option(it)))
}

/// Standard input as a file. If it is a terminal, the user is told what the command waits for.
pub(crate) fn stdin(session: &Session) -> PathBuf {
    if io::stdin().is_terminal() {
        session.note("reading lines from the terminal; end with Ctrl-D");
    }
    PathBuf::from("-")
}

/// The path of a file that an option names. Standard input is none, because the URLs may come from there.
pub(crate) fn named(path: &Path) -> io::Result<&Path> {
    let error = || io::Error::other("expected a file; - means stdin, which is read for URLs only");
    if path == Path::new("-") { Err(error()) } else { Ok(path) }
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
