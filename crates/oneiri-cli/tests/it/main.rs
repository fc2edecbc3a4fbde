//! The command, run as a user runs it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod arguments;
mod assume;
mod at_size;
mod cases;
mod columns;
mod commands;
mod compare;
mod compare_shown;
mod cores;
mod cut;
mod dedupe;
mod edit;
mod evidence;
mod faults;
mod folders;
#[cfg(target_os = "linux")]
mod fourth_look;
mod guard;
mod hostile;
mod json;
mod key;
mod lines;
mod links;
mod lint;
mod lint_config;
mod new_users;
mod no_url;
#[cfg(unix)]
mod options;
mod outputs;
#[cfg(unix)]
mod owners;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod parsers;
mod parsers_as;
#[cfg(unix)]
mod pty;
mod questions;
mod rdf;
mod readme;
mod records;
mod redact;
mod repair;
mod report;
mod run;
mod sarif;
mod second_look;
mod sets;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod snapshots;
#[cfg(target_os = "linux")]
mod streams;
#[cfg(unix)]
mod svg;
mod template;
mod terminal;
mod third_look;
mod turtle;
mod two_lists;
mod usage;
mod whole;
