//! The generic syntax (RFC 3986 section 3, RFC 3987 section 2): character classes, errors, the offsets of
//! components, the scanners, the parser, and recomposition.
//!
//! Everything in this module works on plain text and on [`Untyped`](spans::Untyped), never on the public types.

pub(crate) mod compose;
pub(crate) mod error;
pub(crate) mod grammar;
pub(crate) mod parse;
pub(crate) mod parts;
pub(crate) mod scan;
pub(crate) mod spans;
