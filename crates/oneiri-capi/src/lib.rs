//! The C interface of oneiri.
//!
//! Every function is thread safe, but no other call may use a value while it is freed. The caller owns every buffer,
//! and no function keeps a pointer after it returns. Two kinds of values are allocated for the caller, who frees them:
//! compiled policies and templates.
//!
//! Programs that were compiled with an older header run with this library, so no signature, structure or number
//! changes. `include/oneiri.h` is generated from these sources and their comments, so write it again after a change, as
//! `README.md` says. A new function or constant also needs a group in `examples/header.rs`, or a line in
//! `cbindgen.toml` that leaves it out.
//!
//! | module | what it holds |
//! |---|---|
//! | `status`, `numbers` | the results of all functions, and the numbers of grammars, components, rungs and so on |
//! | `error` | the error of an invalid text |
//! | `parts` | parsing, splitting and building |
//! | `operations` | the numbers of operations, which are generated |
//! | `operation` | the one function for operations that write a text |
//! | `comparison` | comparing two texts |
//! | `report` | explanations and findings as lines of text |
//! | `policy`, `template` | compiled policies and URI Templates |
//! | `m` | the call-outs of GT.M, which are no part of the header |
//! | `octets` | operations on any octets, for `m` |
//! | `boundary` | pointers and lengths of the caller, made into slices |
//! | `owned` | values that the caller owns |
//!
//! # Features
//!
//! The features `policy`, `template` and `whatwg`, on by default, hold what their names say. Without one of them its
//! functions are missing from the library, and its operation is `ONEIRI_MISUSE`.
#![deny(unsafe_op_in_unsafe_fn)]

mod boundary;
mod comparison;
mod error;
mod m;
mod numbers;
mod octets;
mod operation;
mod operations;
#[cfg(any(feature = "policy", feature = "template"))]
mod owned;
mod parts;
#[cfg(feature = "policy")]
mod policy;
mod report;
mod status;
#[cfg(feature = "template")]
mod template;

use core::ffi::c_char;

#[cfg(feature = "policy")]
pub use crate::policy::*;
#[cfg(feature = "template")]
pub use crate::template::*;
pub use comparison::{oneiri_compare, oneiri_equivalent};
pub use error::oneiri_error;
pub use m::*;
pub use numbers::*;
pub use operation::*;
pub use operations::*;
pub use parts::{oneiri_build, oneiri_parse, oneiri_parts, oneiri_range, oneiri_split};
pub use status::*;

/// The version of the library, such as `"0.1.0"`: a text that ends with a NUL and lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn oneiri_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
