//! The parts of the library's test oracle that generated identifiers are made with.
#![allow(dead_code, reason = "the library's tests use all of it")]

#[path = "../../../oneiri/tests/it/oracle/alphabet.rs"]
pub(crate) mod alphabet;
#[path = "../../../oneiri/tests/it/oracle/percent.rs"]
pub(crate) mod percent;
#[path = "../../../oneiri/tests/it/oracle/split.rs"]
pub(crate) mod split;
