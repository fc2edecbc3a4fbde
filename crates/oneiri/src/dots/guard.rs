//! The guard: a dot segment before a path whose text would otherwise be read as something else.
//!
//! Where no authority precedes, a path that begins with `//` would be read as an authority, and a
//! rootless path that begins with `/` as an absolute path. The guard `./` before the first unit
//! prevents both. Example: `foo:/a/..//b` becomes `foo:/.//b`.

/// The dot segment that guards a path.
pub(crate) const GUARD: &str = "./";

/// What stands before the first unit of a path: its root, and the guard if the path needs one.
/// `slash_first` says whether the first unit is an empty segment and its slash.
pub(crate) const fn head(rooted: bool, slash_first: bool, has_authority: bool) -> &'static str {
    match (rooted, slash_first && !has_authority) {
        (true, false) => "/",
        (true, true) => "/./",
        (false, false) => "",
        (false, true) => GUARD,
    }
}

/// A path without its guard. A dot segment that guards nothing stays.
pub(crate) fn unguarded(path: &str, has_authority: bool) -> &str {
    if !has_authority && (path.starts_with("/.//") || path.starts_with(".//")) {
        &path[GUARD.len()..]
    } else {
        path
    }
}
