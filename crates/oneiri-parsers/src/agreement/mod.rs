//! Whether two parsers agree on a text, apart from its spelling.
//!
//! Parsers write what they find in different ways: one keeps `HTTP://EXAMPLE.com:80`, and another one writes
//! `http://example.com/`. This module is the only place that says which of these differences matter. There are two
//! answers, because there are two questions:
//!
//! * **Same request** ([`Form::differs`]): do programs that use these parsers connect to the same host and port, and
//!   send the same path and query? A host is compared after everything that a client does before it connects: IDNA maps
//!   `example。com` to `example.com`, and `0x7f.1` is the address 127.0.0.1. A policy asks this question. It also looks
//!   for the mappings themselves, because a program may do without them.
//! * **Same name** ([`moves`]): does a filter that compares texts see the same as the program that connects? Here only
//!   differences without any effect are left out, such as the case of letters. A host that is mapped to another one is a
//!   different host, so `example。com` moves, and `0x7f.1` as well. `oneiri parsers` asks this question.
//!
//! [`Readings`] answers the second question for one text and any number of parsers, and knows why parsers differ.
//!
//! If nothing moves, the request is the same, too: a law in the tests says so for all parsers of this crate.
//!
//! ```
//! use oneiri::Component;
//! use oneiri_parsers::agreement::{Form, moves};
//! use oneiri_parsers::by_name;
//!
//! let text = "http://EXAMPLE.com:80/%7Euser";
//! let grammar = by_name("rfc3986").unwrap().read(text)?;
//! let browser = by_name("browser").unwrap().read(text)?;
//! assert_ne!(grammar, browser);
//! assert_eq!(Form::of(&grammar)?.differs(&Form::of(&browser)?), None);
//! assert!(!moves(Component::Host, &[&grammar, &browser]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod departures;
mod form;
mod host;
mod name;
mod readings;

pub use form::{Fault, Form};
pub use host::Host;
pub use name::moves;
pub use readings::{Readings, Reason};

#[doc(hidden)]
pub use oneiri_whatwg::scheme_and_port;

/// The default port of a scheme of the URL Standard (section 4.2): 80, 443 or 21. The scheme may be in upper case.
#[must_use]
pub fn default_port(scheme: &str) -> Option<u16> {
    scheme_and_port(scheme).map(|known| known.1)
}
