//! The [URL Standard]: how browsers read, change and write URLs.
//!
//! ```
//! use oneiri_whatwg::Url;
//!
//! let base = Url::parse("https://example.com/wiki/")?;
//! let url = base.join("..\\a b?q#f")?;
//! assert_eq!(url.href(), "https://example.com/a%20b?q#f");
//! assert_eq!((url.hostname(), url.pathname(), url.search()), ("example.com", "/a%20b", "?q"));
//! # Ok::<(), oneiri_whatwg::Error>(())
//! ```
//!
//! A [`Url`] holds its text and the offsets of its components, so the getters return slices. The getters
//! and setters have the names of the Standard. A setter changes nothing if it returns an error.
//!
//! The parser changes what it reads: it removes spaces, writes hosts in lower case, removes dot segments
//! and percent-encodes, because browsers do. When you want to keep a text as it is, use the crate `oneiri`
//! instead, to which [`Url::to_uri`] converts.
//!
//! # Features
//!
//! No feature is on by default. Without features the crate depends on nothing but `oneiri`.
//!
//! ## `idna`
//!
//! Reads domains beyond ASCII by UTS 46, with the data of ICU. Without it, such a domain is an error
//! ([`ErrorKind::IdnaDisabled`]). This feature therefore changes results: a text that was an error becomes a URL. Cargo
//! switches a feature on for the whole program if any crate in it asks for the feature (`oneiri-policy` does), so do not
//! use this error to keep such domains out. Ask [`str::is_ascii`] before you parse instead.
//!
//! The feature needs ICU4X. Its newest versions need a newer compiler than this crate does (see "Versions of Rust").
//!
//! ## `serde`
//!
//! Reads and writes a [`Url`] as a string. Reading parses the string, so it returns an error if the string is no URL.
//!
//! ## `std`
//!
//! Converts between URLs of files and paths (`Url::from_file_path`, `Url::to_file_path`). Without it the crate is
//! `no_std` and needs `alloc`.
//!
//! # Versions of Rust
//!
//! The crate needs Rust 1.85. The feature `idna` uses ICU4X, whose newest versions need a newer compiler. Cargo chooses versions
//! that fit your compiler if your workspace has `resolver = "3"`, which is the default of edition 2024. With an older resolver
//! and Rust 1.85, choose them yourself:
//!
//! ```text
//! cargo update -p icu_normalizer --precise 2.1.1
//! cargo update -p icu_properties --precise 2.1.2
//! cargo update -p idna_adapter --precise 1.2.1
//! ```
//!
//! [URL Standard]: https://url.spec.whatwg.org/
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod error;
mod fast;
mod host;
mod parser;
mod percent;
mod places;
mod scheme;
mod search_params;
mod stays;
mod url;
mod valid;

pub use error::{Error, ErrorKind};
pub use host::Host;
pub use host::domain::{domain_to_ascii, domain_to_unicode};
pub use percent::{PercentEncodeSet, percent_decode, percent_encode};
pub use scheme::default_port;
#[doc(hidden)]
pub use scheme::scheme_and_port;
pub use search_params::{OwnedPairs, Pairs, SearchParams};
pub use url::{Segments, Url};
pub use valid::is_valid_url_string;

/// Compiles and runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
enum Readme {}
