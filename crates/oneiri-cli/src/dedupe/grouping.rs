//! Groups the records of lists: what the list engine reads goes to `oneiri-sets`.

use std::sync::Arc;

use oneiri::Alphabet;
use oneiri_sets::{Options, Totals};

use super::writing::{Printed, Writing};
use super::{map::Map, map::Rows, reading::Reading, show::Show, why::Assumed};
use crate::args::Invalid;
use crate::comparison::Comparison;
use crate::output::{Session, Stop, Target};
use crate::pipeline::{Format, Source, blocks::Block};

/// What a grouping has to know.
pub(crate) struct Grouping<A> {
    pub(crate) comparison: Comparison<A>,
    /// The file of the map and the format of its rows, if a map is written.
    pub(crate) map: Option<(Target, Rows)>,
    /// The format with the column that says which record is the newest.
    pub(crate) newest: Option<Format>,
    pub(crate) options: Options,
    /// Whether no class is printed.
    pub(crate) dry_run: bool,
    /// Whether lines with an invalid URL are kept, emptied or left out.
    pub(crate) invalid: Option<Invalid>,
    /// How classes are printed.
    pub(crate) show: Show,
}

/// The result of a grouping.
pub(crate) struct Done {
    pub(crate) totals: Totals,
    /// How many classes have each place; see [`show::place`](super::show::place).
    pub(crate) places: [u64; 3],
    /// The lines that are equal only because of an assumption, if there are assumptions.
    pub(crate) assumed: Option<Assumed>,
}

impl<A: Alphabet + Send + Sync + 'static> Grouping<A> {
    /// Reads the input, writes what is wanted of each class, and completes the files.
    pub(crate) fn run(self, source: Source, session: &mut Session) -> Result<Done, Stop> {
        let Self { comparison, map, newest, options, dry_run, invalid, show } = self;
        let (open, mut blocks) = source.open(options.chunk_size(), session);
        let (map, rows) = map.unzip();
        let mut map = map.map(Map::new);
        let reading = Arc::new(Reading::new(comparison, &open, rows, newest, invalid));
        let printed = Printed { wanted: options.wanted, show, dry_run };
        let mut writing = Writing::new(session, map.as_mut(), &open.names, &reading, printed);
        let next = move |block: &mut Block| blocks.next(block).then(|| block.file());
        let mut totals = oneiri_sets::run(&reading, &options, next, &mut writing)?;
        let (places, kept) = (writing.places, writing.kept);
        (totals.refused, totals.classes) = (totals.refused + kept, totals.classes - kept);
        open.close(session)?;
        map.map_or(Ok(()), |map| map.finish(session))?;
        Ok(Done { totals, places, assumed: reading.assumed() })
    }
}
