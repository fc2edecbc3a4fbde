//! The laws of the library's tests and of the command, by name.

#[path = "../../crates/oneiri/tests/it/laws/mod.rs"]
#[allow(dead_code, unused_imports, unused_macros, reason = "the tests themselves are left out")]
mod laws;
#[path = "../../crates/oneiri/tests/it/oracle/mod.rs"]
#[allow(dead_code, unused_imports, reason = "likewise")]
mod oracle;

use laws::targets::seeds;
use std::path::Path;

/// What fuzzing a law begins with.
pub fn begin(root: &Path, law: &str) -> Vec<Vec<u8>> {
    seeds::of_cases(root).into_iter().chain(seeds::kept(root, law)).collect()
}

/// An input as a line of a corpus.
pub fn line(input: &[u8]) -> String {
    seeds::escaped(input)
}

/// A law: a function of any bytes that panics if it is broken.
pub type Law = fn(&[u8]);

/// All laws.
pub fn laws() -> impl Iterator<Item = (&'static str, Law)> {
    let library = laws::targets::TARGETS.into_iter().chain(oneiri_cli::laws::TARGETS);
    library.chain([("scanners", oneiri::scanners as Law)])
}
