//! Runs: records in the order of the input, in the spill file. All runs are merged into one, by the number of each
//! record, so the numbers of a run must ascend. Tallies are a stream of their own that is read in step with the
//! records, so either all records of a run have one or none has.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::Arc;

use crate::budget::Budget;
use crate::shard::{Shard, class_of};
use crate::spill::{Record, Records, Spill, Stream, Writer};

/// What the end of a run needs, when its records or marks are read from the temporary file.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    /// The rank of a record with its number.
    pub(crate) rank: &'r (dyn Fn(&[u8], u64) -> u128 + Sync),
    pub(crate) spill: &'r Arc<Spill>,
    /// The size of the buffer for reading, in bytes.
    pub(crate) capacity: usize,
}

pub(crate) struct RunWriter {
    records: Writer,
    /// Their tallies or marks, if they have any.
    tallies: Writer,
}

/// A record that waits in a run.
pub(crate) struct Waiting<'r> {
    pub(crate) number: u64,
    pub(crate) bytes: &'r [u8],
    /// Its key, if that is not the record itself; the terminator of a record without a key.
    pub(crate) other: Option<&'r [u8]>,
    /// Its mark, if it has one. That of a record that waits for its class gives way to the tally of the class in the end.
    pub(crate) tally: Option<u64>,
}

/// Records in the order of the input, and their tallies, if there are any, in the same order.
pub(crate) struct Run {
    records: Stream,
    tallies: Stream,
    /// Whether the records have no key.
    refused: bool,
}

impl RunWriter {
    pub(crate) fn new(spill: &Arc<Spill>) -> Self {
        Self { records: spill.writer(), tallies: spill.writer() }
    }

    /// Writes a record. Either all records of a run have a tally or mark, or none has.
    pub(crate) fn push(&mut self, record: &Waiting<'_>) -> io::Result<()> {
        self.records.push(record.number, record.bytes, record.other)?;
        record.tally.map_or(Ok(()), |tally| self.tallies.push_number(tally))
    }

    pub(crate) fn finish(self) -> io::Result<Run> {
        let (records, tallies) = (self.records.finish()?, self.tallies.finish()?);
        Ok(Run { records, tallies, refused: false })
    }

    /// Completes a run of records without a key.
    pub(crate) fn finish_refused(self) -> io::Result<Run> {
        Ok(Run { refused: true, ..self.finish()? })
    }

    /// Completes a run that has the first record of each class. Each gets the tally of its class.
    pub(crate) fn tallied(self, shards: &mut [Shard], reading: Reading<'_>) -> io::Result<Run> {
        let (run, mut tallies) = (self.finish()?, reading.spill.writer());
        let mut marks = reading.spill.records(run.tallies, reading.capacity);
        while marks.has_more()? {
            let class = class_of(marks.number()?, shards);
            tallies.push_number(class.map_or(0, |(shard, at)| shard.tally(at) as u64))?;
        }
        Ok(Run { tallies: tallies.finish()?, ..run })
    }

    /// Completes a run that has every record. Of each class, the first record of the greatest rank stays.
    pub(crate) fn greatest(self, shards: &mut [Shard], reading: Reading<'_>) -> io::Result<Run> {
        let (run, mut kept) = (self.finish()?, Self::new(reading.spill));
        let mut records = reading.spill.records(run.records, reading.capacity);
        let mut marks = reading.spill.records(run.tallies, reading.capacity / 8);
        let mut record = Record::default();
        while records.next(&mut record)? {
            let Some((shard, at)) = class_of(marks.number()?, shards) else { continue };
            let (number, bytes) = (record.number, record.bytes.as_slice());
            let rank = (reading.rank)(bytes, number);
            if shard.tally(at) == rank {
                // No record of the class has this rank, so no later one stays too.
                shard.count(at, rank.saturating_add(1));
                kept.push(&Waiting { number, bytes, other: None, tally: None })?;
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
    refused: bool,
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
                refused: run.refused,
            };
            if front.advance()? {
                next.push(Reverse((front.record.number, merged.len())));
                merged.push(front);
            }
        }
        Ok(Self { runs: merged, next, taken: None })
    }

    /// The next record in the order of the input, with its tally or 0; without one if the record has no key. The record
    /// returned before is overwritten.
    pub(crate) fn next(&mut self) -> io::Result<Option<(&Record, Option<u64>)>> {
        if let Some(taken) = self.taken.take() {
            let Some(front) = self.runs.get_mut(taken) else { return Ok(None) };
            if front.advance()? {
                self.next.push(Reverse((front.record.number, taken)));
            }
        }
        let Some(Reverse((_, index))) = self.next.pop() else { return Ok(None) };
        self.taken = Some(index);
        let tally = |front: &Front| if front.refused { None } else { Some(front.tally) };
        Ok(self.runs.get(index).map(|front| (&front.record, tally(front))))
    }
}
