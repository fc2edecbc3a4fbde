//! The cases of `testdata/` that have two texts: comparison, resolution and changes of a component.

use oneiri_capi::*;
use toml::Table;

use crate::call::{Refused, apply_text, compare, equivalent};
use crate::data::{cases, given, is, references, text, with_scheme};

pub(crate) const FILES: [&str; 10] = [
    "decisions/resolve.toml",
    "decisions/update.toml",
    "ladder/modes.toml",
    "ladder/pairs.toml",
    "ladder/preparations.toml",
    "ladder/resolve.toml",
    "ladder/schemes.toml",
    "srfi275/resolve-iri-reference.toml",
    "stdurl/resolve.toml",
    "update.toml",
];

const RUNGS: [i32; 5] = [
    ONEIRI_RUNG_STRING,
    ONEIRI_RUNG_CASE,
    ONEIRI_RUNG_ESCAPE,
    ONEIRI_RUNG_PATH,
    ONEIRI_RUNG_SCHEME,
];

/// The number of a rung that a file names.
pub(crate) fn rung(name: &str) -> i32 {
    match name {
        "string" => ONEIRI_RUNG_STRING,
        "case" => ONEIRI_RUNG_CASE,
        "escape" => ONEIRI_RUNG_ESCAPE,
        "syntax" | "path" => ONEIRI_RUNG_PATH,
        "scheme" => ONEIRI_RUNG_SCHEME,
        other => panic!("{other}"),
    }
}

/// The lowest rung at which two texts are equal, by every function that can tell: both ways round, at each rung, and by
/// the normal forms. The explanation names it.
fn lowest(grammar: i32, a: &str, b: &str) -> i32 {
    let lowest = compare(grammar, a.as_bytes(), b.as_bytes()).unwrap();
    assert_eq!(compare(grammar, b.as_bytes(), a.as_bytes()), Ok(lowest), "{a} {b}");
    for rung in RUNGS {
        let equal = lowest != ONEIRI_DIFFERENT && rung >= lowest;
        assert_eq!(equivalent(grammar, rung, a.as_bytes(), b.as_bytes()), Ok(equal), "{a} {b}");
        let forms = [a, b].map(|it| apply_text(ONEIRI_NORMALIZE, grammar, rung, it, None).unwrap());
        assert_eq!(forms[0] == forms[1], equal, "{a} {b} at {rung}");
    }
    let report = apply_text(ONEIRI_EXPLAIN, grammar, 0, a, Some(b)).unwrap();
    let names = ["string", "case", "escape", "path", "scheme"];
    let expected = match usize::try_from(lowest) {
        Ok(rung) => format!("equal at the {} rung", names[rung]),
        Err(_) => "different".to_owned(),
    };
    assert_eq!(report.lines().next(), Some(expected.as_str()), "{a} {b}");
    assert_eq!(report.lines().count() > 1, lowest != ONEIRI_RUNG_STRING, "{report}");
    lowest
}

#[test]
fn comparison() {
    let mut told = 0;
    for case in cases("ladder/pairs.toml").into_iter().chain(cases("ladder/schemes.toml")) {
        let (a, b) = (given(&case, "a"), given(&case, "b"));
        let own = references(&case)[0];
        // Every URI is an IRI.
        for grammar in [own, ONEIRI_IRI_REFERENCE] {
            let lowest = lowest(grammar, &a, &b);
            for (name, expected) in case["expect"].as_table().unwrap() {
                if name == "protocol" {
                    continue;
                }
                told += 1;
                let equal = lowest != ONEIRI_DIFFERENT && rung(name) >= lowest;
                assert_eq!(equal, expected.as_bool().unwrap(), "{case:?} at {name}");
            }
            if let (true, true, Some(form)) =
                (grammar == own, lowest != ONEIRI_DIFFERENT, text(&case, "normal_form"))
            {
                for input in [&a, &b] {
                    let got =
                        apply_text(ONEIRI_NORMALIZE, grammar, ONEIRI_RUNG_SCHEME, input, None);
                    assert_eq!(got.as_ref(), Ok(&form), "{case:?}");
                }
            }
        }
    }
    assert!(told > 1000, "{told}");
    for case in cases("ladder/modes.toml") {
        let (a, b) = (given(&case, "a"), given(&case, "b"));
        let lowest = lowest(ONEIRI_IRI_REFERENCE, &a, &b);
        if case.contains_key("same_text") {
            assert_eq!(lowest == ONEIRI_RUNG_STRING, is(&case, "same_text"));
        }
        if case.contains_key("equivalent") {
            assert_eq!(lowest != ONEIRI_DIFFERENT, is(&case, "equivalent"));
        }
        if let Some(base) = text(&case, "base") {
            let [a, b] = [a, b]
                .map(|it| apply_text(ONEIRI_RESOLVE, ONEIRI_IRI, 0, &base, Some(&it)).unwrap());
            let equal = self::lowest(ONEIRI_IRI, &a, &b) != ONEIRI_DIFFERENT;
            assert_eq!(equal, is(&case, "against_base"));
        }
    }
    for case in cases("ladder/preparations.toml") {
        let (raw, iri) = (given(&case, "raw"), given(&case, "iri"));
        assert_eq!(lowest(ONEIRI_IRI_REFERENCE, &raw, &iri), ONEIRI_DIFFERENT, "{case:?}");
    }
}

#[test]
fn resolution() {
    for file in FILES.into_iter().filter(|file| file.contains("resolve")) {
        for case in cases(file) {
            let (base, reference) = (given(&case, "base"), given(&case, "reference"));
            for grammar in [ONEIRI_URI, ONEIRI_URI_REFERENCE, ONEIRI_IRI, ONEIRI_IRI_REFERENCE] {
                let got = apply_text(ONEIRI_RESOLVE, grammar, 0, &base, Some(&reference));
                if reference.is_ascii() && base.is_ascii() || grammar >= ONEIRI_IRI {
                    assert_eq!(got, Ok(given(&case, "expected")), "{case:?}");
                }
            }
            // What leads to the target leads there again, if both have a scheme.
            let target = given(&case, "expected");
            let back = apply_text(ONEIRI_RELATIVIZE, ONEIRI_IRI, 0, &base, Some(&target)).unwrap();
            let got = apply_text(ONEIRI_RESOLVE, ONEIRI_IRI, 0, &base, Some(&back)).unwrap();
            let rung = compare(ONEIRI_IRI, got.as_bytes(), target.as_bytes()).unwrap();
            assert_ne!(rung, ONEIRI_DIFFERENT, "{case:?}: {back} leads to {got}");
        }
    }
}

/// The component and the value of a change: `None` removes the component.
fn change(case: &Table) -> (i32, Option<String>) {
    let value = text(case, "value");
    match given(case, "operation").as_str() {
        "update-scheme" => (ONEIRI_SCHEME, value),
        "update-user" => (ONEIRI_USERINFO, value),
        "update-host" => (ONEIRI_HOST, value),
        "update-port" => (ONEIRI_PORT, value),
        "update-path" => (ONEIRI_PATH, value),
        "update-query" => (ONEIRI_QUERY, value),
        "update-fragment" => (ONEIRI_FRAGMENT, value),
        "update-authority" => {
            let [user, host, port] = ["user", "host", "port"].map(|key| text(case, key));
            if user.is_none() && host.is_none() && port.is_none() {
                return (ONEIRI_AUTHORITY, None);
            }
            let user = user.map_or(String::new(), |it| it + "@");
            let port = port.map_or(String::new(), |it| format!(":{it}"));
            (ONEIRI_AUTHORITY, Some(user + &host.unwrap_or_default() + &port))
        }
        other => panic!("{other}"),
    }
}

#[test]
fn changes() {
    let (mut made, mut refused) = (0, 0);
    for case in cases("decisions/update.toml").into_iter().chain(cases("update.toml")) {
        let (component, value) = change(&case);
        let input = given(&case, "input");
        let repair = text(&case, "policy").map_or(0, |_| ONEIRI_REPAIR);
        for &reference in references(&case) {
            for grammar in [reference, with_scheme(reference)] {
                if apply_text(ONEIRI_CHECK, grammar, 0, &input, None).is_err() {
                    continue;
                }
                let option = component + repair;
                let got = apply_text(ONEIRI_SET, grammar, option, &input, value.as_deref());
                if component == ONEIRI_SCHEME && value.is_none() {
                    assert_eq!(got, Err(Refused::Misuse), "a scheme cannot be removed");
                    continue;
                }
                assert_eq!(got.as_ref().ok(), text(&case, "expected").as_ref(), "{case:?}");
                match got {
                    Ok(_) => made += 1,
                    Err(error) => {
                        refused += 1;
                        assert_eq!(error.error().unwrap().argument, 1, "{case:?}");
                    }
                }
            }
        }
    }
    // The counts of the library's own tests of editing.
    assert_eq!((made, refused), (106 + 326, 76 + 152));
}
