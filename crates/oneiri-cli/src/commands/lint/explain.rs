//! What `oneiri lint --codes` and `--explain CODE` print about the codes of lints and of syntax errors.

use std::str::FromStr;

use oneiri::{ErrorKind, IriRef, Rung};
use oneiri_lint::{Code, Level, Lints, Profile, UnknownCode};
use serde_json::json;

use crate::output::{Flow, Painter, Session, escape, finding, json};
use crate::pipeline::Item;

/// Prints what is known about a code, and what it finds in an example.
pub(super) fn print(code: Code, session: &mut Session) -> Flow {
    let (example, why) = (code.example(), code.why());
    if session.style.json {
        let (code, why) = (json::Code::of(code), why.replace('\n', " "));
        return session.part(&json::text(&json::ExplainedCode { code, why, example }));
    }
    let [rdf, web, strict] = Profile::ALL.map(|profile| code.level(profile).name());
    let fix = match code.fix_rung() {
        Some(rung) => format!("--fix writes an identifier that is equal at the {rung} rung"),
        None => "none, because it would be another identifier".to_owned(),
    };
    let mut out = format!(
        "{} {}: {}\n\n{why}\n\nsection   {}\nlevels    rdf: {rdf}, web: {web}, strict: {strict}\nfix       {fix}\nexample   {}\n\n",
        code.id(),
        code.name(),
        code.summary(),
        code.section(),
        escape::visible(example),
    );
    // Only this code is looked for.
    let mut lints = Lints::new(Profile::Strict);
    Code::all().filter(|other| *other != code).for_each(|other| lints.set(other, Level::Allow));
    // At least a warning, so that the example reports the code.
    let level = code.level(Profile::Web).max(code.level(Profile::Rdf)).max(Level::Warn);
    lints.set(code, level);
    if let Ok(iri) = IriRef::parse(example) {
        let item = Item { file: "example", ..Item::argument(1, example.as_ref()) };
        let findings = lints.check(&iri);
        finding::findings(&item, example, &findings, Painter::for_stdout(), |it| out.push_str(it));
    }
    session.part(&out)
}

pub(super) fn print_all(session: &mut Session) -> Flow {
    if session.style.json {
        return Code::all().try_for_each(|code| session.part(&json::text(&json::Code::of(code))));
    }
    let row =
        |[id, name, rdf, web, fix, rest]: [&str; 6]| format!("{id:<5} {name:<20} {rdf:<6} {web:<6} {fix:<7} {rest}\n");
    session.part(&row(["id", "name", "rdf", "web", "fix", "what is found (strict denies all)"]))?;
    Code::all().try_for_each(|code| {
        let [rdf, web] = [Profile::Rdf, Profile::Web].map(|profile| code.level(profile).name());
        let fix = code.fix_rung().map_or("-", Rung::name);
        let rest = format!("{} ({})", code.summary(), code.section());
        session.part(&row([code.id(), code.name(), rdf, web, fix, &rest]))
    })
}

#[derive(Clone, Copy)]
pub(super) enum Explained {
    Lint(Code),
    Error(ErrorKind),
}

impl FromStr for Explained {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let kind = ErrorKind::ALL.into_iter().find(|kind| kind.code() == text);
        kind.map_or_else(|| text.parse().map(Self::Lint), |kind| Ok(Self::Error(kind)))
    }
}

/// What to write instead, and a command that shows the error, or a method where only the libraries have it.
fn about(kind: ErrorKind) -> (&'static str, &'static str) {
    use ErrorKind as E;
    match kind {
        E::Character => {
            ("the percent-encoding of the character, such as %20 for a space", "oneiri check 'http://example.com/a b'")
        }
        E::Escape => ("%25, if you mean a percent sign", "oneiri check 'http://example.com/100%'"),
        E::SchemeMissing => {
            ("the scheme, or give the URL that it is relative to: --base URL", "oneiri check --absolute -- a/b")
        }
        E::SchemeInvalid => ("./ before a relative path whose first segment has a colon", "oneiri check -- '1a:b'"),
        E::Port => ("decimal digits, or no colon at all", "oneiri check 'http://example.com:8x/'"),
        E::BracketOpen => ("] after the IP address", "oneiri check 'http://[::1/'"),
        E::BracketTail => (": before the port, and nothing else after the ]", "oneiri check 'http://[::1]8080/'"),
        E::Ipv6 => (
            "an IPv6 address in the brackets; an IPv4 address and a name have none",
            "oneiri check 'http://[127.0.0.1]/'",
        ),
        E::IpvFuture => ("an IPv6 address, because no later version exists", "oneiri check 'http://[v1]/'"),
        E::PathRootless => {
            ("/ before the path, because a host comes before it", "oneiri edit --host example.com 'a:b'")
        }
        E::PathDoubleSlash => (
            "/. before the path, because // would begin a host (edit --repair does it)",
            "oneiri edit --unset host 'a://h//b'",
        ),
        E::PathColon => (
            "./ before the path, because the colon would end a scheme (edit --repair does it)",
            "oneiri edit --path 'b:c' 'a'",
        ),
        E::SegmentDots => {
            ("another name, because . and .. cannot be the data of a segment", "oneiri edit --push-segment '..' 'a'")
        }
        E::SegmentEmpty => (
            "a name, because the path would become empty or begin with /",
            "oneiri edit --path '' --push-segment '' 'a:'",
        ),
        E::PortRange => ("a number up to 65535", "IriRef::port_number of http://example.com:65536/"),
        E::Utf8 => ("the text as UTF-8, if the octets are text in another encoding", "percent::decode_text of %FF"),
        _ => ("what the message says", "oneiri check"),
    }
}

pub(super) fn print_error(kind: ErrorKind, session: &mut Session) -> Flow {
    let ((write, example), name, summary) = (about(kind), kind.name(), kind.summary());
    let id = kind.code();
    if session.style.json {
        let value = json!({ "id": id, "name": name, "summary": summary, "write": write, "example": example });
        return session.part(&json::text(&value));
    }
    session.part(&format!("{id} {name}: {summary}\n\nwrite     {write}\nexample   {example}\n"))
}
