//! The hard cases of the guide: each cell of its two tables is what the implementation answers.

use oneiri_template::{MatcherError, Template, Value};

use crate::cases::Case;
use crate::rivals::{self, Answer, Rival};

const GUIDE: &str = include_str!("../../../../docs/guide/templates.md");

/// The cells that are not what the implementations answer.
pub fn wrong_cells(rivals: &mut [Box<dyn Rival>]) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in rows("| template | values |") {
        let case = Case { template: row[0].to_owned(), values: values(row[1]) };
        let ours = told(rivals::oneiri(&case));
        check(&mut wrong, row[0], "oneiri", row[2], &ours);
        for rival in rivals.iter_mut() {
            let column = ["iri-string", "uritemplate-next", "uritemplate (Python)"];
            let column = 3 + column.iter().position(|name| *name == rival.name()).expect("a column");
            rival.ask(std::slice::from_ref(&case));
            let theirs = told(rival.answer(&case));
            let expected = if row[column] == "the same" { &ours } else { row[column] };
            check(&mut wrong, row[0], rival.name(), expected, &theirs);
        }
    }
    for row in rows("| template | text |") {
        check(&mut wrong, row[0], "oneiri", row[2], &matched(row[0], row[1]));
        check(&mut wrong, row[0], "uri-template-ex", row[3], &captured(row[0], row[1]));
    }
    wrong
}

/// The cells of the table with this head, without the marks of code.
fn rows(head: &str) -> Vec<Vec<&'static str>> {
    let lines = GUIDE.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let lines = lines.take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<_>> =
        lines.map(|line| line.trim_matches('|').split('|').map(|it| it.trim().trim_matches('`')).collect()).collect();
    assert!(rows.len() >= 6, "the guide has the table {head}");
    rows
}

fn check(wrong: &mut Vec<String>, case: &str, who: &str, expected: &str, found: &str) {
    if expected != found {
        wrong.push(format!("the guide, {case}, {who}: {expected} is written, {found} is the answer"));
    }
}

fn told(answer: Answer) -> String {
    match answer {
        None => "error".into(),
        Some(text) if text.is_empty() => "nothing".into(),
        Some(text) => text,
    }
}

/// The values of a JSON object.
fn values(json: &str) -> Vec<(&'static str, Value<'static>)> {
    let text = |json: &serde_json::Value| json.as_str().expect("a text").to_owned();
    let object: serde_json::Map<_, _> = serde_json::from_str(json).expect("an object");
    let values = object.iter().map(|(name, value)| {
        let value = match value {
            serde_json::Value::Array(items) => Value::from(items.iter().map(text).collect::<Vec<_>>()),
            serde_json::Value::Object(pairs) => {
                let pairs = pairs.iter().map(|(name, value)| (name.clone().into(), text(value).into()));
                Value::Map(pairs.collect())
            }
            text_ => Value::from(text(text_)),
        };
        (&*name.clone().leak(), value)
    });
    values.collect()
}

fn matched(template: &str, text: &str) -> String {
    let template = Template::parse(template).expect("a template");
    match template.matcher() {
        Ok(matcher) => matcher.matches(text).map_or("no match".into(), |found| found.to_string()),
        Err(MatcherError::Ambiguous(_)) => "ambiguous".into(),
        Err(_) => "undecided".into(),
    }
}

fn captured(template: &str, text: &str) -> String {
    let Ok(template) = uri_template_ex::UriTemplate::new(template) else { return "error".into() };
    let Some(found) = template.captures(text) else { return "no match".into() };
    let mut values = Vec::new();
    for (name, value) in found.iter() {
        let Some(value) = value else { continue };
        let Ok(value) = value.value() else { return "error".into() };
        values.push(format!("{name}={value:?}"));
    }
    format!("{{{}}}", values.join(", "))
}
