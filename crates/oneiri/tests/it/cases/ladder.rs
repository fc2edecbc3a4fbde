//! RFC 3986 section 6 beside RFC 3987 section 5, and the examples of both RFCs.

use oneiri::{IriRef, Ladder, Resolution, percent};
use serde::Deserialize;

use super::shared::{Direction, Grammar, Report, Step, converted, load, normalized, resolved};

pub(super) const FILES: &[&str] = &[
    "ladder/components.toml",
    "ladder/conversions.toml",
    "ladder/modes.toml",
    "ladder/pairs.toml",
    "ladder/percent.toml",
    "ladder/preparations.toml",
    "ladder/remove-dot-segments.toml",
    "ladder/resolve.toml",
];

#[test]
fn ladder() {
    let mut report = Report::new("ladder", 100);
    pairs(&mut report);
    preparations(&mut report);
    modes(&mut report);
    resolve(&mut report);
    remove_dot_segments(&mut report);
    conversions(&mut report);
    percent_encoding(&mut report);
    components(&mut report);
    report.finish();
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rung {
    String,
    Syntax,
    Scheme,
    Protocol,
    Never,
}

/// Whether two texts are the same, rung by rung; where nothing stands the RFCs say nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the rungs above syntax are not run yet")]
struct Rungs {
    string: Option<bool>,
    syntax: Option<bool>,
    scheme: Option<bool>,
    protocol: Option<Protocol>,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "the rungs above syntax are not run yet")]
enum Protocol {
    Known(bool),
    Open(Evidence),
}

#[derive(Deserialize)]
enum Evidence {
    #[serde(rename = "with evidence")]
    WithEvidence,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Pair {
    id: String,
    grammar: Grammar,
    a: String,
    b: String,
    rung: Rung,
    expect: Rungs,
    normal_form: Option<String>,
    strength: Option<String>,
    source: String,
    #[serde(default)]
    derived: bool,
    note: Option<String>,
}

/// The string and the path rung of every pair; both as IRIs too, since every URI is one.
fn pairs(report: &mut Report) {
    let (mut string, mut syntax) = (0, 0);
    for pair in load::<Pair>("ladder/pairs.toml") {
        report.case(&pair.id, [&pair.a, &pair.b]);
        string += usize::from(pair.expect.string.is_some());
        syntax += usize::from(pair.expect.syntax.is_some());
        let grammars = match pair.grammar {
            Grammar::Uri => &[Grammar::Uri, Grammar::Iri][..],
            Grammar::Iri => &[Grammar::Iri],
        };
        for &grammar in grammars {
            let got = on_grammar!(grammar, Reference, Absolute => {
                match (Reference::parse(&pair.a), Reference::parse(&pair.b)) {
                    (Ok(a), Ok(b)) => Ok([a == b, b == a, a.equivalent_at(&b, oneiri::Rung::Path), b.equivalent_at(&a, oneiri::Rung::Path)]),
                    (a, b) => Err(format!("{a:?}, {b:?}")),
                }
            });
            let what = |what: &str| format!("{grammar:?}, {what}");
            match got {
                Err(error) => report.check(&what("valid"), "both", &error),
                Ok([same, same_turned, equivalent, equivalent_turned]) => {
                    report.check(&what("symmetry"), same, same_turned);
                    report.check(&what("symmetry of rungs"), equivalent, equivalent_turned);
                    if let Some(expected) = pair.expect.string {
                        report.check(&what("string rung"), expected, same);
                    }
                    if let Some(expected) = pair.expect.syntax {
                        report.check(&what("path rung"), expected, equivalent);
                    }
                }
            }
            if let (Rung::Syntax, Some(form)) = (pair.rung, &pair.normal_form) {
                for text in [&pair.a, &pair.b] {
                    let got = normalized(grammar, Step::Whole, text, 1);
                    report.check(&what("normal form"), Ok(form.clone()), got);
                }
            }
        }
    }
    report.tally("rungs that say something: string and syntax", (31, 30), (string, syntax));
    println!("ladder: {string} pairs at the string rung, {syntax} at the path rung");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Preparation {
    id: String,
    source: String,
    format: String,
    raw: String,
    iri: String,
    note: Option<String>,
}

/// Character references are no business of ours: the raw text stays what it is.
fn preparations(report: &mut Report) {
    let cases = load::<Preparation>("ladder/preparations.toml");
    for case in &cases {
        report.case(&case.id, &case.raw);
        let (raw, iri) = (IriRef::parse(&case.raw), IriRef::parse(&case.iri));
        report.check("raw text", Ok(case.raw.as_str()), raw.as_ref().map(IriRef::as_str));
        report.check("IRI", Ok(case.iri.as_str()), iri.as_ref().map(IriRef::as_str));
        if let (Ok(raw), Ok(iri)) = (raw, iri) {
            report.check(
                "equivalent unprepared",
                false,
                raw.equivalent_at(&iri, oneiri::Rung::Path),
            );
        }
        report.check("the same IRI as the first", &cases[0].iri, &case.iri);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Mode {
    id: String,
    source: String,
    a: String,
    b: String,
    same_text: Option<bool>,
    equivalent: Option<bool>,
    ignoring_fragment: Option<bool>,
    base: Option<String>,
    against_base: Option<bool>,
    #[serde(default)]
    derived: bool,
    note: Option<String>,
}

fn modes(report: &mut Report) {
    for case in load::<Mode>("ladder/modes.toml") {
        report.case(&case.id, [&case.a, &case.b]);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            on_grammar!(grammar, Reference, Absolute => {
                let a = Reference::parse(&case.a).expect("a reference");
                let b = Reference::parse(&case.b).expect("a reference");
                if let Some(expected) = case.same_text {
                    report.check("same text", expected, a == b);
                }
                if let Some(expected) = case.equivalent {
                    report.check("equivalent", expected, a.equivalent_at(&b, oneiri::Rung::Path));
                }
                if let Some(expected) = case.ignoring_fragment {
                    let got = Ladder::new().ignore_fragment(true).equivalent(&a, &b, oneiri::Rung::Path);
                    report.check("equivalent but for the fragment", expected, got);
                }
                if let (Some(base), Some(expected)) = (&case.base, case.against_base) {
                    let base = Absolute::parse(base).expect("a base");
                    let got = base.resolve(&a).equivalent_at(&base.resolve(&b), oneiri::Rung::Path);
                    report.check("equivalent once resolved", expected, got);
                }
            });
        }
    }
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
            for (how, expected) in [
                (Resolution::default(), &case.expected),
                (loophole, compatible),
                (verbatim, &case.expected),
            ] {
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
                    report.check(
                        "encoded",
                        expected.as_str(),
                        &percent::encode(input, percent::SafeSet::UNRESERVED),
                    );
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
