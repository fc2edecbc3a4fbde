//! The lints: cases as data, laws on generated identifiers, and the page that lists the codes.
#![cfg(feature = "lint")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;

use oneiri::lint::{Code, Finding, Level, Lints, Profile};
use oneiri::{Alphabet, Form, IriRef, Ladder, Ri, Rung, UriRef};
use serde::Deserialize;

use crate::laws::{generate, run};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    code: String,
    grammar: String,
    input: String,
    /// The bytes found, as text; none at all in a case where nothing is to be found.
    found: Vec<String>,
    /// What is said of each; left out where the code says it all.
    details: Option<Vec<String>>,
    fixed: Option<String>,
    #[expect(dead_code, reason = "notes are for the people who read the file")]
    note: Option<String>,
}

fn cases() -> Vec<Case> {
    crate::cases::load("lint.toml")
}

/// One code alone.
fn only(code: Code) -> Lints {
    let mut lints = Lints::new(Profile::Strict);
    for other in Code::all().filter(|&other| other != code) {
        lints.set(other, Level::Allow);
    }
    lints
}

fn run_case<A: Alphabet, F: Form>(case: &Case, given: Ri<&str, A, F>) {
    let id = &case.id;
    let code: Code = case.code.parse().unwrap();
    let lints = only(code);
    let findings = lints.check(&given);
    let found: Vec<&str> =
        findings.iter().map(|finding| &given.as_str()[finding.range.clone()]).collect();
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
    law(given).unwrap_or_else(|fault| panic!("{id}: {fault}"));
}

#[test]
fn every_code_finds_what_it_should_and_nothing_else() {
    let mut ran = 0;
    // Of each code: positive, negative and fixed cases.
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

/// A dot segment in disguise is told as such, and then not once more as an escape without need.
#[test]
fn disguised_dots_are_told_once() {
    let told = |text| {
        let lints = Lints::new(Profile::Strict);
        let findings = lints.check(&IriRef::parse(text).unwrap());
        findings
            .iter()
            .map(|finding| (finding.code.name(), finding.range.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told("http://h/a/%2e%2e/%61/b"),
        [("encoded-dot-segment", 11..17), ("unneeded-escape", 18..21)]
    );
    assert_eq!(told("http://h/?%2e%2e"), [("unneeded-escape", 10..16)]);
    assert_eq!(told("urn:ab:%2e%2e"), [("unneeded-escape", 7..13)]);
}

/// What holds of every identifier: each fix alone, and all together, lead to an identifier that is
/// equal at the rung which the code names; and there is nothing left to fix.
fn law<A: Alphabet, F: Form>(given: Ri<&str, A, F>) -> Result<bool, String> {
    let text = given.as_str();
    let mut findings = 0;
    for profile in Profile::ALL {
        let lints = Lints::new(profile);
        let found = lints.check(&given);
        findings += found.len();
        let mut highest = Rung::String;
        for finding in &found {
            if text.get(finding.range.clone()).is_none() {
                return Err(format!("{finding:?} does not lie in the text"));
            }
            if lints.level(finding.code) != finding.level {
                return Err(format!("{finding:?}: the level"));
            }
            let Some(rung) = one(given, finding)? else { continue };
            highest = highest.max(rung);
        }
        let Some(fixed) = lints.fix(&given) else {
            match found.iter().any(|finding| finding.fix.is_some()) {
                true => return Err("there are fixes, and nothing was fixed".into()),
                false => continue,
            }
        };
        if let Some(further) = lints.fix(&fixed) {
            return Err(format!("{profile:?}: {fixed} is fixed further, to {further}"));
        }
        // A fix may bring others to light, of higher rungs.
        let rung = Ladder::default().compare(&given, &fixed).rung();
        if rung.is_none_or(|rung| rung > Rung::Scheme) {
            return Err(format!("{profile:?}: {fixed} is another identifier: {rung:?}"));
        }
    }
    for code in Code::all() {
        let (lints, rung) = (only(code), code.fix_rung());
        let Some(fixed) = lints.fix(&given) else { continue };
        let equal = Ladder::default().compare(&given, &fixed).rung();
        if equal.is_none() || equal > rung {
            return Err(format!("{code}: {fixed} is equal at {equal:?}, not at {rung:?}"));
        }
        if lints.check(&fixed).iter().any(|finding| finding.fix.is_some()) {
            return Err(format!("{code}: not all of {fixed} is fixed"));
        }
    }
    Ok(findings > 0)
}

/// One fix by itself.
fn one<A: Alphabet, F: Form>(
    given: Ri<&str, A, F>,
    finding: &Finding,
) -> Result<Option<Rung>, String> {
    let Some(fix) = &finding.fix else { return Ok(None) };
    let mut text = given.as_str().to_owned();
    text.replace_range(fix.range.clone(), &fix.text);
    let fixed = Ri::<&str, A, F>::parse(&text).map_err(|error| format!("{finding:?}: {error}"))?;
    if fixed == given {
        return Err(format!("{finding:?} changes nothing"));
    }
    let rung = Ladder::default().compare(&given, &fixed).rung();
    match rung {
        Some(equal) if Some(equal) <= finding.code.fix_rung() => Ok(Some(equal)),
        _ => Err(format!("{finding:?}: {text} is equal at {rung:?}")),
    }
}

/// The law, of a text in all types that can hold it.
fn of_text(text: &str) -> run::Outcome {
    let fail = proptest::test_runner::TestCaseError::fail;
    let mut spoke = false;
    if let Ok(iri) = IriRef::parse(text) {
        spoke |= law(iri).map_err(fail)?;
    }
    if let Ok(uri) = UriRef::parse(text) {
        spoke |= law(uri).map_err(fail)?;
    }
    Ok(spoke)
}

#[test]
fn fixes_are_idempotent_and_keep_what_is_denoted() {
    run::for_all("lint", generate::any_valid(), |text| of_text(text));
}

#[test]
fn fixes_keep_what_is_denoted_by_short_strings() {
    let symbols = ["a", "/", ".", "%2e", "%41", "%2F", "?"];
    for head in ["", "a:", "http://h", "file:", "urn:AB:", "http://H:080/"] {
        run::for_every("lint", head, &symbols, 4, of_text);
    }
    let authority = ["A", ":", "@", "0", "80", "/"];
    run::for_every("lint", "HTTP://", &authority, 5, of_text);
    run::for_every("lint", "file://", &["localhost", "/", ".", "A", ":", "@"], 5, of_text);
    let named = ["urn:", "UUID:", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "/", "..", "A", "%41"];
    run::for_every("lint", "urn:", &named, 4, of_text);
}

#[test]
fn names_of_codes_are_read() {
    for code in Code::all() {
        assert_eq!((code.name().parse(), code.id().parse()), (Ok(code), Ok(code)));
    }
    assert!("l101".parse::<Code>().is_err() && "".parse::<Code>().is_err());
}

/// The table of `docs/lint.md` is that of the source.
#[test]
fn the_page_lists_the_codes() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lint.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| L")).collect();
    let expected: Vec<String> = Code::all()
        .map(|code| {
            let [rdf, web] = [Profile::Rdf, Profile::Web].map(|profile| code.level(profile).name());
            let fix = code.fix_rung().map_or("", Rung::name);
            let (id, name, summary, section) =
                (code.id(), code.name(), code.summary(), code.section());
            format!("| {id} | `{name}` | {rdf} | {web} | {fix} | {summary} | {section} |")
        })
        .collect();
    assert!(rows == expected, "the table should read\n\n{}\n", expected.join("\n"));
}
