//! `oneiri dedupe`: one spelling of each identifier.

mod block;
mod classes;
mod copy;
mod engine;
mod formats;
#[cfg(any(test, fuzzing))]
pub(crate) mod law;
mod listing;
mod map;
mod numbers;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod reading;
mod rejects;
mod settle;
mod shard;
mod source;
mod spill;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, mpsc};
use std::thread;

use clap::error::ErrorKind;
use oneiri::{Alphabet, Ascii, Unicode};

use crate::input;
use crate::ladder::Ladders;
use crate::pattern;
use crate::session::{Flow, Session, Stop};
use crate::target::{self, Target};

use block::Block;
use copy::Copy;
use engine::Budget;
use formats::{Format, Kind};
use map::{Map, Rows};
use reading::Reading;
use rejects::Rejects;
use writing::{Options, Writing};

/// Print the first spelling of each identifier, in input order
///
/// Lines are the same identifier if their normal forms at the rung are the same
/// text; see `oneiri normalize --help`. A refused line is never merged and never
/// lost: it is reported, or kept in the file of --rejects. A summary goes to
/// standard error. Files may be packed with gzip or zstd. What is written to a
/// named file is there in full or not at all.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri dedupe links.txt > unique.txt
  oneiri dedupe --rung scheme --ignore-fragment links.txt > pages.txt
  oneiri dedupe --rejects refused.txt january.txt february.txt > unique.txt
  oneiri dedupe --memory 256M --map map.tsv 'crawl-*.txt.gz' -o unique.txt
  oneiri dedupe --format csv --column url pages.csv -o unique.csv
  oneiri dedupe --format parquet --column url in.parquet -o out.parquet"
)]
pub(crate) struct Args {
    /// Files of lines, or patterns; without any, and for -, stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write there, all or nothing; may be a file that is read; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write refused lines there, byte for byte, unreported
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Write there which spelling was kept for which, and why
    ///
    /// Lines of KEPT, ALIAS, RUNG and RULES with TABs between them; or JSON
    /// objects if FILE ends in .ndjson or .jsonl
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    map: Option<PathBuf>,

    /// What the files are
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Kind,

    /// The column of identifiers, by its name (csv, tsv, parquet)
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// The field of identifiers (ndjson)
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    /// How much memory to use, about; what needs more goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory: usize,

    /// Where temporary files go, if not where the system has them
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,

    /// Print in any order, which is faster if not all fits in memory
    #[arg(long)]
    any_order: bool,

    #[command(flatten)]
    ladders: Ladders,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(mut args: Args, session: &mut Session) -> Flow {
    args.output = args.output.filter(|it| it != Path::new("-"));
    let format = args.check(session.json());
    let text = format.is_text();
    args.files = pattern::expand(args.files);
    let judge = args.ladders.judge::<A>(session)?;
    let mut output = open_target(args.output.as_deref(), "--output", &[])?;
    let mut rejects = open_target(args.rejects.as_deref(), "--rejects", &args.files)?;
    let map = open_target(args.map.as_deref(), "--map", &args.files)?.map(Map::new);
    let mut copies = Vec::new();
    if let Format::Rows(_) = format {
        for target in [&mut output, &mut rejects].into_iter().flatten() {
            copies.push(Copy::later(target, &args.temp_dir())?);
        }
    }
    let mut files = Files { rejects: rejects.map(Rejects::new), map };
    if let Some(file) = output {
        session.redirect(file);
    }
    let mut paths = std::mem::take(&mut args.files);
    if !session.json() {
        input::or_stdin(&mut paths, session);
    }
    let paths: Arc<[PathBuf]> = paths.into();
    let reading = Arc::new(Reading::new(judge, format, args.map.as_deref().map(Rows::of)));
    let (lines, classes) = if session.json() {
        let classes = listing::run(paths.to_vec(), &reading.judge, &mut files.rejects, session)?;
        (session.read(), classes)
    } else {
        at_any_size(args, &paths, &reading, &mut files, session)?
    };
    session.flush()?;
    summarize(session, if text { "line" } else { "record" }, lines, classes);
    if let Some(rejects) = files.rejects {
        rejects.finish(session)?;
    }
    if let Some(map) = files.map {
        map.finish(session)?;
    }
    for copy in copies {
        copy.make(&reading.format, &paths, session)?;
    }
    Ok(())
}

/// What is written beside the output.
struct Files {
    rejects: Option<Rejects>,
    map: Option<Map>,
}

impl Args {
    fn temp_dir(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(std::env::temp_dir)
    }

    /// What the options say together; if they contradict each other, that is wrong usage.
    fn check(&mut self, json: bool) -> Format {
        let wrong = |message: &str| -> ! {
            clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
        };
        if json && (self.format != Kind::Text || self.map.is_some()) {
            wrong("--json is of lines, and a map already: it goes with neither --format nor --map");
        }
        let written = [&self.output, &self.rejects, &self.map];
        // A device may take all of them; what cannot be made is told when it is made.
        let is_file = |path: &&PathBuf| path.metadata().map_or(true, |there| there.is_file());
        let files = written.into_iter().flatten().filter(is_file);
        let mut paths: Vec<PathBuf> = files.filter_map(|it| target::place(it).ok()).collect();
        paths.sort_unstable();
        if paths.windows(2).any(|two| two[0] == two[1]) {
            wrong("--output, --rejects and --map must be different files");
        }
        if self.format == Kind::Parquet {
            if self.output.is_none() || self.files.is_empty() {
                wrong("--format parquet reads files, and writes one: it needs FILE and --output");
            }
            if self.any_order {
                wrong("rows are copied in their order: --any-order does not go with parquet");
            }
        }
        Format::new(self.format, self.column.take(), self.field.take())
            .unwrap_or_else(|it| wrong(it))
    }
}

/// A file to be written. What is read line by line cannot be written over at the same time, but for
/// the output: that gets its name when all has been read.
fn open_target(
    path: Option<&Path>,
    option: &str,
    inputs: &[PathBuf],
) -> Result<Option<Target>, Stop> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let message =
            format!("{option} -: expected a file, found what stands for stdin and stdout");
        return Err(Stop::Failed(message));
    }
    let is_input = |real: PathBuf| {
        inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real))
    };
    let failed = |what: &str| Stop::Failed(format!("{}: {what}", input::name(path)));
    if path.canonicalize().is_ok_and(is_input) {
        return Err(failed(&format!("{option} would overwrite a file that is to be read")));
    }
    Target::create(path).map(Some).map_err(|error| failed(&error.to_string()))
}

/// One thread reads, all cores work on what it has read, and this one writes. How many lines there
/// were, and how many classes.
fn at_any_size<A: Alphabet + Send + Sync + 'static>(
    args: Args,
    paths: &Arc<[PathBuf]>,
    reading: &Arc<Reading<A>>,
    files: &mut Files,
    session: &mut Session,
) -> Result<(u64, u64), Stop> {
    let budget = Budget::of(args.memory);
    let names: Vec<String> = paths.iter().map(|path| input::name(path)).collect();
    let (free, freed) = mpsc::channel();
    let (filled, to_answer) = mpsc::channel();
    let (answered, to_write) = mpsc::channel();
    for _ in 0..budget.blocks {
        // The other end is right here.
        let _ = free.send(Block::default());
    }
    // Neither is waited for: standard input may never end, and nobody may want more of it.
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
    let temp_dir = args.temp_dir();
    let options = Options { any_order: args.any_order, temp_dir, budget };
    let mut writing = Writing::new(session, files, &names, &reading.format, options);
    writing.rounds(&to_write, &free)?;
    // All rounds came, so both have ended; the classes make room for those of the partitions.
    if source.join().is_err() || engine.join().is_err() {
        return Err(Stop::Failed("a thread ended unexpectedly".to_owned()));
    }
    drop(free);
    let lines = writing.finish(reading)?;
    let classes = writing.classes;
    session.watched();
    Ok((lines, classes))
}

fn summarize(session: &Session, noun: &str, lines: u64, classes: u64) {
    let refused = session.refused();
    let merged = lines - refused - classes;
    let (s, es) = (if lines == 1 { "" } else { "s" }, if classes == 1 { "" } else { "es" });
    session.note(&format!(
        "{lines} {noun}{s}: {refused} refused, {classes} class{es}, {merged} merged"
    ));
}

/// A size such as 256M.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(digits) => (digits, 10 * (1 + "KMGT".find(&text[digits.len()..]).unwrap_or(0))),
        None => (text, 0),
    };
    let size = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    match size {
        Some(size) if size >= 1 << 20 => Ok(size),
        Some(_) => Err("expected at least 1M".to_owned()),
        None => Err("expected a number of bytes, such as 256M or 4G".to_owned()),
    }
}
