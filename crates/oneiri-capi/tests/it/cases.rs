//! Every case of `testdata/` that the interface can express: parsing, splitting, and operations on one text.

use std::collections::BTreeSet;
use std::path::Path;

use oneiri_capi::*;
use toml::Table;

use crate::call::{apply, apply_text, build, parse, split};
use crate::data::{FOLDER, cases, given, is, pieces, references, text, with_scheme};
use crate::pairs;

const PARSED: [&str; 11] = [
    "decisions/parse-empties.toml",
    "decisions/parse-forbidden.toml",
    "decisions/parse-ip-literals.toml",
    "decisions/parse-iri.toml",
    "decisions/parse-port.toml",
    "decisions/parse-scheme-or-segment.toml",
    "decisions/parse-userinfo.toml",
    "grammar.toml",
    "srfi275/iri-getters.toml",
    "srfi275/iri-to-string.toml",
    "srfi275/parse.toml",
];
const STEPPED: [(&str, &str); 9] = [
    ("decisions/normalize-iri.toml", ""),
    ("decisions/normalize-uri-dots.toml", ""),
    ("decisions/normalize-uri.toml", ""),
    ("srfi275/normalize-iri-case.toml", "iri-case"),
    ("srfi275/normalize-iri-escape.toml", "iri-escape"),
    ("srfi275/normalize-iri-path-segments.toml", "iri-path-segments"),
    ("srfi275/normalize-uri-case.toml", "uri-case"),
    ("srfi275/normalize-uri-escape.toml", "uri-escape"),
    ("srfi275/normalize-uri-path-segments.toml", "uri-path-segments"),
];
const CONVERTED: [(&str, &str); 4] = [
    ("decisions/convert.toml", ""),
    ("ladder/conversions.toml", ""),
    ("srfi275/iri-to-uri.toml", "iri->uri"),
    ("srfi275/uri-to-iri.toml", "uri->iri"),
];
/// Those that a test of their own reads, by name.
const SINGLE: [&str; 13] = [
    "decisions/parse-lenient.toml",
    "errors.toml",
    "fingerprints.toml",
    "ladder/components.toml",
    "ladder/percent.toml",
    "lenient.toml",
    "lint.toml",
    "stdurl/build.toml",
    "stdurl/decode.toml",
    "stdurl/encode.toml",
    "stdurl/normalize.toml",
    "stdurl/parse-authority.toml",
    "stdurl/parse.toml",
];
/// No function of C answers these: the faults of other libraries, the readings of other parsers, the formats of JSON
/// Schema, and the routine of RFC 3986 as printed.
const NOT_IN_C: [&str; 4] =
    ["advisories.toml", "diff.toml", "json-schema.toml", "ladder/remove-dot-segments.toml"];

#[test]
fn no_file_is_forgotten() {
    fn below(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|it| it == "toml") {
                let file = path.strip_prefix(FOLDER).unwrap().to_str().unwrap();
                found.insert(file.replace('\\', "/"));
            }
        }
    }
    let mut found = BTreeSet::new();
    below(Path::new(FOLDER), &mut found);
    let named = STEPPED.into_iter().chain(CONVERTED).map(|(file, _)| file);
    let known = PARSED.into_iter().chain(SINGLE).chain(NOT_IN_C).chain(named);
    let known = known.chain(pairs::FILES).chain(["stdurl/valid.toml"]);
    assert_eq!(found, known.map(str::to_owned).collect());
}

/// The seven fields of SRFI 275 by its rules: an empty path is absent, and so are an empty host after a userinfo and an
/// empty port; a port is a number.
fn srfi(text: &str, parts: &oneiri_parts) -> [Option<String>; 7] {
    let mut fields = pieces(text, parts).map(|it| it.map(str::to_owned));
    let [_, userinfo, host, port, path, ..] = &mut fields;
    host.take_if(|it| it.is_empty() && userinfo.is_some());
    port.take_if(|it| it.is_empty());
    path.take_if(|it| it.is_empty());
    if let Some(digits) = port {
        let number = digits.trim_start_matches('0');
        *digits = if number.is_empty() { "0" } else { number }.to_owned();
    }
    fields
}

const FIELDS: [&str; 7] = ["scheme", "user", "host", "port", "path", "query", "fragment"];
const NAMES: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// Parses a text by a grammar of references and by the one that requires a scheme; what both say agrees.
fn parsed(grammar: i32, input: &str) -> Option<oneiri_parts> {
    let reference = parse(grammar, input.as_bytes()).ok();
    let absolute = parse(with_scheme(grammar), input.as_bytes()).ok();
    let has_scheme = |parts: &oneiri_parts| parts.scheme.start == 0;
    assert_eq!(absolute, reference.filter(has_scheme), "{input}: with a scheme");
    if let Some(parts) = reference {
        assert_eq!(split(input.as_bytes()), parts, "{input}");
        assert_eq!(build(grammar, input, &parts).as_deref(), Ok(input));
    }
    let check = apply(ONEIRI_CHECK, grammar, 0, input.as_bytes(), None);
    assert_eq!(check.is_ok(), reference.is_some(), "{input}");
    reference
}

#[test]
fn parsing() {
    let mut ran = 0;
    for case in PARSED.into_iter().flat_map(cases) {
        let input = given(&case, "input");
        for &grammar in references(&case) {
            let parts = parsed(grammar, &input);
            assert_eq!(parts.is_none(), is(&case, "error"), "{case:?}");
            let (Some(parts), Some(fields)) = (parts, case.get("srfi")) else { continue };
            let fields = fields.as_table().unwrap();
            assert_eq!(srfi(&input, &parts), FIELDS.map(|key| text(fields, key)), "{case:?}");
            if let Some(present) = case.get("authority_present") {
                assert_eq!(pieces(&input, &parts)[2].is_some(), present.as_bool().unwrap());
                assert_eq!(pieces(&input, &parts)[3].map(str::to_owned), text(&case, "port_raw"));
            }
            ran += 1;
        }
    }
    assert_eq!(ran, 356, "cases with fields, by each grammar that they are about");
    for case in cases("ladder/components.toml") {
        let input = given(&case, "input");
        let parts = parsed(ONEIRI_URI_REFERENCE, &input).unwrap();
        let mut expected = NAMES.map(|key| text(&case, key));
        // The path is never absent.
        expected[4].get_or_insert_default();
        assert_eq!(pieces(&input, &parts).map(|it| it.map(str::to_owned)), expected, "{case:?}");
    }
    for case in cases("stdurl/valid.toml") {
        let valid = parsed(ONEIRI_URI_REFERENCE, &given(&case, "input")).is_some();
        assert_eq!(valid, is(&case, "expected"), "{case:?}");
    }
}

/// What is not valid: the error is that of the library, in the numbers of C.
#[test]
fn errors() {
    for case in cases("errors.toml") {
        let input = given(&case, "input");
        for &grammar in references(&case) {
            assert_eq!(parsed(grammar, &input), None, "{case:?}");
            let error = parse(grammar, input.as_bytes()).unwrap_err().error().unwrap();
            let refused = apply(ONEIRI_CHECK, grammar, 0, input.as_bytes(), None).unwrap_err();
            assert_eq!(refused.error(), Some(error));
            let library = match grammar {
                ONEIRI_URI_REFERENCE => oneiri::UriRef::parse(&input).unwrap_err(),
                _ => oneiri::IriRef::parse(&input).unwrap_err(),
            };
            let sentence = library.to_string();
            assert_eq!(refused, crate::call::Refused::Invalid { error, sentence });
            assert_eq!((error.start, error.end), (library.start(), library.end()));
            assert_eq!(error.found, library.found().map_or(ONEIRI_END, u32::from));
            assert_eq!(error.argument, 0);
            assert_eq!(error.kind, crate::numbers::of_kind(library.kind()), "{case:?}");
            if let Some(start) = text(&case, "start") {
                assert_eq!(error.start.to_string(), start, "{case:?}");
            }
            if let Some(name) = text(&case, "component") {
                let place = NAMES.iter().position(|it| *it == name).unwrap();
                let number = ONEIRI_SCHEME + i32::try_from(place).unwrap();
                assert_eq!(error.component, number, "{case:?}");
            }
        }
    }
}

/// The grammar and the step of an operation of the files, such as `uri-case`; no step for all of them.
fn steps(operation: &str) -> (i32, Option<i32>) {
    let (alphabet, step) = operation.split_once('-').unwrap();
    let step = match step {
        "case" => Some(ONEIRI_STEP_CASE),
        "escape" => Some(ONEIRI_STEP_ESCAPE),
        "path-segments" => Some(ONEIRI_STEP_PATH),
        "normalize" => None,
        other => panic!("{other}"),
    };
    let reference = if alphabet == "uri" { ONEIRI_URI_REFERENCE } else { ONEIRI_IRI_REFERENCE };
    (reference, step)
}

#[test]
fn normalization() {
    for (file, operation) in STEPPED {
        for case in cases(file) {
            let operation = text(&case, "operation").unwrap_or(operation.to_owned());
            let (grammar, steps) = steps(&operation);
            let (mut input, expected) = (given(&case, "input"), given(&case, "expected"));
            if is(&case, "lenient") {
                input = apply_text(ONEIRI_LENIENT, grammar, 0, &input, None).unwrap();
            }
            for _ in 0..text(&case, "times").map_or(1, |times| times.parse().unwrap()) {
                // The whole normalization is a rung; one step is an option of another operation.
                let (operation, option) = match steps {
                    Some(steps) => (ONEIRI_NORMALIZE_STEPS, steps),
                    None => (ONEIRI_NORMALIZE, ONEIRI_RUNG_PATH),
                };
                input = apply_text(operation, grammar, option, &input, None).unwrap();
            }
            assert_eq!(input, expected, "{case:?}");
        }
    }
    for case in cases("stdurl/normalize.toml") {
        let (grammar, rung) = (ONEIRI_URI_REFERENCE, ONEIRI_RUNG_PATH);
        let got = apply_text(ONEIRI_NORMALIZE, grammar, rung, &given(&case, "input"), None);
        assert_eq!(got, Ok(given(&case, "expected")), "{case:?}");
    }
    for case in cases("fingerprints.toml") {
        let rung = pairs::rung(&given(&case, "rung"));
        let input = given(&case, "input");
        let got = apply_text(ONEIRI_NORMALIZE, ONEIRI_IRI_REFERENCE, rung, &input, None);
        assert_eq!(got, Ok(given(&case, "normal_form")), "{case:?}");
    }
}

#[test]
fn conversion() {
    for (file, direction) in CONVERTED {
        for case in cases(file).iter().filter(|case| !is(case, "optional")) {
            let direction = text(case, "direction").unwrap_or(direction.to_owned());
            let (operation, grammar) = match direction.as_str() {
                "uri->iri" => (ONEIRI_TO_IRI, ONEIRI_URI_REFERENCE),
                "iri->uri" => (ONEIRI_TO_URI, ONEIRI_IRI_REFERENCE),
                other => panic!("{other}"),
            };
            let got = apply_text(operation, grammar, 0, &given(case, "input"), None);
            assert_eq!(got, Ok(given(case, "expected")), "{case:?}");
        }
    }
}

#[test]
fn lenient() {
    for case in cases("lenient.toml") {
        let grammar = references(&case)[0];
        let got = apply_text(ONEIRI_LENIENT, grammar, 0, &given(&case, "input"), None);
        assert_eq!(got.as_ref().ok(), text(&case, "expected").as_ref(), "{case:?}");
        assert_eq!(got.is_err(), is(&case, "error"), "{case:?}");
    }
    let decode =
        |it: Option<String>| it.map(|it| apply_text(ONEIRI_DECODE_TEXT, -1, 0, &it, None).unwrap());
    for case in cases("decisions/parse-lenient.toml") {
        let input = given(&case, "input");
        assert_eq!(parsed(ONEIRI_URI_REFERENCE, &input), None, "{case:?}");
        let got = apply_text(ONEIRI_LENIENT, ONEIRI_URI_REFERENCE, 0, &input, None);
        assert_eq!(got.is_err(), is(&case, "error"), "{case:?}");
        let (Ok(got), Some(fields)) = (got, case.get("before_encoding")) else { continue };
        let fields = fields.as_table().unwrap();
        let parts = parsed(ONEIRI_URI_REFERENCE, &got).unwrap();
        let expected = FIELDS.map(|key| decode(text(fields, key)));
        assert_eq!(srfi(&got, &parts).map(decode), expected, "{case:?}");
    }
}

/// The seven strings of STDURL, in which absent means empty.
fn flat(case: &Table) -> [String; 7] {
    let strings = case["flat"].as_table().unwrap();
    NAMES.map(|key| text(strings, key).unwrap_or_default())
}

#[test]
fn stdurl() {
    let strings = |text: &str, parts: &oneiri_parts| {
        pieces(text, parts).map(|it| it.unwrap_or_default().to_owned())
    };
    for case in cases("stdurl/parse.toml") {
        let input = given(&case, "input");
        assert_eq!(strings(&input, &split(input.as_bytes())), flat(&case), "{case:?}");
        let parts = parsed(ONEIRI_URI_REFERENCE, &input).unwrap();
        assert_eq!(strings(&input, &parts), flat(&case), "{case:?}");
    }
    for case in cases("stdurl/parse-authority.toml") {
        let authority = format!("//{}", given(&case, "authority"));
        let [_, _, host, port, ..] = strings(&authority, &split(authority.as_bytes()));
        assert_eq!([host, port], [given(&case, "host"), given(&case, "port")], "{case:?}");
    }
    for case in cases("stdurl/build.toml") {
        let strings = flat(&case);
        let text = strings.concat();
        let mut end = 0;
        let [scheme, userinfo, host, port, path, query, fragment] = strings.map(|it| {
            end += it.len();
            let absent = oneiri_range { start: usize::MAX, end: usize::MAX };
            if it.is_empty() { absent } else { oneiri_range { start: end - it.len(), end } }
        });
        let parts = oneiri_parts { scheme, userinfo, host, port, path, query, fragment };
        let got = build(ONEIRI_URI_REFERENCE, &text, &parts);
        assert_eq!(got, Ok(given(&case, "expected")), "{case:?}");
    }
}

#[test]
fn percent_encoding() {
    for case in cases("stdurl/encode.toml") {
        let (input, safe) = (given(&case, "input"), given(&case, "safe"));
        let got = apply_text(ONEIRI_ENCODE, -1, 0, &input, Some(&safe));
        assert_eq!(got, Ok(given(&case, "expected")), "{case:?}");
    }
    for case in cases("stdurl/decode.toml") {
        let got = apply_text(ONEIRI_DECODE, -1, 0, &given(&case, "input"), None);
        assert_eq!(got, Ok(given(&case, "expected")), "{case:?}");
    }
    for case in cases("ladder/percent.toml") {
        for pair in case["pairs"].as_array().unwrap() {
            let [input, expected] = [0, 1].map(|side| pair[side].as_str().unwrap());
            let (got, expected) = if given(&case, "operation") == "encode" {
                let decoded = apply_text(ONEIRI_DECODE_TEXT, -1, 0, expected, None);
                assert_eq!(decoded.as_deref(), Ok(input));
                (apply_text(ONEIRI_ENCODE, -1, 0, input, None), expected.to_owned())
            } else {
                // In each component that may hold an escape; "." alone would be a dot segment.
                let text = |part: &str| format!("x://{part}@{part}/{part}?{part}#{part}");
                let (operation, step) = (ONEIRI_NORMALIZE_STEPS, ONEIRI_STEP_ESCAPE);
                let got = apply_text(operation, ONEIRI_URI, step, &text(input), None);
                (got, text(expected))
            };
            assert_eq!(got, Ok(expected), "{case:?}");
        }
    }
}

/// Each finding of the library is a line: the code, where it lies, and the sentence.
#[test]
fn lints() {
    let mut found = 0;
    for case in cases("lint.toml") {
        let input = given(&case, "input");
        for &grammar in references(&case) {
            let findings = match grammar {
                ONEIRI_URI_REFERENCE => oneiri_lint::lint(&oneiri::UriRef::parse(&input).unwrap()),
                _ => oneiri_lint::lint(&oneiri::IriRef::parse(&input).unwrap()),
            };
            let lines = findings.iter().map(|finding| {
                let (code, range) = (finding.code, &finding.range);
                format!("{code}\t{}\t{}\t{finding}\n", range.start, range.end)
            });
            let expected: String = lines.collect();
            assert_eq!(apply_text(ONEIRI_LINT, grammar, 0, &input, None), Ok(expected));
            found +=
                findings.iter().filter(|it| it.code.to_string() == given(&case, "code")).count();
        }
    }
    assert!(found > 100, "{found}");
}
