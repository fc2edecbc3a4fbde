//! Turtle and TriG: tokens, the grammar, the ends of statements, and the IRIs as items.

mod cut;
pub(crate) mod document;
pub(crate) mod fill;
mod grammar;
pub(crate) mod scope;
mod token;
