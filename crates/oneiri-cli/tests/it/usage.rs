//! Wrong usage, files that cannot be read, pipes that close.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::run::{Outcome, command, feed, file, oneiri, path};

#[test]
fn wrong_usage_is_code_2() {
    for arguments in [
        &["nonsense"][..],
        &[],
        &["normalize", "--only", "port", "a"],
        &["normalize", "a", "-f", "b"],
        &["resolve", "a"],
        &["convert", "a"],
        &["convert", "--to", "url", "a"],
        &["compare", "a"],
        &["compare", "a", "b", "c"],
        &["compare", "--rung", "ordered", "a", "b"],
        &["compare", "--base", "no/scheme", "a", "b"],
        &["normalize", "--rung", "ladder", "a"],
        &["normalize", "--rung", "scheme", "--only", "case", "a"],
        &["edit", "a"],
        &["edit", "--unset", "scheme", "a:b"],
        &["edit", "--unset", "everything", "a:b"],
        &["edit", "--set-query", "no-equals-sign", "a:b"],
        &["edit", "--host"],
        &["encode", "--uri", "a"],
        &["key", "--kind", "hash", "a"],
    ] {
        let outcome = oneiri(arguments);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{arguments:?}");
        assert!(
            outcome.stderr.contains("try '--help'")
                || outcome.stderr.contains("Usage:")
                || outcome.stderr.contains("for '--base <BASE>'"),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
}

#[test]
fn a_base_that_is_none_is_wrong_usage() {
    oneiri(&["resolve", "--base", "/a\u{1B}", "b"]).is(
        2,
        "",
        "error: invalid value '/a\\u{1B}' for '--base <BASE>': byte 0: E003 scheme: expected a scheme \
         and its colon, such as \"https:\", found '/' (RFC 3986 section 3)\n",
    );
    assert_eq!(oneiri(&["relativize", "--base", "http://h/ ", "b:"]).code, 2);
    assert_eq!(oneiri(&["resolve", "--uri", "--base", "http://é/", "b"]).code, 2);
    oneiri(&["resolve", "--lenient", "--base", "http://h/a b", "?c"]).is(0, "http://h/a%20b?c\n", "");
    oneiri(&["resolve", "--base", "mailto:a@b#c", "?d"]).is(0, "mailto:a@b?d\n", "");
}

#[test]
fn help_and_version() {
    let version = oneiri(&["--version"]);
    let rules = ::oneiri::SCHEME_RULES_VERSION;
    let lock: toml::Table = include_str!("../../../../Cargo.lock").parse().unwrap();
    let mut packages = lock["package"].as_array().unwrap().iter();
    let icu = packages.find(|it| it["name"].as_str() == Some("icu_normalizer_data")).unwrap();
    let icu = icu["version"].as_str().unwrap();
    // Unicode 17 has the letter U+A7CF, and Unicode 18 the character U+3D000.
    let has = |c: char| idna::domain_to_ascii(&format!("{c}.example")).is_ok();
    let unicode = if has('\u{3D000}') { "a newer one" } else { "17" };
    assert!(has('\u{A7CF}'));
    let lines = format!(
        "oneiri {}\nscheme rules: version {rules}\nUnicode {unicode} (ICU4X {icu})\n",
        env!("CARGO_PKG_VERSION")
    );
    version.is(0, &lines, "");
    oneiri(&["-V"]).is(0, &format!("oneiri {}\n", env!("CARGO_PKG_VERSION")), "");
    let help = oneiri(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.stdout().contains("Exit codes:"));
    for name in "parse check fix normalize resolve relativize edit convert encode decode compare dedupe \
         comm links lint parsers key report completions man"
        .split(' ')
    {
        assert!(help.stdout().contains(&format!("\n  {name} ")), "{name} is not in the help");
        let outcome = oneiri(&[name, "--help"]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
        assert!(outcome.stdout().contains("Examples:\n  oneiri "), "{name}");
        assert!(outcome.stdout().lines().all(|line| line.chars().count() <= 80), "{name}");
        // What is read, what it means, what is written; only the help itself stands beside them.
        let (_, options) = outcome.stdout().split_once("\nOptions:\n").expect(name);
        let (beside, _) = options.split_once("\n\nOutput:\n").expect(name);
        let beside = beside.split("\n\nInput:\n").next().unwrap_or_default();
        let beside = beside.split("\n\nMeaning:\n").next().unwrap_or_default();
        assert_eq!(beside.matches("  -").count(), 1, "{name}: {beside}");
    }
}

#[test]
fn json_is_offered_where_it_works() {
    for name in "parse check normalize compare dedupe lint parsers key".split(' ') {
        assert!(oneiri(&[name, "--help"]).stdout().contains("--json"), "{name}");
    }
    for arguments in [&["report"][..], &["completions", "bash"], &["man"]] {
        let help = oneiri(&[arguments[0], "--help"]);
        assert!(!help.stdout().contains("--json"), "{arguments:?}");
        assert_eq!(oneiri(&[arguments, &["--json"]].concat()).code, 2, "{arguments:?}");
        assert_eq!(oneiri(&[&["--json"], arguments].concat()).code, 2, "{arguments:?}");
    }
}

/// A name that people try, and that is not the name of a command, gets a message that says what to write.
#[test]
fn a_name_that_people_try_is_answered_with_the_right_one() {
    for (arguments, instead) in [
        (
            &["sql", "SELECT 1"][..],
            "oneiri has no 'sql': its functions are for engines that you use anyway, such as \
             DataFusion, DuckDB and Spark, and docs/sql.md lists them",
        ),
        (&["diff", "http://h", "http://h/"], "to compare two URLs, write: oneiri compare A B"),
        (&["explain", "http://h", "http://h/"], "write: oneiri compare A B"),
        (&["sort", "a.txt"], "to sort a list, sort its keys: oneiri key --kind sort"),
        (&["uniq", "a.txt"], "to remove duplicates, write: oneiri dedupe"),
    ] {
        let outcome = oneiri(arguments);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.contains(instead), "{}", outcome.stderr);
        let name = format!("\n  {} ", arguments[0]);
        assert!(!oneiri(&["--help"]).stdout().contains(&name), "{arguments:?}");
    }
    for (arguments, said) in [
        (&["check", "--sarif", "a:"][..], "write: oneiri lint --sarif\n"),
        (&["comm", "--count", "a", "b"], "because its summary on standard error has the numbers\n"),
    ] {
        let outcome = oneiri(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}");
        assert!(outcome.stderr.ends_with(said), "{arguments:?}: {}", outcome.stderr);
    }
    let fix = oneiri(&["lint", "--fix", "a:"]);
    assert_eq!((fix.code, fix.stdout()), (2, ""));
    assert!(fix.stderr.contains("write: oneiri fix --lint FILE"), "{}", fix.stderr);
    let unknown = oneiri(&["nonsense"]);
    assert!(unknown.stderr.contains("unrecognized subcommand 'nonsense'"), "{}", unknown.stderr);
}

#[test]
fn an_identifier_may_begin_with_a_hyphen() {
    oneiri(&["normalize", "--", "-", "--json"]).is(0, "-\n--json\n", "");
}

#[test]
fn a_file_that_cannot_be_read_is_reported_and_the_rest_goes_on() {
    let good = file("usage-good.txt", b"A:\nb c\n");
    let cut = file("usage-cut.gz", b"\x1F\x8B\x08");
    let outcome = oneiri(&["normalize", "-f", "no/such\u{1B}file", "-f", &cut, "-f", &good]);
    assert_eq!((outcome.code, outcome.stdout()), (2, "a:\n"));
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert!(told[0].starts_with("oneiri: no/such\\u{1B}file: No such file"), "{told:?}");
    assert!(told[1].starts_with(&format!("oneiri: {cut}: ")), "{told:?}");
    assert!(told[2].starts_with(&format!("{good}:2:1-2: E001 path: ")), "{told:?}");
}

#[test]
fn standard_input_can_be_named_among_files() {
    let named = file("usage-named.txt", b"B:\n");
    feed(&["normalize", "-f", &named, "-f", "-"], b"C:\n").is(0, "b:\nc:\n", "");
    feed(&["dedupe", &named, "-"], b"b:\n").is(0, "B:\n", "oneiri: 2 lines: 1 unique, 1 duplicate, 0 invalid\n");
}

#[test]
fn messages_hold_no_raw_controls() {
    for input in ["\u{1B}[31m", "http://\u{202E}\u{7F}", "a\u{9B}", "http://h:\u{2069}", "%\u{202E}"] {
        let outcome = oneiri(&["check", "--uri", "--", input]);
        assert_eq!(outcome.code, 1, "{input:?}");
        let raw = outcome.said().chars().find(|c| (c.is_control() && *c != '\n') || "\u{202E}\u{2069}".contains(*c));
        assert_eq!(raw, None, "{input:?}: {}", outcome.stderr);
    }
}

/// More output than a pipe holds, so that the command must notice that nobody reads.
#[test]
fn a_closed_pipe_ends_quietly() {
    let big = file("usage-big.txt", "http://example.com/a\n".repeat(100_000).as_bytes());
    let other = file("usage-other.txt", "x y\n".repeat(100_000).as_bytes());
    for arguments in [
        &["normalize", "-f", &big][..],
        &["parse", "-f", &big],
        &["decode", "-f", &big],
        &["check", "--json", "-f", &big],
        &["dedupe", "--json", &big],
        &["normalize", "--json", "-f", &other],
    ] {
        let mut child = command(arguments).stdin(Stdio::null()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut some = [0; 10];
        stdout.read_exact(&mut some).unwrap();
        drop(stdout);
        let outcome = child.wait_with_output().unwrap();
        let code = i32::from(arguments.contains(&other.as_str()));
        assert_eq!(outcome.status.code(), Some(code), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&outcome.stderr), "", "{arguments:?}");
    }
}

#[test]
fn nobody_listening_on_standard_error_is_no_reason_to_stop() {
    let bad = file("usage-bad.txt", "x y\nz\n".repeat(50_000).as_bytes());
    let mut child = command(&["normalize", "-f", &bad]).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stderr.take());
    let outcome = child.wait_with_output().unwrap();
    assert_eq!(outcome.status.code(), Some(1));
    assert_eq!(outcome.stdout, "z\n".repeat(50_000).as_bytes());
}

/// Fed one line at a time and asked for its answer before the next, as a filter in another program.
#[test]
fn every_line_is_answered_before_the_next_is_read() {
    let mut child = command(&["normalize"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for scheme in ["A:", "B:", "C:"] {
        stdin.write_all(format!("{scheme}\n").as_bytes()).unwrap();
        let mut answer = [0; 3];
        stdout.read_exact(&mut answer).unwrap();
        assert_eq!(answer, format!("{}\n", scheme.to_lowercase()).as_bytes());
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// `check` judges all lines that are there, and waits for no more.
#[test]
fn every_line_is_checked_before_the_next_is_read() {
    let mut child = command(&["check"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut told = BufReader::new(stdout).lines();
    for (lines, places) in [("a b\n", &["1:1-2"][..]), ("c d\ne\nf g\n", &["2:1-2", "4:1-2"])] {
        stdin.write_all(lines.as_bytes()).unwrap();
        for place in places {
            let line = told.next().unwrap().unwrap();
            assert!(
                line.starts_with(&format!("stdin:{place}: E001 path: ' ' is not allowed here; write %20 ")),
                "{line}"
            );
        }
    }
    drop(stdin);
    assert!(told.next().is_none());
    let outcome = child.wait_with_output().unwrap();
    let summary = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(summary, "oneiri: 4 checked, 3 invalid, 1 without a scheme\n");
    assert_eq!(outcome.status.code(), Some(1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_code_2() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let outcome = command(&["normalize", "a:"]).stdin(Stdio::null()).stdout(full).output().unwrap();
    assert_eq!(outcome.status.code(), Some(2));
    let told = String::from_utf8(outcome.stderr).unwrap();
    assert!(told.starts_with("oneiri: standard output: "), "{told}");
    assert!(!path("nothing").exists());
}

/// The summary and the exit code are the same, whether findings are told as text or as objects.
#[test]
fn text_and_json_count_the_same() {
    let inputs = [
        ("text", "http://h/\n\na b\nHTTP://H\nx:y\n%\n"),
        ("csv", "id,url\n1,http://h/\n2,\n3\n4,a b\n5,HTTP://H\n\n6,x,y\n"),
        (
            "ndjson",
            "{\"url\":\"http://h/\"}\n{\"url\":null}\n{}\n{\"url\":1}\n{\"url\":\"a b\"}\n\n{\"url\":\"HTTP://H\"}\n",
        ),
        ("nt", "<http://h/a> <http://h/b> \"x\" .\n<http://h/a b> <http://h/p> _:b .\n# c\n_:a <p> _:c .\n<a\n"),
        ("html", "<a href='a b'><a href='http://h/'><base href='http://['>"),
    ];
    let commands = [
        &["check"][..],
        &["check", "--absolute"],
        &["lint"],
        &["fix"],
        &["fix", "--lint"],
        &["dedupe"],
        &["dedupe", "--count"],
        &["dedupe", "--duplicates"],
        &["links"],
    ];
    let mut compared = 0;
    for (format, input) in inputs {
        let column = if format == "csv" || format == "ndjson" { &["--column", "url"][..] } else { &[] };
        for command in commands {
            let run = |more: &[&str]| feed(&[command, &["--format", format], column, more].concat(), input.as_bytes());
            let (text, json) = (run(&[]), run(&["--json"]));
            if text.code == 2 || json.code == 2 {
                continue;
            }
            let sum = |outcome: &Outcome| outcome.stderr.lines().last().unwrap_or_default().to_owned();
            assert_eq!((text.code, sum(&text)), (json.code, sum(&json)), "{command:?} {format}");
            let wrong = json.json().iter().filter(|it| it["ok"] == false).count();
            assert!(sum(&json).contains(&format!("{wrong} invalid")), "{command:?} {format}: {wrong}, {}", sum(&json));
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// What the help says of exit codes: --rejects and --invalid say what becomes of invalid input, and then it is no failure,
/// but for check, which is asked whether there is any.
#[test]
fn invalid_input_whose_fate_is_told_is_no_failure() {
    let rejects = path("usage-rejects");
    let input = "u\na b\na:b\n";
    for (command, fails) in [
        (&["normalize"][..], false),
        (&["key"], false),
        (&["fix", "--absolute"], false),
        (&["parse", "--get", "host"], false),
        (&["resolve", "--base", "http://h/"], false),
        (&["relativize", "--base", "http://h/"], false),
        (&["convert", "--to", "uri"], false),
        (&["edit", "--fragment", "x"], false),
        (&["dedupe"], false),
        (&["check", "--tag"], true),
    ] {
        let input = if command[0] == "fix" { "%\n" } else { input };
        let mut options = vec![vec![], vec!["--rejects", rejects.to_str().unwrap()]];
        options.extend(["keep", "null", "drop"].map(|what| vec!["--invalid", what]));
        for option in options {
            let seen = feed(&[command, &option[..]].concat(), input.as_bytes());
            let expected = i32::from(option.is_empty() || fails);
            assert_eq!(seen.code, expected, "{command:?} {option:?}: {}", seen.stderr);
        }
        let help = oneiri(&[command[0], "--help"]);
        let told = help.stdout().contains("--rejects nor --invalid says");
        assert_eq!(told, !fails, "{command:?}");
    }
}
