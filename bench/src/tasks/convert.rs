//! From the text of an IRI to its URI: parse, then percent-encode what is not ASCII.

use super::task::{BATCH, Compares, Task, as_they_are, contender, each};
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

pub(super) const TO_URI_PARSED: Task = Task {
    name: "to-uri-parsed",
    about: "IRI to URI, of values parsed before",
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_parsed, "borrowed where nothing changes"),
        contender!("fluent-uri", "fluent-uri", fluent_uri_parsed),
        contender!("iri-string", "iri-string", iri_string_parsed),
    ],
    ..TO_URI
};

/// Converts values that were parsed before; `convert` hands the text of each on.
fn converted<'a, T, S: Sink>(
    lines: &'a Lines,
    sink: &mut S,
    parse: impl Fn(&'a str) -> Option<T>,
    convert: impl Fn(&T, &mut S),
) {
    let mut rest = lines.iter().peekable();
    let mut batch = Vec::with_capacity(BATCH);
    while rest.peek().is_some() {
        batch.clear();
        batch.extend(rest.by_ref().take(BATCH).map(&parse));
        sink.measure(|sink| {
            for value in &batch {
                match value {
                    Some(value) => convert(value, sink),
                    None => sink.refused(),
                }
            }
        });
    }
}

fn oneiri_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| oneiri::Iri::parse(line).ok();
    converted(lines, sink, parse, |iri, sink| sink.text(iri.to_uri().as_str()));
}

fn fluent_uri_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| fluent_uri::Iri::parse(line).ok();
    converted(lines, sink, parse, |iri, sink| sink.text(iri.to_uri().as_str()));
}

fn iri_string_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| iri_string::types::IriStr::new(line).ok();
    converted(lines, sink, parse, |iri, sink| match iri.as_uri() {
        Some(uri) => sink.text(uri.as_str()),
        None => sink.text(&iri.encode_to_uri().to_string()),
    });
}

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
