//! `oneiri completions`: prints completions for a shell.

use clap_complete::{Shell, generate};

use crate::args::UsageError;
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
    const NO_JSON: Option<&'static str> = Some("--json cannot be used with completions, which are a script");

    fn job(self, _: bool) -> Result<Job, UsageError> {
        Ok(Job::new(move |session| {
            let mut script = Vec::new();
            generate(self.shell, &mut crate::commands::command(), "oneiri", &mut script);
            session.part(&String::from_utf8_lossy(&script))
        }))
    }
}
