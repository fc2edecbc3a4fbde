//! The tests of the crate, on its public interface.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod archives;
mod feeds;
mod graphs;
mod html;
mod jsonld;
mod kept;
#[cfg(unix)]
mod linear;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod rdf12;
mod rdfxml;
mod records;
mod stretches;
mod xml;

use oneiri_documents::{Format, Options, by_id};

/// The format with this name.
fn format(id: &str) -> Box<dyn Format> {
    let options = Options { selected: "u".to_owned(), ..Options::default() };
    by_id(id).unwrap().open(options)
}

/// What a format finds in a document: the texts of identifiers, and the messages of errors.
fn read(id: &str, document: &str) -> (Vec<String>, Vec<String>) {
    let (mut texts, mut errors) = (Vec::new(), Vec::new());
    let mut each = |it: &oneiri_documents::Located<'_>| match it.error {
        Some(error) => errors.push(format!("{}: {}", it.number, error.message)),
        None => texts.push(String::from_utf8_lossy(it.text).into_owned()),
    };
    format(id).read(document.as_bytes(), &mut each).unwrap();
    (texts, errors)
}
