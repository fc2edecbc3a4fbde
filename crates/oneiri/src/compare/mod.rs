//! The comparison ladder (RFC 3986 section 6.2, RFC 3987 section 5.3): the lowest rung at which two
//! identifiers are equal, or the first difference between them. No resource is ever fetched.
//!
//! The methods of identifiers ([`Ri::compare`](crate::Ri::compare) and the like) use the default
//! [`Ladder`]. Set up a ladder of your own to add rules of schemes, to ignore fragments, or to use
//! observations of resources.

mod equal;
mod evidence;
mod explain;
mod identifiers;
mod ladder;
mod normal;
mod observations;
mod rung;
mod settings;
mod verdict;

pub use evidence::{Evidence, Link, Observation, ObservationKind, Problem};
pub use explain::{Difference, Question, Reason, Rule, Step};
pub use ladder::Ladder;
pub use normal::{Normal, NormalBuf};
pub use observations::{ObservationError, Observations};
pub use rung::{Rung, UnknownRung};
pub use verdict::Verdict;
