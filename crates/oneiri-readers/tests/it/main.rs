//! The laws of all readers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests panic when they fail")]

mod laws;
