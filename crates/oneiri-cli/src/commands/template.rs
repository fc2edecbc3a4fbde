//! `oneiri template`: expands URI Templates, matches texts against one, and compares two.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use oneiri::{Alphabet, Rung};
use oneiri_template::{Match, Matcher, Template, Value, overlap};

use crate::args::{Plan, Texts, UsageError};
use crate::commands::{Command, Job};
use crate::comparison::rungs;
use crate::output::{Answers, Fault, json};
use crate::pipeline::{Item, source::named};

/// Expand URI Templates (RFC 6570), match texts against one, or compare two
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/template.txt"))]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Expand(Expand),
    Match(MatchArgs),
    Overlap(Overlap),
}

/// Expand each template with the same values
///
/// A template that breaks the grammar is invalid, and so is a prefix of a list or map.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Expand {
    #[command(flatten)]
    templates: Texts,

    /// Read values from a JSON object: texts, numbers, lists and objects (null is undefined)
    #[arg(long = "vars", value_name = "FILE")]
    file: Option<PathBuf>,

    /// The text of a variable (repeatable), which goes before --vars
    #[arg(long = "var", value_name = "NAME=VALUE")]
    texts: Vec<String>,
}

/// Match each URL against the template and print its variables as JSON
///
/// Values are decoded. A text that no values expand to is invalid. If a value can lead
/// out of a folder, standard error names its hazards: slash, dot-segment, nul. A template is
/// ambiguous if two sets of values expand to one text. It is an error with such a
/// text, unless --rule says which values are meant.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct MatchArgs {
    /// The template
    template: String,

    #[command(flatten)]
    texts: Texts,

    /// How to choose if a URL matches in several ways: shortest-first
    #[arg(long, value_name = "RULE", value_parser = ["shortest-first"], hide_possible_values = true)]
    rule: Option<String>,

    /// Take the pairs of a query in any order, and leave out those that the template does not have
    #[arg(long)]
    lenient_query: bool,

    /// Also match what is equal, at this rung, to a text that values expand to [default: string]
    #[arg(long, value_name = "RUNG", value_parser = rungs())]
    rung: Option<Rung>,
}

/// Print a text that both templates expand to
///
/// The exit code is 0 if there is none, and 1 if there is one. It is also 1 if this cannot
/// be decided: then standard error says why, and standard output is empty.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Overlap {
    /// A template
    #[arg(value_name = "A")]
    a: String,

    /// Another one
    #[arg(value_name = "B")]
    b: String,
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> =
        Some("  1  some input was invalid, the template is ambiguous, or templates overlap\n");

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        match self.action {
            Action::Expand(args) => args.job(),
            Action::Match(args) => args.job(),
            Action::Overlap(args) => args.job(json),
        }
    }
}

fn template(text: &str) -> Result<Template, UsageError> {
    Template::parse(text).map_err(|error| UsageError::value(&error.to_string()))
}

impl Expand {
    fn job(self) -> Result<Job, UsageError> {
        let mut values = match &self.file {
            None => BTreeMap::new(),
            Some(path) => values(path).map_err(|message| UsageError::value(&message))?,
        };
        for text in self.texts {
            let pair = text.split_once('=').ok_or_else(|| UsageError::value("--var expects NAME=VALUE"));
            let (name, value) = pair?;
            if name.is_empty() {
                return Err(UsageError::value("--var expects NAME=VALUE, and NAME is empty"));
            }
            values.insert(name.to_owned(), Value::from(value.to_owned()));
        }
        let plan = Plan::of(self.templates.source(), None, Vec::new());
        Ok(plan.transform(move |text, output| {
            let template = Template::parse(text).map_err(|error| {
                let end = error.start() + error.found().map_or(0, char::len_utf8);
                Fault::plain(error.start(), end, error.to_string())
            })?;
            let expansion = template.expand(&values);
            let whole = |error: oneiri_template::ExpandError| Fault::plain(0, text.len(), error.to_string());
            output.push_str(&expansion.map_err(whole)?);
            Ok(())
        }))
    }
}

fn values(path: &std::path::Path) -> Result<BTreeMap<String, Value<'static>>, String> {
    let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = named(path).and_then(File::open).map_err(|error| fault(&error))?;
    serde_json::from_reader(BufReader::new(file)).map_err(|error| fault(&error))
}

impl MatchArgs {
    fn job(self) -> Result<Job, UsageError> {
        let template = template(&self.template)?;
        let matcher: Result<Matcher, _> = match self.rule {
            None => template.matcher(),
            Some(_) => template.matcher_shortest_first(),
        };
        let matcher = if self.lenient_query { matcher.map(Matcher::lenient_query) } else { matcher };
        let matcher = match self.rung {
            Some(rung) => matcher.and_then(|matcher| matcher.at(rung)),
            None => matcher,
        };
        match matcher {
            Ok(matcher) => {
                let plan = Plan::of(self.texts.source(), None, Vec::new());
                Ok(plan.each_text(move |item, text, answers| read(&matcher, item, text, answers)))
            }
            Err(error) => Ok(Box::new(move |session| {
                session.note(&error.to_string());
                session.tally.refuse();
                Ok(())
            })),
        }
    }
}

fn read(matcher: &Matcher, item: &Item<'_>, text: &str, answers: &mut Answers) -> Result<(), Fault> {
    let found = matcher.matches(text).map_err(|error| Fault::plain(error.start(), error.end(), error.to_string()))?;
    let hazardous = found.captures().iter().filter(|capture| capture.hazards.any());
    if answers.style.json {
        let hazard_kinds = hazardous.clone().map(|it| (&*it.name, it.hazards.names().collect())).collect();
        let hazards = hazardous.map(|capture| &*capture.name).collect();
        answers.record(item, text, Record { values: &found, hazards, hazard_kinds });
        return Ok(());
    }
    answers.line(json::text(&found).trim_end().as_bytes());
    for capture in hazardous {
        let kinds: Vec<_> = capture.hazards.names().collect();
        answers.tell(&format!("{}:{}: hazard in '{}': {}", item.file, item.number, capture.name, kinds.join(", ")));
    }
    Ok(())
}

/// The values of a text, the names of those that can lead out of a folder, and what in them can.
#[derive(serde::Serialize)]
struct Record<'a> {
    values: &'a Match<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hazards: Vec<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hazard_kinds: BTreeMap<&'a str, Vec<&'static str>>,
}

impl Overlap {
    fn job(self, json: bool) -> Result<Job, UsageError> {
        let (a, b) = (template(&self.a)?, template(&self.b)?);
        let found = overlap(&a, &b);
        Ok(Box::new(move |session| {
            match found {
                Err(error) => {
                    session.note(&format!("undecided whether the templates overlap: {error}"));
                    session.tally.refuse();
                }
                Ok(None) if json => session.lines(b"{\"overlap\":null}\n")?,
                Ok(None) => {}
                Ok(Some(text)) => {
                    let line = if json { json::text(&BTreeMap::from([("overlap", &text)])) } else { text + "\n" };
                    session.lines(line.as_bytes())?;
                    session.tally.refuse();
                }
            }
            Ok(())
        }))
    }
}
