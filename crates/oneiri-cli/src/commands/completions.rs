//! `oneiri completions`: prints completions for a shell.

use clap_complete::{Shell, generate};

use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

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

pub(crate) fn run(args: Args, mut command: clap::Command, session: &mut Session) -> Flow {
    if session.json() {
        session.fail("--json cannot be used with completions, which are a script");
        return Err(Stop::Told);
    }
    let mut script = Vec::new();
    generate(args.shell, &mut command, "oneiri", &mut script);
    session.part(&String::from_utf8_lossy(&script))
}
