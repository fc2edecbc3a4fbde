//! The cases with one text: parsing, building, normalizing, converting, escapes, lints and fingerprints.

use oneiri::{Alphabet, Ascii, HasScheme, MaybeScheme, Ri, SchemePresence, Unicode};
use oneiri_operations::{Grammar, Operation};

use super::data::{Data, cases};
use super::{CallOf, Case, Expected, List};

const PARSED: [&str; 11] = [
    "decisions/parse-empties.toml",
    "decisions/parse-forbidden.toml",
    "decisions/parse-ip-literals.toml",
    "decisions/parse-iri.toml",
    "decisions/parse-port.toml",
    "decisions/parse-scheme-or-segment.toml",
    "decisions/parse-userinfo.toml",
    "errors.toml",
    "grammar.toml",
    "srfi275/iri-getters.toml",
    "srfi275/parse.toml",
];
/// Texts that are parsed, with keys of their own for the result.
const TEXTS: [&str; 5] = [
    "json-schema.toml", "ladder/components.toml", "srfi275/iri-to-string.toml", "stdurl/parse.toml",
    "stdurl/valid.toml",
];
/// The files, and the operation if the cases do not name theirs.
const NORMALIZED: [(&str, &str); 10] = [
    ("decisions/normalize-iri.toml", ""),
    ("decisions/normalize-uri-dots.toml", ""),
    ("decisions/normalize-uri.toml", ""),
    ("srfi275/normalize-iri-case.toml", "iri-case"),
    ("srfi275/normalize-iri-escape.toml", "iri-escape"),
    ("srfi275/normalize-iri-path-segments.toml", "iri-path-segments"),
    ("srfi275/normalize-uri-case.toml", "uri-case"),
    ("srfi275/normalize-uri-escape.toml", "uri-escape"),
    ("srfi275/normalize-uri-path-segments.toml", "uri-path-segments"),
    ("stdurl/normalize.toml", "uri-normalize"),
];
const CONVERTED: [(&str, &str); 4] = [
    ("decisions/convert.toml", ""),
    ("ladder/conversions.toml", ""),
    ("srfi275/iri-to-uri.toml", "iri->uri"),
    ("srfi275/uri-to-iri.toml", "uri->iri"),
];
const OTHERS: [&str; 8] = [
    "decisions/parse-lenient.toml", "fingerprints.toml", "ladder/percent.toml", "lenient.toml", "lint.toml",
    "stdurl/build.toml", "stdurl/decode.toml", "stdurl/encode.toml",
];
const AUTHORITIES: &str = "stdurl/parse-authority.toml";

const SRFI: [&str; 7] = ["scheme", "user", "host", "port", "path", "query", "fragment"];
const NAMES: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// Adds the cases, and returns the files that were read.
pub(super) fn add(list: &mut List) -> Vec<String> {
    PARSED.into_iter().chain(TEXTS).for_each(|file| add_parsed(list, file));
    for case in cases(AUTHORITIES) {
        let authority = format!("//{}", case.given("authority"));
        let [_, _, host, port, ..] = parse(list, &case, Grammar::UriReference, &authority).unwrap();
        assert_eq!([host, port], ["host", "port"].map(|key| case.text(key)), "{case:?}");
    }
    NORMALIZED.into_iter().for_each(|(file, usual)| add_normalized(list, file, usual));
    CONVERTED.into_iter().for_each(|(file, usual)| add_converted(list, file, usual));
    add_lenient(list);
    add_escapes(list);
    add_lints(list);
    add_built(list);
    add_fingerprints(list);
    let files = PARSED.into_iter().chain(TEXTS).chain(OTHERS).chain([AUTHORITIES]);
    let named = NORMALIZED.into_iter().chain(CONVERTED).map(|(file, _)| file);
    files.chain(named).map(str::to_owned).collect()
}

/// The components of a text, or `None` if it is invalid.
fn components(grammar: Grammar, text: &str) -> Option<[Option<String>; 7]> {
    fn of<A: Alphabet, F: SchemePresence>(text: &str) -> Option<[Option<String>; 7]> {
        let parts = Ri::<&str, A, F>::parse(text).ok()?.parts();
        let authority = [parts.scheme, parts.userinfo, parts.host, parts.port];
        let rest = [Some(parts.path), parts.query, parts.fragment];
        let mut all = authority.into_iter().chain(rest).map(|part| part.map(str::to_owned));
        Some([(); 7].map(|()| all.next().unwrap()))
    }
    match grammar {
        Grammar::Uri => of::<Ascii, HasScheme>(text),
        Grammar::UriReference => of::<Ascii, MaybeScheme>(text),
        Grammar::Iri => of::<Unicode, HasScheme>(text),
        Grammar::IriReference => of::<Unicode, MaybeScheme>(text),
    }
}

/// Adds a parse by a grammar, and returns the components.
fn parse(list: &mut List, case: &Data, grammar: Grammar, text: &str) -> Option<[Option<String>; 7]> {
    let parts = components(grammar, text);
    let id = case.id();
    let call = CallOf::new(&id, Operation::Parse, grammar, text);
    let expected = match parts.clone() {
        Some(parts) => Expected::Parts(parts),
        None => CallOf { operation: Operation::Check, ..call.clone() }.run(),
    };
    list.push(&call, expected);
    parts
}

fn add_parsed(list: &mut List, file: &str) {
    for case in cases(file) {
        let input = case.given("input");
        for &grammar in case.references() {
            let parts = parse(list, &case, grammar, &input);
            let absolute = parse(list, &case, grammar.with_scheme(true), &input);
            let has_scheme = |parts: &[Option<String>; 7]| parts[0].is_some();
            assert_eq!(absolute, parts.clone().filter(has_scheme), "{case:?}: with a scheme");
            held(&case, file, parts);
        }
        if let Some(format) = case.text("format") {
            let id = case.id();
            let call = CallOf::new(&id, Operation::IsValid, format.parse().unwrap(), &input);
            list.push(&call, Expected::Valid(case.is("valid")));
        }
    }
}

/// What a case says about the components of its text.
fn held(case: &Data, file: &str, parts: Option<[Option<String>; 7]>) {
    if file == "errors.toml" || case.is("error") || file == "stdurl/valid.toml" && !case.is("expected") {
        assert_eq!(parts, None, "{case:?}");
    } else if case.has("srfi") {
        let parts = parts.unwrap();
        assert_eq!(srfi(parts.clone()), case.seven(Some("srfi"), SRFI), "{case:?}");
        if let Some(present) = case.flag("authority_present") {
            assert_eq!((parts[2].is_some(), &parts[3]), (present, &case.text("port_raw")));
        }
    } else if case.has("flat") {
        let flat = case.seven(Some("flat"), NAMES).map(Option::unwrap_or_default);
        assert_eq!(parts.unwrap().map(Option::unwrap_or_default), flat, "{case:?}");
    } else if case.has("path") {
        assert_eq!(parts.unwrap(), case.seven(None, NAMES), "{case:?}");
    }
}

/// The seven fields of SRFI 275 by its rules: an empty path is absent, and so are an empty host after a userinfo and an
/// empty port; a port is a number.
fn srfi(mut fields: [Option<String>; 7]) -> [Option<String>; 7] {
    let [_, userinfo, host, port, path, ..] = &mut fields;
    host.take_if(|host| host.is_empty() && userinfo.is_some());
    port.take_if(|port| port.is_empty());
    path.take_if(|path| path.is_empty());
    if let Some(digits) = port {
        let number = digits.trim_start_matches('0');
        *digits = if number.is_empty() { "0" } else { number }.to_owned();
    }
    fields
}

/// The grammar and the step of an operation of the files, such as `uri-case`; no step for the whole normalization.
fn steps(operation: &str) -> (Grammar, Option<&'static str>) {
    let (alphabet, step) = operation.split_once('-').unwrap();
    let step = match step {
        "case" => Some("case"),
        "escape" => Some("escape"),
        "path-segments" => Some("path"),
        "normalize" => None,
        other => panic!("{other}"),
    };
    (format!("{alphabet}-reference").parse().unwrap(), step)
}

fn add_normalized(list: &mut List, file: &str, usual: &str) {
    for case in cases(file) {
        let (id, expected) = (case.id(), case.given("expected"));
        let (grammar, step) = steps(&case.text("operation").unwrap_or(usual.to_owned()));
        let mut input = case.given("input");
        if case.is("lenient") {
            let call = CallOf::new(&id, Operation::ParseLenient, grammar, &input);
            let Expected::Text(lenient) = call.run() else { panic!("{case:?}") };
            list.call(&call, Some(&lenient));
            input = lenient;
        }
        // Normalizing is idempotent, so the result is its own normal form.
        for text in [&input, &expected] {
            let call = match step {
                Some(step) => CallOf::new(&id, Operation::NormalizeSteps, grammar, text).option("steps", step),
                None => CallOf::new(&id, Operation::Normalize, grammar, text).option("rung", "path"),
            };
            list.call(&call, Some(&expected));
        }
    }
}

fn add_converted(list: &mut List, file: &str, usual: &str) {
    for case in cases(file) {
        let (id, input, expected) = (case.id(), case.given("input"), case.given("expected"));
        let direction = case.text("direction").unwrap_or(usual.to_owned());
        let call = match direction.as_str() {
            "uri->iri" => CallOf::new(&id, Operation::ToIri, Grammar::UriReference, &input),
            "iri->uri" => CallOf::new(&id, Operation::ToUri, Grammar::IriReference, &input),
            other => panic!("{other}"),
        };
        if case.is("optional") {
            // The RFC permits this result, and the library gives another one.
            let got = call.run();
            assert_ne!(got, Expected::Text(expected), "{case:?}");
            list.push(&call, got);
        } else {
            list.call(&call, Some(&expected));
        }
    }
}

fn add_lenient(list: &mut List) {
    for case in cases("lenient.toml") {
        let (id, input) = (case.id(), case.given("input"));
        for &grammar in case.references() {
            let call = CallOf::new(&id, Operation::ParseLenient, grammar, &input);
            list.call(&call, case.text("expected").as_deref());
        }
    }
    let decoded = |field: Option<String>| field.map(|field| oneiri::percent::decode_text(&field).unwrap().into_owned());
    for case in cases("decisions/parse-lenient.toml") {
        let (id, input) = (case.id(), case.given("input"));
        assert_eq!(parse(list, &case, Grammar::UriReference, &input), None, "{case:?}");
        let call = CallOf::new(&id, Operation::ParseLenient, Grammar::UriReference, &input);
        let got = call.run();
        if let Expected::Text(text) = &got {
            let fields = srfi(components(Grammar::UriReference, text).unwrap()).map(decoded);
            let expected = case.seven(Some("before_encoding"), SRFI).map(decoded);
            assert_eq!(fields, expected, "{case:?}");
        } else {
            assert!(case.is("error"), "{case:?}: {got:?}");
        }
        list.push(&call, got);
    }
}

fn add_escapes(list: &mut List) {
    let grammar = Grammar::IriReference;
    for case in cases("stdurl/encode.toml") {
        let (id, input, safe) = (case.id(), case.given("input"), case.given("safe"));
        let call = CallOf::new(&id, Operation::Encode, grammar, &input).with(Some(&safe));
        list.call(&call, case.text("expected").as_deref());
    }
    for case in cases("stdurl/decode.toml") {
        let (id, input) = (case.id(), case.given("input"));
        let call = CallOf::new(&id, Operation::Decode, grammar, &input);
        list.push(&call, Expected::Text(case.given("expected")));
    }
    for case in cases("ladder/percent.toml") {
        let (id, operation) = (case.id(), case.given("operation"));
        for [input, expected] in case.pairs("pairs") {
            if operation == "encode" {
                let call = CallOf::new(&id, Operation::Encode, grammar, &input).with(Some(""));
                list.call(&call, Some(&expected));
                let call = CallOf::new(&id, Operation::DecodeText, grammar, &expected);
                list.call(&call, Some(&input));
                continue;
            }
            // In each component that may hold an escape, because "." alone would be a dot segment.
            let [input, expected] = [input, expected].map(|part| format!("x://{part}@{part}/{part}?{part}#{part}"));
            for &grammar in case.references() {
                let call = CallOf::new(&id, Operation::NormalizeSteps, grammar, &input);
                list.call(&call.option("steps", "escape"), Some(&expected));
            }
        }
    }
}

/// The table of operations has the lints without Unicode's tables, so these cases are not run here.
fn add_lints(list: &mut List) {
    for case in cases("lint.toml") {
        let (id, input, code) = (case.id(), case.given("input"), case.given("code"));
        let (found, details) = (case.texts("found"), case.texts("details"));
        let details = details.into_iter().chain(std::iter::repeat(String::new()));
        let findings: Vec<_> = found.into_iter().zip(details).collect();
        let fixed = case.text("fixed").unwrap_or(input.clone());
        for &grammar in case.references() {
            let call = CallOf::new(&id, Operation::Lint, grammar, &input).option("only", &code);
            list.push(&call, Expected::Findings(findings.clone()));
            let call = CallOf { operation: Operation::Fix, ..call };
            list.push(&call, Expected::Text(fixed.clone()));
        }
    }
}

fn add_built(list: &mut List) {
    for case in cases("stdurl/build.toml") {
        let texts = case.seven(Some("flat"), NAMES).map(|part| part.filter(|part| !part.is_empty()));
        list.cases.push(Case {
            id: case.id(),
            operation: Operation::Build,
            grammar: Grammar::UriReference,
            texts: texts.to_vec(),
            options: [].into(),
            expected: Expected::Text(case.given("expected")),
        });
    }
}

fn add_fingerprints(list: &mut List) {
    let grammar = Grammar::IriReference;
    for case in cases("fingerprints.toml") {
        let (id, input, rung) = (case.id(), case.given("input"), case.given("rung"));
        let call = CallOf::new(&id, Operation::Normalize, grammar, &input).option("rung", &rung);
        list.call(&call, case.text("normal_form").as_deref());
        for (hash, key) in [("xxh3", "xxh3_128"), ("blake3", "blake3")] {
            let call = CallOf { operation: Operation::Fingerprint, ..call.clone() };
            list.push(&call.option("hash", hash), Expected::Text(case.given(key)));
        }
    }
}
