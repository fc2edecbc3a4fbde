//! To parse a reference and resolve it against a base that stays, into a buffer that is used again.

use std::fmt::Write;

use super::task::{Compares, Task, contender, each};
use crate::corpus::Lines;
use crate::derive::{BASE, dotted, references};
use crate::sink::Sink;

pub(super) const RESOLVE: Task = Task {
    name: "resolve",
    about: "parse a reference and resolve it into a reused buffer",
    input: references,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri),
        contender!("oxiri", "oxiri", oxiri),
        contender!("fluent-uri", "fluent-uri", fluent_uri, "a new string each time"),
        contender!("iri-string", "iri-string", iri_string),
        contender!("iref", "iref", iref, "a new string each time"),
        contender!("uriparse", "uriparse", uriparse, "URIs; a new value each time"),
        contender!("url", "url", url, "WHATWG; a new string each time"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG; parses the base each time"),
    ],
};

pub(super) const RESOLVE_DOTTED: Task = Task {
    name: "resolve-dotted",
    about: "parse a reference with dot segments and resolve it into a reused buffer",
    input: dotted,
    ..RESOLVE
};

const BASE_IS_VALID: &str = "the base is valid";

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = oneiri::Iri::parse(BASE).expect(BASE_IS_VALID);
    sink.measure(|sink| {
        let mut buffer = String::new();
        for line in lines.iter() {
            match oneiri::IriRef::parse(line) {
                Ok(reference) => sink.text(base.resolve_into(&reference, &mut buffer).as_str()),
                Err(_) => sink.refused(),
            }
        }
    });
}

fn oxiri<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = oxiri::Iri::parse(BASE).expect(BASE_IS_VALID);
    sink.measure(|sink| {
        let mut buffer = String::new();
        for line in lines.iter() {
            buffer.clear();
            let reference = oxiri::IriRef::parse(line);
            match reference.and_then(|reference| base.resolve_into(&reference, &mut buffer)) {
                Ok(()) => sink.text(&buffer),
                Err(_) => sink.refused(),
            }
        }
    });
}

fn fluent_uri<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = fluent_uri::Iri::parse(BASE).expect(BASE_IS_VALID);
    let resolver = fluent_uri::resolve::Resolver::with_base(base);
    each(lines, sink, |line, sink| {
        let Ok(reference) = fluent_uri::IriRef::parse(line) else { return sink.refused() };
        match resolver.resolve(&reference) {
            Ok(target) => sink.text(target.as_str()),
            Err(_) => sink.refused(),
        }
    });
}

fn iri_string<S: Sink>(lines: &Lines, sink: &mut S) {
    use iri_string::types::{IriAbsoluteStr, IriReferenceStr};

    let base = IriAbsoluteStr::new(BASE).expect(BASE_IS_VALID);
    let resolver = iri_string::resolve::FixedBaseResolver::new(base);
    sink.measure(|sink| {
        let mut buffer = String::new();
        for line in lines.iter() {
            let Ok(reference) = IriReferenceStr::new(line) else {
                sink.refused();
                continue;
            };
            buffer.clear();
            match write!(buffer, "{}", resolver.resolve(reference)) {
                Ok(()) => sink.text(&buffer),
                Err(_) => sink.refused(),
            }
        }
    });
}

fn iref<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = iref::Iri::new(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| match iref::IriRef::new(line) {
        Ok(reference) => sink.text(reference.resolved(base).as_str()),
        Err(_) => sink.refused(),
    });
}

fn uriparse<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = uriparse::URI::try_from(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| match uriparse::URIReference::try_from(line) {
        Ok(reference) => sink.text(&base.resolve(&reference).to_string()),
        Err(_) => sink.refused(),
    });
}

fn url<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = url::Url::parse(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| match base.join(line) {
        Ok(target) => sink.text(target.as_str()),
        Err(_) => sink.refused(),
    });
}

#[cfg(feature = "ada")]
fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match ada_url::Url::parse(line, Some(BASE)) {
        Ok(target) => sink.text(target.href()),
        Err(_) => sink.refused(),
    });
}
