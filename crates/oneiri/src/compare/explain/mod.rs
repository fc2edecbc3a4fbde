//! Explains why two identifiers are equal, step by step, or which difference keeps them apart.

mod groups;
mod rule;
mod side;
mod wall;
mod witness;

pub use rule::Rule;
pub(super) use side::Side;
pub(super) use wall::walls;
pub use wall::{Reason, Wall};
pub use witness::Step;
pub(super) use witness::steps;
