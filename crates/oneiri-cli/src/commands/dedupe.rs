//! `oneiri dedupe`: the options of the command, and the start of the engine.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::error::ErrorKind;
use oneiri::{Alphabet, Ascii, Unicode};

use crate::commands::shared::ladder::Ladders;
use crate::commands::shared::size;
use crate::dedupe::job::{Job, Targets};
use crate::dedupe::map::Rows;
use crate::input::format::Format;
use crate::input::parquet::Columns;
use crate::input::table::Table;
use crate::input::{pattern, source};
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::{self, Target};

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

    /// The format of the files
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Kind,

    /// The column of identifiers, by its name (csv, tsv, parquet)
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// The field of identifiers (ndjson)
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    /// Memory to use, approximately; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size::size)]
    memory: usize,

    /// The folder for temporary files, if not the system's own
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// One identifier on each line
    Text,
    /// Comma-separated (RFC 4180), with a header; see --column
    Csv,
    /// TABs between fields, no quotes, a header; see --column
    Tsv,
    /// One JSON object on each line; see --field
    Ndjson,
    /// Parquet, needs --output; see --column (feature `parquet`)
    Parquet,
}

fn run_in<A: Alphabet + Send + Sync + 'static>(mut args: Args, session: &mut Session) -> Flow {
    args.output = args.output.filter(|it| it != Path::new("-"));
    let format = args.check(session.json());
    let noun = if format.is_text() { "line" } else { "record" };
    args.files = pattern::expand(args.files);
    let judge = args.ladders.judge::<A>(session)?;
    let targets = Targets {
        output: open_target(args.output.as_deref(), "--output", &[])?,
        rejects: open_target(args.rejects.as_deref(), "--rejects", &args.files)?,
        map: open_target(args.map.as_deref(), "--map", &args.files)?,
    };
    if !session.json() {
        source::or_stdin(&mut args.files, session);
    }
    let job = Job {
        paths: args.files.into(),
        judge,
        format,
        rows: args.map.as_deref().map(Rows::of),
        memory: args.memory,
        temp_dir: args.temp_dir.unwrap_or_else(std::env::temp_dir),
        any_order: args.any_order,
    };
    let done = job.run(targets, session)?;
    session.flush()?;
    summarize(session, noun, done.records, done.classes);
    done.finish(session)
}

impl Args {
    /// Checks the options that depend on each other. Contradictions end the process as wrong usage.
    fn check(&mut self, json: bool) -> Format {
        let wrong = |message: &str| -> ! {
            clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
        };
        if json && (self.format != Kind::Text || self.map.is_some()) {
            wrong(
                "--json cannot be used with --format or --map: it reads lines, and its objects already are a map",
            );
        }
        let written = [&self.output, &self.rejects, &self.map];
        // Several options may name the same device. A file that cannot be created is reported
        // later.
        let is_file = |path: &&PathBuf| path.metadata().map_or(true, |there| there.is_file());
        let files = written.into_iter().flatten().filter(is_file);
        let mut paths: Vec<PathBuf> = files.filter_map(|it| target::place(it).ok()).collect();
        paths.sort_unstable();
        if paths.windows(2).any(|two| two[0] == two[1]) {
            wrong("--output, --rejects and --map must be different files");
        }
        if self.format == Kind::Parquet {
            if self.output.is_none() || self.files.is_empty() {
                wrong("--format parquet needs at least one FILE, and --output");
            }
            if self.any_order {
                wrong(
                    "--any-order cannot be used with --format parquet, which copies rows in their order",
                );
            }
        }
        match (self.format, self.column.take(), self.field.take()) {
            (Kind::Text, None, None) => Format::Text,
            (Kind::Csv, Some(column), None) => Format::Table(Table::new(true, column)),
            (Kind::Tsv, Some(column), None) => Format::Table(Table::new(false, column)),
            (Kind::Ndjson, None, Some(field)) => Format::Ndjson { field },
            (Kind::Parquet, Some(column), None) => match Columns::new(column) {
                Some(columns) => Format::Rows(Box::new(columns)),
                None => wrong("this build has no Parquet: install it with --features parquet"),
            },
            _ => wrong(
                "--format csv, tsv and parquet need --column, --format ndjson needs --field, \
                 and no other format takes them",
            ),
        }
    }
}

/// Opens a file that the command writes. It must not be an input, because inputs are still read
/// while it is written. The output is an exception: it replaces the input only at the end.
fn open_target(
    path: Option<&Path>,
    option: &str,
    inputs: &[PathBuf],
) -> Result<Option<Target>, Stop> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let message = format!("{option} -: expected a file; - stands for stdin or stdout");
        return Err(Stop::Failed(message));
    }
    let is_input = |real: PathBuf| {
        inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real))
    };
    let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
    if path.canonicalize().is_ok_and(is_input) {
        return Err(failed(&format!("{option} would overwrite an input")));
    }
    Target::create(path).map(Some).map_err(|error| failed(&error.to_string()))
}

fn summarize(session: &Session, noun: &str, lines: u64, classes: u64) {
    let refused = session.refused();
    let merged = lines - refused - classes;
    let (s, es) = (if lines == 1 { "" } else { "s" }, if classes == 1 { "" } else { "es" });
    session.note(&format!(
        "{lines} {noun}{s}: {refused} refused, {classes} class{es}, {merged} merged"
    ));
}
