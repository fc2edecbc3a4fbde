//! Runs the operation of a command over its input, on all cores: reads blocks of items, and passes the
//! answers on in the order of the input.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::fault::Fault;
use crate::output::item::Item;
use crate::output::json::Output;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::pipeline::blocks::{Block, Blocks, LONGEST, SIZE};
use crate::pipeline::copy::Copy;
use crate::pipeline::format::Format;
use crate::pipeline::input;
use crate::pipeline::items::Items;

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
        self,
        session: &mut Session,
        work: impl Fn(&Items<'_>, &mut Answers) -> P + Send + Sync + 'static,
        mut take: impl FnMut(&mut Session, &Items<'_>, P) -> Flow,
    ) -> Flow {
        let Reading { format, trim, threads, longest, copies } = self.reading;
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
            move |block, answers| work(&block.items(&names, format.of(block.file()), trim), answers)
        });
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.map_or_else(cores, usize::from);
        session.show_progress(&paths);
        let watch = session.watch();
        let blocks = Blocks::new(
            input::Input::files(paths.iter().cloned()),
            Arc::clone(&format),
            SIZE,
            watch,
        )
        .at_most(longest);
        let (file, is_open) = (0, false);
        let mut consumer =
            Writer { session, names: &names, format: &format, trim, take, file, is_open };
        run(blocks, threads, &work, &mut consumer)?;
        session.hide_progress();
        session.flush_all()?;
        if let Some(missing) = format.missing() {
            return Err(Stop::Failed(missing));
        }
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
    /// The file of the block before, and whether its output ended within a line.
    file: usize,
    is_open: bool,
}

impl<P, T: FnMut(&mut Session, &Items<'_>, P) -> Flow> Consumer<P> for Writer<'_, T> {
    fn answers(&self) -> Answers {
        self.session.answers()
    }

    fn take(&mut self, task: &mut Task, product: P) -> Flow {
        let format = self.format.of(task.block.file());
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
        self.is_open = match task.answers.out.last() {
            Some(last) => *last != b'\n' && format.is_document(),
            None => self.is_open,
        };
        self.session.give(&mut task.answers)?;
        let items = task.block.items(self.names, format, self.trim);
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

/// How many bytes one thread works on before other threads are started. A short input is done
/// sooner than the threads would be.
const ALONE: usize = SIZE;

/// A block with the answers to its lines. Both are used again and again.
pub(crate) struct Task {
    pub(crate) block: Block,
    pub(crate) answers: Answers,
    /// The place of the block among all blocks.
    nth: u64,
}

impl Task {
    pub(crate) fn new(answers: Answers) -> Self {
        Self { block: Block::default(), answers, nth: 0 }
    }
}

/// The work on a block, which any thread can do. Its result goes to [`Consumer::take`].
pub(crate) type Work<P> = Arc<dyn Fn(&Block, &mut Answers) -> P + Send + Sync>;

/// The calling thread's part.
pub(crate) trait Consumer<P> {
    /// Empty answers.
    fn answers(&self) -> Answers;

    /// Takes a block with its answers, which it leaves empty, and the result of the work on it.
    fn take(&mut self, task: &mut Task, product: P) -> Flow;

    /// Is called before the next block is waited for.
    fn wait(&mut self) -> Flow;
}

/// What the workers share to get their next block.
struct Input {
    blocks: Blocks,
    free: Receiver<Task>,
    next: u64,
}

/// A block that was worked on. `None` stands for work that panicked.
type Done<P> = (Task, Option<P>);

/// Calls `work` for each block, with so many threads, and `consumer` for each result.
///
/// If the consumer fails, the workers are left alone: one of them may wait for standard input forever.
pub(crate) fn run<P: Send + 'static>(
    mut blocks: Blocks,
    threads: usize,
    work: &Work<P>,
    consumer: &mut impl Consumer<P>,
) -> Flow {
    let most = if threads > 1 { ALONE } else { usize::MAX };
    if !alone(&mut blocks, most, work, consumer)? {
        return Ok(());
    }
    let (free, freed) = mpsc::channel();
    let (done, answered) = mpsc::channel();
    let input = Arc::new(Mutex::new(Input { blocks, free: freed, next: 0 }));
    let mut workers = Vec::new();
    for _ in 0..threads {
        let (input, work, done) = (Arc::clone(&input), Arc::clone(work), done.clone());
        let worker = move || work_on(&input, &work, &done);
        // The system may have no more threads; those that there are do the work.
        let Ok(worker) = thread::Builder::new().spawn(worker) else { break };
        workers.push(worker);
    }
    drop(done);
    if workers.is_empty() {
        let mut input = input.lock().map_err(|_| ended())?;
        return alone(&mut input.blocks, usize::MAX, work, consumer).map(drop);
    }
    for _ in 0..2 * workers.len() {
        // The workers have the other end, so this cannot fail.
        let _ = free.send(Task::new(consumer.answers()));
    }
    take_in_order(&answered, &free, consumer)?;
    // All workers have dropped their ends of the channel, so they have ended.
    if workers.into_iter().any(|worker| worker.join().is_err()) { Err(ended()) } else { Ok(()) }
}

/// Does the work on the calling thread, until about so many bytes have been read. Returns whether
/// there may be more to read.
fn alone<P>(
    blocks: &mut Blocks,
    most: usize,
    work: &Work<P>,
    consumer: &mut impl Consumer<P>,
) -> Result<bool, Stop> {
    let (mut task, mut read) = (Task::new(consumer.answers()), 0);
    while read < most {
        consumer.wait()?;
        if !blocks.next(&mut task.block) {
            return Ok(false);
        }
        read += task.block.len();
        let product = work(&task.block, &mut task.answers);
        consumer.take(&mut task, product)?;
    }
    Ok(true)
}

/// The loop of a worker. It ends if there is nothing more to read, or nobody to take the answers.
fn work_on<P>(input: &Mutex<Input>, work: &Work<P>, done: &Sender<Done<P>>) {
    while let Some(mut task) = next(input) {
        let Task { block, answers, .. } = &mut task;
        let product = catch_unwind(AssertUnwindSafe(|| work(block, answers)));
        if done.send((task, product.ok())).is_err() {
            break;
        }
    }
}

fn next(input: &Mutex<Input>) -> Option<Task> {
    let mut input = input.lock().ok()?;
    // Every block before this one has a worker already, so some block always becomes free.
    let mut task = input.free.recv().ok()?;
    if !input.blocks.next(&mut task.block) {
        return None;
    }
    task.nth = input.next;
    input.next += 1;
    Some(task)
}

fn take_in_order<P>(
    answered: &Receiver<Done<P>>,
    free: &Sender<Task>,
    consumer: &mut impl Consumer<P>,
) -> Flow {
    let (mut next, mut early) = (0, BTreeMap::new());
    loop {
        let (task, product) = match answered.try_recv() {
            Ok(done) => done,
            Err(TryRecvError::Disconnected) => return Ok(()),
            Err(TryRecvError::Empty) => {
                consumer.wait()?;
                let Ok(done) = answered.recv() else { return Ok(()) };
                done
            }
        };
        early.insert(task.nth, (task, product.ok_or_else(ended)?));
        while let Some((mut task, product)) = early.remove(&next) {
            consumer.take(&mut task, product)?;
            next += 1;
            // This fails if all workers have ended, and then nobody needs the block.
            let _ = free.send(task);
        }
    }
}

fn ended() -> Stop {
    Stop::Failed("a thread ended unexpectedly".to_owned())
}

#[cfg(test)]
#[path = "../../tests/laws/run.rs"]
mod tests;
