//! The codes of syntax errors: what to write instead, and a command that shows the error.

use std::str::FromStr;

use oneiri::ErrorKind;
use oneiri_lint::{Code, UnknownCode};
use serde_json::json;

use crate::output::json;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// What `--explain` explains.
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

/// Prints what is known about a kind of syntax error.
pub(super) fn print(kind: ErrorKind, session: &mut Session) -> Flow {
    let ((write, example), name, summary) = (about(kind), kind.name(), kind.summary());
    let id = kind.code();
    if session.json() {
        let value = json!({ "id": id, "name": name, "summary": summary, "write": write, "example": example });
        return session.part(&json::text(&value));
    }
    session.part(&format!("{id} {name}: {summary}\n\nwrite     {write}\nexample   {example}\n"))
}
