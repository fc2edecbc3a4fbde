//! What is written beside the output.

use crate::dedupe::map::Map;
use crate::dedupe::rejects::Rejects;

/// What is written beside the output.
pub(super) struct Files {
    pub(super) rejects: Option<Rejects>,
    pub(super) map: Option<Map>,
}
