//! How messages show text of unknown origin, so that no terminal acts on it. All messages pass through this module. Output
//! passes through it only if it goes to a terminal.

use std::path::Path;

pub(crate) use oneiri_redact::display::{acts, push_lines, spelled, tabbed, unlike_numbers, visible, visible_bytes};

/// The name of a file in messages: its path, or `stdin` for `-`.
pub(crate) fn path(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { visible(&path.to_string_lossy()).into_owned() }
}
