//! Our own cases, beyond those of the seeds.

use super::decisions;
use super::shared::{Report, load};

pub(super) const FILES: &[&str] = &["errors.toml", "grammar.toml", "lenient.toml"];

/// What is valid, in the shape of the parse vectors of the decisions.
#[test]
fn grammar() {
    let mut report = Report::new("grammar", 87);
    decisions::parse(&mut report, "grammar.toml");
    report.finish();
}

/// What is not valid, and where the fault lies.
#[test]
fn errors() {
    let mut report = Report::new("errors", 178);
    for case in load("errors.toml", "id decision grammar input component? start? note?") {
        report.case(&case);
        let input = case.text("input");
        for &grammar in case.grammars() {
            let what = |what: &str| format!("{grammar:?}, {what}");
            let error = on_grammar!(grammar, Reference, Absolute => {
                report.check(&what("with a scheme"), true, Absolute::parse(input).is_err());
                Reference::parse(input).map(|value| value.parts().scheme.is_some())
            });
            let Err(error) = error else {
                report.check(&what("verdict"), "an error", "a value");
                continue;
            };
            if let Some(component) = case.get("component") {
                report.check(&what("component"), component, error.component().map_or("", oneiri::Component::name));
            }
            if let Some(start) = case.read::<usize>("start") {
                report.check(&what("start"), start, error.start());
            }
            let found = input.get(error.start()..error.end()).is_some();
            report.check(&what("the range lies in the text, between characters"), true, found);
        }
    }
    report.finish();
}

#[test]
fn lenient() {
    let mut report = Report::new("lenient", 34);
    for case in load("lenient.toml", "id decision grammar input expected? error? note?") {
        report.case(&case);
        let (input, expected) = (case.text("input"), case.get("expected"));
        report.check("either a text or an error", expected.is_none(), case.is("error"));
        for &grammar in case.grammars() {
            on_grammar!(grammar, Reference, Absolute => {
                if let Ok(strict) = Reference::parse(input) {
                    report.check("what is valid stays", expected, Some(strict.as_str()));
                }
                let lenient = Reference::parse_lenient(input);
                report.check("text", expected, lenient.as_ref().ok().map(|value| value.as_str()));
            });
        }
    }
    report.finish();
}
