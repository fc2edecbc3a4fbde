//! `oneiri`: URIs and IRIs from the command line.
//!
//! Every command has its file, which holds its options, its help and what it does to one line.
//! [`input`] brings the lines, [`session`] takes the answers, [`json`] has the shapes of `--json`.

mod align;
mod changes;
mod check;
mod compare;
mod convert;
mod decode;
mod dedupe;
mod diff;
mod edit;
mod encode;
mod escape;
mod evidence;
mod excerpt;
mod explain;
mod grammar;
mod input;
mod json;
mod key;
mod ladder;
mod layout;
mod lint;
mod normalize;
mod open;
mod paint;
mod pairs;
mod parse;
mod progress;
mod relativize;
mod resolve;
mod session;
mod target;
mod transform;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::session::Session;

/// What a URI or IRI is, what it is made of, and when two spellings are the same
///
/// Identifiers come as arguments, or as lines of files (-f) or of standard input.
/// A line ends with LF or CRLF; nothing else is trimmed, and the empty line is the
/// empty reference. Before an argument that begins with "-", write "--".
///
/// A line that is refused is reported on standard error as FILE:LINE:START-END,
/// where START and END count bytes of the line from 0, and the rest goes on.
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
  130  interrupted"
)]
struct Cli {
    /// Print one JSON object per line, refusals included
    #[arg(long, global = true, display_order = 100)]
    json: bool,

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
    Dedupe(dedupe::Args),
    Lint(lint::Args),
    Diff(diff::Args),
    Key(key::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
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
        Command::Dedupe(args) => dedupe::run(args, &mut session),
        Command::Lint(args) => lint::run(args, &mut session),
        Command::Diff(args) => diff::run(args, &mut session),
        Command::Key(args) => key::run(args, &mut session),
    };
    session.finish(ran)
}
