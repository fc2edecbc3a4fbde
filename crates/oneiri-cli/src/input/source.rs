//! Reads the items of a command: its arguments, or the lines or records of files and of standard
//! input.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crate::input::blocks::{Blocks, SIZE};
use crate::input::copy::Copy;
use crate::input::format::Format;
use crate::input::items::Items;
use crate::input::pool::{self, Job, Taker, Work};
use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::item::Item;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// The input of a command.
pub(crate) struct Source {
    given: Given,
    reading: Reading,
}

enum Given {
    /// Each argument is an item.
    Arguments(Vec<OsString>),
    /// Each line or record of the files is an item. An empty list stands for standard input.
    Files(Vec<PathBuf>),
}

/// How the input is read.
pub(crate) struct Reading {
    pub(crate) format: Arc<Format>,
    /// Whether white space around identifiers is left out.
    pub(crate) trim: bool,
    /// How many threads work. Without it, there are as many as cores.
    pub(crate) threads: Option<NonZeroUsize>,
    /// Copies of Parquet files, which are made at the end.
    pub(crate) copies: Vec<Copy>,
}

impl Default for Reading {
    fn default() -> Self {
        Self { format: Arc::new(Format::lines()), trim: false, threads: None, copies: Vec::new() }
    }
}

impl Source {
    /// The arguments, or lines of files if there are none.
    pub(crate) fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        let given =
            if arguments.is_empty() { Given::Files(files) } else { Given::Arguments(arguments) };
        Self { given, reading: Reading::default() }
    }

    /// The lines of files. An empty list stands for standard input.
    pub(crate) fn files(files: Vec<PathBuf>) -> Self {
        Self { given: Given::Files(files), reading: Reading::default() }
    }

    pub(crate) fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
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

    /// Calls `work` for stretches of items, on all cores, and `take` for each result, on the
    /// calling thread and in the order of the items. The answers of a stretch are written before
    /// its result is taken.
    pub(crate) fn work<P: Send + 'static>(
        self,
        session: &mut Session,
        work: impl Fn(&Items<'_>, &mut Answers) -> P + Send + Sync + 'static,
        mut take: impl FnMut(&mut Session, &Items<'_>, P) -> Flow,
    ) -> Flow {
        let Reading { format, trim, threads, copies } = self.reading;
        let mut files = match self.given {
            Given::Arguments(arguments) => {
                let (items, mut answers) =
                    (Items::arguments(&arguments, &format, trim), session.answers());
                let product = work(&items, &mut answers);
                session.give(&mut answers)?;
                return take(session, &items, product);
            }
            Given::Files(files) => files,
        };
        or_stdin(&mut files, session);
        let names: Arc<[String]> = files.iter().map(|path| escape::path(path)).collect();
        let paths: Arc<[PathBuf]> = files.into();
        let work: Work<P> = Arc::new({
            let (names, format) = (Arc::clone(&names), Arc::clone(&format));
            move |block, answers| work(&block.items(&names, &format, trim), answers)
        });
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.map_or_else(cores, usize::from);
        let mut taker = Writer { session, names: &names, format: &format, trim, take };
        let blocks = Blocks::new(Arc::clone(&paths), Arc::clone(&format), SIZE);
        pool::run(blocks, threads, &work, &mut taker)?;
        session.flush_all()?;
        copies.into_iter().try_for_each(|copy| copy.make(&format, &paths, session))
    }
}

/// Writes the answers to a block, and passes its result on.
struct Writer<'s, T> {
    session: &'s mut Session,
    names: &'s [String],
    format: &'s Format,
    trim: bool,
    take: T,
}

impl<P, T: FnMut(&mut Session, &Items<'_>, P) -> Flow> Taker<P> for Writer<'_, T> {
    fn answers(&self) -> Answers {
        self.session.answers()
    }

    fn take(&mut self, job: &mut Job, product: P) -> Flow {
        if let Some(header) = &job.block.header {
            self.session.header(header, &**self.format)?;
        }
        self.session.give(&mut job.answers)?;
        let items = job.block.items(self.names, self.format, self.trim);
        (self.take)(self.session, &items, product)?;
        if let Some(failed) = &job.block.failed {
            self.session.fail(failed);
        }
        Ok(())
    }

    /// Whoever the next block comes from may wait for the answers so far.
    fn wait(&mut self) -> Flow {
        self.session.flush()
    }
}

/// Adds standard input to an empty list of files. If standard input is a terminal, the user is told
/// what the command waits for.
pub(crate) fn or_stdin(files: &mut Vec<PathBuf>, session: &Session) {
    if files.is_empty() {
        files.push(PathBuf::from("-"));
        if io::stdin().is_terminal() {
            session.note("reading lines from the terminal; end with Ctrl-D");
        }
    }
}
