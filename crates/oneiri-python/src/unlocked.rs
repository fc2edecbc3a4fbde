//! Work on long texts, during which other Python threads run.

use pyo3::prelude::*;

/// Runs work on a text, and lets other Python threads run meanwhile if the text is so long that they would notice.
pub(crate) fn unlocked<T: Send>(py: Python<'_>, text: &str, work: impl FnOnce() -> T + Send) -> T {
    const LONG: usize = 1 << 16;
    if text.len() < LONG { work() } else { py.detach(work) }
}
