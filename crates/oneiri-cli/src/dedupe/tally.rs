//! Tallies: what is known of a class beside its normal form, gathered from all of its records.

/// What a tally gathers. A tally is a number; each record gives one, and the numbers of a class are
/// joined in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tally {
    /// How many records belong to the class.
    Records,
    /// Which files have a record of the class: bit 0 stands for the first file, bit 1 for the
    /// second.
    Files,
}

impl Tally {
    /// The tally of a single record of this file.
    pub(super) fn of(self, file: usize) -> u64 {
        match self {
            Self::Records => 1,
            Self::Files => 1 << file.min(63),
        }
    }

    pub(super) fn join(self, one: u64, other: u64) -> u64 {
        match self {
            Self::Records => one.saturating_add(other),
            Self::Files => one | other,
        }
    }
}
