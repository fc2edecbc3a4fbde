//! To parse a target and make it relative to a base that stays.

use super::task::{Compares, Task, contender, each};
use crate::corpus::Lines;
use crate::derive::{BASE, targets};
use crate::sink::Sink;

pub(super) const RELATIVIZE: Task = Task {
    name: "relativize",
    about: "parse a target and make it relative to a base",
    input: targets,
    lines_each: 1,
    compares: Compares::Law("resolve back", resolves_back),
    contenders: &[
        contender!("oneiri", "oneiri", oneiri, "the shortest; held to the law"),
        contender!("oxiri", "oxiri", oxiri, "no ../; refuses targets with dot segments"),
        contender!("iref", "iref", iref, "../ where / is shorter; panics on %FF"),
        contender!("url", "url", url, "WHATWG; refuses another host"),
    ],
};

const BASE_IS_VALID: &str = "the base is valid";

/// Whether a reference leads from the base to exactly its target.
fn resolves_back(target: &str, reference: &str) -> bool {
    let base = oneiri::Iri::parse(BASE).expect(BASE_IS_VALID);
    oneiri::IriRef::parse(reference).is_ok_and(|reference| base.resolve(&reference) == target)
}

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = oneiri::Iri::parse(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| match oneiri::Iri::parse(line) {
        Ok(target) => sink.text(base.relativize(&target).as_str()),
        Err(_) => sink.refused(),
    });
}

fn oxiri<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = oxiri::Iri::parse(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| {
        let Ok(target) = oxiri::Iri::parse(line) else { return sink.refused() };
        match base.relativize(&target) {
            Ok(reference) => sink.text(reference.as_str()),
            Err(_) => sink.refused(),
        }
    });
}

fn iref<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = iref::IriRef::new(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| {
        let Ok(target) = iref::Iri::new(line) else { return sink.refused() };
        // It compares decoded segments, and panics on escapes that are not UTF-8.
        match super::task::unless_it_panics(|| target.as_iri_ref().relative_to(base)) {
            Some(reference) => sink.text(reference.as_str()),
            None => sink.refused(),
        }
    });
}

fn url<S: Sink>(lines: &Lines, sink: &mut S) {
    let base = url::Url::parse(BASE).expect(BASE_IS_VALID);
    each(lines, sink, |line, sink| {
        let Ok(target) = url::Url::parse(line) else { return sink.refused() };
        match base.make_relative(&target) {
            Some(reference) => sink.text(&reference),
            None => sink.refused(),
        }
    });
}
