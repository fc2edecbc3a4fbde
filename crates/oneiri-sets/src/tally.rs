//! Tallies: what is stored of a class next to its key, gathered from all of its records. Records are joined in any
//! order, so `join` must be commutative and associative. That bit 63 is for all further lists is promised by
//! `Class::Lists`.

/// What a tally gathers. A tally is a number; each record gives one, and the numbers of a class are
/// joined in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tally {
    /// How many records belong to the class.
    Records,
    /// Which lists have a record of the class: bit 0 is for the first list, bit 1 for the
    /// second.
    Lists,
    /// The number of the first record of the class.
    First,
    /// The greatest rank of its records.
    Rank,
}

impl Tally {
    /// The tally of a single record: of this list, with this number in the whole input, or its rank.
    pub(crate) fn of(self, list: usize, number: u64) -> u128 {
        match self {
            Self::Records => 1,
            Self::Lists => 1 << list.min(63),
            Self::First | Self::Rank => u128::from(number),
        }
    }

    /// How many bytes it takes. Only a rank may be greater than 64 bits.
    pub(crate) fn size(self) -> usize {
        if self == Self::Rank { size_of::<u128>() } else { size_of::<u64>() }
    }

    pub(crate) fn join(self, one: u128, other: u128) -> u128 {
        match self {
            Self::Records => one.saturating_add(other),
            Self::Lists => one | other,
            Self::First => one.min(other),
            Self::Rank => one.max(other),
        }
    }
}
