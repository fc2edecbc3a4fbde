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
//! and percent-encodes. The crate `oneiri` never changes a text when it parses one; [`Url::as_uri`] leads
//! from here to there.
//!
//! # Features
//!
//! * `idna` reads domains beyond ASCII, by UTS 46 with the data of ICU. Without it such a domain is an
//!   error ([`ErrorKind::IdnaDisabled`]), and the crate depends on nothing but `oneiri`.
//! * `serde` reads and writes a [`Url`] as a string.
//!
//! * `std` converts between URLs of files and paths ([`Url::from_file_path`]).
//!
//! The crate is `no_std` without `std` and needs `alloc`.
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

pub use error::{Error, ErrorKind};
pub use host::Host;
pub use host::domain::{domain_to_ascii, domain_to_unicode};
pub use percent::{PercentEncodeSet, percent_decode, percent_encode};
pub use scheme::default_port;
#[doc(hidden)]
pub use scheme::scheme_and_port;
pub use search_params::SearchParams;
pub use url::{Segments, Url};

/// Compiles and runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
enum Readme {}
