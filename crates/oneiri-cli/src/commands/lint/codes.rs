//! `oneiri lint --codes`.

use oneiri::Rung;
use oneiri_lint::{Code, Profile};

use crate::output::{Flow, Session, json};

/// Prints the table of codes.
pub(super) fn print(session: &mut Session) -> Flow {
    if session.json() {
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
