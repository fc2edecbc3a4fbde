//! Code that several commands share: groups of options, and loops over items.

pub(crate) mod arguments;
pub(crate) mod assume;
pub(crate) mod assumed;
pub(crate) mod base;
pub(crate) mod color;
pub(crate) mod columns;
pub(crate) mod grammar;
pub(crate) mod groups;
pub(crate) mod ladder;
pub(crate) mod pairs;
pub(crate) mod records;
pub(crate) mod room;
pub(crate) mod size;
pub(crate) mod sources;
pub(crate) mod targets;
pub(crate) mod told;
pub(crate) mod transform;
pub(crate) mod usage;
