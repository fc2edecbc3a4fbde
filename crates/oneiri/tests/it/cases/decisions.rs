//! The vectors of the decisions, where the specifications contradict each other or are silent.

use oneiri::{Resolution, UriRef};

use super::components::{Srfi, check_parse};
use super::shared::{Grammar, Report, Step, converted, load, normalized, operation, resolved};

/// `decisions/update.toml` is among the files of `update`.
#[rustfmt::skip]
pub(super) const FILES: &[&str] = &[
    "decisions/convert.toml", "decisions/normalize-iri.toml", "decisions/normalize-uri-dots.toml",
    "decisions/normalize-uri.toml", "decisions/parse-empties.toml", "decisions/parse-forbidden.toml",
    "decisions/parse-ip-literals.toml", "decisions/parse-iri.toml", "decisions/parse-lenient.toml",
    "decisions/parse-port.toml", "decisions/parse-scheme-or-segment.toml", "decisions/parse-userinfo.toml",
    "decisions/resolve.toml",
];

#[test]
fn decisions() {
    let mut report = Report::new("decisions", 449);
    for file in FILES {
        let run = match file.trim_start_matches("decisions/") {
            "convert.toml" => convert,
            "resolve.toml" => resolve,
            "parse-lenient.toml" => parse_lenient,
            name if name.starts_with("parse-") => parse,
            _ => normalize,
        };
        run(&mut report, file);
    }
    report.finish();
}

/// A text and its components, or `error = true`.
pub(super) fn parse(report: &mut Report, file: &str) {
    for case in load(file, "id decision grammar input srfi? authority_present? port_raw? host_kind? error? note?") {
        report.case(&case);
        let has_fields = Srfi::of(&case, "srfi").is_some();
        report.check("either fields or an error", !has_fields, case.is("error"));
        report.check("fields and authority_present", has_fields, case.read::<bool>("authority_present").is_some());
        for &grammar in case.grammars() {
            check_parse(report, grammar, &case);
        }
    }
}

/// The file has the components as the input spells them, the value has them percent-encoded: they
/// are the same once decoded.
fn parse_lenient(report: &mut Report, file: &str) {
    for case in load(file, "id decision input before_encoding? error?") {
        report.case(&case);
        let (input, expected) = (case.text("input"), Srfi::of(&case, "before_encoding"));
        report.check("either fields or an error", expected.is_none(), case.is("error"));
        report.check("refused when strict", true, UriRef::parse(input).is_err());
        let got = UriRef::parse_lenient(input).map(|uri| Srfi::from(uri.srfi()).decoded());
        report.check("decoded fields", expected.map(Srfi::decoded), got.ok());
    }
}

fn normalize(report: &mut Report, file: &str) {
    for case in load(file, "id decision operation input expected") {
        report.case(&case);
        let (input, (grammar, step)) = (case.text("input"), operation(case.text("operation")));
        // Dots are the same to both alphabets, and what is normal stays as it is.
        let both = step == Step::PathSegments && input.is_ascii();
        let grammars = if both { &[Grammar::Uri, Grammar::Iri][..] } else { &[grammar] };
        for &grammar in grammars {
            for times in [1, 2] {
                let got = normalized((grammar, step), input, times);
                let what = format!("{grammar:?}, {step:?}, {times} times");
                report.check(&what, Ok(case.text("expected").to_owned()), got);
            }
        }
    }
}

fn convert(report: &mut Report, file: &str) {
    for case in load(file, "id decision direction input expected") {
        report.case(&case);
        let got = converted(case.text("direction"), case.text("input"));
        report.check("converted", Ok(case.text("expected").to_owned()), got);
    }
}

/// Where the routine as RFC 3986 prints it gives nothing else, it gives the same.
fn resolve(report: &mut Report, file: &str) {
    let verbatim = Resolution::new().verbatim(true);
    for case in load(file, "id decision base reference expected rfc3986_verbatim?") {
        report.case(&case);
        let expected = case.text("expected");
        let as_printed = case.get("rfc3986_verbatim").unwrap_or(expected);
        for grammar in [Grammar::Uri, Grammar::Iri] {
            for (how, expected) in [(Resolution::default(), expected), (verbatim, as_printed)] {
                let got = resolved(grammar, case.text("base"), case.text("reference"), how);
                report.check(&format!("{grammar:?}, {how:?}"), Ok(expected.to_owned()), got);
            }
        }
    }
}
