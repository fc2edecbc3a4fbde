//! The options of the commands that work at any size: their room, their threads, and what they tell.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::commands::shared::size;
use crate::commands::shared::told::Told;
use crate::output::session::Session;

#[derive(clap::Args)]
pub(crate) struct Room {
    /// Memory to use, approximately; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size::size)]
    pub(crate) memory: usize,

    /// The folder for temporary files, if not the system's own
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,

    /// How many threads work, if not one for each core
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    told: Told,
}

impl Room {
    /// Makes the threads, and chooses what is told.
    pub(crate) fn prepare(&self, session: &mut Session) {
        self.told.choose(session);
        if let Some(threads) = self.threads {
            // This fails if the process has its threads already, and then it works with those.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
        }
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(std::env::temp_dir)
    }
}
