//! `oneiri lint --explain CODE`.

use oneiri::{IriRef, Rung};
use oneiri_lint::{Code, Level, Lints, Profile};

use crate::output::item::Item;
use crate::output::paint::Painter;
use crate::output::session::Session;
use crate::output::stop::Flow;
use crate::output::{escape, finding, json};

/// Prints what is known about a code, and what it finds in an example.
pub(super) fn print(code: Code, session: &mut Session) -> Flow {
    let example = example(code);
    let [rdf, web, strict] = Profile::ALL.map(|profile| code.level(profile).name());
    if session.json() {
        let row = json::Code {
            id: code.id(),
            code: code.name(),
            rdf,
            web,
            strict,
            fix: code.fix_rung().map(Rung::name),
            section: code.section(),
            summary: code.summary(),
        };
        return session.part(&json::text(&json::ExplainedCode { code: row, example }));
    }
    let fix = match code.fix_rung() {
        Some(rung) => format!("--fix writes an identifier that is equal at the {rung} rung"),
        None => "none, because it would be another identifier".to_owned(),
    };
    let mut out = format!(
        "{} {}: {}\n\nsection   {}\nlevels    rdf: {rdf}, web: {web}, strict: {strict}\nfix       {fix}\nexample   {}\n\n",
        code.id(),
        code.name(),
        code.summary(),
        code.section(),
        escape::visible(example),
    );
    // Only this code is looked for.
    let mut lints = Lints::new(Profile::Strict);
    Code::all().filter(|other| *other != code).for_each(|other| lints.set(other, Level::Allow));
    let profile = code.level(Profile::Web).max(code.level(Profile::Rdf)).max(Level::Warn);
    lints.set(code, profile);
    if let Ok(iri) = IriRef::parse(example) {
        let item = Item { file: "example", ..Item::argument(1, example.as_ref()) };
        let findings = lints.check(&iri);
        finding::findings(&item, example, &findings, Painter::for_stdout(), |it| out.push_str(it));
    }
    session.part(&out)
}

/// An identifier in which the code is found.
fn example(code: Code) -> &'static str {
    let found = EXAMPLES.iter().find(|(id, _)| *id == code.id());
    found.map_or("", |(_, example)| example)
}

const EXAMPLES: [(&str, &str); 50] = [
    ("L101", "foo-bar:x"),
    ("L102", "HTTP://h/"),
    ("L103", "../a"),
    ("L104", "www.example.com"),
    ("L105", "javascript:alert(1)"),
    ("L201", "http://ada:secret@h/"),
    ("L202", "http://ada@h/"),
    ("L203", "http://h:80/"),
    ("L204", "http://h:/"),
    ("L205", "http://h:08080/"),
    ("L206", "http://h:65536/"),
    ("L301", "http:///x"),
    ("L302", "http://EXAMPLE.com/"),
    ("L303", "http://0x7f.1/"),
    ("L304", "http://a_b/"),
    ("L305", "http://xn--bcher-kva.example/"),
    ("L306", "http://p\u{430}ypal.com/"),
    ("L307", "http://\u{440}\u{430}\u{443}\u{440}\u{430}\u{4CF}.com/"),
    ("L401", "http://h/a/../b"),
    ("L402", "http://h/a/%2e%2E/b"),
    ("L403", "http://h"),
    ("L404", "http://h/a//b"),
    ("L405", "urn:example:a/../b"),
    ("L501", "http://h/%c3%a9"),
    ("L502", "http://h/%7Eada"),
    ("L503", "http://h/ros%C3%A9"),
    ("L504", "http://h/a%2Fb"),
    ("L505", "http://h/a%00.png"),
    ("L506", "http://h/a%0D%0ASet-Cookie:x"),
    ("L507", "http://h/%2541"),
    ("L508", "http://h/%FF"),
    ("L601", "http://h/re\u{301}sume"),
    ("L602", "http://h/\u{202E}abc"),
    ("L603", "http://h/\u{5D0}x"),
    ("L604", "http://h/?\u{E000}"),
    ("L605", "http://h/a\u{200B}b"),
    ("L701", "urn:isbn"),
    ("L702", "urn:x-test:a"),
    ("L703", "urn:ISBN:0451450523"),
    ("L704", "urn:uuid:1234"),
    ("L711", "file://server/share"),
    ("L712", "file:x"),
    ("L713", "file:/x"),
    ("L721", "data:text/plain"),
    ("L722", "data:;base64,a"),
    ("L723", "data:text/html,x"),
    ("L731", "mailto:ada"),
    ("L741", "ws://h/#a"),
    ("L751", "tel:abc"),
    ("L752", "tel:112"),
];
