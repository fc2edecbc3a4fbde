//! The C interface of oneiri.
//!
//! Every function is stateless and thread safe. The caller owns every buffer: no function allocates memory that
//! the caller has to free, and no function keeps a pointer after it returns. `include/oneiri.h` is generated from
//! these sources; `README.md` shows how to compile against it.
//!
//! | module | what it holds |
//! |---|---|
//! | `status`, `numbers` | the results of all functions, and the numbers of grammars, components, rungs and so on |
//! | `error` | the error of an invalid text |
//! | `parts` | parsing, splitting and building |
//! | `operation` | the one function for operations that write a text |
//! | `comparison` | comparing two texts |
//! | `m` | the call-outs of GT.M, which are no part of the header |
//! | `octets` | operations on any octets, for `m` |
//! | `boundary` | pointers and lengths of the caller, made into slices |
#![deny(unsafe_op_in_unsafe_fn)]

mod boundary;
mod comparison;
mod error;
mod m;
mod numbers;
mod octets;
mod operation;
mod parts;
mod report;
mod status;

use core::ffi::c_char;

pub use comparison::{oneiri_compare, oneiri_equivalent};
pub use error::oneiri_error;
pub use m::*;
pub use numbers::*;
pub use operation::*;
pub use parts::{oneiri_build, oneiri_parse, oneiri_parts, oneiri_range, oneiri_split};
pub use status::*;

/// The version of the library, such as `"0.1.0"`: a text that ends with a NUL and lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn oneiri_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
