//! Every case of `testdata/`, run against the library.
//!
//! A data file is read with unknown keys refused, and every test holds the exact number of cases
//! that it ran: neither a slip of the pen in a file nor a case left out can go unseen. A report
//! collects all failures of a test before it panics.

#![allow(clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use self::shared::{folder, tables};

#[macro_use]
pub(crate) mod shared;

mod advisories;
mod components;
mod decisions;
mod each;
mod json_schema;
mod ladder;
mod own;
mod rungs;
mod srfi275;
mod stdurl;
mod update;

/// No file is forgotten, and no id is used twice within a folder.
#[test]
fn every_file_is_known() {
    let known = [
        advisories::FILES,
        decisions::FILES,
        json_schema::FILES,
        ladder::FILES,
        own::FILES,
        rungs::FILES,
        srfi275::FILES,
        stdurl::FILES,
        update::FILES,
        crate::fingerprint::FILES,
        // Read by the command, and by the lints.
        &["diff.toml", "lint.toml"],
    ]
    .concat();
    let mut found = Vec::new();
    files(&folder(), "", &mut found);
    found.sort();
    let mut expected = known.clone();
    expected.sort_unstable();
    assert_eq!(found, expected, "the files, and the files that some test reads");

    let mut seen = BTreeMap::new();
    for file in known {
        let folder = file.split_once('/').map_or("", |(folder, _)| folder);
        for case in tables(file) {
            let id = case["id"].as_str().expect("an id").to_owned();
            if let Some(other) = seen.insert((folder, id.clone()), file) {
                panic!("{id}: in {other} and in {file}");
            }
        }
    }
    println!("testdata: {} cases in {} files", seen.len(), found.len());
}

/// The TOML files under a folder, as paths with `/`.
fn files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for entry in entries {
        let path = entry.expect("an entry of a folder that can be read").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files(&path, &format!("{prefix}{name}/"), found);
        } else if name.ends_with(".toml") {
            found.push(format!("{prefix}{name}"));
        }
    }
}
