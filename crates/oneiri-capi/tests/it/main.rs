//! The C interface, called as C calls it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod any;
mod boundary;
mod call;
mod cases;
mod data;
mod header;
mod laws;
mod numbers;
mod pairs;
mod programs;
mod threads;
