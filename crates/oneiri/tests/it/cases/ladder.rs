//! The examples of RFC 3986 and RFC 3987; `rungs.rs` has those of their sections on comparison.

use oneiri::{Resolution, percent};
use serde::Deserialize;

use super::shared::{Direction, Grammar, Report, Step, converted, load, normalized, resolved};

pub(super) const FILES: &[&str] = &[
    "ladder/components.toml",
    "ladder/conversions.toml",
    "ladder/percent.toml",
    "ladder/remove-dot-segments.toml",
    "ladder/resolve.toml",
];

#[test]
fn ladder() {
    let mut report = Report::new("ladder", 63);
    resolve(&mut report);
    remove_dot_segments(&mut report);
    conversions(&mut report);
    percent_encoding(&mut report);
    components(&mut report);
    report.finish();
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sections and notes are for the people who read the files")]
struct Resolve {
    id: String,
    section: String,
    base: String,
    reference: String,
    expected: String,
    backward_compatible: Option<String>,
    note: Option<String>,
}

/// RFC 3986 5.4: strict, with the loophole of RFC 2396, and by the routine as printed.
fn resolve(report: &mut Report) {
    let loophole = Resolution::new().loophole(true);
    let verbatim = Resolution::new().verbatim(true);
    for case in load::<Resolve>("ladder/resolve.toml") {
        report.case(&case.id, [&case.base, &case.reference]);
        let compatible = case.backward_compatible.as_ref().unwrap_or(&case.expected);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            for (how, expected) in
                [(Resolution::default(), &case.expected), (loophole, compatible), (verbatim, &case.expected)]
            {
                let got = resolved(grammar, &case.base, &case.reference, how);
                report.check(&format!("{grammar:?}, {how:?}"), Ok(expected.clone()), got);
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Dots {
    id: String,
    input: String,
    expected: String,
    note: Option<String>,
}

fn remove_dot_segments(report: &mut Report) {
    for case in load::<Dots>("ladder/remove-dot-segments.toml") {
        report.case(&case.id, &case.input);
        let got = oneiri::component::remove_dot_segments_rfc3986(&case.input);
        report.check("as printed", case.expected.as_str(), &got);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Conversion {
    id: String,
    direction: Direction,
    input: String,
    expected: String,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    derived: bool,
    note: Option<String>,
}

/// What an RFC leaves to the choice of an implementation is not done by default.
fn conversions(report: &mut Report) {
    let mut optional = 0;
    for case in load::<Conversion>("ladder/conversions.toml") {
        report.case(&case.id, &case.input);
        let got = converted(case.direction, &case.input);
        if case.optional {
            optional += 1;
            let done = got.as_ref() == Ok(&case.expected);
            report.check("converted, and the option taken", (true, false), (got.is_ok(), done));
        } else {
            report.check("converted", Ok(case.expected), got);
        }
    }
    report.tally("optional conversions", 1, optional);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Percent {
    id: String,
    operation: Operation,
    pairs: Vec<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Normalize,
    Encode,
}

fn percent_encoding(report: &mut Report) {
    let mut pairs = 0;
    for case in load::<Percent>("ladder/percent.toml") {
        report.case(&case.id, &case.pairs);
        for [input, expected] in &case.pairs {
            pairs += 1;
            match case.operation {
                Operation::Encode => {
                    report.check("encoded", expected.as_str(), &percent::encode(input, percent::SafeSet::UNRESERVED));
                    let decoded = percent::decode_text(expected);
                    report.check("decoded", Ok(input.as_str()), decoded.as_deref());
                }
                // In each component that may hold an escape; "." alone would be a dot segment.
                Operation::Normalize => {
                    let text = |part: &str| format!("x://{part}@{part}/{part}?{part}#{part}");
                    for grammar in [Grammar::Uri, Grammar::Iri] {
                        let got = normalized(grammar, Step::Escape, &text(input), 1);
                        report.check("escapes normalized", Ok(text(expected)), got);
                    }
                }
            }
        }
    }
    report.tally("pairs", 13, pairs);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Components {
    id: String,
    input: String,
    scheme: Option<String>,
    authority: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

fn components(report: &mut Report) {
    for case in load::<Components>("ladder/components.toml") {
        report.case(&case.id, &case.input);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            on_grammar!(grammar, Reference, Absolute => match Reference::parse(&case.input) {
                Err(error) => report.check("valid", String::new(), error.to_string()),
                Ok(value) => {
                    report.check("scheme", case.scheme.as_deref(), value.scheme());
                    report.check("authority", case.authority.as_deref(), value.authority().as_deref());
                    report.check("userinfo", case.userinfo.as_deref(), value.userinfo().as_deref());
                    report.check("host", case.host.as_deref(), value.host().as_deref());
                    report.check("port", case.port.as_deref(), value.port());
                    report.check("path", case.path.as_str(), value.path().as_str());
                    report.check("query", case.query.as_deref(), value.query().as_deref());
                    report.check("fragment", case.fragment.as_deref(), value.fragment().as_deref());
                }
            });
        }
    }
}
