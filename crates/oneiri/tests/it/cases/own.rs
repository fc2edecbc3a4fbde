//! Our own cases, beyond those of the seeds.

use serde::Deserialize;

use super::decisions;
use super::shared::{Grammar, Grammars, Report, load};

pub(super) const FILES: &[&str] = &["errors.toml", "grammar.toml", "lenient.toml"];

/// What is valid, in the shape of the parse vectors of the decisions.
#[test]
fn grammar() {
    let mut report = Report::new("grammar", 87);
    decisions::parse(&mut report, "grammar.toml");
    report.finish();
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions and notes are for the people who read the files")]
struct Refused {
    id: String,
    decision: String,
    grammar: Grammars,
    input: String,
    component: Option<String>,
    start: Option<usize>,
    note: Option<String>,
}

/// What is not valid, and where the fault lies.
#[test]
fn errors() {
    let mut report = Report::new("errors", 178);
    for case in load::<Refused>("errors.toml") {
        report.case(&case.id, &case.input);
        for &grammar in case.grammar.each() {
            let what = |what: &str| format!("{grammar:?}, {what}");
            let error = on_grammar!(grammar, Reference, Absolute => {
                report.check(&what("with a scheme"), true, Absolute::parse(&case.input).is_err());
                Reference::parse(&case.input).map(|value| value.parts().scheme.is_some())
            });
            let Err(error) = error else {
                report.check(&what("verdict"), "an error", "a value");
                continue;
            };
            if let Some(component) = &case.component {
                report.check(
                    &what("component"),
                    component,
                    &error.component().map_or(String::new(), |it| it.to_string()),
                );
            }
            if let Some(start) = case.start {
                report.check(&what("start"), start, error.start());
            }
            let within = error.start() <= error.end() && error.end() <= case.input.len();
            report.check(&what("the range lies in the text"), true, within);
            let found = case.input.get(error.start()..error.end()).is_some();
            report.check(&what("the range lies between characters"), true, found);
        }
    }
    report.finish();
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions and notes are for the people who read the files")]
struct Lenient {
    id: String,
    decision: String,
    grammar: Grammar,
    input: String,
    expected: Option<String>,
    #[serde(default)]
    error: bool,
    note: Option<String>,
}

#[test]
fn lenient() {
    let mut report = Report::new("lenient", 34);
    for case in load::<Lenient>("lenient.toml") {
        report.case(&case.id, &case.input);
        report.check("either a text or an error", case.expected.is_none(), case.error);
        let (got, strict) = on_grammar!(case.grammar, Reference, Absolute => {
            let lenient = Reference::parse_lenient(&case.input).map(|value| value.into_string());
            (lenient, Reference::parse(&case.input).map(|value| value.as_str()))
        });
        if let Ok(strict) = strict {
            report.check("what is valid stays", case.expected.as_deref(), Some(strict));
        }
        report.check("text", case.expected, got.ok());
    }
    report.finish();
}
