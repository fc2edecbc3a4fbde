//! The laws of lints, tried on generated identifiers and on short strings.

// Both belong to the library's tests, which use all of them.
#[allow(dead_code)]
#[path = "../../../oneiri/tests/it/laws/generate.rs"]
mod generate;
#[allow(dead_code)]
#[path = "../../../oneiri/tests/it/laws/run.rs"]
mod run;

use oneiri::{Alphabet, IriRef, Ladder, Ri, Rung, SchemePresence, UriRef};
use oneiri_lint::{Code, Finding, Level, Lints, Profile};

/// Lints that look for one code alone.
pub(crate) fn only(code: Code) -> Lints {
    let mut lints = Lints::new(Profile::Strict);
    for other in Code::all().filter(|&other| other != code) {
        lints.set(other, Level::Allow);
    }
    lints
}

/// The law of fixes. Each fix by itself, and all fixes together, lead to an identifier that is equal at the rung
/// that the code names, and then nothing is left to fix. `Ok(true)` if there are findings at all.
pub(crate) fn holds<A: Alphabet, F: SchemePresence>(given: Ri<&str, A, F>) -> Result<bool, String> {
    let text = given.as_str();
    let mut findings = 0;
    for profile in Profile::ALL {
        let lints = Lints::new(profile);
        let found = lints.check(&given);
        findings += found.len();
        for finding in &found {
            if text.get(finding.range.clone()).is_none() {
                return Err(format!("{finding:?} does not lie in the text"));
            }
            if lints.level(finding.code) != finding.level {
                return Err(format!("{finding:?}: the level"));
            }
            one(given, finding)?;
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
        // A fix may make another one possible that is equal at a higher rung only.
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

/// Applies one fix by itself.
fn one<A: Alphabet, F: SchemePresence>(given: Ri<&str, A, F>, finding: &Finding) -> Result<(), String> {
    let Some(fix) = &finding.fix else { return Ok(()) };
    let mut text = given.as_str().to_owned();
    text.replace_range(fix.range.clone(), &fix.text);
    let fixed = Ri::<&str, A, F>::parse(&text).map_err(|error| format!("{finding:?}: {error}"))?;
    if fixed == given {
        return Err(format!("{finding:?} changes nothing"));
    }
    let rung = Ladder::default().compare(&given, &fixed).rung();
    match rung {
        Some(equal) if Some(equal) <= finding.code.fix_rung() => Ok(()),
        _ => Err(format!("{finding:?}: {text} is equal at {rung:?}")),
    }
}

/// Holds the text to the law, in each type that accepts it.
fn of_text(text: &str) -> run::Outcome {
    let fail = proptest::test_runner::TestCaseError::fail;
    let mut spoke = false;
    if let Ok(iri) = IriRef::parse(text) {
        spoke |= holds(iri).map_err(fail)?;
    }
    if let Ok(uri) = UriRef::parse(text) {
        spoke |= holds(uri).map_err(fail)?;
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
