//! What `oneiri lint --codes` and `--explain CODE` print about the codes of lints and of syntax errors.

use std::str::FromStr;

use oneiri::{ErrorKind, IriRef, Rung};
use oneiri_lint::{Code, Level, Lints, Profile, UnknownCode};
use serde_json::json;

use crate::output::{Flow, Painter, Session, escape, finding, json};
use crate::pipeline::Item;

/// Prints what is known about a code, and what it finds in an example.
pub(super) fn print(code: Code, session: &mut Session) -> Flow {
    let (example, why) = (code.example(), code.why());
    if session.style.json {
        let (code, why) = (json::Code::of(code), why.replace('\n', " "));
        return session.part(&json::text(&json::ExplainedCode { code, why, example }));
    }
    let [rdf, web, strict] = Profile::ALL.map(|profile| code.level(profile).name());
    let fix = match code.fix_rung() {
        Some(rung) => format!("oneiri fix --lint writes a URL that is equal at the {rung} rung"),
        None => "none, because it would be another identifier".to_owned(),
    };
    let mut out = format!(
        "{} {}: {}\n\n{why}\n\nsection   {}\nlevels    rdf: {rdf}, web: {web}, strict: {strict}\nfix       {fix}\nexample   {}\n\n",
        code.id(),
        code.name(),
        code.summary(),
        code.section(),
        escape::visible(example),
    );
    // Only this code is looked for.
    let mut lints = Lints::new(Profile::Strict);
    Code::all().filter(|other| *other != code).for_each(|other| lints.set(other, Level::Allow));
    // At least a warning, so that the example reports the code.
    let level = code.level(Profile::Web).max(code.level(Profile::Rdf)).max(Level::Warn);
    lints.set(code, level);
    if let Ok(iri) = IriRef::parse(example) {
        let item = Item { file: "example", ..Item::argument(1, example.as_ref()) };
        let findings = lints.check(&iri);
        finding::findings(&item, example, &findings, Painter::for_stdout(), |it| out.push_str(it));
    }
    session.part(&out)
}

pub(super) fn print_all(session: &mut Session) -> Flow {
    if session.style.json {
        return Code::all().try_for_each(|code| session.part(&json::text(&json::Code::of(code))));
    }
    let row =
        |[id, name, rdf, web, fix, rest]: [&str; 6]| format!("{id:<5} {name:<20} {rdf:<6} {web:<6} {fix:<7} {rest}\n");
    session.part(&row(["id", "name", "rdf", "web", "fix", "what is found (strict denies all)"]))?;
    Code::all().try_for_each(|code| {
        let [rdf, web] = [Profile::Rdf, Profile::Web].map(|profile| code.level(profile).name());
        let fix = code.fix_rung().map_or("-", Rung::name);
        let rest = format!("{} ({})", code.summary(), code.section());
        session.part(&row([code.id(), code.name(), rdf, web, fix, &rest]))
    })
}

#[derive(Clone, Copy)]
pub(super) enum Explained {
    Lint(Code),
    Error(ErrorKind),
}

impl FromStr for Explained {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let kind = ErrorKind::ALL.into_iter().find(|kind| kind.code() == text);
        kind.map_or_else(|| text.parse().map(Self::Lint), |kind| Ok(Self::Error(kind)))
    }
}

/// What to write instead of each error, by its code, and a command that shows the error, or a method where only the
/// libraries have it.
const ERRORS: &str = include_str!("errors.txt");

pub(super) fn print_error(kind: ErrorKind, session: &mut Session) -> Flow {
    let (id, name, summary) = (kind.code(), kind.name(), kind.summary());
    let about = ERRORS.lines().find_map(|line| line.strip_prefix(id)?.trim_start().split_once('\t'));
    let (write, example) = about.unwrap_or(("what the message says", "oneiri check"));
    if session.style.json {
        let value = json!({ "id": id, "name": name, "summary": summary, "write": write, "example": example });
        return session.part(&json::text(&value));
    }
    session.part(&format!("{id} {name}: {summary}\n\nwrite     {write}\nexample   {example}\n"))
}
