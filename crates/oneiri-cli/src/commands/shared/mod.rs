//! The parts that several commands share: groups of options, the parsers of their values, the loops
//! over the items of the input, and the display of errors of usage.
//!
//! A module in this folder never imports a command; the commands import these modules. A part that
//! only one command needs belongs in the module of that command.

pub(crate) mod color;
pub(crate) mod grammar;
pub(crate) mod ladder;
pub(crate) mod pairs;
pub(crate) mod size;
pub(crate) mod sources;
pub(crate) mod transform;
pub(crate) mod usage;
