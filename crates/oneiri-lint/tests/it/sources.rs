//! The shape of the sources: no long file, and no two files that import each other, directly or through others.

use std::collections::BTreeMap;
use std::fs::{read_dir, read_to_string};
use std::path::Path;

/// The most lines that a file may have.
const MOST_LINES: usize = 350;

/// The text of each file by the name of its module, such as `rules::path`. The roots `lib` and `rules` are left out:
/// they only declare modules.
fn modules() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = BTreeMap::new();
    for (folder, prefix) in [(root.clone(), ""), (root.join("rules"), "rules::")] {
        for entry in read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            if path.is_file() && !["lib", "mod"].contains(&name) {
                modules.insert(format!("{prefix}{name}"), read_to_string(&path).unwrap());
            }
        }
    }
    assert!(modules.len() >= 10, "files are missing: {:?}", modules.keys());
    modules
}

/// The modules that a file imports by `use crate::...` or `use super::...`.
fn imports(module: &str, text: &str) -> Vec<String> {
    let above = module.rsplit_once("::").map_or(String::new(), |(above, _)| format!("{above}::"));
    let lines = text.lines().map(str::trim_start);
    let paths = lines.filter_map(|line| {
        let path = line.strip_prefix("use ")?;
        let own = path.strip_prefix("crate::").map(String::from);
        own.or_else(|| path.strip_prefix("super::").map(|path| format!("{above}{path}")))
    });
    paths.filter_map(|path| path.rsplit_once("::").map(|(module, _)| module.to_string())).collect()
}

#[test]
fn no_file_is_long() {
    for (name, text) in modules() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{name}: {lines} lines");
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let modules = modules();
    let mut graph: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, text) in &modules {
        let found = imports(name, text).into_iter().filter(|import| modules.contains_key(import));
        graph.insert(name, found.collect());
    }
    assert!(graph.values().flatten().count() > 10, "imports are not found: {graph:?}");
    // Modules that import only modules which are gone already go, until none goes any more.
    while let Some(free) = graph
        .iter()
        .find(|(_, imports)| imports.iter().all(|import| !graph.contains_key(import.as_str())))
    {
        let name = *free.0;
        graph.remove(name);
    }
    assert!(graph.is_empty(), "in a circle: {graph:?}");
}
