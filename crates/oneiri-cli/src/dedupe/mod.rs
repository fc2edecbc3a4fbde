//! The engine of `oneiri dedupe`, which knows no option parser: a [`job::Job`] says what is to be done.

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
