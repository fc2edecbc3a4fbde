//! What several commands share: groups of options, and what is done for each item.

pub(crate) mod color;
pub(crate) mod grammar;
pub(crate) mod ladder;
pub(crate) mod pairs;
pub(crate) mod size;
pub(crate) mod sources;
pub(crate) mod transform;
pub(crate) mod usage;
