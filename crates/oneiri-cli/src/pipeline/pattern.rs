//! Expands patterns of file names such as `logs/*.txt`, because some shells leave this to the
//! command.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};

/// Replaces each pattern by the files that it matches, sorted by name. A path that exists is kept
/// as it is, even if it looks like a pattern.
pub(crate) fn expand(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let expanded = paths.into_iter().flat_map(|path| {
        let found = if path.exists() { Vec::new() } else { matching(&path) };
        // A pattern without a match stays in the list, so that it is reported as a missing file.
        if found.is_empty() { vec![path] } else { found }
    });
    expanded.collect()
}

/// A `*`, `?` or `[` does not match the dot at the beginning of a name.
const AS_IN_A_SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: false, require_literal_leading_dot: true };

enum Part {
    /// `**`: any number of nested folders. Symbolic links are not followed, because a link to a
    /// folder above would never end.
    Below,
    Named(Pattern),
    Literal(PathBuf),
}

/// The paths that a pattern matches. A path that is not a pattern matches nothing.
fn matching(path: &Path) -> Vec<PathBuf> {
    let Some(parts) = parts(path) else { return Vec::new() };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut open = vec![(PathBuf::new(), 0)];
    while let Some((at, next)) = open.pop() {
        // Several `**` reach the same folder in several ways.
        if !seen.insert((at.clone(), next)) {
            continue;
        }
        match parts.get(next) {
            // A link that leads nowhere is found, so that it is reported as a missing file.
            None if at.symlink_metadata().is_ok() => found.push(at),
            None => {}
            Some(Part::Literal(name)) => open.push((at.join(name), next + 1)),
            Some(Part::Named(pattern)) => {
                // Bytes that are not UTF-8 are a character to a pattern.
                let fits = |name: &Path| pattern.matches_with(&name.to_string_lossy(), AS_IN_A_SHELL);
                let entries = entries(&at).map(|it| PathBuf::from(it.file_name()));
                open.extend(entries.filter(|name| fits(name)).map(|name| (at.join(name), next + 1)));
            }
            Some(Part::Below) => {
                let is_folder = |it: &fs::DirEntry| it.file_type().is_ok_and(|it| it.is_dir());
                let folders = entries(&at).filter(|it| !is_hidden(it) && is_folder(it));
                open.extend(folders.map(|it| (at.join(it.file_name()), next)));
                open.push((at, next + 1));
            }
        }
    }
    found.sort();
    found
}

/// The components of a pattern. `None` if no component is a pattern, or one is malformed.
fn parts(path: &Path) -> Option<Vec<Part>> {
    // The prefix of a Windows path, such as `\\?\C:`, is no pattern.
    let special = |component: Component<'_>| match component {
        Component::Prefix(_) => false,
        _ => component.as_os_str().to_str().is_some_and(|text| text.contains(['*', '?', '['])),
    };
    if path.to_str().is_none() || !path.components().any(special) {
        return None;
    }
    let part = |component: Component<'_>| match component.as_os_str().to_str() {
        Some("**") => Some(Part::Below),
        Some(text) if special(component) => Pattern::new(text).ok().map(Part::Named),
        _ => Some(Part::Literal(PathBuf::from(component.as_os_str()))),
    };
    path.components().map(part).collect()
}

/// Whether the name begins with a dot, so that only a pattern with this dot means it.
fn is_hidden(entry: &fs::DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// The entries of a folder. A folder that cannot be read has none.
fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let here = Path::new(".");
    let folder = if folder.as_os_str().is_empty() { here } else { folder };
    fs::read_dir(folder).into_iter().flatten().flatten()
}
