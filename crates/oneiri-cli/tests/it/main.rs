//! The command, run as a user runs it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod at_size;
mod cases;
mod commands;
mod compare;
mod cores;
mod dedupe;
mod diff;
mod edit;
mod evidence;
mod explain;
#[cfg(target_os = "linux")]
mod hostile;
mod json;
mod key;
mod lines;
mod lint;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(unix)]
mod pty;
mod readme;
mod records;
mod report;
mod run;
#[cfg(unix)]
mod snapshots;
#[cfg(all(feature = "sql", unix))]
mod sql;
#[cfg(unix)]
mod svg;
mod terminal;
mod usage;
