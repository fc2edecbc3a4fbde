//! The guard: a dot segment before a path whose text would otherwise be read as something else.
//!
//! After dot segments are removed, a path without an authority may begin with `//`, which would be read
//! as an authority. A rootless path may begin with `/`, which would be read as a root. The guard `./`
//! before the first unit prevents both. Example: `foo:/a/..//b` becomes `foo:/.//b`.

/// The dot segment that guards a path.
pub(crate) const GUARD: &str = "./";

/// The text before the first unit of a path: its root, and the guard if the path needs one. `slash_first`
/// tells whether the first unit is an empty segment with a slash.
pub(crate) const fn head(rooted: bool, slash_first: bool, has_authority: bool) -> &'static str {
    match (rooted, slash_first && !has_authority) {
        (true, false) => "/",
        (true, true) => "/./",
        (false, false) => "",
        (false, true) => GUARD,
    }
}

/// A path without its guard. A dot segment that is not a guard stays.
pub(crate) fn unguarded(path: &str, has_authority: bool) -> &str {
    if !has_authority && (path.starts_with("/.//") || path.starts_with(".//")) { &path[GUARD.len()..] } else { path }
}
