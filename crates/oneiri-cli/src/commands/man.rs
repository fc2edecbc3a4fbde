//! `oneiri man`: prints or writes manual pages, which are made of the help.

use std::fs;
use std::path::PathBuf;

use crate::args::UsageError;
use crate::commands::{Command, Job};
use crate::output::{Stop, escape};

/// Print the manual page, or write one for each command
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri man | man -l -
  oneiri man --out ~/.local/share/man/man1"
)]
pub(crate) struct Args {
    /// Write oneiri.1 and a page for each command there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Command for Args {
    const EXIT_CODES: &'static str = "";
    const NO_JSON: Option<&'static str> = Some("--json cannot be used with man, which prints text");

    fn job(self, _: bool) -> Result<Job, UsageError> {
        Ok(Job::new(move |session| {
            let command = crate::commands::command();
            let Some(folder) = self.out else {
                let mut page = Vec::new();
                clap_mangen::Man::new(command).render(&mut page)?;
                return session.part(&String::from_utf8_lossy(&page));
            };
            let written = fs::create_dir_all(&folder).and_then(|()| clap_mangen::generate_to(command, &folder));
            written.map_err(|error| Stop::Failed(format!("{}: {error}", escape::path(&folder))))
        }))
    }
}
