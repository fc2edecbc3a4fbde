//! Blocks: stretches of the input that consist of whole records.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::output::fault::Fault;

/// The record is not an identifier.
pub(super) const REFUSED: u8 = 0;
/// The record is the first spelling of its class.
pub(super) const FIRST: u8 = 1;
/// The class of the record is known.
pub(super) const AGAIN: u8 = 2;
/// The class of the record is unknown, and its shard had no room for it.
pub(super) const SPILLED: u8 = 3;

/// A block of records with all that is known about them. Blocks are reused: the reader fills one,
/// the engine works on it, the writer writes its results, and the reader fills it again.
#[derive(Default)]
pub(super) struct Block {
    /// The index of the file.
    pub(super) file: usize,
    /// The error that ended the reading of the file.
    pub(super) failed: Option<String>,
    /// The bytes that were read. Only the first `filled` bytes belong to this block.
    pub(super) data: Vec<u8>,
    pub(super) filled: usize,
    /// The number of records.
    pub(super) records: u32,
    /// The records that have to be looked up or reported. A record that is itself a known normal
    /// form is left out.
    pub(super) entries: Vec<Entry>,
    /// The fate of each entry. Each is written once, by the thread that has the entry's shard.
    fates: Vec<AtomicU8>,
    /// The refusals, in the order of the refused entries.
    pub(super) faults: Vec<Fault>,
    /// The normal forms that differ from the text of their records, concatenated.
    pub(super) forms: Vec<u8>,
    /// For each shard, the indexes of its entries.
    pub(super) shards: Vec<Vec<u32>>,
    /// Rows of the map, each with the index of its entry.
    pub(super) rows: Mutex<Vec<(u32, Vec<u8>)>>,
    /// The header with its terminator, in the first block of the first file.
    pub(super) header: Option<Vec<u8>>,
    /// How many lines of this block were its header.
    pub(super) skipped: u32,
}

/// A record.
pub(super) struct Entry {
    /// The index of the record in its block.
    pub(super) nth: u32,
    pub(super) span: Span,
    /// The normal form: the record itself, or a range of `forms`.
    pub(super) form: Form,
    pub(super) hash: u64,
}

/// The positions of a record: its beginning, its end without the terminator, and the beginning of
/// the next record.
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
    /// Empties the block. A block that a long line made much larger than `size` is replaced by a
    /// new one.
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
            // This cannot overflow: a block is at most a few hundred KiB, unless it consists of a
            // single long line.
            shard.push(self.entries.len() as u32);
        }
        self.entries.push(entry);
        self.fates.push(AtomicU8::new(REFUSED));
    }

    /// The bytes of a record, without its terminator.
    pub(super) fn record(&self, entry: &Entry) -> &[u8] {
        self.data.get(entry.span.start..entry.span.end).unwrap_or_default()
    }

    /// The terminator of a record.
    pub(super) fn terminator(&self, entry: &Entry) -> &[u8] {
        self.data.get(entry.span.end..entry.span.next).unwrap_or_default()
    }

    /// The normal form of a record.
    pub(super) fn form(&self, entry: &Entry) -> &[u8] {
        match entry.form {
            Form::Own => self.record(entry),
            Form::At { start, end } => self.forms.get(start..end).unwrap_or_default(),
        }
    }

    /// Sets the fate of an entry, and stores its row of the map.
    pub(super) fn decide(&self, entry: u32, fate: u8, row: Option<Vec<u8>>) {
        if let Some(row) = row {
            self.rows.lock().unwrap_or_else(PoisonError::into_inner).push((entry, row));
        }
        if let Some(place) = self.fates.get(entry as usize) {
            // All threads of the round have ended before a fate is read, so no ordering is needed.
            place.store(fate, Ordering::Relaxed);
        }
    }

    /// Takes the rows of the map out, in input order.
    pub(super) fn take_rows(&mut self) -> Vec<(u32, Vec<u8>)> {
        let rows = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner);
        rows.sort_unstable_by_key(|(entry, _)| *entry);
        std::mem::take(rows)
    }

    /// The entries, each with its fate.
    pub(super) fn decided(&self) -> impl Iterator<Item = (&Entry, u8)> {
        let fates = self.fates.iter().map(|fate| fate.load(Ordering::Relaxed));
        self.entries.iter().zip(fates)
    }
}
