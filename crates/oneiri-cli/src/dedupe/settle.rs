//! Processes the spill file. Each of its partitions is deduplicated like a smaller input. The first
//! spellings of a partition form a run in input order, which is merged with the others in the end.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use oneiri::Alphabet;
use rayon::prelude::*;

use super::budget::{Budget, SHARD_BITS, SHARDS};
use super::origins::Origins;
use super::reading::Reading;
use super::runs::Run;
use super::shard::{Fate, Shard};
use super::spill::{Record, Spill, Stream, Writer};

/// The number of partitions at each level.
const PARTITIONS: usize = SHARDS;

/// The partition of a hash. Each level uses other bits, and none of the bits that select a shard.
fn partition(hash: u64, level: u32) -> usize {
    hash.rotate_right(SHARD_BITS * (level + 1)) as usize % PARTITIONS
}

/// Writers for all partitions of a level.
pub(super) struct Partitions {
    level: u32,
    writers: Vec<Writer>,
}

impl Partitions {
    pub(super) fn new(spill: &Arc<Spill>, level: u32) -> Self {
        Self { level, writers: (0..PARTITIONS).map(|_| spill.writer()).collect() }
    }

    pub(super) fn push(
        &mut self,
        hash: u64,
        number: u64,
        bytes: &[u8],
        form: &[u8],
    ) -> io::Result<()> {
        let form = (form != bytes).then_some(form);
        match self.writers.get_mut(partition(hash, self.level)) {
            Some(writer) => writer.push(number, bytes, form),
            None => Ok(()),
        }
    }

    pub(super) fn finish(self) -> io::Result<Vec<Stream>> {
        self.writers.into_iter().map(Writer::finish).collect()
    }
}

/// A result of a partition, sent to the thread that writes.
pub(super) enum Piece {
    /// First spellings, each with a line feed, and their number.
    Lines(Vec<u8>, u64),
    /// Rows of the map.
    Rows(Vec<u8>),
}

pub(super) struct Settler<'s, A> {
    pub(super) reading: &'s Reading<A>,
    pub(super) spill: Arc<Spill>,
    pub(super) budget: Budget,
    pub(super) any_order: bool,
    pub(super) origins: Origins,
    pub(super) pieces: SyncSender<Piece>,
}

impl<'s, A: Alphabet + Sync> Settler<'s, A> {
    /// Deduplicates the partitions, as many at a time as there are cores. Returns the runs that
    /// have to be merged.
    pub(super) fn settle(&self, mut partitions: Vec<Stream>) -> io::Result<Vec<Run>> {
        partitions.retain(|stream| !stream.is_empty());
        let runs: io::Result<Vec<Vec<Run>>> =
            partitions.into_par_iter().map(|stream| self.partition(stream, 0)).collect();
        Ok(runs?.into_iter().flatten().collect())
    }

    fn partition(&self, stream: Stream, level: u32) -> io::Result<Vec<Run>> {
        let limit = self.budget.classes / rayon::current_num_threads();
        let mut shard = Shard::new(limit, self.reading.kept());
        let mut run = self.spill.writer();
        let (mut lines, mut count, mut rows) = (Vec::new(), 0, Vec::new());
        let mut left = None;
        let mut records = self.spill.records(stream, self.budget.stretch);
        let mut record = Record::default();
        while records.next(&mut record)? {
            let hash = self.reading.hash(record.form());
            let (form, file) = (record.form(), self.origins.of(record.number).0);
            let (fate, row) =
                self.reading.insert(&mut shard, hash, form, &record.bytes, file, None);
            if let Some(row) = row {
                rows.extend_from_slice(&row);
                if rows.len() >= self.budget.stretch {
                    self.send(Piece::Rows(std::mem::take(&mut rows)))?;
                }
            }
            match fate {
                Fate::First if self.any_order => {
                    lines.extend_from_slice(&record.bytes);
                    lines.push(b'\n');
                    count += 1;
                    if lines.len() >= self.budget.stretch {
                        self.send(Piece::Lines(std::mem::take(&mut lines), count))?;
                        count = 0;
                    }
                }
                Fate::First => run.push(record.number, &record.bytes, None)?,
                Fate::Again(_) => {}
                Fate::NoRoom => left
                    .get_or_insert_with(|| Partitions::new(&self.spill, level + 1))
                    .push(hash, record.number, &record.bytes, record.form())?,
            }
        }
        self.send(Piece::Lines(lines, count))?;
        self.send(Piece::Rows(rows))?;
        drop(records);
        let mut runs = vec![Run::new(run, &shard, &self.spill)?];
        drop(shard);
        if let Some(left) = left {
            for stream in left.finish()? {
                runs.extend(self.partition(stream, level + 1)?);
            }
        }
        runs.retain(|run| !run.records.is_empty());
        Ok(runs)
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        self.pieces.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::sync::mpsc;

    use oneiri::Unicode;

    use super::*;
    use crate::dedupe::runs::Merged;
    use crate::dedupe::tally::Tally;
    use crate::input::format::Format;
    use crate::input::judge::Judge;

    /// The memory is so small that partitions are divided several times.
    #[test]
    fn partitions_within_partitions() {
        for (any_order, tally) in [(false, None), (true, None), (false, Some(Tally::Records))] {
            let format = Format::lines();
            let reading = Reading::new(Judge::<Unicode>::syntax(), format, None, tally);
            let budget = Budget { block: 4096, blocks: 3, classes: 4096, stretch: 64 };
            let spill = Spill::create(&std::env::temp_dir(), budget.stretch).unwrap();
            let mut partitions = Partitions::new(&spill, 0);
            let text = |nth: u64| format!("http://h/{}", nth % 20_000).into_bytes();
            for nth in 0..50_000 {
                let text = text(nth);
                partitions.push(reading.hash(&text), nth, &text, &text).unwrap();
            }
            let (pieces, received) = mpsc::channel();
            let (sender, sent) = mpsc::sync_channel(1);
            std::thread::spawn(move || sent.into_iter().try_for_each(|piece| pieces.send(piece)));
            let streams = partitions.finish().unwrap();
            let settler = Settler {
                reading: &reading,
                spill: Arc::clone(&spill),
                budget,
                any_order,
                origins: Origins::new(),
                pieces: sender,
            };
            let runs = settler.settle(streams).unwrap();
            drop(settler);
            assert_eq!(runs.len() > 10 * PARTITIONS, !any_order, "{}", runs.len());
            let mut merged = Merged::new(&spill, runs, budget).unwrap();
            let mut count = 0;
            while let Some((record, tallied)) = merged.next().unwrap() {
                assert_eq!((record.number, &record.bytes), (count, &text(count)));
                let expected = if count < 10_000 { 3 } else { 2 };
                assert_eq!(tallied, tally.map_or(0, |_| expected), "{count}");
                count += 1;
            }
            let mut lines: Vec<Vec<u8>> = Vec::new();
            for piece in received {
                if let Piece::Lines(bytes, _) = piece {
                    lines.extend(bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec));
                }
            }
            lines.sort_unstable();
            lines.dedup();
            assert_eq!((count, lines.len()), if any_order { (0, 20_000) } else { (20_000, 0) });
        }
    }
}
