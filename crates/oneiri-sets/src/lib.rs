// Duplicates, differences and counts of long lists by a key, for the commands of `oneiri-cli` and for other programs. The
// results are those of a map in memory, in the order of the input, however little memory a run has: `tests/model.rs`
// compares them. A new variant of `Wanted` needs what `wish.rs` says.
#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! One thread fills [`Batch`]es from the source. In rounds, all cores read the records of some batches
//! and then look up the keys, shard by shard, so that each shard gets its records in the order of the input.
//! When a shard is full, records of unknown classes go to the temporary file, divided by their hash
//! into partitions, each of which is then looked up like a smaller input. The results of the partitions
//! are merged in the order of the input.
#![forbid(unsafe_code)]

mod age;
mod batch;
mod budget;
mod error;
mod hash;
mod lines;
mod numbers;
mod origins;
mod output;
mod round;
mod runs;
mod settle;
mod shard;
mod size;
mod spill;
mod table;
mod tally;
mod wish;

use std::any::Any;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread;

pub use crate::age::Age;
pub use crate::batch::{Batch, Span};
pub use crate::error::Error;
pub use crate::lines::{lines, try_lines};
pub use crate::round::Known;
pub use crate::size::parse_size;

use crate::budget::{BATCHES, Budget};
use crate::hash::Hasher;
use crate::output::Output;
use crate::round::Engine;

/// The results that a run gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The first record of each class, as soon as it is known: [`Class::New`].
    #[default]
    Firsts,
    /// The first record of each class and how many records the class has: [`Class::Records`]. The
    /// results come when all records have been read.
    Counts,
    /// The first record of each class and which lists have the class: [`Class::Lists`]. The results
    /// come when all records have been read.
    Lists,
    /// The record of each class that has the greatest [rank](Records::rank), and of several the first:
    /// [`Class::New`]. The results come when all records have been read. All records go to the
    /// temporary file.
    Greatest,
    /// Every record, with its key and the place of the first record of its class: [`Class::First`].
    Every,
}

/// How a run works. Begin with [`Options::new`] and change what you need.
///
/// ```
/// use oneiri_sets::{Options, Wanted};
///
/// let options = Options::new(Wanted::Counts).memory(64 << 20).any_order(true);
/// assert_eq!((options.wanted, options.memory), (Wanted::Counts, 64 << 20));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The results that the run gives.
    pub wanted: Wanted,
    /// The memory to use, in bytes, approximately.
    pub memory: usize,
    /// The folder for the temporary file, which has no name, so that nothing of it is left behind.
    pub temp_dir: PathBuf,
    /// Whether the results may come in any order. Then they come sooner if not all keys fit into the
    /// memory.
    pub any_order: bool,
}

impl Default for Options {
    /// The first records in the order of the input, within 1 GiB and the system's folder for temporary files.
    fn default() -> Self {
        Self::new(Wanted::Firsts)
    }
}

impl Options {
    /// The given results in the order of the input, within 1 GiB and the system's folder for temporary files.
    #[must_use]
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, memory: 1 << 30, temp_dir: std::env::temp_dir(), any_order: false }
    }

    /// Sets the memory to use, in bytes, approximately.
    #[must_use]
    pub fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Sets the folder for the temporary file.
    #[must_use]
    pub fn temp_dir(self, temp_dir: impl Into<PathBuf>) -> Self {
        Self { temp_dir: temp_dir.into(), ..self }
    }

    /// Sets whether the results may come in any order.
    #[must_use]
    pub fn any_order(self, any_order: bool) -> Self {
        Self { any_order, ..self }
    }

    /// The size of a chunk of the input in bytes, which follows from the memory. A chunk is larger
    /// only if it has a single record.
    #[must_use]
    pub fn chunk_size(&self) -> usize {
        Budget::of(self).chunk
    }
}

/// The place of a record: the index of its list, and its number in that list, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The index of the list.
    pub list: usize,
    /// The number of the record in the list.
    pub nth: u64,
}

/// A record that a sink gets.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Record<'r> {
    /// The position of the record.
    pub place: Place,
    /// The record, without its terminator.
    pub bytes: &'r [u8],
    /// Its terminator. For a record that waited, this is LF, whatever it was; for one without a key,
    /// it is always the terminator that was read.
    pub terminator: &'r [u8],
    /// Its key, with [`Wanted::Every`].
    pub key: Option<&'r [u8]>,
}

/// The class of a record, as far as [`Wanted`] asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The record is the first one of its class, or the one of the greatest rank.
    New,
    /// The record is the first one of so many of its class.
    Records(u64),
    /// The record is the first one of its class. Bit `n` says whether list `n` has the class; bit 63
    /// represents all further lists.
    Lists(u64),
    /// The position of the first record of the class.
    First(Place),
}

/// How many records and classes a run had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// All records, also those without a key.
    pub records: u64,
    /// The records without a key.
    pub refused: u64,
    /// The classes.
    pub classes: u64,
}

/// Finds the records of chunks, and their keys.
pub trait Records: Send + Sync + 'static {
    /// A chunk of a list: whole records.
    type Chunk: AsRef<[u8]> + Default + Send + Sync + 'static;

    /// Adds each record of `batch.chunk` to the batch, in order.
    fn read(&self, batch: &mut Batch<Self::Chunk>, known: Known<'_>);

    /// The rank of a record with this number in the whole input, for [`Wanted::Greatest`]. By default
    /// the last record of a class has the greatest. [`Age`] has ranks for dates and numbers. It is less than [`u128::MAX`], because one more marks a
    /// class whose record was found. A run asks for the rank of a record more than once. The answers must be
    /// the same, because a class is lost if no record has its greatest rank any more.
    fn rank(&self, _record: &[u8], number: u64) -> u128 {
        u128::from(number)
    }

    /// Whether the spelling of each class's first record is kept, for [`merged`](Self::merged). This
    /// takes memory.
    fn keeps_spellings(&self) -> bool {
        false
    }

    /// The spelling of a record: the part of it that [`merged`](Self::merged) gets.
    fn spelling<'r>(&self, record: &'r [u8]) -> Cow<'r, [u8]> {
        Cow::Borrowed(record)
    }

    /// A note about a record whose class was first spelled in another way. All threads call this, in
    /// any order; the sink gets the notes in the order of the input, unless the results may come in
    /// any order.
    fn merged(&self, _first: &[u8], _spelling: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

/// Takes the results of a run, on the thread that calls [`run`].
///
/// # Errors
///
/// An error of any method ends the run, and [`run`] returns it.
#[allow(clippy::missing_errors_doc, reason = "the trait says it for all of them")]
pub trait Sink<C> {
    /// The error that ends a run early.
    type Error: From<Error>;

    /// A chunk follows.
    fn begin(&mut self, _chunk: &mut C) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A record without a key.
    fn refuse(&mut self, _record: &Record<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A record that is part of the result.
    fn put(&mut self, record: &Record<'_>, class: Class) -> Result<(), Self::Error>;

    /// A note of [`Records::merged`].
    fn note(&mut self, _note: &[u8]) -> Result<(), Self::Error> {
        Ok(())
    }

    /// All records have been read. `waiting` says whether results are left.
    fn all_read(&mut self, _waiting: bool) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The input pauses, so the sink should write what it has, because somebody may wait for it.
    fn flush(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Groups records by their keys.
///
/// `source` fills the next chunk with whole records and returns the index of its list, or returns
/// `None` if there is none. The indexes do not decrease. It runs on a thread of its own, which is left
/// alone if the run ends with an error, because it may wait for input.
///
/// # Errors
///
/// The error of the sink, of the temporary file, or of a thread that ended by a panic.
pub fn run<R: Records, S: Sink<R::Chunk>>(
    records: &Arc<R>,
    options: &Options,
    mut source: impl FnMut(&mut R::Chunk) -> Option<usize> + Send + 'static,
    sink: &mut S,
) -> Result<Totals, S::Error> {
    let budget = Budget::of(options);
    let (free, freed) = mpsc::channel::<Batch<R::Chunk>>();
    let (filled, to_answer) = mpsc::channel();
    let (answered, to_put) = mpsc::channel();
    for _ in 0..BATCHES {
        // The receiver exists, so this cannot fail.
        let _ = free.send(Batch::default());
    }
    let reading = thread::spawn(move || {
        for mut batch in freed {
            batch.clear();
            let Some(list) = source(&mut batch.chunk) else { break };
            batch.list = list;
            if filled.send(batch).is_err() {
                break;
            }
        }
    });
    let (records, spellings) = (Arc::clone(records), records.keeps_spellings());
    let wish = options.wanted.wish();
    let tally = wish.tally;
    let engine = Arc::new(Engine { records, hasher: Hasher::new(), wish, tally, spellings });
    let looking_up = thread::spawn({
        let engine = Arc::clone(&engine);
        move || engine.run(budget.classes, &to_answer, &answered)
    });
    let mut output = Output::new(sink, options, budget);
    output.rounds(&to_put, &free)?;
    // All rounds have been received, so the lookup has ended, and with it the source, unless the lookup panicked. Then the source
    // may wait for input that never comes, so nobody waits for the source.
    let ended = |panic: Box<dyn Any + Send>| Error::panicked(&*panic);
    let shards = looking_up.join().map_err(ended)?;
    reading.join().map_err(ended)?;
    drop(free);
    output.finish(&engine, shards)
}
