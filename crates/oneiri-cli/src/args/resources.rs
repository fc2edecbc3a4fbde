//! The options of the commands that work at any size: memory, temporary files, threads.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use oneiri_sets::{Options, Wanted};

use crate::args::{plan::Plan, records::Verbosity, size::size};
use crate::output::OutputOptions;
use crate::pipeline::{Format, Reading, Source, blocks::LONGEST};

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
    /// The source with these options and this format.
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
        Plan { options, reasons, temp_dir: self.temp_dir(), ..plan }
    }

    fn temp_dir(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(std::env::temp_dir)
    }

    /// How the records are grouped. Also makes the threads.
    pub(crate) fn options(&self, wanted: Wanted, any_order: bool) -> Options {
        if let Some(threads) = self.threads {
            // This fails if the process has its threads already, and then it works with those.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
        }
        Options::new(wanted).memory(self.memory).temp_dir(self.temp_dir()).any_order(any_order)
    }
}
