//! Patterns of file names, for systems and shells that leave them to the command.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use glob::Pattern;

/// The files that are meant: those there are, and for what is no file but a pattern, what it matches,
/// sorted by name.
pub(crate) fn expand(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let expanded = paths.into_iter().flat_map(|path| {
        let found = if path.exists() { Vec::new() } else { matching(&path) };
        // What matches nothing is reported as the file that it is not.
        if found.is_empty() { vec![path] } else { found }
    });
    expanded.collect()
}

enum Part {
    /// `**`: folders below one another, however many. Links are not followed, since they may lead
    /// back, and then there would be no end of them.
    Below,
    Named(Pattern),
    Literal(PathBuf),
}

/// What a pattern matches; nothing if it is none.
fn matching(path: &Path) -> Vec<PathBuf> {
    let Some(parts) = parts(path) else { return Vec::new() };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut open = vec![(PathBuf::new(), 0)];
    while let Some((at, next)) = open.pop() {
        // Several `**` lead to a folder in several ways.
        if !seen.insert((at.clone(), next)) {
            continue;
        }
        match parts.get(next) {
            None if at.exists() => found.push(at),
            None => {}
            Some(Part::Literal(name)) => open.push((at.join(name), next + 1)),
            Some(Part::Named(pattern)) => {
                let fits = |name: &Path| name.to_str().is_some_and(|name| pattern.matches(name));
                let entries = entries(&at).map(|it| PathBuf::from(it.file_name()));
                open.extend(
                    entries.filter(|name| fits(name)).map(|name| (at.join(name), next + 1)),
                );
            }
            Some(Part::Below) => {
                let folders = entries(&at).filter(|it| it.file_type().is_ok_and(|it| it.is_dir()));
                open.extend(folders.map(|it| (at.join(it.file_name()), next)));
                open.push((at, next + 1));
            }
        }
    }
    found.sort();
    found
}

/// The components of a pattern; `None` where none of them is one, or one of them is a wrong one.
fn parts(path: &Path) -> Option<Vec<Part>> {
    let is_special = |text: &str| text.contains(['*', '?', '[']);
    if !path.to_str().is_some_and(is_special) {
        return None;
    }
    let part = |component: Component<'_>| match component.as_os_str().to_str() {
        Some("**") => Some(Part::Below),
        Some(text) if is_special(text) => Pattern::new(text).ok().map(Part::Named),
        _ => Some(Part::Literal(PathBuf::from(component.as_os_str()))),
    };
    path.components().map(part).collect()
}

/// What is in a folder; nothing if it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let here = Path::new(".");
    let folder = if folder.as_os_str().is_empty() { here } else { folder };
    fs::read_dir(folder).into_iter().flatten().flatten()
}
