//! Code that several commands share: groups of options, and loops over items.

pub(crate) mod color;
pub(crate) mod grammar;
pub(crate) mod ladder;
pub(crate) mod pairs;
pub(crate) mod size;
pub(crate) mod sources;
pub(crate) mod transform;
pub(crate) mod usage;
