#![doc = include_str!("../README.md")]
//! # Features
//!
//! No feature is on by default. The crate is `no_std` and needs `alloc`.
//!
//! ## `serde`
//!
//! Reads a [`Value`] from a string, a number, a truth value, a list or a map, and writes a [`Match`] as a map. Use it to
//! expand a template with values from JSON.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod encode;
mod error;
mod expand;
mod literals;
mod matching;
mod operator;
mod partial;
#[cfg(feature = "serde")]
mod serde;
mod syntax;
mod template;
mod value;

pub use error::{Error, ErrorKind, ExpandError};
pub use matching::{
    Ambiguity, Capture, Hazards, Match, Matcher, MatcherError, Mismatch, Overlaps, Router, RouterError, covers, overlap,
};
pub use operator::Operator;
pub use template::{Expression, Modifier, Part, Template, Variable};
pub use value::{Value, Values};

/// For `template!`, which checks a text when the program is compiled.
#[doc(hidden)]
pub use syntax::expected as __expected;

/// Compiles and runs the examples of the guide as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/templates.md")]
enum Guide {}
