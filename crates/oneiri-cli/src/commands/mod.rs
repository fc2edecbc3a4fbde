//! The command line, and the commands: a file or a folder for each. [`ALL`] lists them.

use std::process::ExitCode;

use clap::builder::Resettable;
use clap::{Arg, ArgAction, ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, ValueEnum};
use oneiri::{Alphabet, Ascii, Unicode};

use crate::args::{UsageError, usage};
pub(crate) use crate::output::Job;
use crate::output::Session;

pub(crate) mod check;
pub(crate) mod comm;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod dedupe;
pub(crate) mod edit;
pub(crate) mod fix;
pub(crate) mod generated;
pub(crate) mod guard;
pub(crate) mod key;
pub(crate) mod links;
pub(crate) mod lint;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod parsers;
pub(crate) mod percent;
pub(crate) mod redact;
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
    after_help = include_str!("help/oneiri.txt")
)]
struct Cli {
    /// Print one JSON object per line, invalid ones included
    #[arg(long, global = true, display_order = 100, help_heading = OUTPUT)]
    json: bool,

    /// Use color: auto, always or never
    ///
    /// auto: on a terminal, and NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, display_order = 101, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_possible_values = true, value_parser = clap::value_parser!(ColorChoice))]
    #[arg(help_heading = OUTPUT)]
    color: ColorChoice,
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
    for (group, heading) in GROUPS {
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
    choose(color_asked_for());
    match job() {
        Ok((job, json)) => Session::run(job, json),
        Err(error) => error.show(),
    }
}

/// Parses the arguments of this process. Returns what there is to do, and whether `--json` is given.
fn job() -> Result<(Job, bool), UsageError> {
    let matches = command().try_get_matches().map_err(usage::explained)?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))?;
    choose(cli.color);
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

/// The groups in the order of the help, with their headings.
const GROUPS: [(Group, &str); 3] = [
    (Group::Values, "Commands for values (arguments are URLs or text; -f FILE reads a list)"),
    (Group::Lists, "Commands for lists and documents (arguments are files, or URLs)"),
    (Group::Others, "Other commands"),
];

/// All commands, in the order of the help.
pub(crate) const ALL: &[Entry] = &[
    Entry::of::<parse::Args>("parse", Group::Values),
    Entry::of::<parsers::Args>("parsers", Group::Values),
    Entry::of::<compare::Args>("compare", Group::Values),
    Entry::of::<resolve::Resolve>("resolve", Group::Values),
    Entry::of::<resolve::Relativize>("relativize", Group::Values),
    Entry::of::<edit::Args>("edit", Group::Values),
    Entry::of::<convert::Args>("convert", Group::Values),
    Entry::of::<percent::Encode>("encode", Group::Values),
    Entry::of::<percent::Decode>("decode", Group::Values),
    Entry::of::<template::Args>("template", Group::Values),
    Entry::of::<guard::Args>("guard", Group::Values),
    Entry::of::<redact::Args>("redact", Group::Values),
    Entry::of::<check::Args>("check", Group::Lists),
    Entry::of::<lint::Args>("lint", Group::Lists),
    Entry::of::<fix::Args>("fix", Group::Lists),
    Entry::of::<normalize::Args>("normalize", Group::Lists),
    Entry::of::<dedupe::Args>("dedupe", Group::Lists),
    Entry::of::<comm::Args>("comm", Group::Lists),
    Entry::of::<key::Args>("key", Group::Lists),
    Entry::of::<links::Args>("links", Group::Lists),
    Entry::of::<report::Args>("report", Group::Lists),
    Entry::of::<generated::Completions>("completions", Group::Others),
    Entry::of::<generated::Man>("man", Group::Others),
];

/// The exit code 1 of a command, as the help shows it: of one with `--invalid`, and of any other.
const FORGIVEN: &str =
    "  1  some input was invalid, and neither --rejects nor --invalid says what\n     becomes of it\n";
const REJECTED: &str = "  1  some input was invalid, and --rejects does not take it\n";
pub(crate) const INVALID: &str = "  1  some input was invalid\n";

/// The exit code 2 of commands that say what is invalid, for [`Command::TROUBLE`].
pub(crate) const UNREAD_TABLES: &str =
    ",\n     or a table was not read, because it needs --column, or lacks this column";

/// A further count of a sum, if it is not 0.
pub(crate) fn also(count: u64, what: &str) -> String {
    if count == 0 { String::new() } else { format!(", {count} {what}") }
}

/// The options of a command.
pub(crate) trait Command: clap::Args {
    /// What the exit code 1 means, if it is not what [`INVALID`] or [`FORGIVEN`] says.
    const EXIT_CODES: Option<&'static str> = None;

    /// What else the exit code 2 means.
    const TROUBLE: &'static str = "";

    /// Why the command does not take `--json`, if it does not.
    const NO_JSON: Option<&'static str> = None;

    /// Turns the options into a job, for identifiers of this alphabet. Options that contradict each other are an error
    /// here, before any file is opened or written.
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError>;
}

pub(crate) struct Entry {
    pub(crate) name: &'static str,
    group: Group,
    exit_codes: (Option<&'static str>, &'static str),
    no_json: Option<&'static str>,
    augment: fn(clap::Command) -> clap::Command,
    job: fn(&ArgMatches, bool) -> Result<Job, UsageError>,
}

impl Entry {
    const fn of<C: Command>(name: &'static str, group: Group) -> Self {
        Self {
            name,
            group,
            exit_codes: (C::EXIT_CODES, C::TROUBLE),
            no_json: C::NO_JSON,
            augment: C::augment_args,
            job: |matches, json| {
                let args = C::from_arg_matches(matches).map_err(|error| error.format(&mut command()))?;
                let is_uri = matches.try_get_one::<bool>("uri").is_ok_and(|uri| uri == Some(&true));
                if is_uri { args.job::<Ascii>(json) } else { args.job::<Unicode>(json) }
            },
        }
    }

    pub(crate) fn command(&self) -> clap::Command {
        let mut command = (self.augment)(clap::Command::new(self.name));
        // Where --json is refused, it is not offered either.
        if self.no_json.is_some() {
            let json = Arg::new("json").long("json").action(ArgAction::SetTrue).hide(true);
            command = command.arg(json);
        }
        let rest = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let (one, trouble) = self.exit_codes;
        let has = |id: &str| command.get_arguments().any(|option| option.get_id() == id);
        let invalid = if has("rejects") { REJECTED } else { INVALID };
        let one = one.unwrap_or(if has("invalid") { FORGIVEN } else { invalid });
        let two = format!("  2  wrong usage, or a file could not be read or written{trouble}\n");
        let command = command.mut_args(|option| grouped(self, option));
        command.after_help(format!("Exit codes:\n  0  all went well\n{one}{two}\n{rest}"))
    }

    pub(crate) fn job(&self, matches: &ArgMatches, json: bool) -> Result<Job, UsageError> {
        match self.no_json.filter(|_| json) {
            Some(message) => Err(UsageError::conflict(message)),
            None => (self.job)(matches, json),
        }
    }
}

const INPUT: &str = "Input";
const MEANING: &str = "Meaning";
const OUTPUT: &str = "Output";

/// What is read of a folder, for the help.
const FOLDERS: &str = include_str!("help/folders.txt");

/// The options that say what is read.
const OF_INPUT: [&str; 9] = ["column", "delimiter", "files", "format", "max_line", "more", "null", "threads", "trim"];

/// The options that say what is written, and how.
const OF_OUTPUT: [&str; 30] = [
    "all", "any_order", "codes", "count", "dry_run", "duplicates", "explain", "in_place", "into", "invalid", "keep",
    "map", "max_errors", "memory", "not_a", "not_b", "not_both", "only_disagreements", "only_moving", "out", "output",
    "output_delimiter", "quiet", "rejects", "sarif", "summary", "table", "tag", "temp_dir", "unique",
];

/// Puts an option of a command into its group. Those in no list say what identifiers mean, and what
/// is done to them. Arguments without a name have a group of their own. The help of `--format` names
/// only what the command reads.
fn grouped(&Entry { name: command, group, .. }: &Entry, option: Arg) -> Arg {
    if option.is_positional() {
        let is_input = option.get_id() == "arguments" && command != "comm";
        return if command == "links" {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            option.long_help(format!("{help}\n\n{FOLDERS}"))
        } else if is_input && group == Group::Lists {
            let help = "Files, folders or patterns, or URLs [default: stdin, also for -]";
            let all = format!("{help}\n\n{FOLDERS}");
            option.value_name("FILE|URL").help(help).long_help(all).conflicts_with(Resettable::<clap::Id>::Reset)
        } else {
            option
        };
    }
    let id = option.get_id().as_str();
    let heading = match id {
        _ if OF_INPUT.contains(&id) => INPUT,
        _ if OF_OUTPUT.contains(&id) => OUTPUT,
        _ => MEANING,
    };
    let is_format = id == "format";
    let is_own = id == "output" && ["guard", "links", "lint", "parse", "parsers", "report"].contains(&command);
    let option = option.help_heading(heading);
    if is_own {
        return option.help("Write to FILE (- is stdout)");
    }
    // Documents are for the other commands that have this option.
    match command {
        _ if !is_format => option,
        "comm" | "convert" | "dedupe" | "edit" | "guard" | "key" | "parse" | "parsers" | "relativize" | "resolve" => {
            option.help("text, csv, tsv, ndjson or parquet\n[default: by the name, else text]")
        }
        "fix" => option.help(
            "text, csv, tsv, ndjson, parquet, nt, nq, turtle, trig\nor sitemap [default: by the name, else text]",
        ),
        "normalize" => {
            option.help("text, csv, tsv, ndjson, parquet, nt, nq or sitemap\n[default: by the name, else text]")
        }
        _ => option,
    }
}

/// Reads `--color` before the other arguments are parsed, because help and errors of usage may be colored, too.
fn color_asked_for() -> ColorChoice {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    let options = arguments.iter().position(|it| it == "--").unwrap_or(arguments.len());
    let mut values = (0..options).filter_map(|at| match arguments[at].split_once('=') {
        Some(("--color", value)) => Some(value),
        None if arguments[at] == "--color" => arguments.get(at + 1).map(String::as_str),
        _ => None,
    });
    values.find_map(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(ColorChoice::Auto)
}

fn choose(color: ColorChoice) {
    match color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}
