//! The numbers by which the JavaScript package names grammars, rungs and profiles when it calls the module.
//! `boundary.rs` and `operation.rs` make values of the numbers in a call, and numbers of the rungs in an answer. For a
//! number that names nothing, the result is `None`, and the call is a misuse.
//!
//! The numbers must be those in `bindings/js/src/operations.js`, which is generated. The number of a rung or a profile
//! is its place in `ALL` of the type, and the number of a grammar is that of `oneiri-operations`, which programs in C
//! use, too. After a change of one of these, write the file again: `cargo run -p oneiri-operations --example tables`. A
//! test of `oneiri-operations` compares the file.

use oneiri::Rung;
use oneiri_lint::Profile;
use oneiri_operations::Grammar;

/// The order of `GRAMMARS` in `bindings/js/src/operations.js`.
pub(crate) fn grammar_of(number: u32) -> Option<Grammar> {
    Grammar::of_number(number.try_into().ok()?)
}

/// The order of `RUNGS` in `bindings/js/src/operations.js`.
pub(crate) fn rung_of(number: u32) -> Option<Rung> {
    let rung = Rung::ALL.get(usize::try_from(number).ok()?).copied();
    // The protocol rung needs observations, and this interface takes none.
    rung.filter(|&rung| rung < Rung::Protocol)
}

pub(crate) fn number_of(rung: Rung) -> usize {
    Rung::ALL.into_iter().position(|known| known == rung).unwrap_or(usize::MAX)
}

/// The order of `PROFILES` in `bindings/js/src/operations.js`.
pub(crate) fn profile_of(number: u32) -> Option<Profile> {
    Profile::ALL.get(usize::try_from(number).ok()?).copied()
}
