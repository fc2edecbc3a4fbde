//! The command, run as a user runs it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod cases;
mod commands;
mod compare;
mod dedupe;
mod diff;
mod edit;
mod evidence;
mod explain;
mod json;
mod lines;
mod lint;
mod readme;
mod run;
mod terminal;
mod usage;
