//! The shape of the sources: no long file. That no two files import each other is held for all crates by
//! `crates/oneiri/tests/it/circles.rs`.

use std::fs::{read_dir, read_to_string};
use std::path::Path;

/// The most lines that a file may have.
const MOST_LINES: usize = 350;

#[test]
fn no_file_is_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = 0;
    for folder in [root.clone(), root.join("rules")] {
        for entry in read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let lines = read_to_string(&path).unwrap().lines().count();
                assert!(lines <= MOST_LINES, "{}: {lines} lines", path.display());
                files += 1;
            }
        }
    }
    assert!(files >= 12, "files are missing: {files}");
}
