//! Which arguments are URLs, and which are files. It depends on the command and never on which files exist.

use crate::run::{feed, file, listed, oneiri};

/// The commands for values, with the options that they need.
const VALUES: [&[&str]; 9] = [
    &["parse", "--only", "path"],
    &["parsers"],
    &["compare", "http://h/"],
    &["resolve", "--base", "http://h/"],
    &["relativize", "--base", "http://h/"],
    &["edit", "--fragment", "x"],
    &["convert", "--to", "uri"],
    &["encode"],
    &["decode"],
];

/// The commands for lists and documents that take any number of files or URLs.
const LISTS: [&str; 7] = ["check", "lint", "fix", "normalize", "dedupe", "key", "report"];

#[test]
fn an_argument_of_a_command_for_values_is_never_a_file() {
    let name = file("arguments-values.txt", b"a b\n");
    let without_file = format!("{name}-missing");
    for command in VALUES {
        // There is a file with this name, and none with the other.
        let there = oneiri(&[command, &[&name]].concat());
        let missing = oneiri(&[command, &[&without_file]].concat());
        assert_eq!(there.code, missing.code, "{command:?}: {}", there.stderr);
        assert!(!there.stderr.contains("file"), "{command:?}: {}", there.stderr);
    }
    oneiri(&["resolve", "--base", "http://h/", "Cargo.toml", "-"]).is(0, "http://h/Cargo.toml\nhttp://h/-\n", "");
    // With -f the same commands read its lines.
    for command in &VALUES[5..] {
        let read = oneiri(&[command, &["-f", &name][..]].concat());
        let names_it = read.stderr.contains(":1:1-2: ") || read.said().contains('a');
        assert!(names_it && !read.said().contains("arguments-values.txt/"), "{command:?}");
    }
}

#[test]
fn an_argument_of_a_command_for_lists_is_a_file_or_a_url() {
    let name = file("arguments list.txt", b"HTTP://h/\n");
    oneiri(&["normalize", &name]).is(0, "http://h/\n", "");
    oneiri(&["normalize", &name, "-f", &name]).is(0, "http://h/\nhttp://h/\n", "");
    feed(&["normalize", "-"], b"A:\n").is(0, "a:\n", "");
    oneiri(&["normalize", "HTTP://h/", "URN:a:b"]).is(0, "http://h/\nurn:a:b\n", "");
    // A pattern in quotes, because not every shell expands it.
    let pattern = name.replace("list.txt", "l*t.txt");
    oneiri(&["normalize", &pattern]).is(0, "http://h/\n", "");
    for command in LISTS {
        let both = oneiri(&[command, "http://u:s3cret@h/", &name]);
        assert_eq!((both.code, both.stdout()), (2, ""), "{command}");
        assert!(both.stderr.contains("give either URLs or files"), "{}", both.stderr);
        assert!(!both.stderr.contains("s3cret"), "{}", both.stderr);
    }
}

#[test]
fn a_file_that_is_missing_is_named_with_what_to_write() {
    oneiri(&["check", "example.com"]).is(
        2,
        "",
        "error: example.com: no such file (to check it as a relative reference, write: oneiri check -- example.com)

For more information, try '--help'.
",
    );
    oneiri(&["key", "a b"]).is(
        2,
        "",
        "error: a b: no such file (to make a key of it as a relative reference, write: oneiri key -- 'a b')

For more information, try '--help'.
",
    );
    for command in LISTS {
        let outcome = oneiri(&[command, "http://h/", "no.txt"]);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{command}");
        assert!(outcome.stderr.starts_with("error: no.txt: no such file ("), "{}", outcome.stderr);
    }
}

#[test]
fn after_two_hyphens_every_argument_is_text() {
    oneiri(&["normalize", "X:", "--", "Cargo.toml", "-", "--"]).is(0, "x:\nCargo.toml\n-\n--\n", "");
    assert_eq!(oneiri(&["compare", "--", "Cargo.toml", "Cargo.toml"]).code, 0);
    assert_eq!(oneiri(&["compare", "Cargo%2Etoml", "--", "Cargo.toml"]).code, 0);
    feed(&["normalize"], b"Cargo.toml\n").is(0, "Cargo.toml\n", "");
    oneiri(&["check", "--", "example.com"]).is(0, "", "oneiri: 1 checked, 0 invalid, 1 without a scheme\n");
    // Only arguments are meant, not the values of options.
    oneiri(&["edit", "--path", "Cargo.toml", "x"]).is(0, "Cargo.toml\n", "");
}

#[test]
fn commands_that_group_lines_take_urls_as_lines() {
    let summary = "oneiri: 4 lines: 2 unique, 1 duplicate, 1 invalid\n";
    let fault = "argument:2:10-11: E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n";
    oneiri(&["dedupe", "http://h", "http://h/ ", "HTTP://h/", "urn:a:b"]).is(
        1,
        "http://h\nurn:a:b\n",
        &format!("{fault}{summary}").replace(":10-11", ":9-10"),
    );
    oneiri(&["dedupe", "-q", "--count", "http://h", "--", "x", "./x", ""]).is(
        0,
        "      1 http://h\n      1 x\n      1 ./x\n      1 \n",
        "",
    );
    let json = oneiri(&["dedupe", "--json", "http://h", "http://h/"]).json();
    assert!(json[1]["first_line"] == 1 && json[1]["file"].is_null(), "{json:?}");
    // An argument with a line end would be two lines.
    let two = oneiri(&["dedupe", "http://u:s3cret@h/\nhttp://i/"]);
    assert!(two.code == 2 && two.stderr.contains("has a line end"), "{}", two.stderr);
    assert!(!two.stderr.contains("s3cret"), "{}", two.stderr);
    let table = oneiri(&["dedupe", "--format", "csv", "--column", "a", "http://h/"]);
    assert!(table.code == 2 && table.stderr.contains("--format is for files"), "{}", table.stderr);
    let parquet = oneiri(&["dedupe", "--format", "parquet", "--column", "a", "http://h/"]);
    assert_eq!(parquet.code, 2);
    let page = oneiri(&["report", "http://h/", "HTTP://h"]);
    assert!(page.code == 0 && page.stderr.contains("2 lines"), "{}", page.stderr);
}

#[test]
fn comm_takes_a_url_as_a_list() {
    let list = file("arguments-comm.txt", b"http://h/a\nhttp://h/b\n");
    oneiri(&["comm", "-12", &list, "HTTP://h:80/b"]).is(
        0,
        "http://h/b\n",
        "oneiri: 3 lines: 2 unique, 1 duplicate, 0 invalid; 1 only in A, 0 only in B, 1 in both\n",
    );
    oneiri(&["comm", "http://h", "http://h/"]).is(
        0,
        "\t\thttp://h\n",
        "oneiri: 2 lines: 1 unique, 1 duplicate, 0 invalid; 0 only in A, 0 only in B, 1 in both\n",
    );
    oneiri(&["comm", "-23", &list, "--", "http://h/a b"]).is(
        1,
        "http://h/a\nhttp://h/b\n",
        "B:1:10-11: E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n\
         oneiri: 3 lines: 2 unique, 0 duplicates, 1 invalid; 2 only in A, 0 only in B, 0 in both\n",
    );
    feed(&["comm", "-12", "-", "a:b"], b"A:b\n").is(
        0,
        "A:b\n",
        "oneiri: 2 lines: 1 unique, 1 duplicate, 0 invalid; 0 only in A, 0 only in B, 1 in both\n",
    );
    let missing = oneiri(&["comm", &list, "example.com"]);
    assert!(missing.stderr.starts_with("error: example.com: no such file ("), "{}", missing.stderr);
    let several = oneiri(&["comm", "a:b", &list.replace("comm.txt", "*.txt")]);
    assert!(several.code == 2 && several.stderr.contains("compares two lists"), "{several:?}");
}

#[test]
fn links_says_how_to_read_the_page_of_a_url() {
    oneiri(&["links", "http://ada:s3cret@example.com/a'b"]).is(
        2,
        "",
        "error: 'http://ada:***@example.com/a'b' is a URL, and links downloads nothing
  to read that page, write: curl -sL 'http://ada:***@example.com/a'\\''b' | oneiri links --base 'http://ada:***@example.com/a'\\''b'
  to read a file with this name, write ./ before it

For more information, try '--help'.
",
    );
    let text = oneiri(&["links", "--", "page.html"]);
    assert!(text.code == 2 && text.stderr.contains("oneiri links ./page.html"), "{}", text.stderr);
    let missing = oneiri(&["links", "page-that-is-not-there.html"]);
    assert!(missing.code == 2 && missing.stderr.contains("no such file"), "{}", missing.stderr);
}

/// A file whose name is a URL is read if a folder stands before it.
#[cfg(unix)]
#[test]
fn a_url_is_a_url_whatever_files_there_are() {
    let folder = crate::run::path("arguments-scheme");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("x:list"), b"http://from-the-file/\n").unwrap();
    for command in LISTS {
        let run = |argument: &str| {
            let mut child = crate::run::command(&[command, argument]);
            let output = child.current_dir(&folder).stdin(std::process::Stdio::null()).output();
            let output = output.unwrap();
            format!("{output:?}")
        };
        assert!(!run("x:list").contains("from-the-file"), "{command}");
        if !matches!(command, "check" | "lint") {
            let (shown, key) = (run("./x:list"), "from-the-file");
            assert!(shown.contains(key), "{command}: {shown}");
        }
    }
}

#[test]
fn the_option_for_files_is_the_same_everywhere() {
    let (a, b) = (file("arguments-a.txt", b"A:\n"), file("arguments-b.txt", b"B:\n"));
    oneiri(&["dedupe", "-f", &a, "-f", &b]).is(0, "A:\nB:\n", "oneiri: 2 lines: 2 unique, 0 duplicates, 0 invalid\n");
    oneiri(&["dedupe", &b, "--file", &a]).is(0, "B:\nA:\n", "oneiri: 2 lines: 2 unique, 0 duplicates, 0 invalid\n");
    let page = oneiri(&["report", "-f", &a]);
    assert!(page.code == 0 && page.stdout().starts_with("<!"), "{}", page.stderr);
}

/// The help shows the two groups first, each with its rule, and every command is in one of them.
#[test]
fn the_help_begins_with_the_two_groups() {
    let help = oneiri(&["--help"]).stdout().to_owned();
    let (values, rest) = help.split_once("\nCommands for lists and documents (").unwrap();
    assert!(values.contains("\nCommands for values (arguments are URLs or text; "), "{values}");
    assert!(values.lines().count() <= 20, "{values}");
    let (lists, _) = rest.split_once("\n\n").unwrap();
    for name in "parse parsers compare resolve relativize edit convert encode decode template guard".split(' ') {
        assert!(values.contains(&format!("\n  {name} ")), "{name}");
    }
    for name in "check lint fix normalize dedupe comm key links report".split(' ') {
        assert!(lists.contains(&format!("\n  {name} ")), "{name}");
    }
    assert_eq!(listed(&help).count(), 23);
    for part in ["never opened as a file", "-f FILE", "\"--\"", "standard input"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 90), "{help}");
}

/// A person who gives a file to a command for values is told how to read it. A script is not, because its arguments may come
/// from somebody who must not learn which files there are.
#[test]
#[cfg(unix)]
fn a_person_is_told_that_an_argument_is_also_a_file() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    file("arguments-hint.txt", b"a:b\n");
    for command in VALUES {
        let line = |argument: &str| format!("oneiri {} {argument}", command.join(" "));
        for (argument, told) in [("arguments-hint.txt", "write: -f arguments-hint.txt"), ("-", "write: -f -")] {
            let (shown, _) = crate::pty::on_terminal(&line(argument), folder);
            assert!(shown.contains(told), "{command:?}: {shown}");
            let (_, piped, _) = crate::pty::in_pipes(&line(argument), folder);
            assert!(!piped.contains("write: -f"), "{command:?}: {piped}");
        }
        for argument in ["no-such.txt", "-- -", "-- arguments-hint.txt"] {
            assert!(!crate::pty::on_terminal(&line(argument), folder).0.contains("write: -f"), "{command:?}");
        }
    }
    let guard = crate::pty::on_terminal("oneiri guard --preset ssrf arguments-hint.txt", folder).0;
    assert!(guard.contains("also a file"), "{guard}");
}
