//! A stretch of the input: whole records, and what reading them came to.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::output::fault::Fault;

/// What is done with a record.
pub(super) const REFUSED: u8 = 0;
pub(super) const FIRST: u8 = 1;
pub(super) const AGAIN: u8 = 2;
pub(super) const SPILLED: u8 = 3;

/// Buffers that go round: filled by the reader, worked on by all, written out, filled again.
#[derive(Default)]
pub(super) struct Block {
    /// Which file it comes from.
    pub(super) file: usize,
    /// Why that file could not be read to its end.
    pub(super) failed: Option<String>,
    /// The bytes read. Only the first `filled` of them are of this block.
    pub(super) data: Vec<u8>,
    pub(super) filled: usize,
    /// How many records it has.
    pub(super) records: u32,
    /// Those of them that are not known yet to be one more spelling.
    pub(super) entries: Vec<Entry>,
    /// One for each entry; each is set once, by the thread that has the entry's shard.
    fates: Vec<AtomicU8>,
    /// Why each entry that is refused is.
    pub(super) faults: Vec<Fault>,
    /// The normal forms that are not the text of their records.
    pub(super) forms: Vec<u8>,
    /// The entries of each shard.
    pub(super) shards: Vec<Vec<u32>>,
    /// Rows of the map, each with its entry.
    pub(super) rows: Mutex<Vec<(u32, Vec<u8>)>>,
    /// The header of the first file that has one, with its terminator.
    pub(super) header: Option<Vec<u8>>,
    /// How many records of the file are no records, as its header.
    pub(super) skipped: u32,
}

/// One record.
pub(super) struct Entry {
    /// Which of the block's.
    pub(super) nth: u32,
    pub(super) span: Span,
    /// Where its normal form lies: in the forms, or in the data.
    pub(super) form: Form,
    pub(super) hash: u64,
}

/// Where a record begins, where it ends without its terminator, and where the next one begins.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) next: usize,
}

pub(super) enum Form {
    Own,
    At { start: usize, end: usize },
}

impl Block {
    /// Ready to be filled, and no longer larger than `size` if a long line had made it so.
    pub(super) fn clear(&mut self, size: usize) {
        if self.data.len() > 4 * size {
            *self = Self::default();
        }
        self.failed = None;
        self.header = None;
        self.skipped = 0;
        self.filled = 0;
        self.records = 0;
        self.entries.clear();
        self.fates.clear();
        self.faults.clear();
        self.forms.clear();
        self.shards.iter_mut().for_each(Vec::clear);
        self.rows.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(super) fn push(&mut self, entry: Entry, shard: Option<usize>) {
        if let Some(shard) = shard.and_then(|shard| self.shards.get_mut(shard)) {
            // A block is a line, or no longer than blocks are: it never has so many lines.
            shard.push(self.entries.len() as u32);
        }
        self.entries.push(entry);
        self.fates.push(AtomicU8::new(REFUSED));
    }

    /// The record of an entry.
    pub(super) fn record(&self, entry: &Entry) -> &[u8] {
        self.data.get(entry.span.start..entry.span.end).unwrap_or_default()
    }

    /// What stands behind the record of an entry.
    pub(super) fn terminator(&self, entry: &Entry) -> &[u8] {
        self.data.get(entry.span.end..entry.span.next).unwrap_or_default()
    }

    /// The normal form of an entry.
    pub(super) fn form(&self, entry: &Entry) -> &[u8] {
        match entry.form {
            Form::Own => self.record(entry),
            Form::At { start, end } => self.forms.get(start..end).unwrap_or_default(),
        }
    }

    /// What is done with an entry, and its row of the map.
    pub(super) fn decide(&self, entry: u32, fate: u8, row: Option<Vec<u8>>) {
        if let Some(row) = row {
            self.rows.lock().unwrap_or_else(PoisonError::into_inner).push((entry, row));
        }
        if let Some(place) = self.fates.get(entry as usize) {
            // The threads meet before anyone asks.
            place.store(fate, Ordering::Relaxed);
        }
    }

    /// The rows of the map, in input order.
    pub(super) fn take_rows(&mut self) -> Vec<(u32, Vec<u8>)> {
        let rows = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner);
        rows.sort_unstable_by_key(|(entry, _)| *entry);
        std::mem::take(rows)
    }

    /// The entries, and what is done with each.
    pub(super) fn decided(&self) -> impl Iterator<Item = (&Entry, u8)> {
        let fates = self.fates.iter().map(|fate| fate.load(Ordering::Relaxed));
        self.entries.iter().zip(fates)
    }
}
