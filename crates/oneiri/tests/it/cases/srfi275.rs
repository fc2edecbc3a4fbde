//! The cases of SRFI 275.

use super::components::{Srfi, check_parse};
use super::shared::{Grammar, Report, converted, load, normalized, operation, resolved};

#[rustfmt::skip]
pub(super) const FILES: &[&str] = &[
    "srfi275/iri-getters.toml", "srfi275/iri-to-string.toml", "srfi275/iri-to-uri.toml",
    "srfi275/normalize-iri-case.toml", "srfi275/normalize-iri-escape.toml",
    "srfi275/normalize-iri-path-segments.toml", "srfi275/normalize-uri-case.toml",
    "srfi275/normalize-uri-escape.toml", "srfi275/normalize-uri-path-segments.toml", "srfi275/parse.toml",
    "srfi275/resolve-iri-reference.toml", "srfi275/uri-to-iri.toml",
];

#[test]
fn srfi275() {
    let mut report = Report::new("srfi275", 173);
    for file in ["srfi275/parse.toml", "srfi275/iri-getters.toml"] {
        for case in load(file, "id name? input relative srfi note?") {
            report.case(&case);
            let has_scheme = Srfi::of(&case, "srfi").is_some_and(|srfi| srfi.scheme.is_some());
            report.check("relative", case.is("relative"), !has_scheme);
            for grammar in [Grammar::Uri, Grammar::Iri] {
                check_parse(&mut report, grammar, &case);
            }
        }
    }
    normalize(&mut report);
    for (file, direction) in [("srfi275/uri-to-iri.toml", "uri->iri"), ("srfi275/iri-to-uri.toml", "iri->uri")] {
        for case in load(file, "id name input expected") {
            report.case(&case);
            let got = converted(direction, case.text("input"));
            report.check("converted", Ok(case.text("expected").to_owned()), got);
        }
    }
    for case in load("srfi275/iri-to-string.toml", "id name input expected") {
        report.case(&case);
        let got = oneiri::Iri::parse(case.text("input")).map(|iri| iri.to_string());
        report.check("printed", Ok(case.text("expected").to_owned()), got);
    }
    for case in load("srfi275/resolve-iri-reference.toml", "id base reference expected") {
        report.case(&case);
        for grammar in [Grammar::Iri, Grammar::Uri] {
            let got = resolved(grammar, case.text("base"), case.text("reference"), Default::default());
            report.check(&format!("{grammar:?}, resolved"), Ok(case.text("expected").to_owned()), got);
        }
    }
    report.finish();
}

fn normalize(report: &mut Report) {
    for file in FILES {
        let Some(name) = file.strip_prefix("srfi275/normalize-") else { continue };
        for case in load(file, "id name input expected lenient? times? note?") {
            report.case(&case);
            let mut input = case.text("input").to_owned();
            if case.is("lenient") {
                report.check("refused when strict", true, oneiri::UriRef::parse(&input).is_err());
                let lenient = oneiri::UriRef::parse_lenient(&input).map(|uri| uri.into_string());
                input = lenient.unwrap_or_else(|error| error.to_string());
            }
            let got = normalized(operation(name.trim_end_matches(".toml")), &input, case.read("times").unwrap_or(1));
            report.check(name, Ok(case.text("expected").to_owned()), got);
        }
    }
}
