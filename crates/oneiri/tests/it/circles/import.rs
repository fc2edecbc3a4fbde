//! One import, whatever the language.

use std::path::PathBuf;

/// A file that imports another file, and the line on which it does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Import {
    pub(super) from: PathBuf,
    pub(super) line: usize,
    pub(super) to: PathBuf,
}
