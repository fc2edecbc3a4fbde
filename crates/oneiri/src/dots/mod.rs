//! Dot segments (RFC 3986 section 5.2.4, SRFI 275), with the guard that keeps structure.
//!
//! A path is a row of units: a segment and the `/` behind it, which the last unit lacks. `.` and `./`
//! vanish; `..` and `../` vanish and take the unit before them along. That is SRFI 275's routine. On
//! absolute paths it is also RFC 3986's, and on rootless paths it never makes a root.
//!
//! Two machines walk the units: [`forward`] from the first to the last, and [`UnitsBack`] from the
//! last to the first, which needs no memory for the units that are left.

mod backward;
mod forward;
mod guard;
mod segment;
mod verbatim;
mod write;

pub(crate) use backward::{Unit, Units, UnitsBack};
pub(crate) use forward::{Move, forward, has_dots};
pub(crate) use guard::{GUARD, head, unguarded};
pub(crate) use segment::Escapes;
pub use verbatim::remove_dot_segments_rfc3986;
pub(crate) use write::CleanPath;

/// Whether removing dot segments would leave the path as it is.
pub(crate) fn is_clean(path: &str, has_authority: bool) -> bool {
    !has_dots(unguarded(path, has_authority), Escapes::AsTheyStand)
}
