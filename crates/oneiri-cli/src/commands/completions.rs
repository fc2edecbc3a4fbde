//! `oneiri completions`: prints completions for a shell.

use clap_complete::{Shell, generate};

use crate::args::usage::UsageError;
use crate::commands::{Command, Job};

/// Print completions for a shell
///
/// The examples show from which files bash, zsh and fish load them.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri completions bash > ~/.local/share/bash-completion/completions/oneiri
  oneiri completions zsh > ~/.zfunc/_oneiri
  oneiri completions fish > ~/.config/fish/completions/oneiri.fish"
)]
pub(crate) struct Args {
    /// Which shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    shell: Shell,
}

impl Command for Args {
    const EXIT_CODES: &'static str = "";
    const JSON: bool = false;

    fn job(self, json: bool) -> Result<Job, UsageError> {
        if json {
            let message = "--json cannot be used with completions, which are a script";
            return Err(UsageError::conflict(message));
        }
        Ok(Job::new(move |session| {
            let mut script = Vec::new();
            generate(self.shell, &mut crate::commands::command(), "oneiri", &mut script);
            session.part(&String::from_utf8_lossy(&script))
        }))
    }
}
