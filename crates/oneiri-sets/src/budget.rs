//! The user sets one amount of memory for finding equal keys in lists, so it is divided here in advance: first the buffers
//! for reading and writing, then the rest for the known keys. So that cores need not wait for each other, the keys lie in
//! separate sets, the shards, chosen by the lowest bits of a hash. `SHARDS` must be a power of two, as `SHARD_BITS` counts
//! those bits, and `settle` divides the temporary file by the bits above them. `BATCHES` must be at least 3, because a
//! round takes a third. No number here is stored after a run, so within these limits each may change.

use crate::Options;

/// The number of shards. It is larger than the number of cores, and small enough that each shard
/// has enough work for a task.
pub(crate) const SHARDS: usize = 64;

/// How many bits of a hash select the shard.
pub(crate) const SHARD_BITS: u32 = SHARDS.trailing_zeros();

pub(crate) fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

pub(crate) const BATCHES: usize = 24;

/// The sizes that follow from the memory.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// The size of a chunk of the input.
    pub(crate) chunk: usize,
    /// The bytes for all shards together.
    pub(crate) classes: usize,
    /// The size of the write buffer for each partition of the spill file.
    pub(crate) stretch: usize,
}

impl Budget {
    /// Divides the memory. The chunks and the write buffers take between a hundredth of a large memory and a tenth of a small
    /// one, and the shards take the rest.
    pub(crate) fn of(options: &Options) -> Self {
        let memory = options.memory;
        let chunk = (memory / 1024).clamp(4 << 10, 128 << 10);
        let stretch = (memory / 4096).clamp(1 << 10, 64 << 10);
        let others = BATCHES * chunk * 5 / 2 + SHARDS * stretch;
        Self { chunk, classes: memory.saturating_sub(others).max(memory / 4), stretch }
    }
}
