//! Removes dot segments (RFC 3986 section 5.2.4, SRFI 275), and guards the path against being read as
//! something else.
//!
//! A path is a sequence of units: each unit is a segment and the `/` after it, and the last unit has no
//! `/`. The units `.` and `./` are removed; `..` and `../` are removed together with the unit before
//! them. This is the routine of SRFI 275. On absolute paths it gives the same result as the routine of
//! RFC 3986; on rootless paths it never adds a root.

mod forward;
mod guard;
mod segment;
mod verbatim;
mod write;

pub(crate) use forward::{Move, forward, has_dots, kept};
pub(crate) use guard::{GUARD, head, unguarded};
pub(crate) use segment::{Escapes, dot_segment};
pub use verbatim::remove_dot_segments_rfc3986;
pub(crate) use write::CleanPath;

/// Whether removing dot segments would leave the path as it is.
pub(crate) fn is_clean(path: &str, has_authority: bool) -> bool {
    !has_dots(unguarded(path, has_authority), Escapes::AsTheyStand)
}
