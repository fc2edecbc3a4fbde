//! From text to the normal form at the syntax rung: parse, then normalize.

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const NORMALIZE: Task = Task {
    name: "normalize",
    about: "text to normal form (parse, then the syntax rung)",
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

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match oneiri::Iri::parse(line) {
        Ok(iri) => sink.text(iri.normalize().as_str()),
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
