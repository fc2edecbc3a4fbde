//! The numbers by which the JavaScript side names grammars, rungs and profiles. Those of rungs and profiles are places
//! in `ALL` of the type, of which `bindings/js/src/operations.js` is generated.

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
