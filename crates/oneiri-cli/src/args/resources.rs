//! The options of the commands that work at any size: memory, temporary files, threads.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::args::records::Verbosity;
use crate::output::session::Session;

#[derive(clap::Args)]
pub(crate) struct Resources {
    /// Memory to use, approximately; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub(crate) memory: usize,

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

    pub(crate) fn folder(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(std::env::temp_dir)
    }
}

/// Parses a size such as `256M`, which must be at least `1M`.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(digits) => (digits, 10 * (1 + "KMGT".find(&text[digits.len()..]).unwrap_or(0))),
        None => (text, 0),
    };
    let size = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    let size = size.and_then(|size| usize::try_from(size).ok());
    match size {
        Some(size) if size >= 1 << 20 => Ok(size),
        Some(_) => Err("expected at least 1M".to_owned()),
        None => Err("expected a number of bytes, such as 256M or 4G".to_owned()),
    }
}
