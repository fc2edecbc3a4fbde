//! Matching, the reverse of expansion.
//!
//! A template is turned into an automaton whose paths and whose readings of a text are the same: a *reading*
//! is the values that a text represents. Two paths for one text are an ambiguity.

mod ambiguity;
mod automaton;
mod build;
mod capture;
mod error;
mod lenient;
mod limits;
mod matcher;
mod plain;
mod reading;
mod reference;
mod relations;
mod repeated;
mod router;
mod search;
mod spelling;
mod symbol;
mod union;

pub use capture::{Capture, Hazards, Match};
pub use error::{Ambiguity, MatcherError, Mismatch};
pub use matcher::Matcher;
pub use relations::{covers, overlap};
pub use router::{Overlaps, Router, RouterError};
