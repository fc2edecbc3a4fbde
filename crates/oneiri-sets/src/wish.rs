//! What each [`Wanted`] demands of the lookup and of the output. The rest of the crate asks a wish, and does not know which
//! of them it serves.

use std::io;

use crate::origins::Origins;
use crate::runs::{Ranks, Run, RunWriter};
use crate::shard::Shard;
use crate::table::At;
use crate::tally::Tally;
use crate::{Class, Wanted};

pub(crate) struct Wish {
    /// What a shard gathers of each class.
    pub(crate) tally: Option<Tally>,
    /// Whether all results come at the end, when all records have been read.
    pub(crate) at_the_end: bool,
    /// Whether every record of a class goes to the output, each with its mark, and not only the first one.
    pub(crate) takes_all: bool,
    /// Whether the result is a list of every record with its key, in which a record without a key has its place too.
    pub(crate) lists_all: bool,
    /// What the output has to know of a record when it is taken, if every record is: a number about its class.
    pub(crate) mark: fn(&Shard, At) -> u64,
    /// What the sink gets for a record with this tally or mark.
    pub(crate) class: fn(u64, &Origins) -> Class,
    /// Completes a run of records whose classes are in the shard.
    pub(crate) finish: fn(RunWriter, &mut Shard, Ranks<'_>) -> io::Result<Run>,
}

/// The first records, which are passed on at once.
const FIRSTS: Wish = Wish {
    tally: None,
    at_the_end: false,
    takes_all: false,
    lists_all: false,
    mark: |_, _| 0,
    class: |_, _| Class::New,
    finish: |run, _, _| run.finish(),
};

/// The first record of each class with its tally, which is known when all records have been read.
const fn tallied(tally: Tally, class: fn(u64, &Origins) -> Class) -> Wish {
    Wish { tally: Some(tally), at_the_end: true, class, finish: |run, shard, _| run.finish_with(shard), ..FIRSTS }
}

static COUNTS: Wish = tallied(Tally::Records, |tally, _| Class::Records(tally));
static LISTS: Wish = tallied(Tally::Lists, |tally, _| Class::Lists(tally));

/// All records wait, each with the place of its class in the shard, until the greatest rank of the class is known.
static GREATEST: Wish = Wish {
    tally: Some(Tally::Rank),
    at_the_end: true,
    takes_all: true,
    mark: |_, class| class.0 as u64,
    finish: |run, shard, ranks| run.greatest(shard, ranks),
    ..FIRSTS
};

/// Each record is marked with the number of the first record of its class.
static EVERY: Wish = Wish {
    tally: Some(Tally::First),
    takes_all: true,
    lists_all: true,
    mark: |shard, class| shard.tally(class),
    class: |mark, origins| Class::First(origins.of(mark)),
    ..FIRSTS
};

impl Wanted {
    pub(crate) fn wish(self) -> &'static Wish {
        match self {
            Self::Firsts => &FIRSTS,
            Self::Counts => &COUNTS,
            Self::Lists => &LISTS,
            Self::Greatest => &GREATEST,
            Self::Every => &EVERY,
        }
    }

    /// Whether all results come at the end, when all records have been read.
    #[must_use]
    pub fn at_the_end(self) -> bool {
        self.wish().at_the_end
    }
}
