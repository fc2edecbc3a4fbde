//! The cases of STDURL.

use oneiri::view::Stdurl;
use oneiri::{UriRef, percent};
use serde::Deserialize;

use super::shared::{Grammar, Report, Step, load, normalized, resolved};

pub(super) const FILES: &[&str] = &[
    "stdurl/build.toml", "stdurl/decode.toml", "stdurl/encode.toml", "stdurl/normalize.toml",
    "stdurl/parse-authority.toml", "stdurl/parse.toml", "stdurl/resolve.toml", "stdurl/valid.toml",
];

#[test]
fn stdurl() {
    let mut report = Report::new("stdurl", 69);
    parse(&mut report);
    parse_authority(&mut report);
    build(&mut report);
    encode(&mut report);
    decode(&mut report);
    valid(&mut report);
    normalize(&mut report);
    resolve(&mut report);
    report.finish();
}

/// The seven strings; what is absent is empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Seven {
    scheme: String,
    userinfo: String,
    host: String,
    port: String,
    path: String,
    query: String,
    fragment: String,
}

impl Seven {
    fn flat(&self) -> Stdurl<'_> {
        Stdurl {
            scheme: &self.scheme,
            userinfo: &self.userinfo,
            host: &self.host,
            port: &self.port,
            path: &self.path,
            query: &self.query,
            fragment: &self.fragment,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Parse {
    id: String,
    input: String,
    flat: Seven,
    note: Option<String>,
}

fn parse(report: &mut Report) {
    for case in load::<Parse>("stdurl/parse.toml") {
        report.case(&case.id, &case.input);
        report.check("split", case.flat.flat(), Stdurl::parse(&case.input));
        let reference = UriRef::parse(&case.input);
        report.check("view", Ok(case.flat.flat()), reference.map(|uri| Stdurl::from(uri.parts())));
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Authority {
    id: String,
    authority: String,
    host: String,
    port: String,
    note: Option<String>,
}

fn parse_authority(report: &mut Report) {
    for case in load::<Authority>("stdurl/parse-authority.toml") {
        report.case(&case.id, &case.authority);
        report.check("valid by itself", false, UriRef::parse(&case.authority).is_ok());
        let text = format!("//{}", case.authority);
        let flat = Stdurl::parse(&text);
        report.check("host", case.host.as_str(), flat.host);
        report.check("port", case.port.as_str(), flat.port);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Build {
    id: String,
    flat: Seven,
    expected: String,
    note: Option<String>,
}

fn build(report: &mut Report) {
    for case in load::<Build>("stdurl/build.toml") {
        report.case(&case.id, case.flat.flat());
        report.check("built", Ok(case.expected), case.flat.flat().build());
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Encode {
    id: String,
    input: String,
    safe: String,
    expected: String,
    note: Option<String>,
}

fn encode(report: &mut Report) {
    for case in load::<Encode>("stdurl/encode.toml") {
        report.case(&case.id, [&case.input, &case.safe]);
        let got = percent::encode(&case.input, &percent::SafeSet::of(&case.safe));
        report.check("encoded", case.expected.as_str(), &got);
        let bytes = percent::encode_bytes(case.input.as_bytes(), &percent::SafeSet::of(&case.safe));
        report.check("encoded as bytes", case.expected.as_str(), &bytes);
        report.check("decoded again", case.input.as_bytes(), &percent::decode(&got));
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Text {
    id: String,
    input: String,
    expected: String,
    note: Option<String>,
}

fn decode(report: &mut Report) {
    for case in load::<Text>("stdurl/decode.toml") {
        report.case(&case.id, &case.input);
        report.check("decoded", case.expected.as_bytes(), &percent::decode(&case.input));
    }
}

fn normalize(report: &mut Report) {
    for case in load::<Text>("stdurl/normalize.toml") {
        report.case(&case.id, &case.input);
        let got = normalized(Grammar::Uri, Step::Whole, &case.input, 1);
        report.check("normalized", Ok(case.expected), got);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "notes are for the people who read the files")]
struct Valid {
    id: String,
    input: String,
    expected: bool,
    note: Option<String>,
}

fn valid(report: &mut Report) {
    for case in load::<Valid>("stdurl/valid.toml") {
        report.case(&case.id, &case.input);
        report.check("valid", case.expected, UriRef::parse(&case.input).is_ok());
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Resolve {
    id: String,
    source: Option<String>,
    base: String,
    reference: String,
    expected: String,
    note: Option<String>,
}

fn resolve(report: &mut Report) {
    for case in load::<Resolve>("stdurl/resolve.toml") {
        report.case(&case.id, [&case.base, &case.reference]);
        let got = resolved(Grammar::Uri, &case.base, &case.reference, Default::default());
        report.check("resolved", Ok(case.expected), got);
    }
}
