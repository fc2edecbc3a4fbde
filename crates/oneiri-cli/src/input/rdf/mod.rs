//! RDF documents: N-Triples and N-Quads, whose statements are lines, Turtle and TriG, and JSON-LD
//! and RDF/XML, which are read as a whole. Finds their
//! IRIs and the errors of their grammar.

mod found;
mod jsonld;
mod label;
mod line;
mod piece;
pub(crate) mod statement;
pub(crate) mod turtle;
pub(crate) mod whole;
mod xml;
