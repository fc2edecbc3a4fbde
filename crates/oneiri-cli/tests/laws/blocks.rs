//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use super::*;

#[test]
fn a_file_that_is_cut_while_it_is_read_is_an_error() {
    let path = std::env::temp_dir().join(format!("oneiri-blocks-{}", std::process::id()));
    std::fs::write(&path, "a:\n".repeat(100)).unwrap();
    let mut reader = open(&path, &Watch::default()).unwrap();
    reader.read_exact(&mut [0; 30]).unwrap();
    File::options().write(true).open(&path).unwrap().set_len(60).unwrap();
    let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(error.to_string(), "the file was cut while it was read: 240 bytes are missing");
}
