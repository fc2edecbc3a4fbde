//! The engine of `oneiri dedupe`. A [`job::Job`] says what to do; the engine does not know the
//! option parser.
//!
//! A *class* is the set of all spellings that have the same normal form at the chosen rung. The
//! engine keeps the first spelling of each class; the other spellings are *merged*. DESIGN.md
//! describes the threads, the shards and the spill file.

mod block;
mod budget;
mod classes;
mod engine;
mod files;
pub(crate) mod job;
mod listing;
pub(crate) mod map;
mod numbers;
mod origins;
mod reading;
mod runs;
mod settle;
mod shard;
pub(crate) mod show;
mod source;
mod spill;
pub(crate) mod tally;
pub(crate) mod why;
mod writing;
