//! Findings as a log of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format).

use std::iter;

use oneiri::{ErrorKind, Rung, percent};
use oneiri_lint::{Code, Finding, Level};
use serde_json::{Value, json};

use crate::output::{answers::Answers, fault::Fault, finding::hider, finding::message, json};
use crate::pipeline::{items::Item, places::Places};

/// The rule for an input that is not an error of the grammar: a record or a document that cannot be read.
const UNREADABLE: &str = "E000";

/// The log up to its results.
pub(crate) fn head() -> String {
    let unreadable = (UNREADABLE, "unreadable", "a record or a document that cannot be read");
    let kinds = ErrorKind::ALL.map(|kind| (kind.code(), kind.name(), kind.summary()));
    let errors = iter::once(unreadable).chain(kinds).map(|(id, name, summary)| {
        json!({
            "id": id,
            "name": name,
            "shortDescription": { "text": summary },
            "defaultConfiguration": { "level": "error" },
        })
    });
    let rules = Code::all().map(|code| {
        json!({
            "id": code.id(),
            "name": code.name(),
            "shortDescription": { "text": code.summary() },
            "fullDescription": { "text": format!("{} ({})", code.summary(), code.section()) },
            "properties": { "fixRung": code.fix_rung().map(Rung::name) },
        })
    });
    let rules: Vec<Value> = errors.chain(rules).collect();
    let driver = json!({
        "name": "oneiri",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let schema = "https://json.schemastore.org/sarif-2.1.0.json";
    format!(
        "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\
         \"tool\":{{\"driver\":{}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n",
        json::text(&driver).trim_end()
    )
}

/// The log after its results. It says whether all that was asked for was read, and what was not.
pub(crate) fn tail(is_whole: bool, unread: &[String]) -> String {
    let notices: Vec<Value> = unread.iter().map(|it| json!({ "level": "error", "message": { "text": it } })).collect();
    let invocation = json!({ "executionSuccessful": is_whole, "toolExecutionNotifications": notices });
    format!("],\"invocations\":[{}]}}]}}\n", json::text(&invocation).trim_end())
}

/// Writes what was found in a text: that of the item, or its repair.
pub(crate) fn findings(item: &Item<'_>, text: &str, findings: &[Finding], answers: &mut Answers) {
    if findings.is_empty() {
        return;
    }
    let (mut places, (hide, _), artifact) = (Places::of(item, text), hider(item, text), artifact(item));
    for finding in findings {
        let index = Code::all().position(|code| code == finding.code).unwrap_or_default();
        let level = if finding.level == Level::Deny { "error" } else { "warning" };
        let component = finding.component.map_or("text", oneiri::Component::name);
        let mut result = json!({
            "ruleId": finding.code.id(),
            "ruleIndex": 1 + ErrorKind::ALL.len() + index,
            "level": level,
            "message": { "text": format!("{component}: {}", message(finding, &hide(&finding.detail))) },
            "locations": [location(&artifact, region(&mut places, finding.range.clone()))],
        });
        if let Some(fix) = finding.fix.as_ref().filter(|fix| places.can_change(fix.range.start)) {
            result["fixes"] = json!([{
                "artifactChanges": [{
                    "artifactLocation": artifact,
                    "replacements": [{
                        "deletedRegion": region(&mut places, fix.range.clone()),
                        "insertedContent": { "text": fix.text },
                    }],
                }],
            }]);
        }
        push(&result, answers);
    }
}

/// Writes a refusal as a result.
pub(crate) fn refused(item: &Item<'_>, fault: &Fault, answers: &mut Answers) {
    let text = String::from_utf8_lossy(item.bytes);
    let range = if std::str::from_utf8(item.bytes).is_ok() { fault.start..fault.end } else { 0..text.len() };
    let code = fault.code();
    let index = ErrorKind::ALL.iter().position(|kind| Some(kind.code()) == code);
    let result = json!({
        "ruleId": code.unwrap_or(UNREADABLE),
        "ruleIndex": index.map_or(0, |index| index + 1),
        "level": "error",
        "message": { "text": fault.words() },
        "locations": [location(&artifact(item), region(&mut Places::of(item, &text), range))],
    });
    push(&result, answers);
}

fn push(result: &Value, answers: &mut Answers) {
    answers.separate(",");
    answers.part(&json::text(result));
}

fn artifact(item: &Item<'_>) -> Value {
    json!({ "uri": percent::encode(item.file, const { &percent::SafeSet::new("/") }) })
}

fn location(artifact: &Value, region: Value) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } })
}

/// Columns count code points from 1; `endColumn` is the column after the region.
fn region(places: &mut Places<'_>, range: std::ops::Range<usize>) -> Value {
    let place = places.in_file(range);
    let mut region = json!({
        "startLine": place.start.line,
        "startColumn": place.start.column + 1,
        "endColumn": place.end.column + 1,
    });
    if place.end.line != place.start.line {
        region["endLine"] = json!(place.end.line);
    }
    region
}
