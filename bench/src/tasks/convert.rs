//! From the text of an IRI to its URI: parse, then percent-encode what is not ASCII.

use super::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const TO_URI: Task = Task {
    name: "to-uri",
    about: "IRI to URI (text in: parse, then convert)",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri, "borrowed where nothing changes"),
        contender!("fluent-uri", "fluent-uri", fluent_uri),
        contender!("iri-string", "iri-string", iri_string),
    ],
};

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match oneiri::Iri::parse(line) {
        Ok(iri) => sink.text(iri.to_uri().as_str()),
        Err(_) => sink.refused(),
    });
}

fn fluent_uri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match fluent_uri::Iri::parse(line) {
        Ok(iri) => sink.text(iri.to_uri().as_str()),
        Err(_) => sink.refused(),
    });
}

/// What is ASCII already is taken as it is, as it offers for the purpose.
fn iri_string<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match iri_string::types::IriStr::new(line) {
        Ok(iri) => match iri.as_uri() {
            Some(uri) => sink.text(uri.as_str()),
            None => sink.text(&iri.encode_to_uri().to_string()),
        },
        Err(_) => sink.refused(),
    });
}
