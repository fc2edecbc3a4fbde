//! Runs the engine: starts its threads, and opens and completes its files.

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, mpsc};
use std::thread;

use oneiri::Alphabet;

use super::block::Block;
use super::budget::Budget;
use super::files::Files;
use super::map::{Map, Rows};
use super::reading::Reading;
use super::show::Show;
use super::why::Assumed;
use super::writing::{Options, Writing};
use super::{engine, listing, source};
use crate::input::copy::{Change, Copy};
use crate::input::format::Format;
use crate::input::judge::Judge;
use crate::output::escape;
use crate::output::rejects::Rejects;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;

/// Everything that the engine has to know.
pub(crate) struct Job<A> {
    /// The files to read; `-` is standard input.
    pub(crate) paths: Arc<[PathBuf]>,
    pub(crate) judge: Judge<A>,
    pub(crate) format: Format,
    /// The format of the map's rows, if a map is written.
    pub(crate) rows: Option<Rows>,
    /// The memory to use, in bytes.
    pub(crate) memory: usize,
    /// The folder for temporary files.
    pub(crate) temp_dir: PathBuf,
    /// Whether the output may be in any order.
    pub(crate) any_order: bool,
    /// Whether no class is printed.
    pub(crate) dry_run: bool,
    /// How classes are printed if they wait for their tallies.
    pub(crate) show: Option<Show>,
}

/// The files to write.
pub(crate) struct Targets {
    /// If there is none, the output goes to standard output.
    pub(crate) output: Option<Target>,
    pub(crate) rejects: Option<Target>,
    pub(crate) map: Option<Target>,
}

/// The result of a job. [`finish`](Self::finish) completes the files of `--rejects` and `--map` and
/// the copies.
pub(crate) struct Done<A> {
    pub(crate) records: u64,
    pub(crate) classes: u64,
    /// If classes were tallied, how many have each place; see [`Show`].
    pub(crate) places: [u64; 3],
    reading: Arc<Reading<A>>,
    paths: Arc<[PathBuf]>,
    files: Files,
    copies: Vec<Copy>,
}

impl<A: Alphabet + Send + Sync + 'static> Job<A> {
    /// Reads all files and writes the first spelling of each class. With `--json`, writes an object
    /// for each line instead.
    pub(crate) fn run(self, targets: Targets, session: &mut Session) -> Result<Done<A>, Stop> {
        let Self { paths, judge, format, rows, memory, temp_dir, any_order, dry_run, show } = self;
        let Targets { mut output, mut rejects, map } = targets;
        let mut copies = Vec::new();
        if format.rows.is_some() {
            for target in [&mut output, &mut rejects].into_iter().flatten() {
                copies.push(Copy::later(target, &temp_dir, Change::Nothing)?);
            }
        }
        let mut files = Files { rejects: rejects.map(Rejects::new), map: map.map(Map::new) };
        if let Some(file) = output {
            session.redirect(file);
        }
        let tally = show.as_ref().map(|show| show.tally);
        let reading = Arc::new(Reading::new(judge, format, rows, tally));
        let (records, classes, places) = if session.json() && show.is_none() {
            let classes = listing::run(paths.to_vec(), &reading, &mut files.rejects, session)?;
            (session.read(), classes, [0; 3])
        } else {
            let budget = Budget::of(memory, tally.is_some());
            let options = Options { any_order, temp_dir, budget, dry_run, show };
            at_any_size(&reading, &paths, options, &mut files, session)?
        };
        Ok(Done { records, classes, places, reading, paths, files, copies })
    }
}

impl<A: Alphabet> Done<A> {
    /// What the assumptions merged, if there are any.
    pub(crate) fn assumed(&self) -> Option<Assumed> {
        self.reading.assumed()
    }

    /// Completes the files and gives them their names.
    pub(crate) fn finish(self, session: &mut Session) -> Flow {
        if let Some(rejects) = self.files.rejects {
            session.keep(rejects.finish()?);
        }
        if let Some(map) = self.files.map {
            map.finish(session)?;
        }
        for copy in self.copies {
            copy.make(&self.reading.format, &self.paths, session)?;
        }
        Ok(())
    }
}

/// Runs the three threads: one reads, one looks up normal forms with the help of all cores, and the
/// calling thread writes. Returns the number of records, the number of classes and
/// the number of classes of each place.
fn at_any_size<A: Alphabet + Send + Sync + 'static>(
    reading: &Arc<Reading<A>>,
    paths: &Arc<[PathBuf]>,
    options: Options,
    files: &mut Files,
    session: &mut Session,
) -> Result<(u64, u64, [u64; 3]), Stop> {
    let budget = options.budget;
    let names: Vec<String> = paths.iter().map(|path| escape::path(path)).collect();
    let (free, freed) = mpsc::channel();
    let (filled, to_answer) = mpsc::channel();
    let (answered, to_write) = mpsc::channel();
    for _ in 0..budget.blocks {
        // The receiver exists, so this cannot fail.
        let _ = free.send(Block::default());
    }
    // If writing fails, the two threads are left alone: the reader may wait for standard input
    // forever.
    let read = Arc::new(AtomicU64::new(0));
    session.watch(paths, &read);
    let source = thread::spawn({
        let (reading, paths) = (Arc::clone(reading), Arc::clone(paths));
        move || source::read(&paths, &reading.format, budget.block, &read, &freed, &filled)
    });
    let engine = thread::spawn({
        let reading = Arc::clone(reading);
        move || engine::run(&reading, budget, &to_answer, &answered)
    });
    let mut writing = Writing::new(session, files, &names, &reading.format, options);
    writing.rounds(&to_write, &free)?;
    // All rounds have been received, so both threads have ended.
    let (Ok(_), Ok(shards)) = (source.join(), engine.join()) else {
        return Err(Stop::Failed("a thread ended unexpectedly".to_owned()));
    };
    drop(free);
    let lines = writing.finish(reading, shards)?;
    let (classes, places) = (writing.classes, writing.places);
    session.watched();
    Ok((lines, classes, places))
}
