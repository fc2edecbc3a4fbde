//! RDF: N-Triples and N-Quads, whose statements are lines, Turtle and TriG, and JSON-LD and RDF/XML,
//! which are read as a whole. Finds their IRIs and the errors of their grammar.

pub(crate) mod jsonld;
pub(crate) mod label;
mod line;
pub(crate) mod ntriples;
pub(crate) mod turtle;
pub(crate) mod xml;
