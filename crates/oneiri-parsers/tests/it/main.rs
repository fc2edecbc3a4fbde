//! The laws of all parsers. Each is held to its program by `.ci/parsers`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests panic when they fail")]

mod agreement;
mod law;
mod laws;
mod passwords;
#[cfg(feature = "idna")]
mod programs;
