//! To tell whether two spellings are one identifier, at the path rung.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::task::{BATCH, Compares, Task, as_they_are, contender, each_pair, tell, unless_it_panics};
use crate::corpus::Lines;
use crate::derive::{others, spellings};
use crate::sink::Sink;

pub(super) const EQUAL: Task = Task {
    name: "equal",
    about: "parse two spellings and compare them at the path rung (per pair)",
    input: spellings,
    lines_each: 2,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri),
        contender!("fluent-uri", "fluent-uri", fluent_uri, "normalizes both"),
        contender!("iri-string", "iri-string", iri_string, "normalizes both"),
        contender!("iref", "iref", iref, "keeps a host's case; decodes %26; panics on %FF"),
        contender!("uriparse", "uriparse", uriparse, "URIs; normalizes both"),
        contender!("url", "url", url, "WHATWG: parsing normalizes"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG: parsing normalizes"),
    ],
};

pub(super) const EQUAL_PARSED: Task = Task {
    name: "equal-parsed",
    about: "compare two parsed spellings at the path rung (per pair)",
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_parsed, "allocates nothing"),
        contender!("fluent-uri", "fluent-uri", fluent_uri_parsed, "normalizes both"),
        contender!("iri-string", "iri-string", iri_string_parsed, "normalizes both"),
        contender!("iref", "iref", iref_parsed, "keeps a host's case; decodes %26; panics on %FF"),
        contender!("url", "url", url_parsed, "WHATWG: parsing has normalized"),
    ],
    ..EQUAL
};

pub(super) const HASH: Task = Task {
    name: "hash",
    about: "parse two spellings and hash their normal forms (per pair)",
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_hash, "allocates nothing"),
        contender!("fluent-uri", "fluent-uri", fluent_uri_hash, "normalizes both"),
        contender!("iri-string", "iri-string", iri_string_hash, "normalizes both"),
        contender!("iref", "iref", iref_hash, "keeps a host's case; decodes %26; panics on %FF"),
        contender!("url", "url", url_hash, "WHATWG: parsing normalizes"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada_hash, "WHATWG: parsing normalizes"),
    ],
    ..EQUAL
};

/// No hash of a normal form can cost less than the hash of the same bytes.
pub(super) const HASH_PARSED: Task = Task {
    name: "hash-parsed",
    about: "hash the normal form of a parsed identifier",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Acceptance,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_hash_parsed, "allocates nothing"),
        contender!("text", "", text_hash, "hashes a normal form made before, with the same hasher"),
    ],
    ..EQUAL
};

pub(super) const COMPARE_PARSED: Task = Task {
    name: "compare-parsed",
    about: "find the lowest rung at which a parsed line equals another (per pair); none does",
    input: others,
    contenders: &[contender!("oneiri", "oneiri", oneiri_compare_parsed, "allocates nothing")],
    ..EQUAL
};

/// Parses both lines of every pair and compares the values.
fn compared<'a, T, S: Sink>(
    lines: &'a Lines,
    sink: &mut S,
    parse: impl Fn(&'a str) -> Option<T>,
    same: impl Fn(&T, &T) -> Option<bool>,
) {
    each_pair(lines, sink, |a, b, sink| {
        let pair = parse(a).zip(parse(b));
        tell(pair.and_then(|(a, b)| same(&a, &b)), sink);
    });
}

/// As [`compared`], of values that were parsed before.
fn compared_parsed<'a, T, S: Sink>(
    lines: &'a Lines,
    sink: &mut S,
    parse: impl Fn(&'a str) -> Option<T>,
    same: impl Fn(&T, &T) -> Option<bool>,
) {
    let mut pairs = lines.pairs().peekable();
    let mut batch = Vec::with_capacity(BATCH);
    while pairs.peek().is_some() {
        batch.clear();
        batch.extend(pairs.by_ref().take(BATCH).map(|(a, b)| parse(a).zip(parse(b))));
        sink.measure(|sink| {
            for pair in &batch {
                let pair = pair.as_ref();
                tell(pair.and_then(|(a, b)| same(a, b)), sink);
            }
        });
    }
}

/// As [`compared`], by a hash of both.
fn hashed<'a, T, S: Sink>(
    lines: &'a Lines,
    sink: &mut S,
    parse: impl Fn(&'a str) -> Option<T>,
    hash: impl Fn(&T, &mut DefaultHasher),
) {
    let hash = |value: &T| {
        let mut hasher = DefaultHasher::new();
        hash(value, &mut hasher);
        hasher.finish()
    };
    compared(lines, sink, parse, |a, b| Some(hash(a) == hash(b)));
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    compared(lines, sink, |line| oneiri::Iri::parse(line).ok(), |a, b| Some(a.equivalent_at(b, oneiri::Rung::Path)));
}

fn oneiri_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    compared_parsed(
        lines,
        sink,
        |line| oneiri::Iri::parse(line).ok(),
        |a, b| Some(a.equivalent_at(b, oneiri::Rung::Path)),
    );
}

fn oneiri_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| oneiri::Iri::parse(line).ok();
    hashed(lines, sink, parse, |iri, hasher| iri.normal_at(oneiri::Rung::Path).hash(hasher));
}

/// Hashes values that were made before, one for each line.
fn hashed_parsed<'a, T: Hash, S: Sink>(lines: &'a Lines, sink: &mut S, make: impl Fn(oneiri::Iri<'a>) -> T) {
    let lines = lines.iter().collect::<Vec<_>>();
    for lines in lines.chunks(BATCH) {
        let values = lines.iter().map(|line| oneiri::Iri::parse(line).ok().map(&make));
        let values = values.collect::<Vec<_>>();
        sink.measure(|sink| {
            for value in &values {
                match value.as_ref().map(hash_of) {
                    Some(hash) => sink.octets(&hash.to_ne_bytes()),
                    None => sink.refused(),
                }
            }
        });
    }
}

/// An identifier that is hashed by its normal form.
struct ByNormalForm<'a>(oneiri::Iri<'a>);

impl Hash for ByNormalForm<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.normal_at(oneiri::Rung::Path).hash(state);
    }
}

fn oneiri_hash_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    hashed_parsed(lines, sink, ByNormalForm);
}

fn text_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    hashed_parsed(lines, sink, |iri| iri.normalize_at(oneiri::Rung::Path).into_string());
}

fn oneiri_compare_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| oneiri::Iri::parse(line).ok();
    compared_parsed(lines, sink, parse, |a, b| Some(a.compare(b).rung().is_some()));
}

fn fluent_uri<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| fluent_uri::Iri::parse(line).ok();
    compared(lines, sink, parse, |a, b| Some(a.normalize() == b.normalize()));
}

fn fluent_uri_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| fluent_uri::Iri::parse(line).ok();
    compared_parsed(lines, sink, parse, |a, b| Some(a.normalize() == b.normalize()));
}

fn fluent_uri_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| fluent_uri::Iri::parse(line).ok();
    hashed(lines, sink, parse, |iri, hasher| iri.normalize().hash(hasher));
}

fn iri_string<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| iri_string::types::IriStr::new(line).ok();
    let same = |a: &&iri_string::types::IriStr, b: &&iri_string::types::IriStr| {
        Some(a.normalize().to_string() == b.normalize().to_string())
    };
    compared(lines, sink, parse, same);
}

fn iri_string_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| iri_string::types::IriStr::new(line).ok();
    let same = |a: &&iri_string::types::IriStr, b: &&iri_string::types::IriStr| {
        Some(a.normalize().to_string() == b.normalize().to_string())
    };
    compared_parsed(lines, sink, parse, same);
}

fn iri_string_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| iri_string::types::IriStr::new(line).ok();
    hashed(lines, sink, parse, |iri, hasher| iri.normalize().to_string().hash(hasher));
}

/// It decodes escapes to compare, and panics where they are not UTF-8.
fn same_iref(a: &&iref::Iri, b: &&iref::Iri) -> Option<bool> {
    unless_it_panics(|| a == b)
}

fn iref<S: Sink>(lines: &Lines, sink: &mut S) {
    compared(lines, sink, |line| iref::Iri::new(line).ok(), same_iref);
}

fn iref_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    compared_parsed(lines, sink, |line| iref::Iri::new(line).ok(), same_iref);
}

fn iref_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    hashed(lines, sink, |line| iref::Iri::new(line).ok(), |iri, hasher| iri.hash(hasher));
}

fn uriparse<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| {
        let mut uri = uriparse::URI::try_from(line).ok()?;
        uri.normalize();
        Some(uri)
    };
    compared(lines, sink, parse, |a, b| Some(a == b));
}

fn url<S: Sink>(lines: &Lines, sink: &mut S) {
    compared(lines, sink, |line| url::Url::parse(line).ok(), |a, b| Some(a == b));
}

fn url_parsed<S: Sink>(lines: &Lines, sink: &mut S) {
    compared_parsed(lines, sink, |line| url::Url::parse(line).ok(), |a, b| Some(a == b));
}

fn url_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    hashed(lines, sink, |line| url::Url::parse(line).ok(), |url, hasher| url.hash(hasher));
}

#[cfg(feature = "ada")]
fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
    compared(lines, sink, |line| ada_url::Url::parse(line, None).ok(), |a, b| Some(a == b));
}

#[cfg(feature = "ada")]
fn ada_hash<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line| ada_url::Url::parse(line, None).ok();
    hashed(lines, sink, parse, |url, hasher| url.href().hash(hasher));
}
