//! Prints every case of `testdata/` as a call, a JSON object a line: `cargo run -p oneiri-operations --example cases`
//!
//! The tests of Python and JavaScript read these lines. The keys are `id`, `operation`, `grammar`, `texts`, `options`, and one
//! of `text`, `valid`, `parts`, `rung`, `findings`, `misuse` and `error`, which has a place and a message in each unit.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a program for tests")]

use oneiri::Unit;
use serde_json::{Value, json};

#[path = "../tests/cases/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod cases;

use cases::{Case, Expected};

fn main() {
    for case in cases::cases() {
        println!("{}", line(&case));
    }
}

fn line(case: &Case) -> Value {
    let (key, value) = match &case.expected {
        Expected::Text(text) => ("text", json!(text)),
        Expected::Valid(valid) => ("valid", json!(valid)),
        Expected::Parts(parts) => ("parts", json!(parts)),
        Expected::Rung(rung) => ("rung", json!(rung.map(oneiri::Rung::name))),
        Expected::Findings(findings) => ("findings", json!(findings)),
        Expected::Misuse => ("misuse", json!(true)),
        Expected::Invalid { argument, error } => {
            let text = case.texts[*argument].as_deref().unwrap_or_default();
            let said = |unit: Unit| {
                let [start, end] = [error.start(), error.end()].map(|at| unit.offset(text, at));
                json!([start, end, error.display_in(unit, text).to_string()])
            };
            let value = json!({
                "argument": argument,
                "component": error.component().map(oneiri::Component::name),
                "kind": error.kind().name(),
                "characters": said(Unit::Char),
                "utf16": said(Unit::Utf16),
            });
            ("error", value)
        }
    };
    json!({
        "id": case.id,
        "operation": case.operation.row().name,
        "grammar": case.grammar.name(),
        "texts": case.texts,
        "options": case.options,
        key: value,
    })
}
