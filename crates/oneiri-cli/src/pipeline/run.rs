//! Works on the blocks of an input, on all cores, and passes the results on in the order of the input.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::output::{Answers, Flow, Stop};
use crate::pipeline::{blocks::Block, blocks::Blocks, blocks::SIZE};

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

pub(crate) trait Consumer<P> {
    fn answers(&self) -> Answers;

    /// Takes a block with its answers, which it leaves empty, and the result of the work on it.
    fn take(&mut self, task: &mut Task, product: P) -> Flow;

    /// Is called before the next block is waited for.
    fn wait(&mut self) -> Flow;
}

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
