//! The options of the commands that work at any size: memory, temporary files, threads, and what they report.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use oneiri_sets::{Options, Wanted};

use crate::output::{OutputOptions, tally::Reasons};
use crate::pipeline::{Format, Reading, Source, blocks::LONGEST, source::Plan};

#[derive(clap::Args)]
pub(crate) struct Resources {
    /// Remove white space before and after each URL
    #[arg(long)]
    trim: bool,

    /// Memory to use, approximately, because the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory: usize,

    /// The longest line to read [default: --memory, 16M to 1G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_line: Option<usize>,

    /// The folder for temporary files [default: the system's own]
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    verbosity: Verbosity,
}

impl Resources {
    pub(crate) fn read(&self, source: Source, format: Format) -> Source {
        let longest = self.max_line.unwrap_or(self.memory.clamp(16 << 20, LONGEST));
        let (format, trim, threads) = (Arc::new(format), self.trim, self.threads);
        source.reading(Reading { format, trim, threads, longest, copies: Vec::new() })
    }

    /// The plan with these options. Its records are written by the command itself.
    pub(crate) fn plan(&self, plan: Plan) -> Plan {
        let reasons = self.verbosity.reasons();
        let options = OutputOptions {
            records: true,
            forgives: plan.options.forgives || plan.rejects.is_some(),
            reasons: reasons.counts(),
            ..plan.options
        };
        Plan { options, reasons, temp_dir: self.temp_dir.clone(), ..plan }
    }

    /// How the records are grouped. Also makes the threads.
    pub(crate) fn options(&self, wanted: Wanted, any_order: bool) -> Options {
        if let Some(threads) = self.threads {
            // This fails if the process has its threads already, and then it works with those.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
        }
        let temp_dir = self.temp_dir.clone().unwrap_or_else(std::env::temp_dir);
        Options::new(wanted).memory(self.memory).temp_dir(temp_dir).any_order(any_order)
    }
}

#[derive(clap::Args)]
pub(crate) struct Verbosity {
    /// Report nothing about URLs on standard error
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

/// Parses a size such as `256M` or `1.5g`, which must be at least `1M`.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => Some(0),
        unit => ["K", "M", "G", "T"].iter().position(|it| *it == unit).map(|nth| 10 * (nth + 1)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let size = shift.and_then(|shift| {
        let unit = 1_u64 << shift;
        // Of a part of a unit, the first nine digits count.
        let digits = part.get(..9).unwrap_or(part);
        let scale = 10_u64.pow(u32::try_from(digits.len()).ok()?);
        let part = u128::from(digits.parse::<u64>().ok()?) * u128::from(unit) / u128::from(scale);
        whole.parse::<u64>().ok()?.checked_mul(unit)?.checked_add(u64::try_from(part).ok()?)
    });
    match size.and_then(|size| usize::try_from(size).ok()) {
        Some(size) if size >= 1 << 20 => Ok(size),
        Some(_) => Err("expected at least 1M".to_owned()),
        None => Err("expected a number of bytes, such as 256M or 1.5G".to_owned()),
    }
}
