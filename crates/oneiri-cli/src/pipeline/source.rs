//! The input of a command, and the engine of all commands for lists: it opens the files, gives their items to the
//! operation of the command, and completes what was written.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::output::{Answers, Fault, Flow, Item, Session, Stop, json::Output};
use crate::pipeline::{
    blocks::Blocks, blocks::LONGEST, blocks::SIZE, copy::Copy, format::Format, input::Input, items::Items,
    run::Consumer, run::Task, run::Work, run::run,
};

/// The input of a command.
pub(crate) struct Source {
    given: Given,
    pub(crate) reading: Reading,
}

enum Given {
    /// Each argument is an item.
    Arguments(Vec<OsString>),
    /// Each line or record is an item. If the list is empty, standard input is read.
    Inputs(Vec<Input>),
}

/// How the input is read.
pub(crate) struct Reading {
    pub(crate) format: Arc<Format>,
    /// Whether white space around identifiers is left out.
    pub(crate) trim: bool,
    /// How many threads work. Without it, there are as many as cores.
    pub(crate) threads: Option<NonZeroUsize>,
    /// The greatest length of a line or record, in bytes.
    pub(crate) longest: usize,
    /// Copies of Parquet files, which are made at the end.
    pub(crate) copies: Vec<Copy>,
}

impl Default for Reading {
    fn default() -> Self {
        let format = Arc::new(Format::lines());
        Self { format, trim: false, threads: None, longest: LONGEST, copies: Vec::new() }
    }
}

impl Source {
    /// The arguments, or lines of files if there are none.
    pub(crate) fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        if arguments.is_empty() {
            return Self::inputs(files.into_iter().map(Input::File).collect());
        }
        Self { given: Given::Arguments(arguments), reading: Reading::default() }
    }

    /// The lines of these inputs. If the list is empty, standard input is read.
    pub(crate) fn inputs(inputs: Vec<Input>) -> Self {
        Self { given: Given::Inputs(inputs), reading: Reading::default() }
    }

    pub(crate) fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The files among the input.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let inputs = match &self.given {
            Given::Arguments(_) => &[],
            Given::Inputs(inputs) => inputs.as_slice(),
        };
        inputs.iter().filter_map(Input::path)
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
                if item.is_gap() {
                    return answers.gap(item);
                }
                output.clear();
                match item.text().and_then(|text| change(text, &mut output).map(|()| text)) {
                    Err(fault) => answers.refuse(item, &fault),
                    Ok(text) if answers.json() => {
                        answers.record(item, text, Output { output: &output, scheme_rules });
                    }
                    Ok(_) => answers.answer(item, output.as_bytes()),
                }
            });
        };
        self.work(session, work, |_, _, ()| Ok(()))
    }

    /// Calls `work` for stretches of items, on all cores, and `take` for each result, on the
    /// calling thread and in the order of the items. The answers of a stretch are written before
    /// its result is taken.
    pub(crate) fn work<P: Send + 'static>(
        mut self,
        session: &mut Session,
        work: impl Fn(&Items<'_>, &mut Answers) -> P + Send + Sync + 'static,
        mut take: impl FnMut(&mut Session, &Items<'_>, P) -> Flow,
    ) -> Flow {
        if let Given::Arguments(arguments) = &mut self.given {
            let (arguments, Reading { format, trim, .. }) = (std::mem::take(arguments), self.reading);
            let items = Items::arguments(&arguments, &format, trim);
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
            move |block, answers| work(&block.items(&names, format.of(block.file()), trim), answers)
        });
        let mut consumer = Writer { session, open: &open, take, file: 0, is_open: false };
        run(blocks, threads, &work, &mut consumer)?;
        open.close(session)
    }

    /// Begins to read, in blocks of this size. Arguments are no blocks, and come from [`work`](Self::work) alone.
    pub(crate) fn open(self, size: usize, session: &mut Session) -> (Open, Blocks) {
        let Reading { format, trim, longest, copies, .. } = self.reading;
        let mut inputs = match self.given {
            Given::Arguments(_) => Vec::new(),
            Given::Inputs(inputs) => inputs,
        };
        if inputs.is_empty() {
            inputs.push(Input::File(stdin(session)));
        }
        let names = inputs.iter().map(Input::name).collect();
        let paths: Vec<PathBuf> = inputs.iter().filter_map(Input::path).map(PathBuf::from).collect();
        session.show_progress(&paths);
        let watch = session.watch();
        let blocks = Blocks::new(inputs.into(), Arc::clone(&format), size, watch).at_most(longest);
        (Open { names, format, trim, paths, copies }, blocks)
    }
}

/// An input that is being read.
pub(crate) struct Open {
    /// The names of the inputs in messages.
    pub(crate) names: Arc<[String]>,
    pub(crate) format: Arc<Format>,
    pub(crate) trim: bool,
    paths: Vec<PathBuf>,
    copies: Vec<Copy>,
}

impl Open {
    /// Writes what is left, when all has been read.
    pub(crate) fn close(self, session: &mut Session) -> Flow {
        session.hide_progress();
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
}

impl<P, T: FnMut(&mut Session, &Items<'_>, P) -> Flow> Consumer<P> for Writer<'_, T> {
    fn answers(&self) -> Answers {
        self.session.answers()
    }

    fn take(&mut self, task: &mut Task, product: P) -> Flow {
        let format = self.open.format.of(task.block.file());
        if let Some(header) = &task.block.header {
            self.session.header(header, &**format)?;
        }
        if task.block.is_marked && task.block.file() == 0 && format.is_document() {
            self.session.mark()?;
        }
        // The statements of another file begin a line of their own, because a comment or a name before them would take them in.
        if self.is_open && task.block.file() != self.file {
            self.session.end_line()?;
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

    /// Whoever the next block comes from may wait for the answers so far.
    fn wait(&mut self) -> Flow {
        self.session.flush()
    }
}

/// Standard input as a file. If it is a terminal, the user is told what the command waits for.
pub(crate) fn stdin(session: &Session) -> PathBuf {
    if io::stdin().is_terminal() {
        session.note("reading lines from the terminal; end with Ctrl-D");
    }
    PathBuf::from("-")
}
