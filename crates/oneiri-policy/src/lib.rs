//! Which URLs may a program touch? A policy admits a URL only if every parser that will read it finds the same
//! components, and if a rule allows these. Use it when somebody else chooses the URLs that your program fetches.
//!
//! ```
//! use oneiri_policy::{Checked, Policy, Preset};
//!
//! fn fetch(url: &Checked) { /* connects to url.host() at addresses that url.admits(..) */ }
//!
//! let policy = Policy::preset(Preset::Ssrf);
//! for attack in [
//!     "http://127.0.0.1/", "http://0x7f.1/", "http://[::ffff:127.0.0.1]/", "http://localhost/",
//!     "http://169.254.169.254/latest/meta-data/", r"http://good.example\@127.0.0.1/",
//! ] {
//!     assert!(!policy.check(attack).is_allowed(), "{attack}");
//! }
//! if let Some(checked) = policy.check("https://example.com/a?q").allowed() {
//!     fetch(&checked);
//! }
//! ```
//!
//! A check first looks at the limits, and then at the parsers, which must agree on scheme, host, port, path and query.
//! Then come the [violations](Violation) and at last the [rules](Rule). Everything that no rule allows is denied.
//!
//! # Features
//!
//! * `toml`, on by default, reads policies from TOML and has the presets. Without it, policies are made by
//!   [`Policy::builder`].
//!
//! The crate is `no_std` and needs `alloc`.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod address;
mod analysis;
mod base;
mod builder;
mod check;
mod coverage;
mod decision;
mod detect;
mod error;
#[cfg(feature = "toml")]
mod file;
mod host;
mod host_pattern;
mod index;
mod lookalike;
mod matches;
mod names;
mod nearest;
mod networks;
mod parsers;
mod pattern;
mod plain;
mod policy;
mod preset;
mod query;
mod questions;
mod readings;
mod reason;
mod rule;
mod rules;
mod scheme_pattern;
mod source;
#[cfg(feature = "toml")]
mod suggest;
mod test;
mod trie;
mod violation;
mod witness;

pub use base::{Base, BaseError};
pub use builder::Builder;
pub use check::Check;
pub use decision::{Checked, Decision, Denied};
pub use error::{PolicyError, Warning, WarningKind};
pub use nearest::Nearest;
pub use policy::Policy;
pub use preset::{Preset, UnknownPreset};
pub use reason::{Code, Reason, Saw, Seen};
pub use rule::{Port, Rule};
pub use source::{RuleKind, RuleRef, Source};
pub use test::{FailedTest, Test};
pub use violation::{Treatment, Violation};

/// Compiles and runs the examples of the README as tests.
#[cfg(all(doctest, feature = "toml"))]
#[doc = include_str!("../README.md")]
enum Readme {}

/// Compiles and runs the examples of the guide as tests.
#[cfg(all(doctest, feature = "toml"))]
#[doc = include_str!("../../../docs/guide/admit-a-url.md")]
enum Guide {}

/// Compiles and runs the example of the reference as a test.
#[cfg(all(doctest, feature = "toml"))]
#[doc = include_str!("../../../docs/policy-file.md")]
enum PolicyFile {}
