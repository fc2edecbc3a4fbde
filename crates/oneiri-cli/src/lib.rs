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

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::shared::color::Color;
use crate::commands::shared::{groups, usage};
use crate::commands::{
    check, comm, compare, completions, convert, decode, diff, edit, encode, explain, key, links,
    lint, man, normalize, parse, relativize, report, resolve, sql,
};
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

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Parse(parse::Args),
    Check(check::Args),
    Normalize(normalize::Args),
    Resolve(resolve::Args),
    Relativize(relativize::Args),
    Edit(edit::Args),
    Convert(convert::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Compare(compare::Args),
    Explain(explain::Args),
    Dedupe(commands::dedupe::Args),
    Comm(comm::Args),
    Links(links::Args),
    Lint(lint::Args),
    Diff(diff::Args),
    Key(key::Args),
    Report(report::Args),
    Sql(sql::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The command line of `oneiri`. The help of each command ends with its exit codes.
fn command() -> clap::Command {
    Cli::command().mut_subcommands(|command| {
        let one = match command.get_name() {
            "compare" => "  1  they are not equal at --rung, or one was refused\n",
            "explain" => "  1  some are not equal at --rung, or were refused\n",
            "lint" => "  1  something was found that is denied, or a line was refused\n",
            "diff" => "  1  parsers disagree (not with --only-moving), or a line was refused\n",
            "sql" => "  1  the query raises what is refused, and something was\n",
            "completions" | "man" => "",
            _ => "  1  some input was refused\n",
        };
        let two = "  2  wrong usage, or a file could not be read or written\n";
        let three = if command.get_name() == "diff" {
            "  3  with --only-moving: something moves\n"
        } else {
            ""
        };
        // Where --json is refused, it is not offered either.
        let command = match command.get_name() {
            "report" | "completions" | "man" => {
                command.arg(Arg::new("json").long("json").action(ArgAction::SetTrue).hide(true))
            }
            _ => command,
        };
        let rest = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let name = command.get_name().to_owned();
        let command = command.mut_args(|option| groups::group(&name, option));
        command.after_help(format!("Exit codes:\n  0  all went well\n{one}{two}{three}\n{rest}"))
    })
}

/// Runs the command with the arguments of this process, and returns its exit code.
pub fn main() -> ExitCode {
    Color::asked_for().choose();
    let matches = command().try_get_matches().unwrap_or_else(|error| usage::exit_with(&error));
    let cli = Cli::from_arg_matches(&matches)
        .unwrap_or_else(|error| usage::exit_with(&error.format(&mut command())));
    cli.color.choose();
    let mut session = Session::new(cli.json);
    let ran = match cli.command {
        Command::Parse(args) => parse::run(args, &mut session),
        Command::Check(args) => check::run(args, &mut session),
        Command::Normalize(args) => normalize::run(args, &mut session),
        Command::Resolve(args) => resolve::run(args, &mut session),
        Command::Relativize(args) => relativize::run(args, &mut session),
        Command::Edit(args) => edit::run(args, &mut session),
        Command::Convert(args) => convert::run(args, &mut session),
        Command::Encode(args) => encode::run(args, &mut session),
        Command::Decode(args) => decode::run(args, &mut session),
        Command::Compare(args) => compare::run(args, &mut session),
        Command::Explain(args) => explain::run(args, &mut session),
        Command::Dedupe(args) => commands::dedupe::run(args, &mut session),
        Command::Comm(args) => comm::run(args, &mut session),
        Command::Links(args) => links::run(args, &mut session),
        Command::Lint(args) => lint::run(args, &mut session),
        Command::Diff(args) => diff::run(args, &mut session),
        Command::Key(args) => key::run(args, &mut session),
        Command::Report(args) => report::run(args, &mut session),
        Command::Sql(args) => sql::run(args, &mut session),
        Command::Completions(args) => completions::run(args, command(), &mut session),
        Command::Man(args) => man::run(args, command(), &mut session),
    };
    session.finish(ran)
}
