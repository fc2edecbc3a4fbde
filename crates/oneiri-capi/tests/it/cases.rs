//! Every case of `testdata/`, called as C calls it. How a case becomes a call is written in `oneiri-operations`.

use oneiri::{Ascii, Error, MaybeScheme, Ri, Rung, Unicode};
use oneiri_capi::*;
use oneiri_operations::{Grammar, Operation};

#[path = "../../../oneiri-operations/tests/cases/mod.rs"]
#[allow(dead_code, reason = "other bindings use the rest")]
mod calls;

use self::calls::{Case, Expected, cases};
use crate::call::{Refused, apply, apply_text, build, compare, equivalent, parse, split};
use crate::numbers::of_kind;

const COMPONENTS: [&str; 8] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "authority"];
const RUNGS: [&str; 5] = ["string", "case", "escape", "path", "scheme"];

/// The place of a name in a list, as a number of C.
fn place(names: &[&str], name: &str) -> i32 {
    let place = names.iter().position(|it| *it == name);
    place.unwrap_or_else(|| panic!("{name}")).try_into().unwrap()
}

/// The option of a call: a rung, the steps, or a component.
fn option(case: &Case) -> i32 {
    let named = |(name, value): (&&str, &String)| match *name {
        "rung" => ONEIRI_RUNG_STRING + place(&RUNGS, value),
        "steps" => ONEIRI_STEP_CASE << place(&["case", "escape", "path"], value),
        "component" => ONEIRI_SCHEME + place(&COMPONENTS, value),
        "repair" => ONEIRI_REPAIR,
        other => panic!("{other} is no option in C"),
    };
    case.options.iter().map(named).sum()
}

#[test]
fn every_case_has_its_result() {
    let mut applied = 0;
    for case in cases() {
        match case.operation {
            Operation::Parse => parsed(&case),
            Operation::IsValid => {
                let valid = parse(case.grammar.number(), case.first().as_bytes()).is_ok();
                assert_eq!(Expected::Valid(valid), case.expected, "{case:?}");
            }
            Operation::Rung => compared(&case),
            Operation::Build => built(&case),
            Operation::Lint => linted(&case),
            // The page of operations shows these gaps.
            Operation::Fingerprint | Operation::Fix => {
                assert_eq!(case.operation.row().faces.c, None)
            }
            operation => {
                applied += 1;
                let grammar = case.grammar.number();
                let (first, second) = (case.first(), case.second());
                let got = apply_text(operation.number(), grammar, option(&case), first, second);
                match &case.expected {
                    Expected::Misuse => assert_eq!(got, Err(Refused::Misuse), "{case:?}"),
                    &Expected::Invalid { argument, error } => refused(&case, got, argument, error),
                    _ => assert_eq!(got.ok().as_deref(), case.text(), "{case:?}"),
                }
            }
        }
    }
    assert!(applied > 2000, "{applied}");
}

/// The error is that of the library, in the numbers of C.
fn refused<T>(case: &Case, got: Result<T, Refused>, argument: usize, expected: Error) {
    let Err(Refused::Invalid { error, sentence }) = got else { panic!("{case:?} has an error") };
    assert_eq!(usize::try_from(error.argument), Ok(argument), "{case:?}");
    assert_eq!((error.start, error.end), (expected.start(), expected.end()), "{case:?}");
    assert_eq!(error.found, expected.found().map_or(ONEIRI_END, u32::from), "{case:?}");
    assert_eq!(error.kind, of_kind(expected.kind()), "{case:?}");
    let component = expected.component().map(|it| place(&COMPONENTS, it.name()));
    assert_eq!(error.component, component.map_or(ONEIRI_TEXT, |it| it + ONEIRI_SCHEME));
    // `oneiri_parse` writes no sentence.
    assert!(sentence.is_empty() || sentence == expected.to_string(), "{case:?}: {sentence}");
}

/// The texts of the components, in the order of the syntax.
fn pieces(text: &str, parts: &oneiri_parts) -> [Option<String>; 7] {
    let oneiri_parts { scheme, userinfo, host, port, path, query, fragment } = *parts;
    [scheme, userinfo, host, port, path, query, fragment].map(|range| {
        let is_absent = (range.start, range.end) == (usize::MAX, usize::MAX);
        (!is_absent).then(|| text[range.start..range.end].to_owned())
    })
}

fn parsed(case: &Case) {
    let (grammar, text) = (case.grammar.number(), case.first());
    let got = parse(grammar, text.as_bytes());
    let check = apply_text(ONEIRI_CHECK, grammar, 0, text, None);
    match &case.expected {
        &Expected::Invalid { argument, error } => {
            refused(case, got, argument, error);
            refused(case, check, argument, error);
        }
        expected => {
            let parts = got.unwrap();
            assert_eq!(*expected, Expected::Parts(pieces(text, &parts)), "{case:?}");
            assert_eq!(split(text.as_bytes()), parts, "{case:?}");
            assert_eq!(build(grammar, text, &parts).as_deref(), Ok(text));
            assert_eq!(check.as_deref(), Ok(""), "{case:?}");
        }
    }
}

fn built(case: &Case) {
    let text: String = case.texts.iter().flatten().map(String::as_str).collect();
    let mut end = 0;
    let mut ranges = case.texts.iter().map(|text| match text {
        Some(text) => {
            end += text.len();
            oneiri_range { start: end - text.len(), end }
        }
        None => oneiri_range { start: usize::MAX, end: usize::MAX },
    });
    let [scheme, userinfo, host, port, path, query, fragment] = [(); 7].map(|()| ranges.next().unwrap());
    let parts = oneiri_parts { scheme, userinfo, host, port, path, query, fragment };
    let got = build(case.grammar.number(), &text, &parts);
    assert_eq!(got.ok().as_deref(), case.text(), "{case:?}");
}

/// The lowest rung at which two texts are equal, by every function that can tell: the comparison, each rung, the normal
/// forms, and the explanation.
fn compared(case: &Case) {
    let (grammar, [a, b]) = (case.grammar.number(), [case.first(), case.second().unwrap()]);
    let Expected::Rung(rung) = case.expected else { panic!("{case:?}") };
    let name = rung.map(Rung::name);
    let lowest = name.map_or(ONEIRI_DIFFERENT, |name| place(&RUNGS, name));
    assert_eq!(compare(grammar, a.as_bytes(), b.as_bytes()), Ok(lowest), "{case:?}");
    for rung in ONEIRI_RUNG_STRING..=ONEIRI_RUNG_SCHEME {
        let equal = lowest != ONEIRI_DIFFERENT && rung >= lowest;
        assert_eq!(equivalent(grammar, rung, a.as_bytes(), b.as_bytes()), Ok(equal), "{case:?}");
        let forms = [a, b].map(|it| apply_text(ONEIRI_NORMALIZE, grammar, rung, it, None).unwrap());
        assert_eq!(forms[0] == forms[1], equal, "{case:?} at {rung}");
    }
    let report = apply_text(ONEIRI_EXPLAIN, grammar, 0, a, Some(b)).unwrap();
    let expected = name.map_or("different".to_owned(), |name| format!("equal at the {name} rung"));
    assert_eq!(report.lines().next(), Some(expected.as_str()), "{case:?}");
    assert_eq!(report.lines().count() > 1, lowest != ONEIRI_RUNG_STRING, "{report}");
}

/// Each finding of the library is a line: the code, where it lies, and the sentence. C has no way to look for one code
/// alone, so what the library finds by default is compared.
fn linted(case: &Case) {
    let (grammar, text) = (case.grammar, case.first());
    let findings = if grammar.is_ascii() {
        oneiri_lint::lint(&Ri::<&str, Ascii, MaybeScheme>::parse(text).unwrap())
    } else {
        oneiri_lint::lint(&Ri::<&str, Unicode, MaybeScheme>::parse(text).unwrap())
    };
    let lines = findings.iter().map(|finding| {
        let (code, range) = (finding.code, &finding.range);
        format!("{code}\t{}\t{}\t{finding}\n", range.start, range.end)
    });
    let expected: String = lines.collect();
    assert_eq!(apply_text(ONEIRI_LINT, grammar.number(), 0, text, None), Ok(expected));
}

/// An escape may decode to any octets, so the result of `ONEIRI_DECODE` is no text.
#[test]
fn octets_are_decoded() {
    let grammar = Grammar::default().number();
    assert_eq!(apply(ONEIRI_DECODE, grammar, 0, b"%FFa", None), Ok(b"\xFFa".to_vec()));
}
