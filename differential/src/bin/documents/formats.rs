//! The formats, and the reader next to ours.

use oneiri_differential::dice::Dice;

use crate::reading::Reading;
use crate::terse::Grammar;
use crate::{feeds, html, jsonld, rdf, rdfxml, terse};

pub struct Format {
    pub name: &'static str,
    pub ending: &'static str,
    pub rival: &'static str,
    /// Makes a document.
    pub document: fn(&mut Dice) -> String,
    pub theirs: fn(&str) -> Reading,
}

pub const FORMATS: &[Format] = &[
    Format {
        name: "nt",
        ending: ".nt",
        rival: "oxttl",
        document: |dice| terse::document(Grammar { terse: false, graphs: false }, dice),
        theirs: rdf::ntriples,
    },
    Format {
        name: "nq",
        ending: ".nq",
        rival: "oxttl",
        document: |dice| terse::document(Grammar { terse: false, graphs: true }, dice),
        theirs: rdf::nquads,
    },
    Format {
        name: "turtle",
        ending: ".ttl",
        rival: "oxttl",
        document: |dice| terse::document(Grammar { terse: true, graphs: false }, dice),
        theirs: rdf::turtle,
    },
    Format {
        name: "trig",
        ending: ".trig",
        rival: "oxttl",
        document: |dice| terse::document(Grammar { terse: true, graphs: true }, dice),
        theirs: rdf::trig,
    },
    Format { name: "rdfxml", ending: ".rdf", rival: "oxrdfxml", document: rdfxml::document, theirs: rdf::rdfxml },
    Format { name: "jsonld", ending: ".jsonld", rival: "oxjsonld", document: jsonld::document, theirs: rdf::jsonld },
    Format { name: "html", ending: ".html", rival: "html5ever", document: html::document, theirs: html::references },
    Format { name: "sitemap", ending: ".xml", rival: "roxmltree", document: feeds::sitemap, theirs: feeds::references },
    Format { name: "feed", ending: ".atom", rival: "roxmltree", document: feeds::feed, theirs: feeds::references },
];
