//! The cases of `testdata/lint.toml`: for each code, texts in which it is found, in which it is not, and their fixes.

use std::collections::BTreeMap;
use std::fs;

use oneiri::{Alphabet, IriRef, Ri, SchemePresence, UriRef};
use oneiri_lint::{Code, Lints, Profile};
use serde::Deserialize;

use crate::laws::{holds, only};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    code: String,
    grammar: String,
    input: String,
    /// The stretches that are found, as text; empty if nothing is to be found.
    found: Vec<String>,
    /// The detail of each finding; absent if every detail is empty.
    details: Option<Vec<String>>,
    fixed: Option<String>,
    #[expect(dead_code, reason = "notes are for the people who read the file")]
    note: Option<String>,
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/lint.toml");
    let text = fs::read_to_string(path).unwrap();
    toml::from_str::<File>(&text).unwrap().case
}

fn run_case<A: Alphabet, F: SchemePresence>(case: &Case, given: Ri<&str, A, F>) {
    let id = &case.id;
    let code: Code = case.code.parse().unwrap();
    let lints = only(code);
    let findings = lints.check(&given);
    let found: Vec<&str> = findings.iter().map(|finding| &given.as_str()[finding.range.clone()]).collect();
    assert_eq!(found, case.found, "{id}");
    assert!(findings.iter().all(|finding| finding.code == code), "{id}");
    let details: Vec<&str> = findings.iter().map(|finding| &*finding.detail).collect();
    let expected = case.details.clone().unwrap_or(vec![String::new(); found.len()]);
    assert_eq!(details, expected, "{id}");
    let fixed = lints.fix(&given);
    let expected = case.fixed.as_deref().filter(|fixed| *fixed != case.input);
    assert_eq!(fixed.as_ref().map(|fixed| fixed.as_str()), expected, "{id}");
    if case.fixed.is_some() && fixed.is_some() {
        assert!(code.fix_rung().is_some(), "{id}: the table says that there is no fix");
    }
    holds(given).unwrap_or_else(|fault| panic!("{id}: {fault}"));
}

#[test]
fn every_code_finds_what_it_should_and_nothing_else() {
    let mut ran = 0;
    // For each code: the number of positive, negative and fixed cases.
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for case in cases() {
        ran += 1;
        let count = counts.entry(case.code.clone()).or_default();
        count[0] += usize::from(!case.found.is_empty());
        count[1] += usize::from(case.found.is_empty());
        count[2] += usize::from(case.fixed.is_some());
        if case.grammar != "iri" {
            run_case(&case, UriRef::parse(&case.input).unwrap());
        }
        if case.grammar != "uri" {
            run_case(&case, IriRef::parse(&case.input).unwrap());
        }
    }
    for code in Code::all() {
        let [positive, negative, fixed] = counts.remove(code.name()).unwrap_or_default();
        assert!(positive > 0, "{code}: no case in which it is found");
        assert!(negative > 0, "{code}: no case in which it is not found");
        assert_eq!(fixed > 0, code.fix_rung().is_some(), "{code}: {fixed} cases with a fix");
    }
    assert!(counts.is_empty(), "not in the table: {counts:?}");
    println!("lint: {ran} cases ran, {} codes", Code::all().len());
}

/// An escaped dot segment is reported by its own code, and not a second time as an unneeded escape.
#[test]
fn escaped_dot_segments_are_reported_once() {
    let found = |text| {
        let lints = Lints::new(Profile::Strict);
        let findings = lints.check(&IriRef::parse(text).unwrap());
        findings.iter().map(|finding| (finding.code.name(), finding.range.clone())).collect::<Vec<_>>()
    };
    assert_eq!(found("http://h/a/%2e%2e/%61/b"), [("encoded-dot-segment", 11..17), ("unneeded-escape", 18..21)]);
    assert_eq!(found("http://h/?%2e%2e"), [("unneeded-escape", 10..16)]);
    assert_eq!(found("urn:ab:%2e%2e"), [("unneeded-escape", 7..13)]);
}
