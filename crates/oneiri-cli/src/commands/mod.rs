//! The command line, and the commands: a file or a folder for each. [`ALL`] lists them.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser};
use oneiri::{Alphabet, Ascii, Unicode};

use crate::args::color::Color;
use crate::args::groups;
use crate::args::usage::UsageError;
use crate::comparison::Grammar;
use crate::job::Job;
use crate::output::session::Session;

pub(crate) mod check;
pub(crate) mod comm;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod dedupe;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod guard;
pub(crate) mod key;
pub(crate) mod links;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod relativize;
pub(crate) mod report;
pub(crate) mod resolve;
#[cfg(feature = "sql")]
pub(crate) mod sql;
pub(crate) mod template;

/// What `--version` prints. Stored keys depend on the rules of schemes, so these have a version of their own.
const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\nscheme rules: version 1");
const _: () = assert!(oneiri::SCHEME_RULES_VERSION == 1, "LONG_VERSION names another version");

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
    long_version = LONG_VERSION,
    verbatim_doc_comment,
    after_help = "\
Exit codes:
  0  all went well
  1  some input was refused, `compare`, `explain` or `diff` found a difference, or
     `lint` or `guard` something to deny
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
    command.subcommands(ALL.iter().map(Entry::command))
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
    let chosen = matches
        .subcommand()
        .and_then(|(name, options)| Some((ALL.iter().find(|entry| entry.name == name)?, options)));
    // The parser refuses a command line without a command.
    let (entry, options) = chosen.ok_or_else(|| UsageError::value("expected a command"))?;
    Ok((entry.job(options, cli.json)?, cli.json))
}

/// All commands, in the order of the help.
pub(crate) const ALL: &[Entry] = &[
    Entry::of::<parse::Args>("parse"),
    Entry::of::<check::Args>("check"),
    Entry::of::<normalize::Args>("normalize"),
    Entry::of::<resolve::Args>("resolve"),
    Entry::of::<relativize::Args>("relativize"),
    Entry::of::<edit::Args>("edit"),
    Entry::of::<convert::Args>("convert"),
    Entry::of::<encode::Args>("encode"),
    Entry::of::<decode::Args>("decode"),
    Entry::of::<compare::Args>("compare"),
    Entry::of::<explain::Args>("explain"),
    Entry::of::<dedupe::Args>("dedupe"),
    Entry::of::<comm::Args>("comm"),
    Entry::of::<links::Args>("links"),
    Entry::of::<lint::Args>("lint"),
    Entry::of::<diff::Args>("diff"),
    Entry::of::<guard::Args>("guard"),
    Entry::of::<key::Args>("key"),
    Entry::of::<report::Args>("report"),
    #[cfg(feature = "sql")]
    Entry::of::<sql::Args>("sql"),
    Entry::of::<template::Args>("template"),
    Entry::of::<completions::Args>("completions"),
    Entry::of::<man::Args>("man"),
];

/// The options of a command.
pub(crate) trait Command: clap::Args {
    /// What the exit codes mean that are not the same for all commands, as the help shows them.
    const EXIT_CODES: &'static str = "  1  some input was refused\n";

    /// The same for exit codes above 2.
    const MORE_EXIT_CODES: &'static str = "";

    /// Whether the command takes `--json`.
    const JSON: bool = true;

    /// Turns the options into a job. Options that contradict each other are an error here, before
    /// any file is opened or written.
    fn job(self, json: bool) -> Result<Job, UsageError>;
}

/// The options of a command that reads URIs or IRIs.
pub(crate) trait Reads: clap::Args {
    /// See [`Command::EXIT_CODES`].
    const EXIT_CODES: &'static str = "  1  some input was refused\n";

    /// The options that say which of the two.
    fn grammar(&self) -> &Grammar;

    /// [`Command::job`] for identifiers of this alphabet.
    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError>;
}

impl<R: Reads> Command for R {
    const EXIT_CODES: &'static str = R::EXIT_CODES;

    fn job(self, json: bool) -> Result<Job, UsageError> {
        if self.grammar().is_uri() {
            self.job_in::<Ascii>(json)
        } else {
            self.job_in::<Unicode>(json)
        }
    }
}

/// A command in the list of commands.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    exit_codes: [&'static str; 2],
    json: bool,
    augment: fn(clap::Command) -> clap::Command,
    job: fn(&ArgMatches, bool) -> Result<Job, UsageError>,
}

impl Entry {
    const fn of<C: Command>(name: &'static str) -> Self {
        Self {
            name,
            exit_codes: [C::EXIT_CODES, C::MORE_EXIT_CODES],
            json: C::JSON,
            augment: C::augment_args,
            job: |matches, json| {
                let args = C::from_arg_matches(matches);
                args.map_err(|error| error.format(&mut command()))?.job(json)
            },
        }
    }

    /// The options and the help of the command.
    pub(crate) fn command(&self) -> clap::Command {
        let mut command = (self.augment)(clap::Command::new(self.name));
        // Where --json is refused, it is not offered either.
        if !self.json {
            let json = Arg::new("json").long("json").action(ArgAction::SetTrue).hide(true);
            command = command.arg(json);
        }
        let rest = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let [one, three] = self.exit_codes;
        let two = "  2  wrong usage, or a file could not be read or written\n";
        let command = command.mut_args(|option| groups::group(self.name, option));
        command.after_help(format!("Exit codes:\n  0  all went well\n{one}{two}{three}\n{rest}"))
    }

    pub(crate) fn job(&self, matches: &ArgMatches, json: bool) -> Result<Job, UsageError> {
        (self.job)(matches, json)
    }
}
