//! The cases of SRFI 275.

use serde::Deserialize;

use super::components::{Expected, Srfi, check_parse};
use super::shared::{Direction, Grammar, Report, Step, converted, load, normalized, resolved};

pub(super) const FILES: &[&str] = &[
    "srfi275/iri-getters.toml",
    "srfi275/iri-to-string.toml",
    "srfi275/iri-to-uri.toml",
    "srfi275/normalize-iri-case.toml",
    "srfi275/normalize-iri-escape.toml",
    "srfi275/normalize-iri-path-segments.toml",
    "srfi275/normalize-uri-case.toml",
    "srfi275/normalize-uri-escape.toml",
    "srfi275/normalize-uri-path-segments.toml",
    "srfi275/parse.toml",
    "srfi275/resolve-iri-reference.toml",
    "srfi275/uri-to-iri.toml",
];

#[test]
fn srfi275() {
    let mut report = Report::new("srfi275", 173);
    parse(&mut report, "srfi275/parse.toml");
    parse(&mut report, "srfi275/iri-getters.toml");
    normalize(&mut report);
    convert(&mut report);
    print(&mut report);
    resolve(&mut report);
    report.finish();
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names and notes are for the people who read the files")]
struct Parse {
    id: String,
    name: Option<String>,
    input: String,
    relative: bool,
    srfi: Srfi,
    note: Option<String>,
}

fn parse(report: &mut Report, file: &str) {
    for case in load::<Parse>(file) {
        report.case(&case.id, &case.input);
        report.check("relative", case.relative, case.srfi.scheme.is_none());
        let expected = Expected { srfi: &case.srfi, authority: None, host_kind: None };
        for grammar in [Grammar::Uri, Grammar::Iri] {
            check_parse(report, grammar, &case.input, Some(&expected));
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "names and notes are for the people who read the files")]
struct Text {
    id: String,
    name: String,
    input: String,
    expected: String,
    #[serde(default)]
    lenient: bool,
    #[serde(default = "once")]
    times: usize,
    note: Option<String>,
}

fn once() -> usize {
    1
}

fn normalize(report: &mut Report) {
    use Grammar::{Iri, Uri};
    for (file, grammar, step) in [
        ("srfi275/normalize-uri-case.toml", Uri, Step::Case),
        ("srfi275/normalize-iri-case.toml", Iri, Step::Case),
        ("srfi275/normalize-uri-escape.toml", Uri, Step::Escape),
        ("srfi275/normalize-iri-escape.toml", Iri, Step::Escape),
        ("srfi275/normalize-uri-path-segments.toml", Uri, Step::PathSegments),
        ("srfi275/normalize-iri-path-segments.toml", Iri, Step::PathSegments),
    ] {
        for case in load::<Text>(file) {
            report.case(&case.id, &case.input);
            let input = if case.lenient {
                let strict = oneiri::UriRef::parse(&case.input);
                report.check("refused when strict", true, strict.is_err());
                oneiri::UriRef::parse_lenient(&case.input).map(|uri| uri.into_string())
            } else {
                Ok(case.input)
            };
            let got = input
                .map_err(|error| error.to_string())
                .and_then(|input| normalized(grammar, step, &input, case.times));
            report.check(&format!("{grammar:?}, {step:?}"), Ok(case.expected), got);
        }
    }
}

fn convert(report: &mut Report) {
    for (file, direction) in
        [("srfi275/uri-to-iri.toml", Direction::ToIri), ("srfi275/iri-to-uri.toml", Direction::ToUri)]
    {
        for case in load::<Text>(file) {
            report.case(&case.id, &case.input);
            report.check("converted", Ok(case.expected), converted(direction, &case.input));
        }
    }
}

fn print(report: &mut Report) {
    for case in load::<Text>("srfi275/iri-to-string.toml") {
        report.case(&case.id, &case.input);
        let got = oneiri::Iri::parse(&case.input).map(|iri| iri.to_string());
        report.check("printed", Ok(case.expected), got);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resolve {
    id: String,
    base: String,
    reference: String,
    expected: String,
}

fn resolve(report: &mut Report) {
    for case in load::<Resolve>("srfi275/resolve-iri-reference.toml") {
        report.case(&case.id, [&case.base, &case.reference]);
        for grammar in [Grammar::Iri, Grammar::Uri] {
            let got = resolved(grammar, &case.base, &case.reference, Default::default());
            report.check(&format!("{grammar:?}, resolved"), Ok(case.expected.clone()), got);
        }
    }
}
