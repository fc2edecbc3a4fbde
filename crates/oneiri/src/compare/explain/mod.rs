//! Explains why two identifiers are equal, step by step, or which difference keeps them apart.

mod difference;
mod groups;
mod question;
mod rule;
mod side;
mod steps;

#[cfg(feature = "nfc")]
pub(super) use difference::unicode_reason;
pub use difference::{Difference, Reason};
pub(super) use difference::{differences, extent};
pub use question::Question;
pub use rule::Rule;
pub(super) use side::Side;
pub use steps::Step;
pub(super) use steps::steps;
