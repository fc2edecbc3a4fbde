//! To parse a reference: all of the grammar, and where its components lie.

use super::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const PARSE: Task = Task {
    name: "parse",
    about: "parse a reference",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Acceptance,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri),
        // HOOK (bulk): add `contender!("oneiri-bulk", "oneiri", oneiri_bulk)` here.
        contender!("oxiri", "oxiri", oxiri),
        contender!("fluent-uri", "fluent-uri", fluent_uri),
        contender!("iri-string", "iri-string", iri_string, "validates; splits when asked"),
        contender!("iref", "iref", iref, "validates; splits when asked"),
        contender!("http", "http", http, "refuses file:///; takes any non-ASCII; copies"),
        contender!("uriparse", "uriparse", uriparse, "URIs; a vector of segments"),
        contender!("url", "url", url, "WHATWG; absolute only; writes its normal form"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG; absolute only; writes its normal form"),
    ],
};

/// Keeps what came of a line, and tells whether it was accepted.
macro_rules! parses {
    ($name:ident, $line:ident => $result:expr) => {
        fn $name<S: Sink>(lines: &Lines, sink: &mut S) {
            each(lines, sink, |$line, sink| {
                let result = $result;
                sink.keep(&result);
                if result.is_ok() {
                    sink.text($line);
                } else {
                    sink.refused();
                }
            });
        }
    };
}

parses!(oneiri, line => oneiri::IriRef::parse(line));
parses!(oxiri, line => oxiri::IriRef::parse(line));
parses!(fluent_uri, line => fluent_uri::IriRef::parse(line));
parses!(iri_string, line => iri_string::types::IriReferenceStr::new(line));
parses!(iref, line => iref::IriRef::new(line));
parses!(http, line => http::Uri::try_from(line));
parses!(uriparse, line => uriparse::URIReference::try_from(line));
parses!(url, line => url::Url::parse(line));
#[cfg(feature = "ada")]
parses!(ada, line => ada_url::Url::parse(line, None));

// HOOK (bulk): one call for all lines, once there is a door for it. What it is given is
// `lines.buffer()` and `lines.spans()`; what it leaves is `sink.keep(&all)`, and per line `sink.text`
// or `sink.refused`.
//
// fn oneiri_bulk<S: Sink>(lines: &Lines, sink: &mut S) { ... }
