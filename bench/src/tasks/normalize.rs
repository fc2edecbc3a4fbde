//! From text to the normal form at the path rung, or at the scheme rung: parse, then normalize.

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const NORMALIZE: Task = Task {
    name: "normalize",
    about: "text to normal form (parse, then the path rung)",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri, "borrowed where nothing changes"),
        contender!("fluent-uri", "fluent-uri", fluent_uri, "drops default ports too"),
        contender!("iri-string", "iri-string", iri_string),
        contender!("uriparse", "uriparse", uriparse, "URIs"),
        contender!("url", "url", url, "WHATWG: IDNA, default ports; few escapes"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG: IDNA, default ports; few escapes"),
    ],
};

/// The rivals do here what they do at the path rung: none knows the rules of more schemes.
pub(super) const NORMALIZE_SCHEME: Task = Task {
    name: "normalize-scheme",
    about: "text to normal form (parse, then the scheme rung)",
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_scheme, "borrowed where nothing changes"),
        contender!("oneiri, path rung", "oneiri", oneiri, "for comparison"),
        contender!("fluent-uri", "fluent-uri", fluent_uri, "drops default ports"),
        contender!("iri-string", "iri-string", iri_string, "no rules of schemes"),
        contender!("uriparse", "uriparse", uriparse, "URIs; no rules of schemes"),
        contender!("url", "url", url, "WHATWG: IDNA, default ports; few escapes"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG: IDNA, default ports; few escapes"),
    ],
    ..NORMALIZE
};

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match oneiri::Iri::parse(line) {
        Ok(iri) => sink.text(iri.normalize_at(oneiri::Rung::Path).as_str()),
        Err(_) => sink.refused(),
    });
}

fn oneiri_scheme<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match oneiri::Iri::parse(line) {
        Ok(iri) => sink.text(iri.normalize_at(oneiri::Rung::Scheme).as_str()),
        Err(_) => sink.refused(),
    });
}

fn fluent_uri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match fluent_uri::Iri::parse(line) {
        Ok(iri) => sink.text(iri.normalize().as_str()),
        Err(_) => sink.refused(),
    });
}

fn iri_string<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match iri_string::types::IriStr::new(line) {
        Ok(iri) => sink.text(&iri.normalize().to_string()),
        Err(_) => sink.refused(),
    });
}

fn uriparse<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match uriparse::URI::try_from(line) {
        Ok(mut uri) => {
            uri.normalize();
            sink.text(&uri.to_string());
        }
        Err(_) => sink.refused(),
    });
}

fn url<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match url::Url::parse(line) {
        Ok(url) => sink.text(url.as_str()),
        Err(_) => sink.refused(),
    });
}

#[cfg(feature = "ada")]
fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match ada_url::Url::parse(line, None) {
        Ok(url) => sink.text(url.href()),
        Err(_) => sink.refused(),
    });
}
