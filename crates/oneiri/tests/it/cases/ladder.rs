//! The examples of RFC 3986 and RFC 3987; `rungs.rs` has those of their sections on comparison.

use oneiri::{Resolution, percent};

use super::shared::{Grammar, Report, Step, converted, load, normalized, resolved};

#[rustfmt::skip]
pub(super) const FILES: &[&str] = &[
    "ladder/components.toml", "ladder/conversions.toml", "ladder/percent.toml", "ladder/remove-dot-segments.toml",
    "ladder/resolve.toml",
];

#[test]
fn ladder() {
    let mut report = Report::new("ladder", 63);
    resolve(&mut report);
    for case in load("ladder/remove-dot-segments.toml", "id input expected note?") {
        report.case(&case);
        let got = oneiri::component::remove_dot_segments_rfc3986(case.text("input"));
        report.check("as printed", case.text("expected"), &got);
    }
    conversions(&mut report);
    percent_encoding(&mut report);
    components(&mut report);
    report.finish();
}

/// RFC 3986 5.4: strict, with the loophole of RFC 2396, and by the routine as printed.
fn resolve(report: &mut Report) {
    let loophole = Resolution::new().loophole(true);
    let verbatim = Resolution::new().verbatim(true);
    for case in load("ladder/resolve.toml", "id section base reference expected backward_compatible? note?") {
        report.case(&case);
        let expected = case.text("expected");
        let compatible = case.get("backward_compatible").unwrap_or(expected);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            for (how, expected) in [(Resolution::default(), expected), (loophole, compatible), (verbatim, expected)] {
                let got = resolved(grammar, case.text("base"), case.text("reference"), how);
                report.check(&format!("{grammar:?}, {how:?}"), Ok(expected.to_owned()), got);
            }
        }
    }
}

/// What an RFC leaves to the choice of an implementation is not done by default.
fn conversions(report: &mut Report) {
    let mut optional = 0;
    for case in load("ladder/conversions.toml", "id direction input expected optional? derived? note?") {
        report.case(&case);
        let (expected, got) = (case.text("expected"), converted(case.text("direction"), case.text("input")));
        if case.is("optional") {
            optional += 1;
            let done = got.as_deref() == Ok(expected);
            report.check("converted, and the option taken", (true, false), (got.is_ok(), done));
        } else {
            report.check("converted", Ok(expected.to_owned()), got);
        }
    }
    report.tally("optional conversions", 1, optional);
}

fn percent_encoding(report: &mut Report) {
    let mut count = 0;
    for case in load("ladder/percent.toml", "id operation pairs") {
        report.case(&case);
        let pairs: Vec<[String; 2]> = case.read("pairs").unwrap_or_default();
        for [input, expected] in &pairs {
            count += 1;
            if case.text("operation") == "encode" {
                report.check("encoded", expected.as_str(), &percent::encode(input, percent::SafeSet::UNRESERVED));
                report.check("decoded", Ok(input.as_str()), percent::decode_text(expected).as_deref());
                continue;
            }
            // In each component that may hold an escape; "." alone would be a dot segment.
            let text = |part: &str| format!("x://{part}@{part}/{part}?{part}#{part}");
            for grammar in [Grammar::Uri, Grammar::Iri] {
                let got = normalized((grammar, Step::Escape), &text(input), 1);
                report.check("escapes normalized", Ok(text(expected)), got);
            }
        }
    }
    report.tally("pairs", 13, count);
}

fn components(report: &mut Report) {
    let keys = "id input scheme? authority? userinfo? host? port? path query? fragment?";
    for case in load("ladder/components.toml", keys) {
        report.case(&case);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            on_grammar!(grammar, Reference, Absolute => match Reference::parse(case.text("input")) {
                Err(error) => report.check("valid", String::new(), error.to_string()),
                Ok(value) => {
                    report.check("scheme", case.get("scheme"), value.scheme());
                    report.check("authority", case.get("authority"), value.authority().as_deref());
                    report.check("userinfo", case.get("userinfo"), value.userinfo().as_deref());
                    report.check("host", case.get("host"), value.host().as_deref());
                    report.check("port", case.get("port"), value.port());
                    report.check("path", case.text("path"), value.path().as_str());
                    report.check("query", case.get("query"), value.query().as_deref());
                    report.check("fragment", case.get("fragment"), value.fragment().as_deref());
                }
            });
        }
    }
}
