//! The vectors of the decisions, where the specifications contradict each other or are silent.

use oneiri::{Resolution, UriRef};
use serde::Deserialize;

use super::components::{Expected, HostKind, Srfi, check_parse};
use super::shared::{Direction, Grammar, Grammars, Report, Step, converted, load, normalized, resolved};

pub(super) const FILES: &[&str] = &[
    "decisions/convert.toml",
    "decisions/normalize-iri.toml",
    "decisions/normalize-uri-dots.toml",
    "decisions/normalize-uri.toml",
    "decisions/parse-empties.toml",
    "decisions/parse-forbidden.toml",
    "decisions/parse-ip-literals.toml",
    "decisions/parse-iri.toml",
    "decisions/parse-lenient.toml",
    "decisions/parse-port.toml",
    "decisions/parse-scheme-or-segment.toml",
    "decisions/parse-userinfo.toml",
    "decisions/resolve.toml",
    "decisions/update.toml",
];

#[test]
fn decisions() {
    let mut report = Report::new("decisions", 500);
    for file in FILES.iter().filter(|file| file.starts_with("decisions/parse-")) {
        if file.ends_with("lenient.toml") {
            parse_lenient(&mut report, file);
        } else {
            parse(&mut report, file);
        }
    }
    for file in FILES.iter().filter(|file| file.starts_with("decisions/normalize-")) {
        normalize(&mut report, file);
    }
    convert(&mut report);
    resolve(&mut report);
    update(&mut report);
    report.finish();
}

/// A text and its components, or `error = true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions and notes are for the people who read the files")]
struct Parse {
    id: String,
    decision: String,
    grammar: Grammars,
    input: String,
    srfi: Option<Srfi>,
    authority_present: Option<bool>,
    port_raw: Option<String>,
    host_kind: Option<HostKind>,
    #[serde(default)]
    error: bool,
    note: Option<String>,
}

pub(super) fn parse(report: &mut Report, file: &str) {
    for case in load::<Parse>(file) {
        report.case(&case.id, &case.input);
        report.check("either fields or an error", case.srfi.is_none(), case.error);
        report.check("fields and authority_present", case.srfi.is_some(), case.authority_present.is_some());
        let expected = case.srfi.as_ref().map(|srfi| Expected {
            srfi,
            authority: case.authority_present.map(|present| (present, case.port_raw.as_deref())),
            host_kind: case.host_kind,
        });
        for &grammar in case.grammar.each() {
            check_parse(report, grammar, &case.input, expected.as_ref());
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions are for the people who read the files")]
struct ParseLenient {
    id: String,
    decision: String,
    input: String,
    before_encoding: Option<Srfi>,
    #[serde(default)]
    error: bool,
}

/// The file has the components as the input spells them, the value has them percent-encoded: they
/// are the same once decoded.
fn parse_lenient(report: &mut Report, file: &str) {
    for case in load::<ParseLenient>(file) {
        report.case(&case.id, &case.input);
        report.check("either fields or an error", case.before_encoding.is_none(), case.error);
        report.check("refused when strict", true, UriRef::parse(&case.input).is_err());
        let got = UriRef::parse_lenient(&case.input).map(|uri| Srfi::from(uri.srfi()).decoded());
        report.check("decoded fields", case.before_encoding.map(Srfi::decoded), got.ok());
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions are for the people who read the files")]
struct Normalize {
    id: String,
    decision: String,
    operation: Operation,
    input: String,
    expected: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Operation {
    UriCase,
    UriEscape,
    UriPathSegments,
    UriNormalize,
    IriCase,
    IriEscape,
    IriPathSegments,
    IriNormalize,
}

impl Operation {
    fn parts(self) -> (Grammar, Step) {
        match self {
            Self::UriCase => (Grammar::Uri, Step::Case),
            Self::UriEscape => (Grammar::Uri, Step::Escape),
            Self::UriPathSegments => (Grammar::Uri, Step::PathSegments),
            Self::UriNormalize => (Grammar::Uri, Step::Whole),
            Self::IriCase => (Grammar::Iri, Step::Case),
            Self::IriEscape => (Grammar::Iri, Step::Escape),
            Self::IriPathSegments => (Grammar::Iri, Step::PathSegments),
            Self::IriNormalize => (Grammar::Iri, Step::Whole),
        }
    }
}

fn normalize(report: &mut Report, file: &str) {
    for case in load::<Normalize>(file) {
        report.case(&case.id, &case.input);
        let (grammar, step) = case.operation.parts();
        // Dots are the same to both alphabets, and what is normal stays as it is.
        let both = matches!(step, Step::PathSegments) && case.input.is_ascii();
        let grammars = if both { &[Grammar::Uri, Grammar::Iri][..] } else { &[grammar] };
        for &grammar in grammars {
            for times in [1, 2] {
                let got = normalized(grammar, step, &case.input, times);
                let what = format!("{grammar:?}, {step:?}, {times} times");
                report.check(&what, Ok(case.expected.clone()), got);
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions are for the people who read the files")]
struct Convert {
    id: String,
    decision: String,
    direction: Direction,
    input: String,
    expected: String,
}

fn convert(report: &mut Report) {
    for case in load::<Convert>("decisions/convert.toml") {
        report.case(&case.id, &case.input);
        report.check("converted", Ok(case.expected), converted(case.direction, &case.input));
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions are for the people who read the files")]
struct Resolve {
    id: String,
    decision: String,
    base: String,
    reference: String,
    expected: String,
    rfc3986_verbatim: Option<String>,
}

/// Where the routine as RFC 3986 prints it gives nothing else, it gives the same.
fn resolve(report: &mut Report) {
    let verbatim = Resolution::new().verbatim(true);
    for case in load::<Resolve>("decisions/resolve.toml") {
        report.case(&case.id, [&case.base, &case.reference]);
        let as_printed = case.rfc3986_verbatim.as_ref().unwrap_or(&case.expected);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            for (how, expected) in [(Resolution::default(), &case.expected), (verbatim, as_printed)] {
                let got = resolved(grammar, &case.base, &case.reference, how);
                report.check(&format!("{grammar:?}, {how:?}"), Ok(expected.clone()), got);
            }
        }
    }
}

/// A component to replace, its new value, and the text that results or `error = true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "run by the tests of editing")]
struct Update {
    id: String,
    decision: String,
    operation: Setter,
    input: String,
    value: Option<Value>,
    user: Option<String>,
    host: Option<String>,
    port: Option<i64>,
    expected: Option<String>,
    #[serde(default)]
    error: bool,
}

#[derive(Deserialize)]
enum Setter {
    #[serde(rename = "update-scheme")]
    Scheme,
    #[serde(rename = "update-user")]
    User,
    #[serde(rename = "update-host")]
    Host,
    #[serde(rename = "update-port")]
    Port,
    #[serde(rename = "update-authority")]
    Authority,
    #[serde(rename = "update-path")]
    Path,
    #[serde(rename = "update-query")]
    Query,
    #[serde(rename = "update-fragment")]
    Fragment,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "run by the tests of editing")]
enum Value {
    Text(String),
    Port(i64),
}

/// Read, so that a slip of the pen is seen, and left to the tests of editing.
fn update(report: &mut Report) {
    let cases = load::<Update>("decisions/update.toml");
    for case in &cases {
        assert_eq!(case.expected.is_none(), case.error, "{}: either a text or an error", case.id);
    }
    report.leave(cases.len());
    println!("decisions: {} update-* cases are left to the tests of editing", cases.len());
}
