//! The functions, asked in SQL.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod ask;
mod calls;
mod cases;
mod columns;
mod compiled;
mod documentation;
