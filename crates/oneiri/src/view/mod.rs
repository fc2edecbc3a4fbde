//! Two other ways to see an identifier, computed from it and never stored: the seven fields of
//! SRFI 275, and the seven keys of STDURL. Each loses something that the identifier itself keeps.

mod flat;
mod srfi;

pub use flat::Flat;
pub use srfi::Srfi;
