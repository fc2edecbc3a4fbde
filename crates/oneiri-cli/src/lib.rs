//! The command `oneiri`. It is a library only so that `main` and `fuzz/` can call it; other crates
//! must not depend on it.
//!
//! This file has the list of commands and starts one of them. The rest lies in five rooms:
//! [`commands`], [`dedupe`], [`input`], [`output`] and [`assume`]. Each room imports only from itself and from
//! the rooms behind it in this list.

mod assume;
mod commands;
mod dedupe;
mod input;
#[cfg(any(test, fuzzing))]
pub mod laws;
mod output;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::Job;
use crate::commands::shared::color::Color;
use crate::commands::shared::groups;
use crate::commands::shared::usage::UsageError;
use crate::output::session::Session;

/// What a URI or IRI is, what it is made of, and when two spellings are the same
///
/// An argument is an identifier, -f FILE reads the lines of a file, and without both
/// the lines of standard input are read; only `dedupe`, `comm`, `links` and
/// `report` take files as arguments, too. An argument that has no scheme and names a file is
/// refused with exit code 2, because -f was probably meant. Behind "--" each
/// argument is taken as it is, even if it begins with "-" or names a file.
///
/// A line ends with LF or CRLF; nothing else is trimmed, and the empty line is the
/// empty reference.
///
/// A refused line is reported on standard error as FILE:LINE:START-END, where START
/// and END count bytes of the line from 0, and the other lines are processed. On a
/// terminal its text is shown, too. No message contains a password.
#[derive(Parser)]
#[command(
    name = "oneiri",
    version,
    verbatim_doc_comment,
    after_help = "\
Exit codes:
  0  all went well
  1  some input was refused, `compare`, `explain` or `diff` found a difference, or
     `lint` something to deny
  2  wrong usage, or a file could not be read or written
  3  `diff --only-moving` found something
  130  interrupted

Examples:
  oneiri parse 'http://ada@example.com:8080/a%20b?q#f'
  oneiri explain http://example.com HTTP://example.com:80/
  oneiri dedupe links.txt > unique.txt"
)]
struct Cli {
    /// Print one JSON object per line, refusals included
    #[arg(long, global = true, display_order = 100, help_heading = groups::OUTPUT)]
    json: bool,

    /// Use colour: auto, always or never
    ///
    /// auto: on a terminal; NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, display_order = 101, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_possible_values = true, value_parser = clap::value_parser!(Color))]
    #[arg(help_heading = groups::OUTPUT)]
    color: Color,
}

/// The command line of `oneiri`. The help of each command ends with its exit codes.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command().subcommand_required(true).arg_required_else_help(true);
    command.subcommands(commands::ALL.iter().map(commands::Entry::command))
}

/// Runs the command with the arguments of this process, and returns its exit code.
pub fn main() -> ExitCode {
    Color::asked_for().choose();
    match job() {
        Ok((job, json)) => {
            let mut session = Session::new(json);
            let ran = job.run(&mut session);
            session.finish(ran)
        }
        Err(error) => error.show(),
    }
}

/// Parses the arguments of this process. Returns what there is to do, and whether `--json` is given.
fn job() -> Result<(Job, bool), UsageError> {
    let matches = command().try_get_matches()?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))?;
    cli.color.choose();
    let chosen = matches.subcommand().and_then(|(name, options)| {
        Some((commands::ALL.iter().find(|entry| entry.name == name)?, options))
    });
    // The parser refuses a command line without a command.
    let (entry, options) = chosen.ok_or_else(|| UsageError::value("expected a command"))?;
    Ok((entry.job(options, cli.json)?, cli.json))
}
