//! Code that runs on every machine, without vectors.

pub(super) mod table;
pub(super) mod words;
