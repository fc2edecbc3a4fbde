//! Every case of `testdata/` that SQL has a function for. How a case becomes a call is written in `oneiri-operations`.
//!
//! Cases with the same function and the same options are the rows of one column, which `ask` runs in every shape.

use std::collections::BTreeMap;

use oneiri::{Component, Unit};
use oneiri_operations::{Answer, Call, Operation, Parameter, Settings};

#[path = "../../../oneiri-operations/tests/cases/mod.rs"]
#[allow(dead_code, reason = "other bindings use the rest")]
mod calls;

use self::calls::{Case, Expected, cases};
use crate::ask::{Column, ask, one};

/// What the cases of one query have in common: the operation, the grammar, and the options that SQL has.
type Query = (i32, &'static str, BTreeMap<&'static str, String>);

#[tokio::test]
async fn every_case_has_its_result() {
    let mut queries: BTreeMap<Query, Vec<Case>> = BTreeMap::new();
    for case in cases() {
        let query = (case.operation.number(), case.grammar.name(), case.options.clone());
        queries.entry(query).or_default().push(case);
    }
    let mut ran = 0;
    for ((number, grammar, options), cases) in queries {
        let operation = Operation::of_number(number).unwrap();
        let Some(function) = operation.row().faces.sql else { continue };
        ran += cases.len();
        let texts = |at: usize| cases.iter().map(|case| case.texts[at].clone()).collect::<Column>();
        let literals: String = operation.row().parameters[operation.row().texts()..]
            .iter()
            .map(|parameter| match options.get(parameter.name()) {
                Some(value) => format!("'{value}', "),
                None => "NULL, ".to_owned(),
            })
            .collect();
        let literals = format!("{literals}'{grammar}'");
        if operation == Operation::Parse {
            parsed(&literals, &texts(0), &cases).await;
            continue;
        }
        let expected: Column = cases.iter().map(expected).collect();
        let query = |arguments: &str| match operation {
            // The files have the hashes in hexadecimal digits.
            Operation::Fingerprint => format!("encode({function}({arguments}, {literals}), 'hex')"),
            _ => format!("{function}({arguments}, {literals})"),
        };
        let found = match operation.row().parameters {
            // In SQL, the reference comes before its base.
            [Parameter::Reference, ..] => {
                let columns = [&texts(1), &texts(0)];
                resolved(&query, &cases).await;
                one(&query("a, b"), &columns).await
            }
            [_, second, ..] if second.is_text() => one(&query("a, b"), &[&texts(0), &texts(1)]).await,
            _ => one(&query("a"), &[&texts(0)]).await,
        };
        for (case, (found, expected)) in cases.iter().zip(found.iter().zip(&expected)) {
            assert_eq!(found, expected, "{case:?}");
        }
    }
    assert!(ran > 4000, "{ran}");
}

/// The result of the constructor for the cleaned text, because a column cleans a text before it parses it.
fn cleaned(case: &Case) -> Option<String> {
    let text = case.first().trim_matches([' ', '\t', '\r', '\n']);
    let mut cleaned = String::new();
    for (at, character) in text.char_indices() {
        cleaned.push(character);
        let digits = text.as_bytes().get(at + 1..at + 3);
        if character == '%' && !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
            cleaned += "25";
        }
    }
    let (operation, grammar, settings) = (case.operation, case.grammar, Settings::default());
    let call = Call { operation, grammar, first: &cleaned, second: None, settings };
    call.run(|answer| if let Answer::Text(text) = answer { text } else { cleaned.clone() }).ok()
}

/// What SQL prints for a case; nothing for null.
fn expected(case: &Case) -> Option<String> {
    match &case.expected {
        Expected::Invalid { .. } if case.operation == Operation::ParseLenient => cleaned(case),
        Expected::Text(text) => Some(text.clone()),
        Expected::Valid(valid) => Some(valid.to_string()),
        Expected::Rung(rung) => Some(rung.map_or("different", oneiri::Rung::name).to_owned()),
        Expected::Invalid { .. } => None,
        other => panic!("{other:?} is no result of SQL"),
    }
}

/// A base that is a literal is compiled when the query is planned.
async fn resolved(query: &impl Fn(&str) -> String, cases: &[Case]) {
    let mut bases: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        bases.entry(case.first()).or_default().push(case);
    }
    for (base, cases) in bases {
        let references: Column = cases.iter().map(|case| case.texts[1].clone()).collect();
        let arguments = format!("a, '{}'", base.replace('\'', "''"));
        let expected: Column = cases.iter().map(|case| expected(case)).collect();
        assert_eq!(one(&query(&arguments), &[&references]).await, expected, "{base}");
    }
}

/// All that `oneiri_is_valid`, `oneiri_parse` and `oneiri_why_not` say of texts.
async fn parsed(grammar: &str, texts: &Column, cases: &[Case]) {
    const WHY: [&str; 7] = ["message", "component", "expected", "found", "rule", "start", "end"];
    let parse = format!("oneiri_parse(a, {grammar})");
    // `IS NULL` is never null itself, as all else is for null.
    let mut columns = vec![format!("oneiri_is_valid(a, {grammar})"), format!("nullif({parse} IS NULL, a IS NULL)")];
    columns.extend(Component::ALL.map(|part| format!("{parse}['{}']", part.name())));
    columns.extend(WHY.map(|name| format!("oneiri_why_not(a, {grammar})['{name}']")));
    let rows = ask(&columns.join(", "), &[texts]).await;
    for (case, row) in cases.iter().zip(rows) {
        let is_valid = matches!(case.expected, Expected::Parts(_));
        let mut expected = vec![Some(is_valid.to_string()), (!is_valid).then(|| "true".to_owned())];
        match &case.expected {
            Expected::Parts(parts) => {
                expected.extend(parts.clone());
                expected.extend(vec![None; WHY.len()]);
            }
            Expected::Invalid { error, .. } => {
                let text = case.first();
                expected.extend(vec![None; Component::ALL.len()]);
                expected.extend([
                    Some(error.display_in(Unit::Char, text).to_string()),
                    error.component().map(|component| component.name().to_owned()),
                    Some(error.expected().to_owned()),
                    error.found().map(String::from),
                    Some(error.section().to_owned()),
                ]);
                let places = [error.start(), error.end()].map(|byte| Unit::Char.offset(text, byte));
                expected.extend(places.map(|place| Some(place.to_string())));
            }
            other => panic!("{other:?}"),
        }
        // A false answer of `IS NULL` is null here.
        assert_eq!(row, expected, "{case:?}");
    }
}
