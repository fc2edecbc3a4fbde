//! The rounds: some blocks at a time are read by all cores, block by block, and then looked up by
//! all cores, shard by shard. Each shard sees its items in input order, so what is first is first.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use oneiri::Alphabet;
use rayon::prelude::*;

use super::block::{AGAIN, Block, FIRST, SPILLED};
use super::reading::Reading;
use super::shard::{self, BATCH, Fate, Shard};

/// Into how many the classes are divided: more than cores, few enough to be worth a task each.
pub(super) const SHARDS: usize = 64;

/// How many bits of a hash say which shard.
pub(super) const SHARD_BITS: u32 = SHARDS.trailing_zeros();

/// How memory is spent.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// The size of a block, and how many there are.
    pub(super) block: usize,
    pub(super) blocks: usize,
    /// For the classes.
    pub(super) classes: usize,
    /// For what is being written to a stretch of a spill file.
    pub(super) stretch: usize,
}

impl Budget {
    /// The blocks with all that is kept of them, and the stretches, take about a fifth.
    pub(super) fn of(memory: usize) -> Self {
        let block = (memory / 1024).clamp(4 << 10, 128 << 10);
        let stretch = (memory / 4096).clamp(1 << 10, 64 << 10);
        let blocks = 24;
        let others = blocks * block * 5 / 2 + SHARDS * stretch;
        Self { block, blocks, classes: memory.saturating_sub(others).max(memory / 4), stretch }
    }
}

/// Answers rounds of blocks until the reader ends or nobody wants them.
pub(super) fn run<A: Alphabet + Sync>(
    reading: &Arc<Reading<A>>,
    budget: Budget,
    filled: &Receiver<Block>,
    answered: &Sender<Vec<Block>>,
) -> Option<()> {
    let limit = budget.classes / SHARDS;
    let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::new(limit)).collect();
    while let Ok(first) = filled.recv() {
        // A third of the blocks, if so many are there: the others are being read and written.
        let more = filled.try_iter().take(budget.blocks / 3 - 1);
        let mut blocks: Vec<Block> = std::iter::once(first).chain(more).collect();
        round(reading, &mut blocks, &mut shards);
        answered.send(blocks).ok()?;
    }
    Some(())
}

fn round<A: Alphabet + Sync>(reading: &Reading<A>, blocks: &mut [Block], shards: &mut [Shard]) {
    // Whoever feeds us line by line need not wait for a pool of threads.
    let small = blocks.iter().map(|block| block.filled).sum::<usize>() < 16 << 10;
    if small {
        blocks.iter_mut().for_each(|block| reading.read(block, shards));
        shards.iter_mut().enumerate().for_each(|(nth, shard)| look_up(reading, nth, shard, blocks));
    } else {
        blocks.par_iter_mut().for_each(|block| reading.read(block, shards));
        shards
            .par_iter_mut()
            .enumerate()
            .for_each(|(nth, shard)| look_up(reading, nth, shard, blocks));
    }
    // Were one to go on adding, the first of a class could come to light behind what is spilled now.
    if shards.iter().any(Shard::is_full) {
        shards.iter_mut().for_each(Shard::close);
    }
}

fn look_up<A: Alphabet>(reading: &Reading<A>, nth: usize, shard: &mut Shard, blocks: &[Block]) {
    for block in blocks {
        let indexes = block.shards.get(nth).map_or(&[][..], Vec::as_slice);
        for batch in indexes.chunks(BATCH) {
            let items = || {
                batch.iter().filter_map(|&index| Some((index, block.items.get(index as usize)?)))
            };
            let texts = items().map(|(_, item)| (item.hash, block.form(item)));
            let known = shard::known(texts, |_| Some(shard));
            for ((index, item), known) in items().zip(known) {
                let (form, record) = (block.form(item), block.record(item));
                let (fate, row) = reading.insert(shard, item.hash, form, record, known);
                let fate = match fate {
                    Fate::First => FIRST,
                    Fate::Again(_) => AGAIN,
                    Fate::NoRoom => SPILLED,
                };
                block.decide(index, fate, row);
            }
        }
    }
}
