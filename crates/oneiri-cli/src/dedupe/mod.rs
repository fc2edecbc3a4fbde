//! The engine of `oneiri dedupe`. A [`job::Job`] says what to do; the engine does not know the
//! option parser.
//!
//! A *class* is the set of all spellings that have the same normal form at the chosen rung. The
//! engine keeps the first spelling of each class; the other spellings are *merged*. DESIGN.md
//! describes the threads, the shards and the spill file.

mod block;
mod budget;
mod classes;
mod copy;
mod engine;
mod files;
pub(crate) mod job;
#[cfg(any(test, fuzzing))]
pub(crate) mod law;
mod listing;
pub(crate) mod map;
mod numbers;
mod reading;
mod rejects;
mod settle;
mod shard;
mod source;
mod spill;
mod writing;
