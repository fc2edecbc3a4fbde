//! The plan of a command, which says what it reads and writes, and the engine of all commands for lists: it opens the files, gives
//! their items to the operation of the command, and completes what was written.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use oneiri_documents::by_beginning;

use crate::output::{
    Answers, Fault, Flow, Job, OutputOptions, Session, Stop, Target, escape, json::Output, tally::Reasons, target,
};
use crate::pipeline::{
    Item, blocks::Blocks, blocks::Input, blocks::LONGEST, blocks::SIZE, format::Change, format::Copy, format::Format,
    items::Items, run::Consumer, run::Task, run::Work, run::run,
};

/// The input of a command: each argument is an item, or without arguments each line or record of the inputs. If there are none of
/// these either, standard input is read.
#[derive(Default)]
pub(crate) struct Source {
    arguments: Vec<OsString>,
    inputs: Vec<Input>,
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

    /// Calls `each` for every item, on all cores. The answers are written in the order of the
    /// items. A file that cannot be read is reported and skipped.
    pub(crate) fn each(
        self,
        session: &mut Session,
        each: impl Fn(&Item<'_>, &mut Answers) + Send + Sync + 'static,
    ) -> Flow {
        let work = move |items: &Items<'_>, answers: &mut Answers| {
            items.each(|item| each(item, answers));
        };
        self.work(session, work, |_, _, ()| Ok(()))
    }

    /// The same for every text. An item without a text is answered as such, and so is one that `each` refuses.
    pub(crate) fn each_text(
        self,
        session: &mut Session,
        each: impl Fn(&Item<'_>, &str, &mut Answers) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Flow {
        self.each(session, move |item, answers| answers.text(item, |text, answers| each(item, text, answers)))
    }

    /// Calls `change` for each item, which appends its answer to the string. Writes the answer, or the
    /// refusal.
    pub(crate) fn transform(
        self,
        session: &mut Session,
        change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Flow {
        self.transform_by(session, None, change)
    }

    /// The same by the rules of schemes that have this version, which stands in each object of `--json`.
    pub(crate) fn transform_by(
        self,
        session: &mut Session,
        scheme_rules: Option<u32>,
        change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Flow {
        let work = move |items: &Items<'_>, answers: &mut Answers| {
            let mut output = String::new();
            items.each(|item| {
                answers.text(item, |text, answers| {
                    output.clear();
                    change(text, &mut output)?;
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
    }

    /// Calls `work` for stretches of items, on all cores, and `take` for each result, on the
    /// calling thread and in the order of the items. The answers of a stretch are written before
    /// its result is taken.
    pub(crate) fn work<P: Send + 'static>(
        self,
        session: &mut Session,
        work: impl Fn(&Items<'_>, &mut Answers) -> P + Send + Sync + 'static,
        mut take: impl FnMut(&mut Session, &Items<'_>, P) -> Flow,
    ) -> Flow {
        if !self.arguments.is_empty() {
            let items = Items::arguments(&self.arguments, &self.reading.format, self.reading.trim);
            let mut answers = session.answers();
            let product = work(&items, &mut answers);
            session.give(&mut answers)?;
            return take(session, &items, product);
        }
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.reading.threads.map_or_else(cores, usize::from);
        let (open, blocks) = self.open(SIZE, session);
        let work: Work<P> = Arc::new({
            let (names, format, trim) = (Arc::clone(&open.names), Arc::clone(&open.format), open.trim);
            move |block, answers| {
                let (format, options) = (format.of(block.file()), &answers.style.options);
                let is_joined = names.len() > 1 && (options.records || options.rejects);
                answers.has_blank_nodes = is_joined && format.has_blank_nodes(block.as_ref());
                work(&block.items(&names, format, trim), answers)
            }
        });
        let mut consumer = Writer { session, open: &open, take, file: 0, is_open: false, blank: None };
        run(blocks, threads, &work, &mut consumer)?;
        open.close(session)?;
        if session.tally.prose > 2.max(session.tally.read / 2) {
            session.sum_up(
                "most lines are several words; to find the URLs in a text, write: oneiri links --format text FILE",
            );
        }
        Ok(())
    }

    /// Begins to read, in blocks of this size. Arguments are no blocks, and come from [`work`](Self::work) alone.
    pub(crate) fn open(self, size: usize, session: &mut Session) -> (Open, Blocks) {
        let Reading { format, trim, longest, is_guessed, copies, .. } = self.reading;
        let mut inputs = self.inputs;
        if inputs.is_empty() {
            inputs.push(Input::File(stdin(session)));
        }
        let names = inputs.iter().map(Input::name).collect();
        let paths: Vec<PathBuf> = inputs.iter().filter_map(Input::path).map(PathBuf::from).collect();
        session.show_progress(&paths);
        let watch = session.watch.clone();
        let blocks = Blocks::new(inputs.into(), Arc::clone(&format), size, longest, watch);
        (Open { names, format, trim, is_guessed, paths, copies }, blocks)
    }
}

/// An input that is being read.
pub(crate) struct Open {
    /// The names of the inputs in messages.
    pub(crate) names: Arc<[String]>,
    pub(crate) format: Arc<Format>,
    pub(crate) trim: bool,
    is_guessed: bool,
    paths: Vec<PathBuf>,
    copies: Vec<Copy>,
}

impl Open {
    /// Writes what is left, when all has been read.
    pub(crate) fn close(self, session: &mut Session) -> Flow {
        session.progress = None;
        session.flush_all()?;
        if let Some(missing) = self.format.missing() {
            return Err(Stop::Failed(missing));
        }
        self.copies.into_iter().try_for_each(|copy| copy.make(&self.format, &self.paths, session))
    }
}

/// Writes the answers to a block, and passes its result on.
struct Writer<'s, T> {
    session: &'s mut Session,
    open: &'s Open,
    take: T,
    /// The file of the block before, and whether its output ended within a line.
    file: usize,
    is_open: bool,
    /// The file with blank nodes.
    blank: Option<usize>,
}

impl<P, T: FnMut(&mut Session, &Items<'_>, P) -> Flow> Consumer<P> for Writer<'_, T> {
    fn answers(&self) -> Answers {
        self.session.answers()
    }

    fn take(&mut self, task: &mut Task, product: P) -> Flow {
        let format = self.open.format.of(task.block.file());
        if task.answers.has_blank_nodes {
            let (first, second) = (*self.blank.get_or_insert(task.block.file()), task.block.file());
            if first != second {
                return Err(Stop::Failed(one_node(&self.open.names[first], &self.open.names[second])));
            }
        }
        let is_first = self.open.is_guessed && task.block.first == 1;
        if let Some(found) = is_first.then(|| by_beginning(task.block.as_ref())).flatten() {
            let (file, name, id) = (&self.open.names[task.block.file()], found.name, found.id);
            self.session.sum_up(&format!("{file}: this looks like {name}; to read it as {name}, add --format {id}"));
        }
        if let Some(header) = &task.block.header {
            self.session.header(header, &**format)?;
        }
        let keeps_mark = format.is_document() || self.session.style.options.keeps_ends;
        if task.block.is_marked && task.block.file() == 0 && keeps_mark {
            self.session.before_records("\u{FEFF}")?;
        }
        // The statements of another file begin a line of their own, because a comment or a name before them would take them in.
        if self.is_open && task.block.file() != self.file {
            self.session.before_records("\n")?;
        }
        self.file = task.block.file();
        self.is_open = match task.answers.out.bytes.last() {
            Some(last) => *last != b'\n' && format.is_document(),
            None => self.is_open,
        };
        self.session.give(&mut task.answers)?;
        let items = task.block.items(&self.open.names, format, self.open.trim);
        (self.take)(self.session, &items, product)?;
        if let Some(failed) = &task.block.failed {
            self.session.fail(failed);
        }
        Ok(())
    }

    /// The next block may come only after its sender has seen the answers so far, so they are written now.
    fn wait(&mut self) -> Flow {
        self.session.flush()
    }
}

/// Why the statements of two files are not written to one.
fn one_node(first: &str, second: &str) -> String {
    format!(
        "{first} and {second} have blank nodes, and in one output, two nodes of one label would be the same node
  write an output for each file, or join the files first if they are parts of one: cat {first} {second}"
    )
}

/// Standard input as a file. If it is a terminal, the user is told what the command waits for.
pub(crate) fn stdin(session: &Session) -> PathBuf {
    if io::stdin().is_terminal() {
        session.note("reading lines from the terminal; end with Ctrl-D");
    }
    PathBuf::from("-")
}

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
    /// The tables of folders that are not read, and whether that is a failure, because the command says what is invalid.
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

impl Plan {
    /// The plan of a command that writes an output of its own, and no rejects.
    pub(crate) fn of(source: Source, output: Option<PathBuf>, notes: Vec<String>) -> Self {
        let output = output.filter(|it| it != Path::new("-"));
        Self { source, output, notes, ..Self::default() }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.source.reading.format.is_plain() && !self.source.reading.trim
    }

    /// The job of a command that changes each identifier, and reads no other file.
    pub(crate) fn transform(
        self,
        change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Job {
        Box::new(move |session| self.open(session)?.transform(session, change))
    }

    pub(crate) fn open(self, session: &mut Session) -> Result<Source, Stop> {
        let Self { mut source, output, keeps_inputs, rejects, base, options, reasons, change, temp_dir, .. } = self;
        let records = options.records;
        session.choose(options, reasons);
        self.notes.iter().for_each(|note| session.sum_up(note));
        for message in &self.tables.messages {
            if self.is_verdict { session.note(message) } else { session.sum_up(message) }
        }
        session.tally.tables += self.tables.count;
        // What was read is written nevertheless, and SARIF says that it is not all.
        session.tally.is_partial = self.is_verdict && self.tables.count > 0;
        let inputs: Vec<PathBuf> = source.files().map(PathBuf::from).collect();
        let kept = if keeps_inputs { inputs.as_slice() } else { &[] };
        let mut target = create(output.as_deref(), "--output", kept)?;
        let mut rejects = create(rejects.as_deref(), "--rejects", &inputs)?;
        if source.reading.format.rows.is_some() {
            let (copies, temp_dir) = (&mut source.reading.copies, temp_dir.unwrap_or_else(std::env::temp_dir));
            if let Some(target) = target.as_mut().filter(|_| records) {
                copies.push(Copy::later(target, &temp_dir, change)?);
            }
            if let Some(rejects) = &mut rejects {
                copies.push(Copy::later(rejects, &temp_dir, Change::Nothing)?);
            }
        }
        if let Some(target) = target {
            session.redirect(target);
        }
        if let Some(rejects) = rejects {
            session.reject_to(rejects, base.unwrap_or_default().into_bytes());
        }
        Ok(source)
    }
}

/// The path of a file that an option names. Standard input is none, because the URLs may come from there.
pub(crate) fn named(path: &Path) -> io::Result<&Path> {
    let error = || io::Error::other("expected a file; - means stdin, which is read for URLs only");
    if path == Path::new("-") { Err(error()) } else { Ok(path) }
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

/// Whether two of these paths are the same file. Several options may name the same device. A file
/// that cannot be created is reported later.
pub(crate) fn any_twice(paths: &[&Option<PathBuf>]) -> bool {
    let is_file = |path: &&PathBuf| path.metadata().map_or(true, |there| there.is_file());
    let files = paths.iter().filter_map(|path| path.as_ref()).filter(is_file);
    let mut paths: Vec<PathBuf> = files.filter_map(|it| target::place(it).ok()).collect();
    paths.sort_unstable();
    paths.windows(2).any(|two| two[0] == two[1])
}
