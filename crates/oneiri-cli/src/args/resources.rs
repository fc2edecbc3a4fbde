//! The options that the commands for lists share: how the input is read, where the output goes, what is reported, and how much
//! memory may be used.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri_documents::Lines;
use oneiri_sets::{Options, Wanted, parse_size};

use crate::args::UsageError;
use crate::output::{OutputOptions, options::Invalid, tally::Reasons};
use crate::pipeline::{Format, Reading, Source, blocks::LONGEST, rows::Change, source::Plan};

/// How a command reads its input, whatever that is.
#[derive(clap::Args)]
pub(crate) struct Read {
    /// Remove white space before and after each URL
    #[arg(long)]
    pub(crate) trim: bool,

    /// Lines end with NUL, those of the output as well
    #[arg(short = '0', long = "null")]
    pub(crate) null: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The longest line or record to read [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    max_line: Option<usize>,
}

impl Read {
    pub(crate) fn reading(&self, format: Format) -> Reading {
        let format = if self.null { Format::new(Box::new(Lines::nul())) } else { format };
        let (trim, threads, longest) = (self.trim, self.threads, self.max_line.unwrap_or(LONGEST));
        Reading { format: Arc::new(format), trim, threads, longest, ..Reading::default() }
    }
}

/// The options of `dedupe` and `comm`, which group the lines of inputs of any size.
#[derive(clap::Args)]
pub(crate) struct Resources {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    pub(crate) out: Out,

    /// What becomes of invalid lines or records: keep, null or drop
    ///
    /// keep: they stay, and are never merged, null: the same, with an empty
    /// line or cell, drop: they are left out, as by default. Each is reported
    #[arg(long, value_name = "WHAT", verbatim_doc_comment, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["rejects", "json"])]
    pub(crate) invalid: Option<Invalid>,

    /// Memory to use, approximately, because the rest goes to temporary files
    ///
    /// A line may be as long, from 16M to 1G, if --max-line says nothing else
    #[arg(long, value_name = "SIZE", verbatim_doc_comment, default_value = "1G", value_parser = parse_size)]
    memory: usize,

    /// The folder for temporary files [default: the system's own]
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,
}

impl Resources {
    /// The byte that ends a line.
    pub(crate) fn end(&self) -> u8 {
        if self.read.null { 0 } else { b'\n' }
    }

    /// The plan of a command that groups the records of this source, and writes them itself.
    pub(crate) fn plan(&self, source: Source, format: Format, notes: Vec<String>) -> Result<Plan, UsageError> {
        let Self { read, out, invalid, memory, temp_dir } = self;
        UsageError::first(&[(
            read.null && !format.is_text(),
            "--null is for lines, and these are records of a table",
        )])?;
        let reasons = out.verbosity.reasons();
        let options = OutputOptions {
            null: read.null,
            records: true,
            forgives: out.rejects.is_some() || invalid.is_some(),
            reasons: reasons.counts(),
            ..OutputOptions::default()
        };
        let longest = read.max_line.unwrap_or((*memory).clamp(16 << 20, LONGEST));
        let source = source.reading(Reading { longest, ..read.reading(format) });
        let change = if *invalid == Some(Invalid::Null) { Change::Answers } else { Change::Nothing };
        let (rejects, temp_dir) = (out.rejects.clone(), temp_dir.clone());
        Ok(Plan { rejects, options, reasons, change, temp_dir, ..Plan::of(source, out.output.clone(), notes) })
    }

    /// How the records are grouped. Also makes the threads.
    pub(crate) fn options(&self, wanted: Wanted, any_order: bool) -> Options {
        if let Some(threads) = self.read.threads {
            // This fails if the process has its threads already, and then it works with those.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
        }
        let temp_dir = self.temp_dir.clone().unwrap_or_else(std::env::temp_dir);
        Options::new(wanted).memory(self.memory).temp_dir(temp_dir).any_order(any_order)
    }
}

/// Where a command writes, and what it reports.
#[derive(clap::Args, Default)]
pub(crate) struct Out {
    /// Write to FILE, which may be an input as well (- is stdout)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write invalid input to FILE unchanged, without reporting it
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

impl Out {
    /// The file of the output, if it is not standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|it| *it != Path::new("-"))
    }
}

#[derive(clap::Args, Default)]
pub(crate) struct Verbosity {
    /// Print no findings or messages about URLs, and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Report at most N invalid lines, and count the others
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,

    /// Show at the end how many were invalid for which reason
    #[arg(long, conflicts_with = "quiet")]
    summary: bool,
}

impl Verbosity {
    pub(crate) fn reasons(&self) -> Reasons {
        Reasons::new(self.quiet, self.max_errors, self.summary)
    }
}
