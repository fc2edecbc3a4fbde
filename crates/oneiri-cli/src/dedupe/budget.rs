//! How the work is divided, and the memory.

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
