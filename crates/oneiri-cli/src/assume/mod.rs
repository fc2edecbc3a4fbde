//! Named assumptions: what many sites do and no specification says. Two identifiers that are equal
//! only under an assumption are not equivalent, and no rung makes them equal.
//!
//! An assumption changes a text: it takes the normal form of the scheme rung and returns a normal
//! form of the scheme rung. `docs/assumptions.md` says what each may merge wrongly.

pub(crate) mod assumption;
pub(crate) mod assumptions;
mod rewrite;
pub(crate) mod trackers;
