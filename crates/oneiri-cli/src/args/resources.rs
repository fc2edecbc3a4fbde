//! The options of the commands that work at any size: memory, temporary files, threads.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use oneiri_sets::{Options, Wanted};

use crate::args::records::Verbosity;
use crate::args::size::size;
use crate::output::session::Session;
use crate::pipeline::blocks::LONGEST;

#[derive(clap::Args)]
pub(crate) struct Resources {
    /// Leave out white space before and after identifiers
    #[arg(long)]
    pub(crate) trim: bool,

    /// Memory to use, approximately; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    memory: usize,

    /// The longest line to read; else as --memory, 16M to 1G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_line: Option<usize>,

    /// The folder for temporary files, if not the system's own
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,

    /// How many threads work, if not one for each core
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    verbosity: Verbosity,
}

impl Resources {
    /// Makes the threads, and chooses what is told.
    pub(crate) fn prepare(&self, session: &mut Session) {
        self.verbosity.choose(session);
        if let Some(threads) = self.threads {
            // This fails if the process has its threads already, and then it works with those.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
        }
    }

    /// The greatest length of a line or record, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.max_line.unwrap_or(self.memory.clamp(16 << 20, LONGEST))
    }

    /// How the records are grouped.
    pub(crate) fn options(&self, wanted: Wanted, any_order: bool) -> Options {
        let temp_dir = self.temp_dir.clone().unwrap_or_else(std::env::temp_dir);
        Options::new(wanted).memory(self.memory).temp_dir(temp_dir).any_order(any_order)
    }
}
