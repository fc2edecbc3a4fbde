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

/// The commands for lists and documents whose arguments may also be URLs.
const LISTS: [&str; 5] = ["check", "lint", "fix", "normalize", "key"];

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
    oneiri(&["resolve", "--base", "http://h/", "Cargo.toml", "-"]).is(
        0,
        "http://h/Cargo.toml\nhttp://h/-\n",
        "",
    );
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
    oneiri(&["normalize", "X:", "--", "Cargo.toml", "-", "--"]).is(
        0,
        "x:\nCargo.toml\n-\n--\n",
        "",
    );
    assert_eq!(oneiri(&["compare", "--", "Cargo.toml", "Cargo.toml"]).code, 0);
    assert_eq!(oneiri(&["compare", "Cargo%2Etoml", "--", "Cargo.toml"]).code, 0);
    feed(&["normalize"], b"Cargo.toml\n").is(0, "Cargo.toml\n", "");
    oneiri(&["check", "--", "example.com"]).is(
        0,
        "",
        "oneiri: 1 checked, 0 invalid, 1 without a scheme\n",
    );
    // Only arguments are meant, not the values of options.
    oneiri(&["edit", "--path", "Cargo.toml", "x"]).is(0, "Cargo.toml\n", "");
}

#[test]
fn commands_that_read_only_files_say_how_to_give_them_urls() {
    for command in ["dedupe", "report"] {
        oneiri(&[command, "http://ada:s3cret@example.com/a'b"]).is(
            2,
            "",
            "error: 'http://ada:***@example.com/a'b' is not a file, and an argument of this command is one
  to read URLs, give them as lines of standard input: echo 'http://ada:***@example.com/a'\\''b' |

For more information, try '--help'.
",
        );
        // Without a scheme, or after two hyphens, it is a file that is missing.
        for arguments in [&[command, "no.txt"][..], &[command, "--", "http://h/"]] {
            let outcome = oneiri(arguments);
            assert_eq!(outcome.code, 2);
            assert!(outcome.stderr.contains(": No such file"), "{}", outcome.stderr);
        }
    }
}

#[test]
fn the_option_for_files_is_the_same_everywhere() {
    let (a, b) = (file("arguments-a.txt", b"A:\n"), file("arguments-b.txt", b"B:\n"));
    oneiri(&["dedupe", "-f", &a, "-f", &b]).is(
        0,
        "A:\nB:\n",
        "oneiri: 2 lines: 2 unique, 0 duplicates, 0 invalid\n",
    );
    oneiri(&["dedupe", &b, "--file", &a]).is(
        0,
        "B:\nA:\n",
        "oneiri: 2 lines: 2 unique, 0 duplicates, 0 invalid\n",
    );
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
    for name in "parse parsers compare resolve relativize edit convert encode decode template guard"
        .split(' ')
    {
        assert!(values.contains(&format!("\n  {name} ")), "{name}");
    }
    for name in "check lint fix normalize dedupe comm key links report".split(' ') {
        assert!(lists.contains(&format!("\n  {name} ")), "{name}");
    }
    assert_eq!(listed(&help).count(), 22);
    for part in ["never opened as a file", "-f FILE", "\"--\"", "standard input"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 90), "{help}");
}
