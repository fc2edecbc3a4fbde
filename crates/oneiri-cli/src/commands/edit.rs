//! `oneiri edit`: replaces components of identifiers.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind as Usage;
use clap::{Arg, ArgAction, ArgMatches, FromArgMatches};
use oneiri::{Alphabet, Edit, ErrorKind, MaybeScheme, OnInvalid, Ri};
use oneiri_lint::assume::without;
use oneiri_operations::Part;

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::comparison::{self, Grammar};
use crate::output::{Fault, fault::Holds, fault::Place};

/// Change components of each URL
///
/// Changes are made in the order of the options, and options can be repeated. All
/// other components stay as they are, byte for byte. A value must fit its component
/// and its place: if the result would be read differently, the whole line is
/// invalid.
///
/// --unset takes user, host, port, path, query, fragment or authority. To remove
/// pairs of the query, write query.NAME, or query.BEGINNING* for all names that
/// begin so.
///
/// With --repair, a value is adapted: characters that its component cannot hold are
/// percent-encoded, an IPv6 address gets brackets, and a path gets the /, /. or ./
/// that it needs in its place. Unfit schemes, ports and authorities are still
/// invalid.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/edit.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    changes: Changes,

    /// Adapt values that do not fit (without it, the line is invalid)
    #[arg(long)]
    repair: bool,

    /// Pairs are application/x-www-form-urlencoded: + is a space
    #[arg(long)]
    form: bool,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    written: Written,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let is_of_pairs = |it: &Change| matches!(it.action, Action::SetQuery | Action::UnsetQuery);
        if self.form && !self.changes.0.iter().any(is_of_pairs) {
            return Err(UsageError::conflict("--form is for --set-query and --unset query.NAME"));
        }
        let how = self.grammar.how;
        let policy = if self.repair { OnInvalid::Repair } else { OnInvalid::Refuse };
        let plan = self.input.plan(self.written, Writes::Answers, json)?;
        Ok(plan.transform(move |text, output| {
            let mut target = comparison::parse::<A, MaybeScheme>(text, how)?.into_owned();
            // After an error, the target is in an unspecified state and is dropped.
            self.changes.0.iter().try_for_each(|change| change.apply(&mut target, policy, self.form))?;
            output.push_str(target.as_str());
            Ok(())
        }))
    }
}

struct Changes(Vec<Change>);

struct Change {
    option: &'static str,
    value: String,
    action: Action,
}

enum Action {
    Set(Part),
    Unset(Part),
    UnsetQuery,
    PushSegment,
    SetQuery,
}

/// The options that set a component: the name of the option, the component, the name of the value,
/// and the help.
const SETTERS: [(&str, Part, &str, &str); 8] = [
    ("scheme", Part::Scheme, "SCHEME", "Set the scheme, if there is one already"),
    ("user", Part::Userinfo, "USERINFO", "Set the userinfo"),
    ("host", Part::Host, "HOST", "Set the host (an IPv6 address in brackets)"),
    ("port", Part::Port, "DIGITS", "Set the port"),
    ("path", Part::Path, "PATH", "Set the path"),
    ("query", Part::Query, "QUERY", "Set the query, without its ?"),
    ("fragment", Part::Fragment, "FRAGMENT", "Set the fragment, without its #"),
    ("authority", Part::Authority, "AUTHORITY", "Set [userinfo@]host[:port], without //"),
];

const UNSET: &str = "unset";

/// What `--unset` has before the name of a pair.
const PAIR: &str = "query.";
const PUSH_SEGMENT: &str = "push-segment";
const SET_QUERY: &str = "set-query";

/// The components that can be removed: all but the scheme.
fn removable() -> impl Iterator<Item = (&'static str, Part)> {
    let parts = SETTERS.iter().map(|&(name, part, ..)| (name, part));
    parts.filter(|&(_, part)| part.edit(None).is_some())
}

/// What a value of `--unset` removes.
fn removed(value: &str) -> Option<Action> {
    if let Some(name) = value.strip_prefix(PAIR) {
        // A star alone would be the whole query, which has an option of its own.
        return (!matches!(name, "" | "*")).then_some(Action::UnsetQuery);
    }
    let name = if value == "userinfo" { "user" } else { value };
    removable().find(|found| found.0 == name).map(|(_, part)| Action::Unset(part))
}

/// Whether a value of `--unset` names the pairs with this decoded name. A `*` at its end stands for any rest of a name.
fn names(value: &str, name: &[u8]) -> bool {
    let named = value.strip_prefix(PAIR).unwrap_or(value);
    match named.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning.as_bytes()),
        None => name == named.as_bytes(),
    }
}

/// Parses a value of `--unset`, and tells completions the names of components.
#[derive(Clone)]
struct Removable;

impl TypedValueParser for Removable {
    type Value = String;

    fn parse_ref(&self, command: &clap::Command, option: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let parser = StringValueParser::new().try_map(|text| {
            if text.starts_with(PAIR) && text.find('*').is_some_and(|at| at + 1 < text.len()) {
                return Err("a * stands for the rest of a name, so it can only be its last character".to_owned());
            }
            let names = removable().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
            let expected =
                format!("expected one of {names}, or the name of a pair, such as {PAIR}page or '{PAIR}utm_*'");
            if removed(&text).is_some() { Ok(text) } else { Err(expected) }
        });
        parser.parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(removable().map(|(name, _)| name).chain(["query."]).map(PossibleValue::new)))
    }
}

impl clap::Args for Changes {
    fn augment_args(command: clap::Command) -> clap::Command {
        let option = |name: &'static str, value: &'static str, help: &'static str| {
            // A value may begin with a hyphen, because scripts pass values from variables.
            let option = Arg::new(name).long(name).value_name(value).help(help);
            option.action(ArgAction::Append).allow_hyphen_values(true)
        };
        let setters = SETTERS.map(|(name, _, value, help)| {
            let setter = option(name, value, help);
            if name == "user" { setter.visible_alias("userinfo") } else { setter }
        });
        let others = [
            option(UNSET, "NAME", "Remove a component, or pairs: query.page, 'query.utm_*'")
                .value_parser(Removable)
                .hide_possible_values(true),
            option(PUSH_SEGMENT, "TEXT", "Add a segment to the path, percent-encoding the text"),
            option(SET_QUERY, "KEY=VALUE", "Set one pair of the query, percent-encoding both").value_parser(pair),
        ];
        command.args(setters).args(others)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

fn pair(text: &str) -> Result<String, &'static str> {
    if text.contains('=') { Ok(text.to_owned()) } else { Err("expected KEY=VALUE") }
}

impl FromArgMatches for Changes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut changes = Vec::new();
        let mut collect = |option, action: &dyn Fn(&str) -> Option<Action>| {
            let places = matches.indices_of(option).into_iter().flatten();
            let values = matches.get_many::<String>(option).into_iter().flatten();
            for (place, value) in places.zip(values) {
                if let Some(action) = action(value) {
                    changes.push((place, Change { option, value: value.clone(), action }));
                }
            }
        };
        for (name, part, ..) in SETTERS {
            collect(name, &|_| Some(Action::Set(part)));
        }
        collect(UNSET, &removed);
        collect(PUSH_SEGMENT, &|_| Some(Action::PushSegment));
        collect(SET_QUERY, &|_| Some(Action::SetQuery));
        if changes.is_empty() {
            let message = "expected an option that changes something, such as --host HOST or --unset port";
            return Err(clap::Error::raw(Usage::MissingRequiredArgument, message));
        }
        changes.sort_by_key(|&(place, _)| place);
        Ok(Self(changes.into_iter().map(|(_, change)| change).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn push_segment<A: Alphabet>(target: &mut Ri<String, A, MaybeScheme>, segment: &str) -> Result<(), oneiri::Error> {
    target.path_mut().push(segment).map(drop)
}

impl Change {
    fn apply<A: Alphabet>(
        &self,
        target: &mut Ri<String, A, MaybeScheme>,
        policy: OnInvalid,
        form: bool,
    ) -> Result<(), Fault> {
        let value = self.value.as_str();
        // Only the scheme has no edit that removes it, and `removable` leaves it out.
        let mut edit = |edit: Option<Edit<'_>>| edit.map_or(Ok(()), |edit| target.edit(edit, policy));
        let done = match &self.action {
            Action::Set(part) => edit(part.edit(Some(value))),
            Action::Unset(part) => edit(part.edit(None)),
            Action::UnsetQuery => {
                let Some(query) = target.query().map(|query| query.as_str().to_owned()) else {
                    return Ok(());
                };
                let kept = without(&query, form, |name| names(value, name));
                target.set_query(kept.as_deref())
            }
            Action::PushSegment => match push_segment(target, value) {
                // A segment can break only one rule between components: a colon in the first
                // segment. Only this can be repaired.
                Err(error) if policy == OnInvalid::Repair && error.kind() == ErrorKind::PathColon => {
                    target.edit(Edit::Path("./"), policy).and_then(|()| push_segment(target, value))
                }
                done => done,
            },
            Action::SetQuery => {
                let mut query = target.query_mut();
                if form {
                    query.form();
                }
                let (key, text) = value.split_once('=').unwrap_or((value, ""));
                query.set(key, text);
                Ok(())
            }
        };
        done.map_err(|error| self.fault(error))
    }

    fn fault(&self, error: oneiri::Error) -> Fault {
        use ErrorKind::{PathColon, PathDoubleSlash, PathRootless, SchemeMissing};
        if error.kind() == SchemeMissing {
            let message = "expected a scheme for --scheme to replace; a relative reference cannot \
                           be given one (RFC 3986 section 4.2)";
            return Fault {
                component: error.component().map(oneiri::Component::name),
                ..Fault::plain(0, 0, message.to_owned())
            };
        }
        let between = matches!(error.kind(), PathRootless | PathDoubleSlash | PathColon);
        let place = Place {
            option: format!("--{}", self.option),
            value: self.value.clone(),
            holds: match self.action {
                Action::Set(Part::Userinfo) => Holds::Userinfo,
                Action::Set(Part::Scheme | Part::Host | Part::Port | Part::Authority) => Holds::Authority,
                _ => Holds::Other,
            },
            in_path: between && !matches!(self.action, Action::Set(Part::Path)),
        };
        Fault { place: Some(place), ..error.into() }
    }
}
