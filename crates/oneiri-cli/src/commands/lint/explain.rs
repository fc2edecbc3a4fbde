//! `oneiri lint --explain CODE`.

use oneiri::IriRef;
use oneiri_lint::{Code, Level, Lints, Profile};

use crate::output::{Flow, Item, Painter, Session, escape, finding, json};

/// Prints what is known about a code, and what it finds in an example.
pub(super) fn print(code: Code, session: &mut Session) -> Flow {
    let (example, why) = (code.example(), code.why());
    if session.json() {
        let (code, why) = (json::Code::of(code), why.replace('\n', " "));
        return session.part(&json::text(&json::ExplainedCode { code, why, example }));
    }
    let [rdf, web, strict] = Profile::ALL.map(|profile| code.level(profile).name());
    let fix = match code.fix_rung() {
        Some(rung) => format!("--fix writes an identifier that is equal at the {rung} rung"),
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
