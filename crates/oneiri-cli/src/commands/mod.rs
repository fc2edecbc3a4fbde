//! The command line, and the commands: a file or a folder for each. [`ALL`] lists them.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser};
use oneiri::{Alphabet, Ascii, Unicode};

use crate::args::{UsageError, color::Color, groups, wrong_names};
use crate::job::Job;
use crate::output::Session;

pub(crate) mod check;
pub(crate) mod comm;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod dedupe;
pub(crate) mod edit;
pub(crate) mod encode;
pub(crate) mod fix;
pub(crate) mod guard;
pub(crate) mod key;
pub(crate) mod links;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod parsers;
pub(crate) mod redact;
pub(crate) mod relativize;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod template;

/// What `--version` prints. Stored keys depend on the rules of schemes, so these have a version of their own. Hosts beyond ASCII
/// are mapped by the tables of ICU4X, so an answer about a new character depends on their version.
const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\nscheme rules: version 1\nUnicode 17 (ICU4X 2.1.1)");
const _: () = assert!(oneiri::SCHEME_RULES_VERSION == 1, "LONG_VERSION names another version");

/// Find duplicate, broken and dangerous URLs, and see exactly why
#[derive(Parser)]
#[command(
    name = "oneiri",
    version,
    long_version = LONG_VERSION,
    verbatim_doc_comment,
    after_help = "\
An argument of a command for values is never opened as a file, so it may come from
a stranger, and - is a text like any other; use -f FILE to read a list. An argument
of a command for lists and documents is a URL if it begins with a scheme, and - is
standard input; any other is a file. Without arguments and files, all read standard
input. After \"--\", every argument is text.

A line ends with LF or CRLF. Spaces are kept (see --trim), and an empty line is
an empty reference, which is valid. An invalid line is reported on standard
error as FILE:LINE:START-END, where START and END count bytes of the line from
0, and the other lines are processed. On a terminal its text is shown, too. No
message contains a password, but answers do, and so does --json, because
programs read it.

Exit codes:
  0  all went well
  1  some input was invalid, and neither --rejects nor --invalid says what becomes
     of it (for `check`, even then); `compare` or `parsers` found a difference; or
     `lint` or `guard` something to deny
  2  wrong usage, a file could not be read or written, `compare` got an invalid
     URL, or `check` or `lint` did not read a table of a folder
  130  interrupted

Examples:
  oneiri parse 'http://ada@example.com:8080/a%20b?q#f'
  oneiri compare http://example.com HTTP://example.com:80/
  oneiri dedupe links.txt > unique.txt"
)]
struct Cli {
    /// Print one JSON object per line, invalid ones included
    #[arg(long, global = true, display_order = 100, help_heading = groups::OUTPUT)]
    json: bool,

    /// Use color: auto, always or never
    ///
    /// auto: on a terminal, and NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, display_order = 101, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_possible_values = true, value_parser = clap::value_parser!(Color))]
    #[arg(help_heading = groups::OUTPUT)]
    color: Color,
}

/// The command line of `oneiri`. The help of each command ends with its exit codes.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command().subcommand_required(true).arg_required_else_help(true);
    let command = command.subcommands(ALL.iter().map(Entry::command));
    let template = template(&command);
    command.help_template(template)
}

/// The help of `oneiri`, with a list of commands for each group.
fn template(command: &clap::Command) -> String {
    let header = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let mut lists = String::new();
    for group in Group::ALL {
        let heading = group.heading();
        lists.push_str(&format!("{header}{heading}:{header:#}\n"));
        let names = ALL.iter().filter(|entry| entry.group == group).map(|entry| entry.name);
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            lists.push_str(&format!("  {literal}{name:<11}{literal:#}  {about}\n"));
        }
        lists.push('\n');
    }
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{lists}{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
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
    let matches = command().try_get_matches().map_err(wrong_names::explain)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))?;
    cli.color.choose();
    let chosen =
        matches.subcommand().and_then(|(name, options)| Some((ALL.iter().find(|entry| entry.name == name)?, options)));
    // The parser refuses a command line without a command.
    let (entry, options) = chosen.ok_or_else(|| UsageError::value("expected a command"))?;
    Ok((entry.job(options, cli.json)?, cli.json))
}

/// What the arguments of a command are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Values, which are never opened as files.
    Values,
    /// Files, or URLs that begin with a scheme.
    Lists,
    /// Something else.
    Others,
}

impl Group {
    const ALL: [Self; 3] = [Self::Values, Self::Lists, Self::Others];

    /// The heading of the group in the help.
    fn heading(self) -> &'static str {
        match self {
            Self::Values => "Commands for values (arguments are URLs or text; -f FILE reads a list)",
            Self::Lists => "Commands for lists and documents (arguments are files, or URLs)",
            Self::Others => "Other commands",
        }
    }
}

/// All commands, in the order of the help.
pub(crate) const ALL: &[Entry] = &[
    Entry::reads::<parse::Args>("parse", Group::Values),
    Entry::of::<parsers::Args>("parsers", Group::Values),
    Entry::reads::<compare::Args>("compare", Group::Values),
    Entry::reads::<resolve::Args>("resolve", Group::Values),
    Entry::reads::<relativize::Args>("relativize", Group::Values),
    Entry::reads::<edit::Args>("edit", Group::Values),
    Entry::of::<convert::Args>("convert", Group::Values),
    Entry::of::<encode::Args>("encode", Group::Values),
    Entry::of::<decode::Args>("decode", Group::Values),
    Entry::of::<template::Args>("template", Group::Values),
    Entry::of::<guard::Args>("guard", Group::Values),
    Entry::of::<redact::Args>("redact", Group::Values),
    Entry::reads::<check::Args>("check", Group::Lists),
    Entry::reads::<lint::Args>("lint", Group::Lists),
    Entry::reads::<fix::Args>("fix", Group::Lists),
    Entry::reads::<normalize::Args>("normalize", Group::Lists),
    Entry::reads::<dedupe::Args>("dedupe", Group::Lists),
    Entry::reads::<comm::Args>("comm", Group::Lists),
    Entry::reads::<key::Args>("key", Group::Lists),
    Entry::of::<links::Args>("links", Group::Lists),
    Entry::of::<report::Args>("report", Group::Lists),
    Entry::of::<completions::Args>("completions", Group::Others),
    Entry::of::<man::Args>("man", Group::Others),
];

/// The exit code 1 of commands with `--rejects` and `--invalid`, as the help shows it.
pub(crate) const FORGIVEN: &str =
    "  1  some input was invalid, and neither --rejects nor --invalid says what\n     becomes of it\n";

/// The exit code 2 of commands that say what is invalid, for [`Command::TROUBLE`].
pub(crate) const UNREAD_TABLES: &str = ",\n     or a table in a folder was not read, because it needs --column";

/// The options of a command.
pub(crate) trait Command: clap::Args {
    /// What the exit codes mean that are not the same for all commands, as the help shows them.
    const EXIT_CODES: &'static str = "  1  some input was invalid\n";

    /// What else the exit code 2 means.
    const TROUBLE: &'static str = "";

    /// Why the command does not take `--json`, if it does not.
    const NO_JSON: Option<&'static str> = None;

    /// Turns the options into a job. Options that contradict each other are an error here, before
    /// any file is opened or written.
    fn job(self, json: bool) -> Result<Job, UsageError>;
}

/// The options of a command that reads URIs or IRIs, as its [`Grammar`](crate::comparison::Grammar) says.
pub(crate) trait Reads: clap::Args {
    /// See [`Command::EXIT_CODES`].
    const EXIT_CODES: &'static str = "  1  some input was invalid\n";

    /// See [`Command::TROUBLE`].
    const TROUBLE: &'static str = "";

    /// [`Command::job`] for identifiers of this alphabet.
    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError>;
}

/// A command in the list of commands.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    group: Group,
    exit_codes: [&'static str; 2],
    no_json: Option<&'static str>,
    augment: fn(clap::Command) -> clap::Command,
    job: fn(&ArgMatches, bool) -> Result<Job, UsageError>,
}

impl Entry {
    const fn of<C: Command>(name: &'static str, group: Group) -> Self {
        Self {
            name,
            group,
            exit_codes: [C::EXIT_CODES, C::TROUBLE],
            no_json: C::NO_JSON,
            augment: C::augment_args,
            job: |matches, json| args::<C>(matches)?.job(json),
        }
    }

    const fn reads<R: Reads>(name: &'static str, group: Group) -> Self {
        Self {
            name,
            group,
            exit_codes: [R::EXIT_CODES, R::TROUBLE],
            no_json: None,
            augment: R::augment_args,
            job: |matches, json| {
                let args = args::<R>(matches)?;
                let is_uri = matches.get_flag("uri");
                if is_uri { args.job_in::<Ascii>(json) } else { args.job_in::<Unicode>(json) }
            },
        }
    }

    /// The options and the help of the command.
    pub(crate) fn command(&self) -> clap::Command {
        let mut command = (self.augment)(clap::Command::new(self.name));
        // Where --json is refused, it is not offered either.
        if self.no_json.is_some() {
            let json = Arg::new("json").long("json").action(ArgAction::SetTrue).hide(true);
            command = command.arg(json);
        }
        let rest = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let [one, trouble] = self.exit_codes;
        let two = format!("  2  wrong usage, or a file could not be read or written{trouble}\n");
        let command = command.mut_args(|option| groups::group(self.name, option));
        command.after_help(format!("Exit codes:\n  0  all went well\n{one}{two}\n{rest}"))
    }

    pub(crate) fn job(&self, matches: &ArgMatches, json: bool) -> Result<Job, UsageError> {
        match self.no_json.filter(|_| json) {
            Some(message) => Err(UsageError::conflict(message)),
            None => (self.job)(matches, json),
        }
    }
}

fn args<C: clap::Args>(matches: &ArgMatches) -> Result<C, UsageError> {
    Ok(C::from_arg_matches(matches).map_err(|error| error.format(&mut command()))?)
}
