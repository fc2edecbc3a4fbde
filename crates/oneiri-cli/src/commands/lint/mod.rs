//! `oneiri lint`: finds valid identifiers that are unwise, or wrong for their scheme.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use linter::{Counts, Run, To};
use oneiri::Alphabet;
use oneiri_lint::{Code, Level, Lints, Profile};
use serde::Deserialize;

use crate::args::{DocumentBase, Plan, Records, UsageError, Writes, Written};
use crate::commands::{Command, Job, UNREAD_TABLES, lint::explain::Explained};
use crate::comparison::Grammar;
use crate::output::{Answers, Flow, Session, Stop, escape, sarif};
use crate::pipeline::{Items, Source, source::named};

mod explain;
pub(super) mod linter;

/// Find valid URLs that are unwise, or wrong for their scheme
///
/// Each finding is printed with its code, its place and the section that advises
/// against it. The exit code is 1 if lint found a code that you denied, or an
/// invalid URL. With -q, only the exit code says it, as with grep -q.
///
/// --allow, --warn and --deny change the level of a code, given by its name or its
/// id. If several name the same code, the strictest one counts.
///
/// To apply the fixes of lints, use `oneiri fix --lint`.
///
/// A file oneiri-lint.toml in the folder of the list, or in one above, may set the
/// profile and levels: profile = "rdf", allow = ["L404"], warn = [], deny = []. The
/// options override it.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("../help/lint.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    levels: Levels,

    /// Print the findings as a SARIF 2.1.0 log
    #[arg(long)]
    sarif: bool,

    /// The folder for temporary files [default: the system's own]
    #[arg(long, value_name = "FOLDER", requires = "sarif")]
    temp_dir: Option<PathBuf>,

    /// Print what the CODE of a lint or of an error means
    #[arg(long, value_name = "CODE", conflicts_with_all = READS)]
    explain: Option<Explained>,

    /// Print the table of codes
    #[arg(long, conflicts_with_all = READS, conflicts_with = "explain")]
    codes: bool,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    base: DocumentBase,

    #[command(flatten)]
    written: Written,
}

/// The options that `--codes` and `--explain` refuse, because these read no URL.
const READS: [&str; 7] = ["arguments", "files", "sarif", "output", "into", "tag", "rejects"];

/// The options of the profile and the levels of codes.
#[derive(clap::Args)]
pub(super) struct Levels {
    /// What the identifiers are for [default: web, or what a file says]
    #[arg(long, value_name = "PROFILE", value_parser = profiles())]
    profile: Option<Profile>,

    /// Do not look for CODE (repeatable)
    #[arg(long, value_name = "CODE")]
    allow: Vec<Code>,

    /// Report CODE as a warning (repeatable)
    #[arg(long, value_name = "CODE")]
    warn: Vec<Code>,

    /// Report CODE as an error, exit with 1 (repeatable)
    #[arg(long, value_name = "CODE")]
    deny: Vec<Code>,

    /// The file of profile and levels, instead of the one found
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Levels {
    pub(super) fn are_given(&self) -> bool {
        let codes = [&self.allow, &self.warn, &self.deny];
        self.profile.is_some() || self.config.is_some() || codes.iter().any(|it| !it.is_empty())
    }

    /// The lints for some lists, which may lie beside a file of levels.
    pub(super) fn lints(self, lists: &[PathBuf], session: &Session) -> Result<Lints, Stop> {
        let config = self.config.map_or_else(|| find(lists), |path| Ok(Some(path)));
        let mut lints = match config.map_err(Stop::Failed)? {
            Some(path) => levels(&path, self.profile, session).map_err(Stop::Failed)?,
            None => Lints::new(self.profile.unwrap_or_default()),
        };
        for (codes, level) in [(self.allow, Level::Allow), (self.warn, Level::Warn), (self.deny, Level::Deny)] {
            codes.into_iter().for_each(|code| lints.set(code, level));
        }
        Ok(lints)
    }
}

fn profiles() -> impl TypedValueParser<Value = Profile> {
    let help = ["RDF names", "Links", "All codes, and all are denied"];
    let values = Profile::ALL.iter().zip(help).map(|(it, help)| PossibleValue::new(it.name()).help(help));
    PossibleValuesParser::new(values)
        .try_map(|name| Profile::ALL.into_iter().find(|it| it.name() == name).ok_or("a profile"))
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> =
        Some("  1  something was found that is denied, or a line is invalid, and --rejects\n     does not take it\n");
    const TROUBLE: &'static str = UNREAD_TABLES;

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if self.codes {
            return Ok(Box::new(explain::print_all));
        }
        if let Some(code) = self.explain {
            return Ok(Box::new(move |session| match code {
                Explained::Lint(code) => explain::print(code, session),
                Explained::Error(kind) => explain::print_error(kind, session),
            }));
        }
        UsageError::first(&[
            (self.sarif && json, "--sarif cannot be used with --json, because a SARIF log is a single object"),
            (
                self.sarif && self.written.divides(),
                "--sarif makes one log of all findings, which has no place for answers of lines: \
                 leave out --into, --tag and --rejects",
            ),
        ])?;
        let to = if self.sarif {
            To::Sarif
        } else if self.written.adds() {
            To::Codes
        } else {
            To::Lines
        };
        let painter = self.written.painter();
        let input = self.input.lists("lint")?;
        let files = input.files().to_vec();
        let how = self.grammar.how;
        let input = input.with_documents(Some(self.base)).strict(self.grammar.uri, how.absolute);
        let mut plan = Plan { is_verdict: true, ..input.plan(self.written, Writes::Findings, json)? };
        // That a URL is invalid is a finding, too.
        plan.options.prints_refusals = to == To::Lines && !json;
        Ok(Box::new(move |session| {
            let lints = Some(self.levels.lints(&files, session)?);
            let run = Run { lints, to, painter, how, only_repairs: false, temp_dir: self.temp_dir };
            all::<A>(run, plan.open(session)?, session)
        }))
    }
}

/// The levels of a file. The profile of the options overrides that of the file.
fn levels(path: &Path, profile: Option<Profile>, session: &Session) -> Result<Lints, String> {
    let name = escape::path(path);
    let text = named(path).and_then(std::fs::read_to_string).map_err(|error| format!("{name}: {error}"))?;
    let config: Config = toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text.get(..start).unwrap_or_default().matches('\n').count();
        format!("{name}:{line}: {}", escape::visible(error.message()))
    })?;
    let lints = config.lints(profile).map_err(|message| format!("{name}: {}", escape::visible(&message)))?;
    session.note(&format!("levels of {name}"));
    Ok(lints)
}

pub(super) fn all<A: Alphabet>(run: Run, source: Source, session: &mut Session) -> Flow {
    let (to, run, mut counts) = (run.to, Arc::new(run), Counts::default());
    let look = Arc::clone(&run);
    // A log that was cut would be no JSON.
    let held = (to == To::Sarif).then(|| session.hold(look.temp_dir.as_deref().unwrap_or(&std::env::temp_dir())));
    session.part(&if to == To::Sarif { sarif::head() } else { String::new() })?;
    let work = move |items: &Items<'_>, answers: &mut Answers| {
        let mut counts = Counts::default();
        // In other bytes than UTF-8, programs count columns in different ways.
        let is_utf8 = || items.records().is_some_and(|it| std::str::from_utf8(it.bytes).is_ok());
        let is_in_file = items.is_in_file && look.to == To::Sarif && is_utf8();
        Items { is_in_file, ..*items }.each(|item| drop(look.line::<A>(item, &mut counts, answers)));
        counts
    };
    let ran = source.work(session, work, |_, _, more| {
        counts.add(more);
        Ok(())
    });
    if let Some(held) = held {
        let is_whole = ran.is_ok() && !session.failed && !session.tally.is_partial;
        session.part(&sarif::tail(is_whole, &session.unread))?;
        session.release(held)?;
    }
    ran?;
    session.flush()?;
    counts.sum_up(&run, session);
    Ok(())
}

const NAME: &str = "oneiri-lint.toml";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Config {
    profile: Option<String>,
    allow: Vec<String>,
    warn: Vec<String>,
    deny: Vec<String>,
}

/// The file for these lists: the nearest one in the folder of a list, or in a folder above. Without
/// lists it is looked for from the current folder. Lists with different files are an error.
fn find(lists: &[PathBuf]) -> Result<Option<PathBuf>, String> {
    let nearest = |list: &PathBuf| {
        let list = if list == Path::new("-") { Path::new(".") } else { list };
        // A list that cannot be read is reported when it is read.
        let real = list.canonicalize().or_else(|_| std::path::absolute(list)).unwrap_or_default();
        let folder = if real.is_dir() { &*real } else { real.parent().unwrap_or(&real) };
        folder.ancestors().map(|folder| folder.join(NAME)).find(|config| config.is_file())
    };
    let here = [PathBuf::from("-")];
    let lists = if lists.is_empty() { &here[..] } else { lists };
    let mut found = lists.iter().map(|list| (list, nearest(list)));
    let Some((first, config)) = found.next() else { return Ok(None) };
    match found.find(|(_, other)| *other != config) {
        None => Ok(config),
        Some((other, _)) => {
            let [first, other] = [first, other].map(|list| escape::path(list));
            Err(format!(
                "{first} and {other} have different files {NAME}: check them one by one, or name one with --config"
            ))
        }
    }
}

impl Config {
    /// The lints with these levels, for this profile or that of the file. If several levels name the same code, the
    /// strictest counts, as with options.
    fn lints(&self, profile: Option<Profile>) -> Result<Lints, String> {
        let known = |name: &String| {
            let profile = Profile::ALL.into_iter().find(|it| it.name() == name);
            profile.ok_or_else(|| format!("expected the profile rdf, web or strict, found '{name}'"))
        };
        let of_file = self.profile.as_ref().map(known).transpose()?;
        let mut lints = Lints::new(profile.or(of_file).unwrap_or_default());
        for (codes, level) in [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)] {
            for name in codes {
                let code: Code = name.parse().map_err(|error| format!("{error}, found '{name}'"))?;
                lints.set(code, level);
            }
        }
        Ok(lints)
    }
}
