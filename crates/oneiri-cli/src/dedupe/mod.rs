//! `dedupe` and `comm`: lists of identifiers whose keys are normal forms. The crate `oneiri-sets` groups
//! the records; this module computes the keys and writes the results.
//!
//! A *class* is the set of all spellings that have the same normal form at the chosen rung. The first
//! spelling of each class is kept; the other spellings are *merged*.

pub(crate) mod grouping;
pub(crate) mod keep;
pub(crate) mod map;
mod reading;
pub(crate) mod show;
pub(crate) mod why;
mod writing;
