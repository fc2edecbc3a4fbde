//! One test binary: the cases of `testdata/lint.toml`, the laws of fixes, and the wording.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod cases;
mod laws;
mod names;
mod oracle;
mod trackers;
