//! The rounds: some blocks at a time are read by all cores, block by block, and then looked up by
//! all cores, shard by shard. Each shard sees its entries in input order, so what is first is first.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use oneiri::Alphabet;
use rayon::prelude::*;

use super::block::{AGAIN, Block, FIRST, SPILLED};
use super::budget::{Budget, SHARDS};
use super::reading::Reading;
use super::shard::{self, BATCH, Fate, Shard};

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
            let entries = || {
                batch.iter().filter_map(|&index| Some((index, block.entries.get(index as usize)?)))
            };
            let texts = entries().map(|(_, entry)| (entry.hash, block.form(entry)));
            let known = shard::known(texts, |_| Some(shard));
            for ((index, entry), known) in entries().zip(known) {
                let (form, record) = (block.form(entry), block.record(entry));
                let (fate, row) = reading.insert(shard, entry.hash, form, record, known);
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
