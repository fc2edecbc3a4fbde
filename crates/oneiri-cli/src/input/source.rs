//! Reads the items of a command: its arguments, or the lines of files and of standard input.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crate::input::blocks::{Blocks, SIZE};
use crate::input::items::Items;
use crate::input::pool::{self, Job, Taker, Work};
use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::item::Item;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// The input of a command.
pub(crate) enum Source {
    /// Each argument is an item.
    Arguments(Vec<OsString>),
    /// Each line of the files is an item. An empty list stands for standard input.
    Files(Vec<PathBuf>),
}

impl Source {
    pub(crate) fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        if arguments.is_empty() { Self::Files(files) } else { Self::Arguments(arguments) }
    }

    /// Calls `each` for every item, on all cores. The answers are written in the order of the
    /// items. A file that cannot be read is reported and skipped.
    pub(crate) fn each(
        self,
        session: &mut Session,
        each: impl Fn(&Item<'_>, &mut Answers) + Send + Sync + 'static,
    ) -> Flow {
        let work = move |items: &Items<'_>, answers: &mut Answers| {
            items.iter().for_each(|item| each(&item, answers));
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
        let mut files = match self {
            Self::Arguments(arguments) => {
                let (items, mut answers) = (Items::arguments(&arguments), session.answers());
                let product = work(&items, &mut answers);
                session.give(&mut answers)?;
                return take(session, &items, product);
            }
            Self::Files(files) => files,
        };
        or_stdin(&mut files, session);
        let names: Arc<[String]> = files.iter().map(|path| escape::path(path)).collect();
        let work: Work<P> = Arc::new({
            let names = Arc::clone(&names);
            move |block, answers| work(&block.items(&names), answers)
        });
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut taker = Writer { session, names: &names, take };
        pool::run(Blocks::new(files.into(), SIZE), threads, &work, &mut taker)
    }
}

/// Writes the answers to a block, and passes its result on.
struct Writer<'s, T> {
    session: &'s mut Session,
    names: &'s [String],
    take: T,
}

impl<P, T: FnMut(&mut Session, &Items<'_>, P) -> Flow> Taker<P> for Writer<'_, T> {
    fn answers(&self) -> Answers {
        self.session.answers()
    }

    fn take(&mut self, job: &mut Job, product: P) -> Flow {
        self.session.give(&mut job.answers)?;
        (self.take)(self.session, &job.block.items(self.names), product)?;
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
