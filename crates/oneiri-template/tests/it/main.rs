//! Tests of the crate: the examples of RFC 6570, cases of our own, and laws.
#![allow(clippy::unwrap_used, clippy::panic)]

mod any;
mod cases;
mod examples;
mod inputs;
mod laws;
mod lenience;
mod linear;
mod own;
mod routes;
mod texts;
