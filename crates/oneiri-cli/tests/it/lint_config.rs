//! `lint --explain`, and the file `oneiri-lint.toml`.

use std::fs;
use std::path::PathBuf;

use crate::run::{command, oneiri, path};

fn folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("a/b")).unwrap();
    fs::create_dir_all(folder.join("c")).unwrap();
    folder
}

/// Runs `lint` in a folder. Returns the exit code, and the codes that were found.
fn lint(folder: &std::path::Path, arguments: &[&str]) -> (i32, Vec<String>, String) {
    let arguments = [&["lint", "--json"], arguments].concat();
    let output = command(&arguments).current_dir(folder).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let found = lines.lines().flat_map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let findings = object["findings"].as_array().cloned().unwrap_or_default();
        findings.into_iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    });
    let told = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), found.collect(), told)
}

#[test]
fn the_nearest_file_above_the_list_sets_the_levels() {
    let folder = folder("lint-config-nearest");
    fs::write(folder.join("a/b/list.txt"), "http://h:80/a//b\n").unwrap();
    fs::write(folder.join("c/list.txt"), "http://h:80/a//b\n").unwrap();
    // Without any file: the profile web.
    let above = |code: i32, found: &[&str], arguments: &[&str]| {
        let (got, codes, told) = lint(&folder, arguments);
        assert_eq!((got, codes), (code, found.iter().map(ToString::to_string).collect()), "{told}");
        told
    };
    let told = above(0, &["L203"], &["-f", "a/b/list.txt"]);
    assert!(!told.contains("levels of"), "{told}");
    fs::write(folder.join("oneiri-lint.toml"), "deny = [\"L203\"]\n").unwrap();
    let told = above(1, &["L203"], &["-f", "a/b/list.txt"]);
    assert!(told.contains("oneiri: levels of ") && told.contains("oneiri-lint.toml\n"), "{told}");
    above(1, &["L203"], &["http://h:80/"]);
    let nearer = folder.join("a/oneiri-lint.toml");
    fs::write(&nearer, "# names\nprofile = \"rdf\"\nwarn = [\"empty-segment\"]\n").unwrap();
    above(0, &["L203", "L404"], &["-f", "a/b/list.txt"]);
    above(1, &["L203"], &["-f", "c/list.txt"]);
    // Options override it, one by one and as a whole.
    above(0, &["L203"], &["-f", "a/b/list.txt", "--allow", "L404"]);
    above(1, &["L203", "L404"], &["-f", "a/b/list.txt", "--deny", "L203"]);
    above(1, &["L203", "L404"], &["-f", "a/b/list.txt", "--profile", "strict"]);
    above(0, &["L203"], &["-f", "a/b/list.txt", "--config", "/dev/null"]);
    above(0, &["L203", "L404"], &["-f", "c/list.txt", "--config", "a/oneiri-lint.toml"]);
    // Two lists with one file, and two lists with two.
    above(1, &["L203", "L203"], &["-f", "c/list.txt"].repeat(2));
    let (code, found, told) = lint(&folder, &["-f", "a/b/list.txt", "-f", "c/list.txt"]);
    assert_eq!((code, found.len()), (2, 0));
    assert!(told.contains("have different files oneiri-lint.toml"), "{told}");
}

#[test]
fn a_file_that_is_wrong_is_code_2() {
    let folder = folder("lint-config-wrong");
    let config = folder.join("oneiri-lint.toml");
    for (text, told) in [
        ("levels = 1\n", "oneiri-lint.toml:1: unknown field `levels`"),
        ("\ndeny = \"L203\"\n", "oneiri-lint.toml:2: invalid type: string"),
        ("deny = [\"no-code\"]", "expected a code of `oneiri lint --codes`"),
        ("profile = \"\\u001Bx\"", "expected the profile rdf, web or strict, found '\\u{1B}x'"),
        ("deny = [", "oneiri-lint.toml:1: "),
    ] {
        fs::write(&config, text).unwrap();
        let (code, found, message) = lint(&folder, &["http://h:80/"]);
        assert_eq!((code, found.len()), (2, 0), "{text}");
        assert!(message.contains(told) && !message.contains('\u{1B}'), "{text}: {message}");
    }
    let (code, _, message) = lint(&folder, &["--config", "no/such.toml", "a:"]);
    assert!(code == 2 && message.starts_with("oneiri: no/such.toml: No such file"), "{message}");
}

/// Each code has an example, in which it is found.
#[test]
fn every_code_is_explained() {
    let codes = oneiri(&["lint", "--codes", "--json"]).json();
    for code in &codes {
        let (id, name) = (code["id"].as_str().unwrap(), code["code"].as_str().unwrap());
        let outcome = oneiri(&["lint", "--explain", id]);
        let shown = outcome.stdout();
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{id}");
        let head = format!("{id} {name}: {}\n\n", code["summary"].as_str().unwrap());
        assert!(shown.starts_with(&head), "{shown}");
        assert!(shown.contains(&format!("[{id}] {name}: ")), "{shown}");
        assert_eq!(shown.contains("    fix, equal at the "), code["fix"].is_string(), "{shown}");
        assert!(shown.contains(code["section"].as_str().unwrap()), "{shown}");
        let object = &oneiri(&["lint", "--explain", name, "--json"]).json()[0];
        assert!(object["id"] == id && !object["example"].as_str().unwrap().is_empty());
    }
    assert!(codes.len() > 40);
    assert_eq!(oneiri(&["lint", "--explain", "L999"]).code, 2);
}

#[test]
fn packed_files_are_not_fixed_in_place() {
    let given: [(&str, &[u8]); 5] = [
        ("gzip", &[0x1F, 0x8B, 8, 0]),
        ("zstd", &[0x28, 0xB5, 0x2F, 0xFD, 0]),
        ("bzip2", b"BZh91AY&SY"),
        ("xz", b"\xFD7zXZ\0\0"),
        ("zip", b"PK\x03\x04\x14"),
    ];
    for (packing, bytes) in given {
        let name = crate::run::file(&format!("lint-packed-{packing}"), bytes);
        oneiri(&["fix", "--lint", "--in-place", "-f", &name]).is(
            2,
            "",
            &format!(
                "oneiri: {name}: packed with {packing}, and packed files cannot be fixed in place; unpack it first, or write the lines elsewhere with --output\n\
                 oneiri: 0 read, 0 invalid, 0 fixed, 0 errors, 0 warnings\n"
            ),
        );
        assert_eq!(fs::read(&name).unwrap(), bytes);
    }
}

#[cfg(unix)]
#[test]
fn on_a_terminal() {
    let folder = folder("lint-config-terminal");
    fs::write(folder.join("oneiri-lint.toml"), "deny = [\"L203\"]\n").unwrap();
    let line = "oneiri lint --color never http://h:80/; oneiri lint --color never --explain L203";
    let (shown, code) = crate::pty::on_terminal(line, folder.to_str().unwrap());
    assert_eq!(code, 0);
    for part in ["levels of ", "error[L203]", "L203 default-port: ", "levels    rdf: warn, web: warn"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}
