//! Runs: records in the order of the input, in the spill file. All runs are merged into one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::Arc;

use crate::budget::Budget;
use crate::shard::Shard;
use crate::spill::{Record, Records, Spill, Stream, Writer};
use crate::table::At;

/// Writes a run.
pub(crate) struct RunWriter {
    records: Writer,
    /// The tallies of the records, if they are known when the records are written.
    tallies: Writer,
}

/// Records in the order of the input, and their tallies, if there are any, in the same order.
pub(crate) struct Run {
    records: Stream,
    tallies: Stream,
}

impl RunWriter {
    pub(crate) fn new(spill: &Arc<Spill>) -> Self {
        Self { records: spill.writer(), tallies: spill.writer() }
    }

    /// Writes a record whose tally comes later, or that has none.
    pub(crate) fn push(&mut self, number: u64, bytes: &[u8]) -> io::Result<()> {
        self.records.push(number, bytes, None)
    }

    /// Writes a record with its key and its tally.
    pub(crate) fn push_with(
        &mut self,
        number: u64,
        bytes: &[u8],
        key: Option<&[u8]>,
        tally: u64,
    ) -> io::Result<()> {
        self.records.push(number, bytes, key)?;
        self.tallies.push_number(tally)
    }

    /// Completes the run.
    pub(crate) fn finish(self) -> io::Result<Run> {
        Ok(Run { records: self.records.finish()?, tallies: self.tallies.finish()? })
    }

    /// Completes a run that has the first records of a shard, with the tallies of the shard.
    pub(crate) fn finish_with(mut self, shard: &Shard) -> io::Result<Run> {
        shard.tallies().try_for_each(|tally| self.tallies.push_number(tally))?;
        self.finish()
    }

    /// Completes a run that has every record of a shard with the place of its class. Only those of the
    /// greatest rank stay.
    pub(crate) fn greatest<R: crate::Records>(
        self,
        shard: &mut Shard,
        ranks: &R,
        spill: &Arc<Spill>,
        capacity: usize,
    ) -> io::Result<Run> {
        let (run, mut kept) = (self.finish()?, Self::new(spill));
        let mut records = spill.records(run.records, capacity);
        let mut places = spill.records(run.tallies, capacity / 8);
        let mut record = Record::default();
        while records.next(&mut record)? {
            // A place has 32 bits.
            let at = At(places.number()? as u32);
            if shard.tally(at) == ranks.rank(&record.bytes, record.number) {
                shard.count(at, u64::MAX);
                kept.push(record.number, &record.bytes)?;
            }
        }
        kept.finish()
    }
}

impl Run {
    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

/// A run that is being read: its next record, and the tally of that record.
struct Front {
    records: Records,
    record: Record,
    tallies: Option<Records>,
    tally: u64,
}

impl Front {
    /// Reads the next record. Returns false at the end of the run.
    fn advance(&mut self) -> io::Result<bool> {
        let more = self.records.next(&mut self.record)?;
        if let Some(tallies) = self.tallies.as_mut().filter(|_| more) {
            self.tally = tallies.number()?;
        }
        Ok(more)
    }
}

/// Merges runs into the order of the input.
pub(crate) struct Merged {
    runs: Vec<Front>,
    /// The number of the next record of each run, with the index of the run. The lowest number is
    /// on top.
    next: BinaryHeap<Reverse<(u64, usize)>>,
    /// The run whose record was returned last.
    taken: Option<usize>,
}

impl Merged {
    pub(crate) fn new(spill: &Arc<Spill>, runs: Vec<Run>, budget: Budget) -> io::Result<Self> {
        let capacity = (budget.classes / runs.len().max(1)).min(budget.stretch).max(512);
        let (mut merged, mut next) = (Vec::new(), BinaryHeap::new());
        for run in runs {
            let tallied = !run.tallies.is_empty();
            let mut front = Front {
                records: spill.records(run.records, capacity),
                record: Record::default(),
                // A tally takes a byte, or a few.
                tallies: tallied.then(|| spill.records(run.tallies, capacity / 8)),
                tally: 0,
            };
            if front.advance()? {
                next.push(Reverse((front.record.number, merged.len())));
                merged.push(front);
            }
        }
        Ok(Self { runs: merged, next, taken: None })
    }

    /// The next record in the order of the input, with its tally or 0. The record returned before
    /// is overwritten.
    pub(crate) fn next(&mut self) -> io::Result<Option<(&Record, u64)>> {
        if let Some(taken) = self.taken.take() {
            let Some(front) = self.runs.get_mut(taken) else { return Ok(None) };
            if front.advance()? {
                self.next.push(Reverse((front.record.number, taken)));
            }
        }
        let Some(Reverse((_, index))) = self.next.pop() else { return Ok(None) };
        self.taken = Some(index);
        Ok(self.runs.get(index).map(|front| (&front.record, front.tally)))
    }
}
