//! The laws of all readers. Each is held to its program by `.ci/readers`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests panic when they fail")]

mod agreement;
mod law;
mod laws;
#[cfg(feature = "idna")]
mod programs;
