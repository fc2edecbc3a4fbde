//! The scanners: code that reads every byte of an input. (`syntax::parse::sweep` does without masks.)
//!
//! A scanner ([`Classify`]) turns 64 bytes into [`Masks`]: for each class of characters that the parser
//! looks for, a word with one bit for each byte. Each kind of machine has scanners of its own, and all
//! of them return the same masks; `law` checks that.
//!
//! | module | what it holds |
//! |---|---|
//! | `masks`, `classes` | the masks, and which byte is in which class |
//! | `classify` | the traits that a scanner and a machine implement |
//! | `portable` | code for every machine: masks by words ([`Words`](portable::words::Words)), and runs by a table |
//! | `x86`, `aarch64`, `wasm32` | the scanners of x86-64 (AVX2 and AVX-512), AArch64 (NEON) and WebAssembly (`simd128`) |
//! | `machine` | the machine that this build is for |
//! | `eight`, `many` | many texts at once: their masks, and the spans of the plain ones |
//! | `stops` | the places of a text where normalization may have work to do |
//! | `spell`, `ascii` | percent-encoding, and conversion to ASCII |
//! | `lower` | lower case |
//! | `decode`, `word` | percent-decoding, and the search for one byte |
//! | `places` | all places of one byte |
//!
//! The scanners know bytes and classes, and `syntax::parse` finds components from these. But `eight` finds the components
//! of plain texts, because AVX-512 does so for eight texts at once.
//!
//! This module alone contains `unsafe` code and code for one architecture.

mod ascii;
mod classes;
mod classify;
mod decode;
mod eight;
#[cfg(any(test, fuzzing))]
pub(crate) mod law;
mod lower;
/// The machine that this build is for: a type `Scanner` that implements [`Machine`].
///
/// The file `machine.rs` serves every machine without vector code of its own. To add a machine, write
/// one file beside `aarch64.rs` and add one `cfg_attr` here.
///
/// `x86` needs SSE2, because kernels and firmware are compiled without it and must not touch vector
/// registers. Miri has no CPUID, so it runs `machine.rs`, and so does `--cfg oneiri_scanner="portable"`.
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2", not(any(oneiri_scanner = "portable", miri))),
    path = "x86/mod.rs"
)]
#[cfg_attr(
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little",
        not(any(oneiri_scanner = "portable", miri))
    ),
    path = "aarch64.rs"
)]
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128", not(any(oneiri_scanner = "portable", miri))),
    path = "wasm32.rs"
)]
mod machine;
mod many;
mod masks;
mod places;
mod portable;
mod spell;
mod stops;
#[cfg(test)]
pub(crate) mod tests;
mod word;

#[cfg(any(test, fuzzing))]
use core::fmt::Debug;

pub use crate::syntax::grammar::Class;
pub(crate) use ascii::in_ascii;
use classify::Machine;
pub(crate) use classify::{Classify, StopAt, Work};
pub(crate) use lower::push_lower;
use machine::Scanner;
pub(crate) use many::Many;
pub use masks::Masks;
pub(crate) use masks::{SHORT, but_lowest};
pub(crate) use places::all_of;
pub(crate) use portable::table::{run, run_plain};
pub use spell::Spelling;
pub(crate) use spell::likely_capacity;
pub(crate) use stops::{Stops, first_stops, next_stops};
pub(crate) use word::{EACH, HIGH, first_of, lower, matches, upper};

/// The fastest scanner of this machine, for a caller that scans one text.
#[inline(always)]
pub(crate) fn best() -> impl Classify {
    Scanner::best()
}

/// The masks of the 64 bytes from `at` on, a multiple of 64. [`Masks::check`] is that of a URI.
#[inline]
pub fn masks(bytes: &[u8], at: usize) -> Masks {
    best().masks(bytes, at, false)
}

/// One bit for each byte of a block that is `byte`.
#[inline]
#[must_use]
pub fn mask_of(byte: u8, block: &[u8; 64]) -> u64 {
    Scanner::equal(block, byte)
}

/// Runs `work` with the fastest scanner of this machine, chosen once. The code of `work` is compiled for each scanner.
pub(crate) fn with_best(work: impl Work) {
    Scanner::best().run(work);
}

/// All scanners of this machine, from the slowest to the fastest.
#[cfg(any(test, fuzzing))]
pub(crate) fn available() -> impl Iterator<Item = impl Classify + Debug> {
    Scanner::available()
}
