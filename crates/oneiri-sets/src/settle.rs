//! Processes the spill file. Each of its partitions is looked up like a smaller input. The records of a partition that
//! are wanted form a run in the order of the input, which is merged with the others in the end. Each level divides by
//! other bits of the hash, and none by those of the shard, because all records of a partition would otherwise come into
//! one partition again. A partition has one shard, with the index 0 in its marks. `tests/model.rs` runs it with 64 KiB
//! of memory.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use rayon::prelude::*;

use crate::Records;
use crate::budget::{Budget, SHARD_BITS, SHARDS};
use crate::origins::Origins;
use crate::round::{Engine, Keyed};
use crate::runs::{Reading, Run, RunWriter, Waiting};
use crate::shard::{Inserted, Shard};
use crate::spill::{Record, Spill, Stream, Writer};

/// The number of partitions at each level.
const PARTITIONS: usize = SHARDS;

/// The partition of a hash. Each level uses other bits, and none of the bits that select a shard.
fn partition(hash: u64, level: u32) -> usize {
    hash.rotate_right(SHARD_BITS * (level + 1)) as usize % PARTITIONS
}

/// Writers for all partitions of a level.
pub(crate) struct Partitions {
    level: u32,
    writers: Vec<Writer>,
}

impl Partitions {
    pub(crate) fn new(spill: &Arc<Spill>, level: u32) -> Self {
        Self { level, writers: (0..PARTITIONS).map(|_| spill.writer()).collect() }
    }

    pub(crate) fn push(&mut self, hash: u64, number: u64, bytes: &[u8], key: &[u8]) -> io::Result<()> {
        let key = (key != bytes).then_some(key);
        match self.writers.get_mut(partition(hash, self.level)) {
            Some(writer) => writer.push(number, bytes, key),
            None => Ok(()),
        }
    }

    pub(crate) fn finish(self) -> io::Result<Vec<Stream>> {
        self.writers.into_iter().map(Writer::finish).collect()
    }
}

/// A result of a partition, sent to the thread that writes.
pub(crate) enum Piece {
    /// First records, each with its number, in any order.
    Firsts(Vec<(u64, Vec<u8>)>),
    Note(Vec<u8>),
}

pub(crate) struct Settler<'s, R> {
    pub(crate) engine: &'s Engine<R>,
    pub(crate) spill: Arc<Spill>,
    pub(crate) budget: Budget,
    pub(crate) any_order: bool,
    pub(crate) origins: Origins,
    pub(crate) pieces: SyncSender<Piece>,
}

/// The runs that have to be merged.
#[derive(Default)]
pub(crate) struct Settled {
    /// The records that are wanted.
    pub(crate) runs: Vec<Run>,
    /// The notes, unless they may come in any order.
    pub(crate) notes: Vec<Run>,
}

impl<R: Records> Settler<'_, R> {
    /// Looks up the records of the partitions, as many partitions at a time as there are cores.
    pub(crate) fn settle(&self, mut partitions: Vec<Stream>) -> io::Result<Settled> {
        partitions.retain(|stream| !stream.is_empty());
        let settled: io::Result<Vec<Settled>> =
            partitions.into_par_iter().map(|stream| self.partition(stream)).collect();
        Ok(settled?.into_iter().fold(Settled::default(), |mut all, Settled { runs, notes }| {
            all.runs.extend(runs);
            all.notes.extend(notes);
            all
        }))
    }

    /// Looks up the records of a partition, and of those into which it is divided if its keys do not
    /// fit into memory.
    fn partition(&self, stream: Stream) -> io::Result<Settled> {
        let (mut settled, mut streams) = (Settled::default(), vec![(stream, 0)]);
        while let Some((stream, level)) = streams.pop() {
            let left = self.stream(stream, level, &mut settled)?;
            if let Some(left) = left {
                streams.extend(left.finish()?.into_iter().map(|stream| (stream, level + 1)));
            }
        }
        settled.runs.retain(|run| !run.is_empty());
        settled.notes.retain(|run| !run.is_empty());
        Ok(settled)
    }

    /// Looks up the records of a stream. Returns those that do not fit into memory.
    fn stream(&self, stream: Stream, level: u32, settled: &mut Settled) -> io::Result<Option<Partitions>> {
        let wish = self.engine.wish;
        let limit = self.budget.classes / rayon::current_num_threads();
        let mut shard = Shard::new(limit, self.engine.kept());
        let (mut run, mut notes) = (RunWriter::new(&self.spill), RunWriter::new(&self.spill));
        let (mut firsts, mut size, mut left) = (Vec::new(), 0, None);
        let mut records = self.spill.records(stream, self.budget.stretch);
        let mut record = Record::default();
        while records.next(&mut record)? {
            let (number, bytes, key) = (record.number, &record.bytes, record.key());
            let hash = self.engine.hasher.hash(key);
            let list = self.origins.of(number).list;
            let keyed = Keyed { bytes, hash, key, list, number };
            let (inserted, note) = self.engine.insert(&mut shard, keyed, None);
            match note {
                Some(note) if self.any_order => self.send(Piece::Note(note))?,
                Some(note) => {
                    notes.push(&Waiting { number, bytes: &note, other: None, tally: None })?;
                }
                None => {}
            }
            match inserted {
                Inserted::NoRoom => left
                    .get_or_insert_with(|| Partitions::new(&self.spill, level + 1))
                    .push(hash, number, bytes, key)?,
                Inserted::First(class) | Inserted::Again(class) if wish.takes_all => {
                    let other = record.other_key().filter(|_| wish.lists_all);
                    let tally = Some((wish.mark)(0, &shard, class));
                    run.push(&Waiting { number, bytes, other, tally })?;
                }
                Inserted::First(_) if self.any_order && !wish.at_the_end => {
                    size += bytes.len();
                    firsts.push((number, bytes.clone()));
                    if size >= self.budget.stretch {
                        self.send(Piece::Firsts(std::mem::take(&mut firsts)))?;
                        size = 0;
                    }
                }
                Inserted::First(class) => {
                    let tally = wish.at_the_end.then(|| (wish.mark)(0, &shard, class));
                    run.push(&Waiting { number, bytes, other: None, tally })?;
                }
                Inserted::Again(_) => {}
            }
        }
        self.send(Piece::Firsts(firsts))?;
        let rank = |record: &[u8], number| self.engine.records.rank(record, number);
        let reading = Reading { rank: &rank, spill: &self.spill, capacity: self.budget.stretch };
        settled.runs.push((wish.finish)(run, std::slice::from_mut(&mut shard), reading)?);
        settled.notes.push(notes.finish()?);
        Ok(left)
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        self.pieces.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
