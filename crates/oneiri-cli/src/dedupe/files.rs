//! The files that `dedupe` writes beside its output.

use crate::dedupe::map::Map;
use crate::output::rejects::Rejects;

/// The files of `--rejects` and `--map`.
pub(super) struct Files {
    pub(super) rejects: Option<Rejects>,
    pub(super) map: Option<Map>,
}
