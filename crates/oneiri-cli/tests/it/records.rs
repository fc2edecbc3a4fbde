//! `dedupe` of other things than lines: tables, JSON objects, packed files; and its map.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::run::{Outcome, feed, file, oneiri, path};

fn read(name: &std::path::Path) -> String {
    std::fs::read_to_string(name).unwrap()
}

#[test]
fn whole_rows_of_csv_are_kept() {
    let one = file(
        "records-one.csv",
        b"id,url,\"no,te\"\r\n1,http://h/%7ea,\"x\n,\"\"y\"\r\n2,\"http://h/~a\",z\r\n3,a b,z\r\n4\r\n5,http://h/b,\"\"\r\n",
    );
    let two = file("records-two.csv", b"id,url,\"no,te\"\n6,HTTP://h/b,z\n7,c,\"\n\"");
    let other = file("records-other.csv", b"url\nd\n");
    let rejects = path("records-rejects.csv");
    let outcome = oneiri(&[
        "dedupe",
        "--format",
        "csv",
        "--column",
        "url",
        "--rejects",
        rejects.to_str().unwrap(),
        &one,
        &other,
        &two,
    ]);
    assert_eq!(outcome.code, 2);
    assert_eq!(
        outcome.stdout(),
        "id,url,\"no,te\"\r\n1,http://h/%7ea,\"x\n,\"\"y\"\r\n5,http://h/b,\"\"\r\n7,c,\"\n\"\r\n"
    );
    assert_eq!(
        outcome.stderr,
        format!(
            "oneiri: {other}: expected the header of the first file, 'id,url,no,te', found 'url' (column 1 is 'id' there, and \
             'url' here)\n\
             oneiri: {}: not written\n",
            rejects.to_str().unwrap()
        )
    );
    let outcome = oneiri(&["dedupe", "--format", "csv", "--column", "url", &one]);
    assert_eq!(outcome.code, 1);
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert!(told[0].starts_with(&format!("{one}:5:3-4: E001 path: ")), "{told:?}");
    assert_eq!(told[1], format!("{one}:6:1-1: expected 3 fields, as in the header, found 1"));
    let outcome = oneiri(&["dedupe", "--format", "csv", "--column", "nowhere", &one]);
    let found = "found 'id,url,\"no,te\"'";
    assert_eq!((outcome.code, outcome.stdout()), (2, ""));
    let told = format!("{one}: expected a column 'nowhere' in the header, {found}\n");
    assert!(outcome.stderr.starts_with(&format!("oneiri: {told}")), "{}", outcome.stderr);
}

/// A table of a spreadsheet and one of a script have the same columns, however their headers are spelled.
#[test]
fn headers_are_compared_by_their_names() {
    let one = file("records-plain.csv", b"id,url\n1,http://h/\n");
    let marked = file("records-marked.csv", b"\xEF\xBB\xBFid,\"url\"\r\n2,http://h/b\r\n");
    let outcome = oneiri(&["dedupe", "--column", "url", &one, &marked]);
    assert_eq!((outcome.code, outcome.stdout()), (0, "id,url\n1,http://h/\n2,http://h/b\n"));
    let swapped = file("records-swapped.csv", b"url,id\nhttp://h/c,3\n");
    assert_eq!(oneiri(&["dedupe", "--column", "url", &one, &swapped]).code, 2);
}

#[test]
fn tsv_knows_no_quotes() {
    let table = "a\turl\n\"\thttp://h/%7ea\n\"x\thttp://h/~a\ny\t\"\n";
    feed(&["dedupe", "--format", "tsv", "--column", "url"], table.as_bytes()).is(
        1,
        "a\turl\n\"\thttp://h/%7ea\n",
        "stdin:4:2-3: E001 path: '\"' is not allowed here; write %22 (RFC 3987 section 2.2)\n\
         oneiri: 3 records: 1 unique, 1 duplicate, 1 invalid\n",
    );
    feed(&["dedupe", "--format", "tsv", "--column", "a"], b"").is(
        0,
        "",
        "oneiri: 0 records: 0 unique, 0 duplicates, 0 invalid\n",
    );
}

#[test]
fn a_field_of_json_objects() {
    let lines = concat!(
        r#"{"n":1,"url":"http://h/\u007ea"}"#,
        "\n",
        r#"{"url":"http://h/%7Ea","n":2}"#,
        "\r\n",
        r#"{"n":3}"#,
        "\n",
        r#"{"n":4,"url":"b"}"#,
        "\n",
        r#"{"n":5,"url":["b"]}"#,
        "\n",
        r#"{"n":6,"url":"c""#,
    );
    let outcome = feed(&["dedupe", "--format", "ndjson", "--column", "url"], lines.as_bytes());
    outcome.is(
        1,
        "{\"n\":1,\"url\":\"http://h/\\u007ea\"}\n{\"n\":3}\n{\"n\":4,\"url\":\"b\"}\n",
        "stdin:5:13-18: expected a string in the field 'url', found an array (write [] after the name of an array, as in links[].url)\n\
         stdin:6:15-16: expected a JSON object: EOF while parsing an object\n\
         oneiri: 6 records: 3 unique, 1 duplicate, 2 invalid\n",
    );
}

#[test]
fn options_that_contradict_each_other_are_wrong_usage() {
    for options in [
        &["--format", "csv"][..],
        &["--column", "a"],
        &["--format", "ndjson"],
        &["--format", "nt", "--column", "a"],
        &["--json", "--invalid", "keep"],
        &["--json", "--map", "no-such-map"],
        &["--map", "no-such-map", "-o", "no-such-map"],
        &["--map", "./no-such-map", "--rejects", "no-such-map"],
    ] {
        let outcome = oneiri(&[&["dedupe"], options].concat());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{options:?}");
        assert!(outcome.stderr.starts_with("error: "), "{options:?}: {}", outcome.stderr);
    }
}

const SPELLINGS: &str = "HTTP://h/~a\nHTTP://h/~a\nhttp://h/%7ea\nhttp://h:/./~a\nhttp://h:80/~a\na\\b\nhttp://h/b\n";

#[test]
fn the_map_says_what_was_kept_for_what_and_why() {
    let map = path("records-map.tsv");
    let rows = "HTTP://h/~a\thttp://h/%7ea\tescape\tletter-case,unreserved\n\
                HTTP://h/~a\thttp://h:/./~a\tpath\tletter-case,port-spelling,dot-segments\n\
                HTTP://h/~a\thttp://h:80/~a\tscheme\tletter-case,default-port\n";
    let arguments = ["dedupe", "--rung", "scheme", "--map", map.to_str().unwrap()];
    let outcome = feed(&arguments, SPELLINGS.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (1, "HTTP://h/~a\nhttp://h/b\n"));
    assert_eq!(read(&map), rows);
    let map = path("records-map.ndjson");
    let arguments = ["dedupe", "--rung", "scheme", "--map", map.to_str().unwrap()];
    feed(&arguments, SPELLINGS.as_bytes());
    assert_eq!(
        read(&map).lines().next().unwrap(),
        r#"{"kept":"HTTP://h/~a","alias":"http://h/%7ea","rung":"escape","rules":["letter-case","unreserved"]}"#
    );
    let map = path("records-map-of-csv.tsv");
    let table = format!("n,url\n{}", SPELLINGS.replace("http", "\"\",http").replace("HTTP", "1,HTTP"));
    let arguments =
        ["dedupe", "--format", "csv", "--column", "url", "--rung", "scheme", "--map", map.to_str().unwrap()];
    let outcome = feed(&arguments, table.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (1, "n,url\n1,HTTP://h/~a\n\"\",http://h/b\n"));
    assert_eq!(read(&map), rows);
}

/// Packs what the tools of the system can pack; nothing where there are none.
fn packed(tool: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new(tool);
    command.arg("-c").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    child.stdin.take()?.write_all(bytes).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then_some(output.stdout)
}

#[test]
fn packed_files_are_read_as_they_are() {
    let lines = "http://h/%7Ea\nhttp://h/~a\nb\n".repeat(10_000);
    let expected = "http://h/%7Ea\nb\n";
    let check = |outcome: Outcome| {
        let summary = "oneiri: 30000 lines: 2 unique, 29998 duplicates, 0 invalid\n";
        outcome.is(0, expected, summary);
    };
    for tool in ["gzip", "zstd"] {
        let Some(bytes) = packed(tool, lines.as_bytes()) else {
            println!("{tool} is not here: not tried");
            continue;
        };
        check(feed(&["dedupe"], &bytes));
        let name = file(&format!("records-packed.{tool}"), &bytes);
        check(oneiri(&["dedupe", &name]));
        // Cut off it is an error, and not merely shorter.
        let cut = oneiri(&["dedupe", &file(&format!("records-cut.{tool}"), &bytes[..bytes.len() - 1])]);
        assert_eq!(cut.code, 2, "{cut:?}");
    }
}

/// A pattern finds what the same pattern without quotes finds in a shell.
#[cfg(target_os = "linux")]
#[test]
fn patterns_are_those_of_a_shell() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = path("records-patterns");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("sub/.git")).unwrap();
    for (name, text) in [
        (&b"n1.txt"[..], "a:1\n"),
        (b"n\xFF.txt", "a:2\n"),
        (b".n3.txt", "a:3\n"),
        (b"sub/n4.txt", "a:4\n"),
        (b"sub/.git/n5.txt", "a:5\n"),
    ] {
        std::fs::write(folder.join(OsStr::from_bytes(name)), text).unwrap();
    }
    let run = |pattern: &str| oneiri(&["dedupe", "-q", folder.join(pattern).to_str().unwrap()]);
    run("n*.txt").is(0, "a:1\na:2\n", "");
    run("n?.txt").is(0, "a:1\na:2\n", "");
    run("*.txt").is(0, "a:1\na:2\n", "");
    assert_eq!(run("?n3.txt").code, 2);
    assert_eq!(run("[.]n3.txt").code, 2);
    run(".n*.txt").is(0, "a:3\n", "");
    run("**/n[0-9].txt").is(0, "a:1\na:4\n", "");
    assert_eq!(run("**/sub/*/n5.txt").code, 2);
    run("sub/.git/*").is(0, "a:5\n", "");
    std::os::unix::fs::symlink("missing", folder.join("n6.txt")).unwrap();
    for command in ["dedupe", "check", "report", "normalize"] {
        let seen = oneiri(&[command, folder.join("n*.txt").to_str().unwrap()]);
        assert_eq!(seen.code, 2, "{command}: {}", seen.stderr);
        assert!(seen.stderr.contains("n6.txt: No such file"), "{command}: {}", seen.stderr);
    }
}

#[test]
fn patterns_are_expanded() {
    file("records-pattern-2.txt", b"b\na\n");
    let one = file("records-pattern-1.txt", b"a\n");
    let pattern = one.replace("-1.txt", "-?.txt");
    oneiri(&["dedupe", &pattern]).is(0, "a\nb\n", "oneiri: 3 lines: 2 unique, 1 duplicate, 0 invalid\n");
    let nothing = one.replace("-1.txt", "-?.none");
    let outcome = oneiri(&["dedupe", &nothing]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.starts_with(&format!("error: {nothing}: no such file (")));
}
