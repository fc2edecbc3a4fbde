//! The command `oneiri`. It is a library only so that `main` and `fuzz/` can call it; other crates
//! must not depend on it.
//!
//! [`commands`] has the list of commands, and starts one of them. Its options ([`args`]) become a job, which
//! reads through the [`pipeline`] and writes through [`output`].

mod args;
mod assume;
mod commands;
mod comparison;
mod dedupe;
#[cfg(any(test, fuzzing))]
#[path = "../tests/laws/command.rs"]
pub mod laws;
mod output;
mod pipeline;

pub use crate::commands::main;
