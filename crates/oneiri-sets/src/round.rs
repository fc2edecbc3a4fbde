//! Finds for each record whether an earlier record has the same key, which is to say: is of its class. Everything that the
//! crate offers (unique records, counts, sets of several lists) is built on this lookup.
//!
//! It works in rounds. In each round, all cores read some batches, and then look up the keys, shard by shard. Each shard gets
//! its entries in the order of the input, so it knows which record is the first of its class. That order must stay.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use rayon::prelude::*;

use crate::Records;
use crate::batch::{Batch, Fate};
use crate::budget::{BATCHES, SHARDS, shard_of};
use crate::hash::Hasher;
use crate::shard::{self, BATCH, Inserted, Kept, Shard};
use crate::table::At;
use crate::tally::Tally;
use crate::wish::Wish;

/// The settings of a run: the records, the hash function, and what is stored for each class.
pub(crate) struct Engine<R> {
    pub(crate) records: Arc<R>,
    pub(crate) hasher: Hasher,
    pub(crate) wish: &'static Wish,
    pub(crate) tally: Option<Tally>,
    /// Whether spellings are kept, which the [`Records`] decide.
    pub(crate) spellings: bool,
}

/// A record with its key.
#[derive(Clone, Copy)]
pub(crate) struct Keyed<'r> {
    pub(crate) bytes: &'r [u8],
    pub(crate) hash: u64,
    pub(crate) key: &'r [u8],
    /// The index of its list.
    pub(crate) list: usize,
    /// Its number in the whole input.
    pub(crate) number: u64,
}

/// The keys that are known before a chunk is read.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    hasher: &'k Hasher,
    shards: &'k [Shard],
    skips: bool,
}

impl std::fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

impl Known<'_> {
    /// How many keys [`all`](Self::all) looks up at a time.
    pub const BATCH: usize = BATCH;

    /// The hash of a key. It differs from run to run.
    #[must_use]
    #[inline]
    pub fn hash(&self, key: &[u8]) -> u64 {
        self.hasher.hash(key)
    }

    /// Whether [`Batch::skip`] may be called for the records of known classes. Otherwise each record
    /// must be counted, or its spelling compared with that of its class.
    #[must_use]
    pub fn skips(&self) -> bool {
        self.skips
    }

    /// Which of these keys, each with its hash, are known. There are at most [`BATCH`](Self::BATCH).
    pub fn all<'t>(&self, keys: impl Iterator<Item = (u64, &'t [u8])> + Clone) -> [bool; BATCH] {
        shard::known(keys, |hash| self.shards.get(shard_of(hash))).map(|at| at.is_some())
    }
}

impl<R: Records> Engine<R> {
    /// Processes chunks in rounds, until the source ends or nobody takes the results any more.
    /// Returns the shards.
    pub(crate) fn run(
        &self,
        classes: usize,
        filled: &Receiver<Batch<R::Chunk>>,
        answered: &Sender<Vec<Batch<R::Chunk>>>,
    ) -> Vec<Shard> {
        let limit = classes / SHARDS;
        let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::new(limit, self.kept())).collect();
        let mut number = 0;
        while let Ok(first) = filled.recv() {
            // A round takes at most a third of the batches, because the source and the sink hold
            // the others.
            let more = filled.try_iter().take(BATCHES / 3 - 1);
            let mut batches: Vec<_> = std::iter::once(first).chain(more).collect();
            number = self.round(&mut batches, &mut shards, number);
            if answered.send(batches).is_err() {
                break;
            }
        }
        shards
    }

    /// What the shards keep beside the keys.
    pub(crate) fn kept(&self) -> Kept {
        Kept { spelling: self.spellings, tally: self.tally }
    }

    /// Returns the number of the first record of the next round.
    fn round(&self, batches: &mut [Batch<R::Chunk>], shards: &mut [Shard], mut number: u64) -> u64 {
        // A few lines, such as those typed at a terminal, are faster without the thread pool.
        let bytes = batches.iter().map(|batch| batch.chunk.as_ref().len());
        let small = bytes.sum::<usize>() < 16 << 10;
        let skips = self.tally.is_none() && !self.spellings;
        let known = Known { hasher: &self.hasher, shards, skips };
        if small {
            batches.iter_mut().for_each(|batch| self.read(batch, known));
        } else {
            batches.par_iter_mut().for_each(|batch| self.read(batch, known));
        }
        for batch in batches.iter_mut() {
            batch.first = number;
            number += u64::from(batch.records);
        }
        if small {
            shards.iter_mut().enumerate().for_each(|(nth, shard)| self.look_up(nth, shard, batches));
        } else {
            let shards = shards.par_iter_mut().enumerate();
            shards.for_each(|(nth, shard)| self.look_up(nth, shard, batches));
        }
        // If one shard is full, no shard may add classes any more. Otherwise a later record of
        // another shard could be written as the first of its class, while an earlier record of that
        // class waits in the spill file.
        if shards.iter().any(Shard::is_full) {
            shards.iter_mut().for_each(Shard::close);
        }
        number
    }

    fn read(&self, batch: &mut Batch<R::Chunk>, known: Known<'_>) {
        self.records.read(batch, known);
        if self.wish.has_marks() {
            batch.keep_marks();
        }
    }

    fn look_up(&self, nth: usize, shard: &mut Shard, batches: &[Batch<R::Chunk>]) {
        let has_marks = self.wish.has_marks();
        for batch in batches {
            let bytes = batch.chunk.as_ref();
            let indexes = batch.shards.get(nth).map_or(&[][..], Vec::as_slice);
            for some in indexes.chunks(BATCH) {
                let entries = || some.iter().filter_map(|&index| Some((index, batch.entries.get(index as usize)?)));
                let keys = entries().map(|(_, entry)| (entry.hash, batch.key(bytes, entry)));
                // What is known before the chunk. A key that an earlier record of the same chunk inserts is not among them,
                // and `insert` finds it there; the places of known keys stay right while others are inserted.
                let known = shard::known(keys, |_| Some(shard));
                for ((index, entry), known) in entries().zip(known) {
                    let record = Keyed {
                        bytes: entry.record(bytes),
                        hash: entry.hash,
                        key: batch.key(bytes, entry),
                        list: batch.list,
                        number: batch.first + u64::from(entry.nth),
                    };
                    let (inserted, note) = self.insert(shard, record, known);
                    let (fate, class) = match inserted {
                        Inserted::First(class) => (Fate::First, Some(class)),
                        Inserted::Again(class) => (Fate::Again, Some(class)),
                        Inserted::NoRoom => (Fate::Spilled, None),
                    };
                    let class = class.filter(|_| has_marks);
                    let mark = class.map_or(0, |class| (self.wish.mark)(nth, shard, class));
                    batch.decide(index, fate, mark, note);
                }
            }
        }
    }

    /// Adds a record to a shard. `known` is the place of its key if that was found already. Returns
    /// a note too, if the record is another spelling of a known class.
    #[inline]
    pub(crate) fn insert(
        &self,
        shard: &mut Shard,
        Keyed { bytes: record, hash, key, list, number }: Keyed<'_>,
        known: Option<At>,
    ) -> (Inserted, Option<Vec<u8>>) {
        let one = match self.tally {
            Some(Tally::Rank) => self.records.rank(record, number),
            Some(tally) => tally.of(list, number),
            None => 0,
        };
        let spelling = if self.spellings { self.records.spelling(record) } else { Cow::Borrowed(&b""[..]) };
        let inserted = match known {
            Some(at) => {
                shard.count(at, one);
                Inserted::Again(at)
            }
            None => shard.insert(hash, key, &spelling, one),
        };
        let note = match inserted {
            Inserted::Again(at) if self.spellings => {
                let kept = shard.spelling(at);
                if *kept == *spelling { None } else { self.records.merged(kept, &spelling) }
            }
            _ => None,
        };
        (inserted, note)
    }
}
