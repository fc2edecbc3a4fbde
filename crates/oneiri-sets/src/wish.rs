//! What each [`Wanted`] demands of the lookup and of the output. The rest of the crate asks a wish, and does not know
//! which of them it serves. A new variant needs a wish here, and what a map says in `expected` of `tests/model.rs`.

use std::io;

use crate::origins::Origins;
use crate::runs::{Reading, Run, RunWriter};
use crate::shard::{Shard, place};
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
    /// A number about the class of a record, which the output keeps with the record. It is made from the index of the
    /// shard, the shard, and the place of the class there.
    pub(crate) mark: fn(usize, &Shard, At) -> u64,
    /// What the sink gets for a record with this tally or mark.
    pub(crate) class: fn(u64, &Origins) -> Class,
    /// Completes a run of marked records whose classes are in the shards.
    pub(crate) finish: fn(RunWriter, &mut [Shard], Reading<'_>) -> io::Result<Run>,
}

impl Wish {
    /// Whether the output keeps a mark with each record: if all records go to it, or if tallies come at the end.
    pub(crate) fn has_marks(&self) -> bool {
        self.takes_all || self.at_the_end
    }
}

/// The first records, which are passed on at once.
const FIRSTS: Wish = Wish {
    tally: None,
    at_the_end: false,
    takes_all: false,
    lists_all: false,
    mark: |_, _, _| 0,
    class: |_, _| Class::New,
    finish: |run, _, _| run.finish(),
};

/// The first record of each class with its tally, which is known when all records have been read.
const fn tallied(tally: Tally, class: fn(u64, &Origins) -> Class) -> Wish {
    Wish { tally: Some(tally), at_the_end: true, mark: place, class, finish: RunWriter::tallied, ..FIRSTS }
}

static COUNTS: Wish = tallied(Tally::Records, |tally, _| Class::Records(tally));
static LISTS: Wish = tallied(Tally::Lists, |tally, _| Class::Lists(tally));

/// All records wait, each with the place of its class in the shard, until the greatest rank of the class is known.
static GREATEST: Wish = Wish {
    tally: Some(Tally::Rank),
    at_the_end: true,
    takes_all: true,
    mark: place,
    finish: RunWriter::greatest,
    ..FIRSTS
};

/// Each record is marked with the number of the first record of its class.
static EVERY: Wish = Wish {
    tally: Some(Tally::First),
    takes_all: true,
    lists_all: true,
    mark: |_, shard, class| shard.tally(class) as u64,
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
