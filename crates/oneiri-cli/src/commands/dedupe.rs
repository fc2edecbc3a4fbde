//! `oneiri dedupe`: the options of the command, and the start of the engine.

use std::path::{Path, PathBuf};

use oneiri::{Alphabet, Ascii, Unicode};

use oneiri_documents::Ends;

use crate::commands::shared::arguments;
use crate::commands::shared::assume::Assume;
use crate::commands::shared::assumed;
use crate::commands::shared::columns::{Columns, wrong};
use crate::commands::shared::ladder::Ladders;
use crate::commands::shared::room::Room;
use crate::commands::shared::targets;
use crate::dedupe::job::{Job, Targets};
use crate::dedupe::map::Rows;
use crate::dedupe::show::{COUNT, Look, Show};
use crate::dedupe::tally::Tally;
use crate::dedupe::why::Assumed;
use crate::input::format::Format;
use crate::input::{pattern, source};
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Print the first spelling of each identifier, in input order
///
/// Two lines are the same identifier if their normal forms at the rung are equal;
/// see `oneiri normalize --help`. A refused line is never merged and never lost: it
/// is reported, or written to the file of --rejects. The summary on standard error
/// counts refused lines, classes (distinct identifiers) and merged lines. Files
/// may be packed with gzip or zstd. A named file is written completely or not at
/// all.
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
    /// Files of lines, or patterns; stdin if there is none, or for -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// More files, as in other commands (repeatable)
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    more: Vec<PathBuf>,

    /// Write to FILE, which may be an input as well; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write refused lines to FILE unchanged, without reporting them
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Write to FILE which spelling was kept for which, and why
    ///
    /// Lines of KEPT, ALIAS, RUNG and RULES with TABs between them; or JSON
    /// objects if FILE ends in .ndjson or .jsonl
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    map: Option<PathBuf>,

    /// Print before each spelling the number of lines of its class
    #[arg(short, long)]
    count: bool,

    /// Print only identifiers that have several lines
    #[arg(short, long, conflicts_with = "unique")]
    duplicates: bool,

    /// Print only identifiers that have a single line
    #[arg(short, long)]
    unique: bool,

    /// Print no list, but what the assumptions would merge
    #[arg(long, requires = "assume", conflicts_with_all = ["output", "count", "duplicates", "unique"])]
    dry_run: bool,

    #[command(flatten)]
    columns: Columns,

    /// Print in any order, which is faster if not all fits in memory
    #[arg(long)]
    any_order: bool,

    #[command(flatten)]
    room: Room,

    #[command(flatten)]
    ladders: Ladders,

    #[command(flatten)]
    assume: Assume,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(mut args: Args, session: &mut Session) -> Flow {
    arguments::are_files(&args.files);
    args.files.append(&mut args.more);
    args.output = args.output.filter(|it| it != Path::new("-"));
    args.files = pattern::expand(args.files);
    let into = args.count.then(|| COUNT.to_owned());
    let format = args.columns.format(&args.files, into, None, session);
    args.check(&format, session.json());
    args.room.prepare(session);
    let show = args.show(&format, session.json());
    let selects = args.duplicates || args.unique;
    let shown = show.as_ref().map(|show| show.printed).filter(|_| selects);
    let noun = if format.is_text() { "line" } else { "record" };
    let judge = args.assume.judge::<A>(&args.ladders, session)?;
    let targets = Targets {
        output: targets::open(args.output.as_deref(), "--output", &[])?,
        rejects: targets::open(args.rejects.as_deref(), "--rejects", &args.files)?,
        map: targets::open(args.map.as_deref(), "--map", &args.files)?,
    };
    // The objects of `--json` alone come from another loop, which does this itself.
    if !session.json() || show.is_some() {
        source::or_stdin(&mut args.files, session);
    }
    let job = Job {
        paths: args.files.into(),
        judge,
        format,
        rows: args.map.as_deref().map(Rows::of),
        memory: args.room.memory,
        temp_dir: args.room.folder(),
        any_order: args.any_order,
        dry_run: args.dry_run,
        show,
    };
    let done = job.run(targets, session)?;
    let assumed = done.assumed();
    if let Some(assumed) = assumed.as_ref().filter(|_| args.dry_run) {
        session.lines(assumed::losses(assumed, noun).as_bytes())?;
    }
    session.flush()?;
    let printed = shown.map(|shown| {
        let places = done.places.iter().zip(shown);
        places.filter(|(_, shown)| *shown).map(|(count, _)| count).sum()
    });
    summarize(session, noun, done.records, done.classes, printed, assumed);
    done.finish(session)
}

impl Args {
    /// How the classes are printed if `--count`, `--duplicates` or `--unique` is given.
    fn show(&self, format: &Format, json: bool) -> Option<Show> {
        if !(self.count || self.duplicates || self.unique) {
            return None;
        }
        let look = match format {
            _ if json => Look::Json,
            _ if !self.count => Look::Record,
            _ if format.is_text() => Look::Count,
            _ => match format.ends() {
                Ends::Quoted(delimiter, _) => Look::Cell(delimiter),
                Ends::Lines(_) => Look::Cell(b'\t'),
            },
        };
        let printed = [!self.duplicates, !self.unique, false];
        Some(Show { tally: Tally::Records, printed, look })
    }

    /// Checks the options that depend on each other. Contradictions end the process as wrong usage.
    fn check(&self, format: &Format, json: bool) {
        if format.is_document() {
            wrong("documents are for check, lint, normalize and report");
        }
        if self.count && !format.is_text() && !format.has_header() {
            wrong(
                "--count works with text, csv and tsv; a count has no place in the objects or rows of other formats",
            );
        }
        if json && self.assume.is_given() {
            wrong("--json cannot be used with --assume; --map says what each assumption merges");
        }
        if json && (!format.is_text() || self.map.is_some()) {
            wrong(
                "--json cannot be used with --format or --map: it reads lines, and its objects already are a map",
            );
        }
        if targets::any_twice(&[&self.output, &self.rejects, &self.map]) {
            wrong("--output, --rejects and --map must be different files");
        }
        if format.rows.is_some() {
            if self.output.is_none() && !self.dry_run || self.files.is_empty() {
                wrong("--format parquet needs at least one FILE, and --output");
            }
            if self.any_order {
                wrong(
                    "--any-order cannot be used with --format parquet, which copies rows in their order",
                );
            }
        }
    }
}

fn summarize(
    session: &Session,
    noun: &str,
    lines: u64,
    classes: u64,
    printed: Option<u64>,
    assumed: Option<Assumed>,
) {
    let refused = session.refused();
    let merged = lines - refused - classes;
    let (s, es) = (if lines == 1 { "" } else { "s" }, if classes == 1 { "" } else { "es" });
    let printed = printed.map(|printed| format!(", {printed} printed")).unwrap_or_default();
    let assumed = assumed.map(|it| assumed::summary(&it)).unwrap_or_default();
    session.sum_up(&format!(
        "{lines} {noun}{s}: {refused} refused, {classes} class{es}, {merged} merged{printed}{assumed}"
    ));
}
