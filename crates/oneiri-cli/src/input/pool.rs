//! Works on blocks with all cores, and takes the results in the order of the blocks.
//!
//! Each worker reads a block and works on it while the others read and work on the next ones. There
//! is a fixed number of blocks, which limits the memory.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::input::blocks::{Block, Blocks, SIZE};
use crate::output::answers::Answers;
use crate::output::stop::{Flow, Stop};

/// How many bytes one thread works on before other threads are started. A short input is done
/// sooner than the threads would be.
const ALONE: usize = SIZE;

/// A block with the answers to its lines. Both are used again and again.
pub(crate) struct Job {
    pub(crate) block: Block,
    pub(crate) answers: Answers,
    /// The place of the block among all blocks.
    nth: u64,
}

impl Job {
    pub(crate) fn new(answers: Answers) -> Self {
        Self { block: Block::default(), answers, nth: 0 }
    }
}

/// The work on a block, which any thread can do. Its result goes to [`Taker::take`].
pub(crate) type Work<P> = Arc<dyn Fn(&Block, &mut Answers) -> P + Send + Sync>;

/// The calling thread's part.
pub(crate) trait Taker<P> {
    /// Empty answers.
    fn answers(&self) -> Answers;

    /// Takes a block with its answers, which it leaves empty, and the result of the work on it.
    fn take(&mut self, job: &mut Job, product: P) -> Flow;

    /// Is called before the next block is waited for.
    fn wait(&mut self) -> Flow;
}

/// What the workers share to get their next block.
struct Input {
    blocks: Blocks,
    free: Receiver<Job>,
    next: u64,
}

/// A block that was worked on. `None` stands for work that panicked.
type Done<P> = (Job, Option<P>);

/// Calls `work` for each block, with so many threads, and `taker` for each result.
///
/// If the taker fails, the workers are left alone: one of them may wait for standard input forever.
pub(crate) fn run<P: Send + 'static>(
    mut blocks: Blocks,
    threads: usize,
    work: &Work<P>,
    taker: &mut impl Taker<P>,
) -> Flow {
    let most = if threads > 1 { ALONE } else { usize::MAX };
    if !alone(&mut blocks, most, work, taker)? {
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
        return alone(&mut input.blocks, usize::MAX, work, taker).map(drop);
    }
    for _ in 0..2 * workers.len() {
        // The workers have the other end, so this cannot fail.
        let _ = free.send(Job::new(taker.answers()));
    }
    take_in_order(&answered, &free, taker)?;
    // All workers have dropped their ends of the channel, so they have ended.
    if workers.into_iter().any(|worker| worker.join().is_err()) { Err(ended()) } else { Ok(()) }
}

/// Does the work on the calling thread, until about so many bytes have been read. Returns whether
/// there may be more to read.
fn alone<P>(
    blocks: &mut Blocks,
    most: usize,
    work: &Work<P>,
    taker: &mut impl Taker<P>,
) -> Result<bool, Stop> {
    let (mut job, mut read) = (Job::new(taker.answers()), 0);
    while read < most {
        taker.wait()?;
        if !blocks.next(&mut job.block) {
            return Ok(false);
        }
        read += job.block.len();
        let product = work(&job.block, &mut job.answers);
        taker.take(&mut job, product)?;
    }
    Ok(true)
}

/// The loop of a worker. It ends if there is nothing more to read, or nobody to take the answers.
fn work_on<P>(input: &Mutex<Input>, work: &Work<P>, done: &Sender<Done<P>>) {
    while let Some(mut job) = next(input) {
        let Job { block, answers, .. } = &mut job;
        let product = catch_unwind(AssertUnwindSafe(|| work(block, answers)));
        if done.send((job, product.ok())).is_err() {
            break;
        }
    }
}

fn next(input: &Mutex<Input>) -> Option<Job> {
    let mut input = input.lock().ok()?;
    // Every block before this one has a worker already, so some block always becomes free.
    let mut job = input.free.recv().ok()?;
    if !input.blocks.next(&mut job.block) {
        return None;
    }
    job.nth = input.next;
    input.next += 1;
    Some(job)
}

fn take_in_order<P>(
    answered: &Receiver<Done<P>>,
    free: &Sender<Job>,
    taker: &mut impl Taker<P>,
) -> Flow {
    let (mut next, mut early) = (0, BTreeMap::new());
    loop {
        let (job, product) = match answered.try_recv() {
            Ok(done) => done,
            Err(TryRecvError::Disconnected) => return Ok(()),
            Err(TryRecvError::Empty) => {
                taker.wait()?;
                let Ok(done) = answered.recv() else { return Ok(()) };
                done
            }
        };
        early.insert(job.nth, (job, product.ok_or_else(ended)?));
        while let Some((mut job, product)) = early.remove(&next) {
            taker.take(&mut job, product)?;
            next += 1;
            // This fails if all workers have ended, and then nobody needs the block.
            let _ = free.send(job);
        }
    }
}

fn ended() -> Stop {
    Stop::Failed("a thread ended unexpectedly".to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;
    use crate::input::format::Format;
    use crate::input::items::Items;
    use crate::output::answers::Style;

    /// Takes what would be written.
    #[derive(Default)]
    struct Kept {
        out: Vec<u8>,
        products: Vec<u64>,
        blocks: usize,
        /// After so many blocks the output fails.
        most: Option<usize>,
    }

    impl Taker<u64> for Kept {
        fn answers(&self) -> Answers {
            let (terminal, json, diagnoses) = (false, false, None);
            Answers::new(Style { terminal, json, diagnoses, shape: Arc::default() })
        }

        fn take(&mut self, job: &mut Job, product: u64) -> Flow {
            self.out.extend_from_slice(&job.answers.out);
            job.answers.clear();
            self.products.push(product);
            self.blocks += 1;
            if self.most == Some(self.blocks) { Err(Stop::Told) } else { Ok(()) }
        }

        fn wait(&mut self) -> Flow {
            Ok(())
        }
    }

    fn blocks(name: &str, bytes: &[u8], size: usize) -> Blocks {
        let path = std::env::temp_dir().join(format!("oneiri-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        {
            let paths = Arc::from([path.clone(), PathBuf::from("no/such"), path]);
            Blocks::new(paths, Arc::new(Format::lines()), size)
        }
    }

    /// Answers each line with its number and its text; some blocks take longer than others.
    fn work() -> Work<u64> {
        Arc::new(|block, answers| {
            let lines = Format::lines();
            let items: Items<'_> = block.items(&[], &lines, false);
            if items.first % 5 == 0 {
                thread::sleep(Duration::from_micros(300));
            }
            for item in items.lines() {
                answers.line(&[item.number.to_string().as_bytes(), b" ", item.bytes].concat());
            }
            items.first
        })
    }

    #[test]
    fn the_order_is_that_of_the_lines() {
        let line = |nth: usize| format!("{}\n", "x".repeat(nth * 7919 % 3000));
        let bytes: String = (0..600).map(line).collect::<String>() + "no terminator";
        let expected: String =
            bytes.lines().zip(1..).map(|(line, nth)| format!("{nth} {line}\n")).collect();
        for (threads, size) in [(1, 64), (1, 1 << 20), (2, 64), (2, 1000), (3, 4096), (16, 64)] {
            let name = format!("order-{threads}-{size}");
            let mut kept = Kept::default();
            let ran = run(blocks(&name, bytes.as_bytes(), size), threads, &work(), &mut kept);
            assert!(ran.is_ok());
            assert!(kept.out == expected.repeat(2).as_bytes(), "{threads} threads, {size}");
            let firsts: Vec<u64> = kept.products.into_iter().filter(|&first| first != 0).collect();
            assert_eq!(firsts.iter().filter(|&&first| first == 1).count(), 2);
        }
    }

    #[test]
    fn a_taker_that_fails_ends_the_run() {
        let bytes = "http://h/\n".repeat(200_000);
        for most in [1, 2, 30, 300] {
            let mut kept = Kept { most: Some(most), ..Kept::default() };
            let ran = run(blocks("fails", bytes.as_bytes(), 4096), 4, &work(), &mut kept);
            assert!(matches!(ran, Err(Stop::Told)));
            assert_eq!(kept.blocks, most);
        }
    }

    #[test]
    fn work_that_panics_ends_the_run() {
        let bytes = "http://h/\n".repeat(200_000);
        let work: Work<u64> = Arc::new(|block, _| {
            let first = block.items(&[], &Format::lines(), false).first;
            assert!(first < 100_000, "this panic is part of the test");
            first
        });
        let mut kept = Kept::default();
        let ran = run(blocks("panics", bytes.as_bytes(), 4096), 4, &work, &mut kept);
        assert!(matches!(ran, Err(Stop::Failed(_))));
        assert!(kept.products.windows(2).all(|two| two[0] < two[1]));
    }
}
