//! Lints for one code.

use oneiri_lint::{Code, Level, Lints, Profile};

/// Lints that look for one code alone.
pub(crate) fn only(code: Code) -> Lints {
    let mut lints = Lints::new(Profile::Strict);
    for other in Code::all().filter(|&other| other != code) {
        lints.set(other, Level::Allow);
    }
    lints
}
