//! The rounds of the engine. In each round, all cores read some blocks, block by block, and then
//! look up the normal forms, shard by shard. Each shard gets its entries in input order, so it
//! knows which spelling is the first.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use oneiri::Alphabet;
use rayon::prelude::*;

use super::block::{AGAIN, Block, FIRST, SPILLED};
use super::budget::{Budget, SHARDS};
use super::reading::Reading;
use super::shard::{self, BATCH, Fate, Shard};

/// Processes blocks in rounds, until the reader ends or the writer stops taking blocks. Returns the
/// shards.
pub(super) fn run<A: Alphabet + Sync>(
    reading: &Arc<Reading<A>>,
    budget: Budget,
    filled: &Receiver<Block>,
    answered: &Sender<Vec<Block>>,
) -> Vec<Shard> {
    let limit = budget.classes / SHARDS;
    let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::new(limit, reading.kept())).collect();
    while let Ok(first) = filled.recv() {
        // A round takes at most a third of the blocks, because the reader and the writer hold the
        // others.
        let more = filled.try_iter().take(budget.blocks / 3 - 1);
        let mut blocks: Vec<Block> = std::iter::once(first).chain(more).collect();
        round(reading, &mut blocks, &mut shards);
        if answered.send(blocks).is_err() {
            break;
        }
    }
    shards
}

fn round<A: Alphabet + Sync>(reading: &Reading<A>, blocks: &mut [Block], shards: &mut [Shard]) {
    // A few lines, such as those typed at a terminal, are faster without the thread pool.
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
    // If one shard is full, no shard may add classes any more. Otherwise a later record of another
    // shard could be written as the first of its class, while an earlier record of that class waits
    // in the spill file.
    if shards.iter().any(Shard::is_full) {
        shards.iter_mut().for_each(Shard::close);
    }
}

fn look_up<A: Alphabet>(reading: &Reading<A>, nth: usize, shard: &mut Shard, blocks: &[Block]) {
    for block in blocks {
        let indexes = block.shards.get(nth).map_or(&[][..], Vec::as_slice);
        for batch in indexes.chunks(BATCH) {
            let entries = || {
                batch.iter().filter_map(|&index| Some((index, block.entries.get(index as usize)?)))
            };
            let texts = entries().map(|(_, entry)| (entry.hash, block.form(entry)));
            let known = shard::known(texts, |_| Some(shard));
            for ((index, entry), known) in entries().zip(known) {
                let (form, record) = (block.form(entry), block.record(entry));
                let (fate, row) =
                    reading.insert(shard, entry.hash, form, record, block.file, known);
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
