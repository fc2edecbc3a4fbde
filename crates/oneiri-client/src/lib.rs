//! An HTTP client for URLs that strangers name. A policy checks the URL, each address directly before the connection, and each
//! redirect.
//!
//! ```
//! # #[cfg(feature = "ureq")] {
//! use oneiri_client::{ErrorKind, ureq::Client};
//! use oneiri_policy::{Policy, Preset};
//!
//! let client = Client::new(Policy::preset(Preset::Ssrf));
//! let error = client.get("http://169.254.169.254/latest/meta-data/").send().unwrap_err();
//! assert!(matches!(error.kind(), ErrorKind::Denied(_)));
//! assert_eq!(error.hop(), 0);
//! # }
//! ```
//!
//! # What it does
//!
//! * The **URL** must be admitted by the policy. The client gets the canonical text.
//! * **Addresses**: the client itself resolves the name, and connects only to addresses that
//!   [`Checked::admits`](oneiri_policy::Checked::admits), so a name that leads elsewhere the second time (DNS rebinding) gains nothing.
//!   Connections are kept for each rule of the policy apart, because each rule has addresses of its own.
//! * **Redirects** are checked with their base, and there are at most ten. Methods change as RFC 9110 section 15.4 says. `Authorization`,
//!   `Cookie` and `Proxy-Authorization` go only to the origin for which they were given.
//! * **Proxies** of the environment are not used, because a proxy would resolve the name.
//! * The **body** has at most 10 MiB, unpacked, and all together takes at most 30 seconds ([`Limits`]).
//!
//! Everything else is that of the client that you know: you bring the builder with your TLS, pools and headers. Default
//! headers of the builder go to every host, so give credentials to the request instead. Names that weaken the guard begin with `danger`.
//!
//! # Features
//!
//! * `reqwest`: the asynchronous client in `reqwest`, in a runtime of tokio
//! * `ureq`: the blocking client in `ureq`
//!
//! Neither brings TLS: add the library itself, with the feature that you want. Without features there is [`Hop`], which decides for
//! any other client.
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
