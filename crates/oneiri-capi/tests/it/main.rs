//! The C interface, called as C calls it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod any;
mod boundary;
mod call;
mod cases;
mod header;
mod laws;
mod numbers;
#[cfg(feature = "policy")]
mod policy;
mod programs;
#[cfg(feature = "template")]
mod template;
mod threads;
#[cfg(feature = "whatwg")]
mod whatwg;
