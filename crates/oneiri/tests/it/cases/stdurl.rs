//! The cases of STDURL.

use oneiri::view::Stdurl;
use oneiri::{UriRef, percent};

use super::shared::{Case, Grammar, Report, Step, load, normalized, resolved};

pub(super) const FILES: &[&str] = &[
    "stdurl/build.toml", "stdurl/decode.toml", "stdurl/encode.toml", "stdurl/normalize.toml",
    "stdurl/parse-authority.toml", "stdurl/parse.toml", "stdurl/resolve.toml", "stdurl/valid.toml",
];

/// The seven strings of a case; what is absent is empty.
fn flat(seven: &Case) -> Stdurl<'_> {
    let part = |name| seven.get(name).unwrap_or_default();
    Stdurl {
        scheme: part("scheme"),
        userinfo: part("userinfo"),
        host: part("host"),
        port: part("port"),
        path: part("path"),
        query: part("query"),
        fragment: part("fragment"),
    }
}

#[test]
fn stdurl() {
    let mut report = Report::new("stdurl", 69);
    let seven =
        |case: &Case| case.within("flat", "scheme? userinfo? host? port? path? query? fragment?").expect("the seven");
    for case in load("stdurl/parse.toml", "id input flat note?") {
        report.case(&case);
        let (input, seven) = (case.text("input"), seven(&case));
        report.check("split", flat(&seven), Stdurl::parse(input));
        report.check("view", Ok(flat(&seven)), UriRef::parse(input).map(|uri| Stdurl::from(uri.parts())));
    }
    for case in load("stdurl/parse-authority.toml", "id authority host port note?") {
        report.case(&case);
        let authority = case.text("authority");
        report.check("valid by itself", false, UriRef::parse(authority).is_ok());
        let text = format!("//{authority}");
        let flat = Stdurl::parse(&text);
        report.check("host and port", (case.text("host"), case.text("port")), (flat.host, flat.port));
    }
    for case in load("stdurl/build.toml", "id flat expected note?") {
        report.case(&case);
        report.check("built", Ok(case.text("expected").to_owned()), flat(&seven(&case)).build());
    }
    for case in load("stdurl/encode.toml", "id input safe expected note?") {
        report.case(&case);
        let (input, safe) = (case.text("input"), percent::SafeSet::of(case.text("safe")));
        let got = percent::encode(input, &safe);
        report.check("encoded", case.text("expected"), &got);
        report.check("encoded as bytes", case.text("expected"), &percent::encode_bytes(input.as_bytes(), &safe));
        report.check("decoded again", input.as_bytes(), &percent::decode(&got));
    }
    for case in load("stdurl/decode.toml", "id input expected note?") {
        report.case(&case);
        report.check("decoded", case.text("expected").as_bytes(), &percent::decode(case.text("input")));
    }
    for case in load("stdurl/valid.toml", "id input expected note?") {
        report.case(&case);
        report.check("valid", case.read("expected"), Some(UriRef::parse(case.text("input")).is_ok()));
    }
    for case in load("stdurl/normalize.toml", "id input expected note?") {
        report.case(&case);
        let got = normalized((Grammar::Uri, Step::Normalize), case.text("input"), 1);
        report.check("normalized", Ok(case.text("expected").to_owned()), got);
    }
    for case in load("stdurl/resolve.toml", "id source? base reference expected note?") {
        report.case(&case);
        let got = resolved(Grammar::Uri, case.text("base"), case.text("reference"), Default::default());
        report.check("resolved", Ok(case.text("expected").to_owned()), got);
    }
    report.finish();
}
