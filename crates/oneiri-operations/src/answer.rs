//! The result of a call.

use alloc::string::String;

use oneiri::{Rung, Verdict};
use oneiri_lint::Finding;

/// The result of a call. [`Same`](Self::Same) allocates nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer<'a> {
    /// The result is the first text.
    Same,
    /// The result is this text.
    Text(String),
    /// The text is valid.
    Valid,
    /// The lowest rung at which both texts are equal; `None` if they differ at every rung.
    Rung(Option<Rung>),
    /// Why both texts are equal, or why they differ.
    Verdict(&'a Verdict<'a>),
    /// What is unwise about the text.
    Findings(&'a [Finding]),
}
