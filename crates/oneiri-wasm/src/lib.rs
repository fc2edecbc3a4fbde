//! The WebAssembly modules of the npm package `oneiri`.
//!
//! `bindings/js` calls the functions of `boundary`, which exists only in a module, as `arena` does. All else is plain
//! Rust, so the tests of this crate run on every machine, and the package's own tests run the modules. Nothing that the
//! main module allocates may be kept after a call, because `arena` frees all of it when the next call begins. The tests
//! of this crate cannot notice that, because they have another allocator.
//!
//! Without a feature this is the module of `oneiri`, and with one feature that of a subpath. Each module has one
//! boundary, `boundary` or `subpath/boundary.rs`, because both define the allocator, the panic handler and `room`. So a
//! new feature belongs in both lists below and in the list of `subpath/boundary.rs`. If it is in none of them, its
//! module has the functions of the main module, and no error says so. `bindings/js/build` lists the modules, too.
//!
//! | module | what it holds |
//! |---|---|
//! | `numbers` | the numbers of grammars, rungs and profiles |
//! | `answer` | the answer of a call: numbers and texts |
//! | `texts` | the texts of a call |
//! | `parts` | parsing |
//! | `build` | building from components |
//! | `operation` | the operations on one text or two |
//! | `lines` | the operations on all lines of a buffer |
//! | `arena`, `boundary` | the memory, and the functions that JavaScript calls |
//! | `subpath` | the modules of the subpaths, one for each feature |
#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(unsafe_op_in_unsafe_fn)]

extern crate alloc;

pub mod answer;
pub mod build;
pub mod lines;
mod numbers;
pub mod operation;
pub mod parts;
pub mod subpath;
pub mod texts;

#[cfg(all(
    target_arch = "wasm32",
    not(any(feature = "policy", feature = "parsers", feature = "redact", feature = "template", feature = "whatwg"))
))]
mod arena;
#[cfg(all(
    target_arch = "wasm32",
    not(any(feature = "policy", feature = "parsers", feature = "redact", feature = "template", feature = "whatwg"))
))]
mod boundary;
