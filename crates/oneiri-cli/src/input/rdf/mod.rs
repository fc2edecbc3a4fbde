//! RDF documents of lines, N-Triples and N-Quads: finds their IRIs and the errors of their grammar.

mod label;
mod line;
pub(crate) mod statement;
