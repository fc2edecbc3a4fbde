//! Tests of the crate: the Web Platform Tests, cases of our own, and laws.
#![allow(clippy::unwrap_used, clippy::panic)]

mod any;
mod attributes;
mod cases;
mod conversions;
mod errors;
mod laws;
mod pieces;
mod ports;
mod wpt;
