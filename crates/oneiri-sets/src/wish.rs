//! What each [`Wanted`] demands of the lookup and of the output. The rest of the crate asks these questions, and does not
//! know which of the wishes it serves.

use std::io;

use crate::origins::Origins;
use crate::runs::{Ranks, Run, RunWriter};
use crate::shard::Shard;
use crate::table::At;
use crate::tally::Tally;
use crate::{Class, Wanted};

/// A wish. The defaults are those of first records that are passed on at once.
pub(crate) trait Wish: Send + Sync {
    /// What a shard gathers of each class.
    fn tally(&self) -> Option<Tally> {
        None
    }

    /// Whether all results come at the end, when all records have been read.
    fn at_the_end(&self) -> bool {
        false
    }

    /// Whether every record of a class goes to the output, each with its [mark](Self::mark), and not only the first one.
    fn takes_all(&self) -> bool {
        false
    }

    /// Whether the result is a list of every record with its key, in which a record without a key has its place too.
    fn lists_all(&self) -> bool {
        false
    }

    /// What the output has to know of a record when it is taken, if every record is: a number about its class.
    fn mark(&self, _shard: &Shard, _class: At) -> u64 {
        0
    }

    /// What the sink gets for a record with this tally or mark.
    fn class(&self, _tally: u64, _origins: &Origins) -> Class {
        Class::New
    }

    /// Completes a run of records whose classes are in the shard.
    fn finish(&self, run: RunWriter, _shard: &mut Shard, _ranks: Ranks<'_>) -> io::Result<Run> {
        run.finish()
    }
}

struct Firsts;

impl Wish for Firsts {}

/// The first record of each class with its tally, which is known when all records have been read.
struct Tallied {
    tally: Tally,
    class: fn(u64) -> Class,
}

impl Wish for Tallied {
    fn tally(&self) -> Option<Tally> {
        Some(self.tally)
    }

    fn at_the_end(&self) -> bool {
        true
    }

    fn class(&self, tally: u64, _: &Origins) -> Class {
        (self.class)(tally)
    }

    fn finish(&self, run: RunWriter, shard: &mut Shard, _: Ranks<'_>) -> io::Result<Run> {
        run.finish_with(shard)
    }
}

/// All records wait, each with the place of its class in the shard, until the greatest rank of the class is known.
struct Greatest;

impl Wish for Greatest {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::Rank)
    }

    fn at_the_end(&self) -> bool {
        true
    }

    fn takes_all(&self) -> bool {
        true
    }

    fn mark(&self, _: &Shard, class: At) -> u64 {
        class.0.into()
    }

    fn finish(&self, run: RunWriter, shard: &mut Shard, ranks: Ranks<'_>) -> io::Result<Run> {
        run.greatest(shard, ranks)
    }
}

/// Each record is marked with the number of the first record of its class.
struct Every;

impl Wish for Every {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::First)
    }

    fn takes_all(&self) -> bool {
        true
    }

    fn lists_all(&self) -> bool {
        true
    }

    fn mark(&self, shard: &Shard, class: At) -> u64 {
        shard.tally(class)
    }

    fn class(&self, mark: u64, origins: &Origins) -> Class {
        Class::First(origins.of(mark))
    }
}

impl Wanted {
    pub(crate) fn wish(self) -> &'static dyn Wish {
        match self {
            Self::Firsts => &Firsts,
            Self::Counts => &Tallied { tally: Tally::Records, class: Class::Records },
            Self::Lists => &Tallied { tally: Tally::Lists, class: Class::Lists },
            Self::Greatest => &Greatest,
            Self::Every => &Every,
        }
    }

    /// Whether all results come at the end, when all records have been read.
    #[must_use]
    pub fn at_the_end(self) -> bool {
        self.wish().at_the_end()
    }
}
