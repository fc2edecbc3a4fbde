//! Groups the records of lists: opens and completes the files.

use std::path::PathBuf;
use std::sync::Arc;

use oneiri::Alphabet;
use oneiri_sets::{Options, Totals};

use super::map::{Map, Rows};
use super::reading::Reading;
use super::show::Show;
use super::why::Assumed;
use super::writing::{Files, Printed, Writing};
use crate::args::invalid::Invalid;
use crate::comparison::Comparison;
use crate::output::rejects::Rejects;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;
use crate::pipeline::blocks::{Block, Blocks};
use crate::pipeline::copy::{Change, Copy};
use crate::pipeline::format::Format;
use crate::pipeline::input::Input;

/// What a grouping has to know.
pub(crate) struct Grouping<A> {
    /// The lists to read.
    pub(crate) inputs: Arc<[Input]>,
    pub(crate) comparison: Comparison<A>,
    pub(crate) format: Format,
    /// The format of the map's rows, if a map is written.
    pub(crate) rows: Option<Rows>,
    /// The format with the column that says which record is the newest.
    pub(crate) newest: Option<Format>,
    pub(crate) options: Options,
    /// The greatest length of a record, in bytes.
    pub(crate) longest: usize,
    /// Whether no class is printed.
    pub(crate) dry_run: bool,
    /// Whether white space around identifiers is left out, and what becomes of invalid ones.
    pub(crate) trim: bool,
    pub(crate) invalid: Option<Invalid>,
    /// How classes are printed.
    pub(crate) show: Show,
}

/// The files to write.
pub(crate) struct Targets {
    /// If there is none, the output goes to standard output.
    pub(crate) output: Option<Target>,
    pub(crate) rejects: Option<Target>,
    pub(crate) map: Option<Target>,
}

/// The result of a grouping. [`finish`](Self::finish) completes the files of `--rejects` and `--map` and
/// the copies.
pub(crate) struct Done<A> {
    pub(crate) totals: Totals,
    /// How many classes have each place; see [`show::place`](super::show::place).
    pub(crate) places: [u64; 3],
    reading: Arc<Reading<A>>,
    paths: Vec<PathBuf>,
    rejects: Option<Rejects>,
    map: Option<Map>,
    copies: Vec<Copy>,
}

impl<A: Alphabet + Send + Sync + 'static> Grouping<A> {
    /// Reads all files and writes what is wanted of each class.
    pub(crate) fn run(self, targets: Targets, session: &mut Session) -> Result<Done<A>, Stop> {
        let Self { inputs, comparison, format, rows, newest, options, longest, .. } = self;
        let Self { dry_run, trim, invalid, show, .. } = self;
        let Targets { mut output, mut rejects, map } = targets;
        let mut copies = Vec::new();
        if format.rows.is_some() {
            for target in [&mut output, &mut rejects].into_iter().flatten() {
                let is_changed = invalid == Some(Invalid::Null);
                let change = if is_changed { Change::Answers } else { Change::Nothing };
                copies.push(Copy::later(target, &options.temp_dir, change)?);
            }
        }
        let (mut rejects, mut map) = (rejects.map(Rejects::new), map.map(Map::new));
        if let Some(file) = output {
            session.redirect(file);
        }
        let format = Arc::new(format);
        let reading =
            Arc::new(Reading::new(comparison, Arc::clone(&format), rows, newest, trim, invalid));
        let names: Vec<String> = inputs.iter().map(Input::name).collect();
        let paths: Vec<PathBuf> =
            inputs.iter().filter_map(Input::path).map(PathBuf::from).collect();
        session.show_progress(&paths);
        let (size, watch) = (options.chunk_size(), session.watch());
        let blocks = Blocks::new(inputs, format, size, watch);
        let mut blocks = blocks.at_most(longest);
        let source = move |block: &mut Block| blocks.next(block).then(|| block.file());
        let files = Files { rejects: rejects.as_mut(), map: map.as_mut() };
        let printed = Printed { wanted: options.wanted, show, dry_run };
        let mut writing = Writing::new(session, files, &names, &reading, printed);
        let mut totals = oneiri_sets::run(&reading, &options, source, &mut writing)?;
        let (places, kept) = (writing.places, writing.kept);
        (totals.refused, totals.classes) = (totals.refused + kept, totals.classes - kept);
        session.hide_progress();
        Ok(Done { totals, places, reading, paths, rejects, map, copies })
    }
}

impl<A: Alphabet> Done<A> {
    /// What the assumptions merged, if there are any.
    pub(crate) fn assumed(&self) -> Option<Assumed> {
        self.reading.assumed()
    }

    /// Completes the files and gives them their names.
    pub(crate) fn finish(self, session: &mut Session) -> Flow {
        if let Some(rejects) = self.rejects {
            session.keep(rejects.finish()?);
        }
        if let Some(map) = self.map {
            map.finish(session)?;
        }
        for copy in self.copies {
            copy.make(&self.reading.format, &self.paths, session)?;
        }
        Ok(())
    }
}
