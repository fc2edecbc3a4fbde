//! Named assumptions: what many sites do and no specification says. Two identifiers that are equal only under an assumption
//! are not equivalent, and no rung makes them equal.
//!
//! An assumption changes a text: it takes the normal form of the scheme rung and returns a normal form of the scheme rung.
//! `docs/assumptions.md` says what each may merge wrongly.
//!
//! ```
//! use oneiri::IriRef;
//! use oneiri_lint::assume::{Assumption, Assumptions, Trackers};
//!
//! let assumed = [Assumption::Trackers, Assumption::QueryOrder];
//! let assumptions = Assumptions::new(&assumed, Trackers::shipped());
//! let link = IriRef::parse("http://h/?b=2&utm_source=mail&a=1")?;
//! assert_eq!(assumptions.change(&link).as_deref(), Some("http://h/?a=1&b=2"));
//! # Ok::<(), oneiri::Error>(())
//! ```

mod assumption;
mod assumptions;
mod pairs;
mod rewrite;
mod trackers;

pub use assumption::Assumption;
pub use assumptions::{Assumptions, with_drive};
pub use pairs::without;
pub use trackers::Trackers;
