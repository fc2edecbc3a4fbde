//! A batch is a chunk of the input with the records in it, their keys, and the results of looking them up. Each batch
//! goes round: `lib.rs` clears it and lets the source fill the chunk, `round.rs` has its records read and looks up
//! their keys, and `output.rs` passes the results on and gives the batch back.
//!
//! The entries of a batch, and of each shard in it, must be in the order of the input, because the record that is
//! looked up first becomes the first of its class. `decided` reads a fate by its number, so `FATES` has the fates in
//! the order of `Fate`, and `decided` also has their count, 4. `tests/model.rs` compares the results of whole runs with
//! a map in memory.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The result of looking up a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The record has no key.
    Refused,
    /// The record is the first of its class.
    First,
    /// The class of the record is known.
    Again,
    /// The class of the record is unknown, and its shard had no room for it.
    Spilled,
}

const FATES: [Fate; 4] = [Fate::Refused, Fate::First, Fate::Again, Fate::Spilled];

/// A chunk of the input, with its records and their keys.
///
/// Batches are reused: the source fills the chunk of one, [`Records::read`](crate::Records::read)
/// adds its records, the records are looked up, and their results are written.
#[derive(Debug, Default)]
pub struct Batch<C> {
    /// The chunk.
    pub chunk: C,
    /// The index of the list that the chunk belongs to.
    pub(crate) list: usize,
    /// The number of the first record in the whole input.
    pub(crate) first: u64,
    pub(crate) records: u32,
    /// The records that have to be looked up or reported.
    pub(crate) entries: Vec<Entry>,
    /// The result of each look-up. Each is written once, by the thread that has the entry's shard.
    fates: Vec<AtomicU8>,
    /// The mark of each entry's class, if the result has every record.
    marks: Vec<AtomicU64>,
    /// The keys that differ from their records, concatenated.
    keys: Vec<u8>,
    /// For each shard, the indexes of its entries.
    pub(crate) shards: Vec<Vec<u32>>,
    /// The notes of [`Records::merged`](crate::Records::merged), each with the index of its entry.
    notes: Mutex<Vec<(u32, Vec<u8>)>>,
}

/// A record.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The index of the record in its chunk.
    pub(crate) nth: u32,
    span: Span,
    /// The range of its key in `keys`, if that is not the record itself.
    key: Option<(usize, usize)>,
    pub(crate) hash: u64,
}

/// The place of a record in its chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where the record begins.
    pub start: usize,
    /// Where it ends, without its terminator.
    pub end: usize,
    /// Where the next record begins.
    pub next: usize,
}

impl Entry {
    /// The bytes of the record, without its terminator.
    #[inline]
    pub(crate) fn record<'b>(&self, chunk: &'b [u8]) -> &'b [u8] {
        chunk.get(self.span.start..self.span.end).unwrap_or_default()
    }

    pub(crate) fn terminator<'b>(&self, chunk: &'b [u8]) -> &'b [u8] {
        chunk.get(self.span.end..self.span.next).unwrap_or_default()
    }
}

impl<C: AsRef<[u8]>> Batch<C> {
    pub(crate) fn clear(&mut self) {
        self.records = 0;
        self.entries.clear();
        self.fates.clear();
        self.marks.clear();
        self.keys.clear();
        self.shards.iter_mut().for_each(Vec::clear);
        self.notes.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Adds a record that is known to be a further record of its class, or one that belongs to no class and is only counted.
    /// Nothing is looked up for it.
    pub fn skip(&mut self) {
        self.records += 1;
    }

    /// Adds a record that has no key.
    pub fn refuse(&mut self, span: Span) {
        self.push(Entry { nth: self.records, span, key: None, hash: 0 }, None);
    }

    /// Adds a record that is its own key. `hash` is [`Known::hash`](crate::Known::hash) of it.
    pub fn push_own(&mut self, span: Span, hash: u64) {
        self.push(Entry { nth: self.records, span, key: None, hash }, Some(hash));
    }

    /// Adds a record with its key and the hash of the key.
    pub fn push_key(&mut self, span: Span, key: &[u8], hash: u64) {
        let start = self.keys.len();
        self.keys.extend_from_slice(key);
        let key = Some((start, self.keys.len()));
        self.push(Entry { nth: self.records, span, key, hash }, Some(hash));
    }

    fn push(&mut self, entry: Entry, hash: Option<u64>) {
        if let Some(hash) = hash {
            if self.shards.is_empty() {
                self.shards.resize_with(crate::budget::SHARDS, Vec::new);
            }
            if let Some(shard) = self.shards.get_mut(crate::budget::shard_of(hash)) {
                // This cannot overflow: a chunk has at most 2^32 records.
                shard.push(self.entries.len() as u32);
            }
        }
        self.entries.push(entry);
        self.fates.push(AtomicU8::new(Fate::Refused as u8));
        self.records += 1;
    }

    /// Makes room for the mark of each entry.
    pub(crate) fn keep_marks(&mut self) {
        self.marks.resize_with(self.entries.len(), AtomicU64::default);
    }

    /// The key of a record of this chunk, whose bytes are given.
    #[inline]
    pub(crate) fn key<'b>(&'b self, chunk: &'b [u8], entry: &Entry) -> &'b [u8] {
        match entry.key {
            None => entry.record(chunk),
            Some((start, end)) => self.keys.get(start..end).unwrap_or_default(),
        }
    }

    /// Sets the fate of an entry, and stores a note about it.
    pub(crate) fn decide(&self, entry: u32, fate: Fate, mark: u64, note: Option<Vec<u8>>) {
        if let Some(note) = note {
            self.notes.lock().unwrap_or_else(PoisonError::into_inner).push((entry, note));
        }
        // All threads of the round have ended before these are read, so no ordering is needed.
        if let Some(place) = self.fates.get(entry as usize) {
            place.store(fate as u8, Ordering::Relaxed);
        }
        if let Some(place) = self.marks.get(entry as usize) {
            place.store(mark, Ordering::Relaxed);
        }
    }

    /// Takes the notes out, in the order of the records.
    pub(crate) fn take_notes(&mut self) -> Vec<(u32, Vec<u8>)> {
        let notes = self.notes.get_mut().unwrap_or_else(PoisonError::into_inner);
        notes.sort_unstable_by_key(|(entry, _)| *entry);
        std::mem::take(notes)
    }

    /// The entries, each with its index and its fate.
    pub(crate) fn decided(&self) -> impl Iterator<Item = (usize, &Entry, Fate)> {
        let fate = |fate: &AtomicU8| FATES[usize::from(fate.load(Ordering::Relaxed)) % 4];
        let entries = self.entries.iter().zip(&self.fates).enumerate();
        entries.map(move |(nth, (entry, of))| (nth, entry, fate(of)))
    }

    /// The mark of an entry, if marks are kept.
    pub(crate) fn mark_of(&self, nth: usize) -> Option<u64> {
        self.marks.get(nth).map(|mark| mark.load(Ordering::Relaxed))
    }
}
