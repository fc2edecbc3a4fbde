//! What a reader says of a document.

use std::collections::BTreeSet;

use oneiri::{Iri, IriRef};
use oneiri_documents::{Options, Spelling, by_id, has_scheme};

#[derive(Default, Debug)]
pub struct Reading {
    /// Why the document is refused.
    pub refused: Option<String>,
    /// The IRIs, and references that no base resolves.
    pub iris: BTreeSet<String>,
}

/// The address of each document.
pub const BASE: &str = "http://given.example/d/e?q";

/// Generated namespaces and vocabularies begin so. They are in no statement, and the names that they begin are
/// spelled by no document.
const NAMESPACE: &str = "http://ns.example/";

/// What ours says: a document is refused if something in it cannot be read, or is invalid.
pub fn ours(format: &str, text: &str) -> Reading {
    let base = oneiri::Ri::parse_owned(BASE.to_owned()).expect("an IRI");
    let lines = format == "nt" || format == "nq";
    let options = Options { base: Some(base).filter(|_| !lines), ..Options::default() };
    let document = by_id(format).expect("a format").open(options);
    let mut reading = Reading::default();
    let is_page = matches!(format, "html" | "feed" | "sitemap");
    let read = document.read(text.as_bytes(), &mut |it| {
        let text = String::from_utf8_lossy(it.text).into_owned();
        if let Some(error) = it.error {
            reading.refused.get_or_insert(format!("{}: {error}", it.number));
        } else if it.spelling == Spelling::Gap {
        } else if is_page {
            // Each reader keeps an invalid reference as it stands.
            reading.iris.insert(text);
        } else if it.spelling == Spelling::Iri && !has_scheme(it.text) {
            reading.refused.get_or_insert(format!("{}: {text} has no scheme", it.number));
        } else if IriRef::parse(&text).is_err() {
            reading.refused.get_or_insert(format!("{}: {text} is invalid", it.number));
        } else if Iri::parse(&text).is_ok() {
            reading.iris.insert(text);
        }
    });
    if let Err(error) = read {
        reading.refused.get_or_insert(error.to_string());
    }
    reading
}

/// The IRIs that only one of two readers finds.
pub fn differences(format: &str, ours: &Reading, theirs: &Reading) -> (Vec<String>, Vec<String>) {
    let only = |these: &Reading, those: &Reading, declares: bool| {
        let only = these.iris.difference(&those.iris).filter(|iri| !is_added(iri));
        only.filter(|iri| declares || !is_declared(iri)).cloned().collect()
    };
    // In JSON-LD, names that are made of others are spelled by strings of the document.
    (only(ours, theirs, false), only(theirs, ours, format == "jsonld"))
}

/// Whether an IRI is that of a directive, or is made of one.
pub fn is_declared(iri: &str) -> bool {
    iri.starts_with(NAMESPACE) || iri.ends_with("-base") || iri.ends_with("-base/")
}

/// Whether a reader itself may add an IRI: those of lists, of `a`, and of numbers.
pub fn is_added(iri: &str) -> bool {
    iri.starts_with("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
        || iri.starts_with("http://www.w3.org/2001/XMLSchema#")
}
