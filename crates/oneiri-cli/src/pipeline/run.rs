//! Reads what was opened, works on its blocks on all cores, and writes the answers in the order of the input.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

use oneiri_documents::by_beginning;

use crate::output::{Answers, Flow, Session, Stop};
use crate::pipeline::{
    Format, Input, Items, Reading, Source, blocks::Block, blocks::Blocks, blocks::SIZE, rows::Copy, source::Tables,
    source::stdin,
};

/// How many bytes one thread works on before other threads are started. A short input is done
/// sooner than the threads would be.
const ALONE: usize = SIZE;

impl Source {
    /// Calls `work` for stretches of items, on all cores, and `take` for each result, on the
    /// calling thread and in the order of the items. The answers of a stretch are written before
    /// its result is taken. A file that cannot be read is reported and skipped.
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
                work(&Items::of(block, &names, format, trim), answers)
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
        for missing in self.format.missing(&self.names) {
            if !session.is_verdict || session.style.options.records {
                return Err(Stop::Failed(missing));
            }
            Tables { count: 1, messages: vec![missing] }.tell(false, session);
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
        let items = Items::of(&task.block, &self.open.names, format, self.open.trim);
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

/// A block with the answers to its lines. Both are used again and again.
struct Task {
    block: Block,
    answers: Answers,
    /// The place of the block among all blocks.
    nth: u64,
}

impl Task {
    fn new(answers: Answers) -> Self {
        Self { block: Block::default(), answers, nth: 0 }
    }
}

/// The work on a block, which any thread can do. Its result goes to [`Consumer::take`].
type Work<P> = Arc<dyn Fn(&Block, &mut Answers) -> P + Send + Sync>;

trait Consumer<P> {
    fn answers(&self) -> Answers;

    /// Takes a block with its answers, which it leaves empty, and the result of the work on it.
    fn take(&mut self, task: &mut Task, product: P) -> Flow;

    /// Is called before the next block is waited for.
    fn wait(&mut self) -> Flow;
}

/// What the workers share: the rest of the input, and the tasks that are free.
struct Shared {
    blocks: Blocks,
    free: Receiver<Task>,
    next: u64,
}

/// A block that was worked on. `None` stands for work that panicked.
type Done<P> = (Task, Option<P>);

/// Calls `work` for each block, with so many threads, and `consumer` for each result.
///
/// If the consumer fails, the workers are left alone: one of them may wait for standard input forever.
fn run<P: Send + 'static>(mut blocks: Blocks, threads: usize, work: &Work<P>, consumer: &mut impl Consumer<P>) -> Flow {
    let most = if threads > 1 { ALONE } else { usize::MAX };
    if !alone(&mut blocks, most, work, consumer)? {
        return Ok(());
    }
    let (free, freed) = mpsc::channel();
    let (done, answered) = mpsc::channel();
    let input = Arc::new(Mutex::new(Shared { blocks, free: freed, next: 0 }));
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
fn alone<P>(blocks: &mut Blocks, most: usize, work: &Work<P>, consumer: &mut impl Consumer<P>) -> Result<bool, Stop> {
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
fn work_on<P>(input: &Mutex<Shared>, work: &Work<P>, done: &Sender<Done<P>>) {
    while let Some(mut task) = next(input) {
        let Task { block, answers, .. } = &mut task;
        let product = catch_unwind(AssertUnwindSafe(|| work(block, answers)));
        if done.send((task, product.ok())).is_err() {
            break;
        }
    }
}

fn next(input: &Mutex<Shared>) -> Option<Task> {
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

fn take_in_order<P>(answered: &Receiver<Done<P>>, free: &Sender<Task>, consumer: &mut impl Consumer<P>) -> Flow {
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
