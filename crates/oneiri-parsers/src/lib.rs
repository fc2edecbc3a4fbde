//! How other programs read a URL.
//!
//! Programs differ in where they find the host of the same URL. If your program checks one host, and another program
//! connects to another host, the check is worth nothing. Each [`Parser`] of this crate divides a URL as a certain
//! program does, and says at which bytes it finds each component, so you can compare them.
//!
//! ```
//! use oneiri_parsers::by_name;
//!
//! let text = r"http://good.example\@evil.example/";
//! let browser = by_name("browser").unwrap().read(text)?;
//! let regex = by_name("regex").unwrap().read(text)?;
//! assert_eq!(browser.host(), Some("good.example"));
//! assert_eq!(regex.host(), Some("evil.example"));
//! # Ok::<(), oneiri_parsers::Refusal>(())
//! ```
//!
//! # Features
//!
//! * `idna`: [`Whatwg`], [`PhpWhatwg`] and [`NodeLegacy`] read domains beyond ASCII. Without it, they reject them.
//!
//! The crate is `no_std` and needs `alloc`. Each parser takes time that is linear in the length of the text.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

pub mod agreement;
mod appendix_b;
mod cleaned;
mod curl;
mod go;
mod grammar;
mod java;
mod node_legacy;
mod parse_url;
pub mod passwords;
mod php;
mod php_uri;
mod php_whatwg;
mod programs;
mod python;
mod reading;
mod ruby;
mod whatwg;

use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

pub use appendix_b::AppendixB;
pub use curl::Curl;
pub use go::Go;
pub use grammar::{Rfc3986, Rfc3987};
pub use java::Java;
pub use node_legacy::NodeLegacy;
pub use parse_url::ParseUrl;
pub use php::Php;
pub use php_uri::PhpRfc3986;
pub use php_whatwg::PhpWhatwg;
pub use programs::{PROGRAMS, Program};
pub use python::Python;
pub use reading::{Reading, Refusal};
pub use ruby::Ruby;
pub use whatwg::Whatwg;

/// Reads a text as one program does.
pub trait Parser: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// The name of the parser: `whatwg`.
    fn name(&self) -> &'static str;

    /// The program that the parser was held to. `None` for the parsers of standards.
    fn program(&self) -> Option<&'static Program> {
        PROGRAMS.iter().find(|program| program.parser == self.name())
    }

    /// Reads a text without a base.
    ///
    /// # Errors
    ///
    /// The program refuses the text.
    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal>;

    /// Resolves a text against a base, and reads the result. The ranges of the reading are those of
    /// components that stand in `text`.
    ///
    /// # Errors
    ///
    /// The program refuses the text or the base, or it does not resolve references.
    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let _ = (text, base);
        Err(Refusal::new("the program does not resolve references", 0..0))
    }
}

/// All parsers. The name of a program stands for its newest version, and older versions follow it.
pub static ALL: &[&dyn Parser] = &[
    &Rfc3986,
    &Rfc3987,
    &Whatwg,
    &Java,
    &AppendixB,
    &Python::V3_14,
    &Python::V3_11,
    &Go::V1_27,
    &Go::V1_19,
    &Php,
    &PhpRfc3986,
    &PhpWhatwg,
    &Ruby,
    &Curl::V8_23,
    &Curl::V7_88,
    &NodeLegacy::V24,
    &NodeLegacy::V20,
];

/// The parser with a name. `browser` stands for `whatwg`, and `appendix-b` for `regex`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Parser> {
    let name = match name {
        "browser" => "whatwg",
        "appendix-b" => "regex",
        name => name,
    };
    ALL.iter().copied().find(|parser| parser.name() == name)
}

/// Compiles and runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
enum Readme {}
