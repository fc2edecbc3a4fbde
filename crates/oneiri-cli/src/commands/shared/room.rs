//! The options `--memory` and `--temp-dir` of the commands that work at any size.

use std::path::PathBuf;

use crate::commands::shared::size;

#[derive(clap::Args)]
pub(crate) struct Room {
    /// Memory to use, approximately; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size::size)]
    pub(crate) memory: usize,

    /// The folder for temporary files, if not the system's own
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,
}

impl Room {
    pub(crate) fn folder(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(std::env::temp_dir)
    }
}
