//! The WebAssembly module of the npm package `oneiri`.
//!
//! `bindings/js` calls the functions of `boundary`, which exists only in a module. All else is plain Rust, so the tests
//! of this crate run on every machine; the package's own tests run the module.
//!
//! | module | what it holds |
//! |---|---|
//! | `numbers` | the numbers of grammars, rungs and profiles |
//! | `answer` | the answer of a call: numbers and texts |
//! | `parts` | parsing |
//! | `build` | building from components |
//! | `operation` | the operations on one text or two |
//! | `lines` | the operations on all lines of a buffer |
//! | `arena`, `boundary` | the memory, and the functions that JavaScript calls |
#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(unsafe_op_in_unsafe_fn)]

extern crate alloc;

pub mod answer;
#[cfg(target_arch = "wasm32")]
mod arena;
#[cfg(target_arch = "wasm32")]
mod boundary;
pub mod build;
pub mod lines;
mod numbers;
pub mod operation;
pub mod parts;
