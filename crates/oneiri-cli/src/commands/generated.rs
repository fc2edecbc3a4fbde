//! `oneiri man` and `oneiri completions`, which are made of the help.

use std::fs;
use std::path::PathBuf;

use clap_complete::{Shell, generate};
use oneiri::Alphabet;

use crate::args::UsageError;
use crate::commands::{Command, Job};
use crate::output::{Stop, escape};

/// Print the manual page, or write one for each command
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/man.txt"))]
pub(crate) struct Man {
    /// Write oneiri.1 and a page for each command there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Command for Man {
    const EXIT_CODES: Option<&'static str> = Some("");
    const NO_JSON: Option<&'static str> = Some("--json cannot be used with man, which prints text");

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        Ok(Box::new(move |session| {
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

/// Print completions for a shell
///
/// The examples show from which files bash, zsh and fish load them.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/completions.txt"))]
pub(crate) struct Completions {
    /// Which shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    shell: Shell,
}

impl Command for Completions {
    const EXIT_CODES: Option<&'static str> = Some("");
    const NO_JSON: Option<&'static str> = Some("--json cannot be used with completions, which are a script");

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        Ok(Box::new(move |session| {
            let mut script = Vec::new();
            generate(self.shell, &mut crate::commands::command(), "oneiri", &mut script);
            session.part(&String::from_utf8_lossy(&script))
        }))
    }
}
