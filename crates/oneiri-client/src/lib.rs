// The example of the README needs a feature. On docs.rs there are all of them.
#![cfg_attr(feature = "ureq", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "ureq"), doc = "An HTTP client for URLs that strangers name: see the README.")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "reqwest", feature = "ureq"))]
mod client;
mod error;
mod hop;
#[cfg(any(feature = "reqwest", feature = "ureq"))]
mod request;
#[cfg(feature = "reqwest")]
pub mod reqwest;
#[cfg(feature = "ureq")]
pub mod ureq;

#[cfg(any(feature = "reqwest", feature = "ureq"))]
pub use client::{Client, Response};
pub use error::{Error, ErrorKind};
pub use hop::{Hop, Limits, Redirect};
#[cfg(any(feature = "reqwest", feature = "ureq"))]
pub use request::Request;
