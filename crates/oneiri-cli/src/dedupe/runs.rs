//! Runs: first spellings in input order, in the spill file. All runs are merged into one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::Arc;

use super::budget::Budget;
use super::shard::Shard;
use super::spill::{Record, Records, Spill, Stream, Writer};

/// First spellings in input order, and their tallies, if there are any, in the same order.
pub(super) struct Run {
    pub(super) records: Stream,
    tallies: Stream,
}

impl Run {
    /// Completes a run that has the first spellings of a shard.
    pub(super) fn new(run: Writer, shard: &Shard, spill: &Arc<Spill>) -> io::Result<Self> {
        let mut tallies = spill.writer();
        if shard.is_tallied() {
            shard.tallies().try_for_each(|tally| tallies.push_number(tally))?;
        }
        Ok(Self { records: run.finish()?, tallies: tallies.finish()? })
    }

    /// Completes a run without tallies.
    pub(super) fn plain(run: Writer) -> io::Result<Self> {
        Ok(Self { records: run.finish()?, tallies: Stream::default() })
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

/// Merges runs into input order.
pub(super) struct Merged {
    runs: Vec<Front>,
    /// The number of the next record of each run, with the index of the run. The lowest number is
    /// on top.
    next: BinaryHeap<Reverse<(u64, usize)>>,
    /// The run whose record was returned last.
    taken: Option<usize>,
}

impl Merged {
    pub(super) fn new(spill: &Arc<Spill>, runs: Vec<Run>, budget: Budget) -> io::Result<Self> {
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

    /// The next record in input order, with its tally or 0. The record returned before is
    /// overwritten.
    pub(super) fn next(&mut self) -> io::Result<Option<(&Record, u64)>> {
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
