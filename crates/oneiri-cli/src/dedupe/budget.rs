//! How the engine divides its work and its memory.

/// The number of shards. It is larger than the number of cores, and small enough that each shard
/// has enough work for a task.
pub(super) const SHARDS: usize = 64;

/// How many bits of a hash select the shard.
pub(super) const SHARD_BITS: u32 = SHARDS.trailing_zeros();

/// The shard of a hash.
pub(super) fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

/// The sizes that follow from `--memory`.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// The size of a block, and the number of blocks.
    pub(super) block: usize,
    pub(super) blocks: usize,
    /// The bytes for all shards together.
    pub(super) classes: usize,
    /// The size of the write buffer for each partition of the spill file.
    pub(super) stretch: usize,
}

impl Budget {
    /// Divides the memory. The blocks and the write buffers take about a fifth, and the shards take
    /// the rest. With tallies, first spellings have a write buffer for each shard.
    pub(super) fn of(memory: usize, tallied: bool) -> Self {
        let block = (memory / 1024).clamp(4 << 10, 128 << 10);
        let stretch = (memory / 4096).clamp(1 << 10, 64 << 10);
        let blocks = 24;
        let buffers = if tallied { 2 * SHARDS } else { SHARDS };
        let others = blocks * block * 5 / 2 + buffers * stretch;
        Self { block, blocks, classes: memory.saturating_sub(others).max(memory / 4), stretch }
    }
}
