//! RDF documents: N-Triples and N-Quads, whose statements are lines, and Turtle and TriG. Finds their
//! IRIs and the errors of their grammar.

mod label;
mod line;
pub(crate) mod statement;
pub(crate) mod turtle;
