//! `compare`: the verdict and the exit code, of two arguments or of two on a line.

use crate::run::{feed, oneiri};

const LADDER: [&str; 2] = ["example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9"];

/// The exit code and the first line of the answer, which is the verdict.
#[track_caller]
fn verdict(code: i32, arguments: &[&str], expected: &str) {
    let outcome = oneiri(&[&["compare"], arguments].concat());
    let first = outcome.stdout().lines().next().unwrap_or_default();
    assert_eq!((outcome.code, first, outcome.stderr.as_str()), (code, expected, ""), "{arguments:?}");
}

#[test]
fn two_arguments() {
    let [a, b] = LADDER;
    verdict(0, &[a, b], "equal at the path rung");
    verdict(0, &[a, b, "--rung", "path"], "equal at the path rung");
    verdict(1, &[a, b, "--rung", "string"], "equal at the path rung, not at the string rung");
    verdict(0, &[a, a, "--rung", "string"], "equal at the string rung");
    verdict(1, &["http://h/a%2Fb", "http://h/a/b", "--rung", "scheme"], "different in the path");
}

/// One thing has one name.
#[test]
fn the_rung_path_has_no_other_name() {
    for command in ["compare", "normalize", "dedupe", "key"] {
        oneiri(&[command, "--rung", "syntax", "a:", "a:"]).is(
            2,
            "",
            "error: oneiri has no rung 'syntax'; to compare by the rules of syntax alone, write: --rung path\n",
        );
    }
    let other = oneiri(&["compare", "--rung", "syntaxes", "a:", "a:"]);
    assert!(other.stderr.contains("possible values: string, case"), "{}", other.stderr);
}

/// The lowest rung is named, whatever is asked for. What is asked for, by default `scheme`, decides the exit code.
#[test]
fn every_rung() {
    let rungs = ["string", "case", "escape", "path", "scheme"];
    for (height, other) in
        ["http://h/~a", "HTTP://h/~a", "http://h/%7Ea", "http://h/b/../~a", "http://h:80/~a"].into_iter().enumerate()
    {
        let lowest = rungs[height];
        for (asked, rung) in rungs.into_iter().enumerate() {
            let equal = height <= asked;
            let rest = if equal { String::new() } else { format!(", not at the {rung} rung") };
            let answer = format!("equal at the {lowest} rung{rest}");
            verdict(i32::from(!equal), &["--rung", rung, "http://h/~a", other], &answer);
        }
        verdict(0, &["http://h/~a", other], &format!("equal at the {lowest} rung"));
    }
}

#[test]
fn without_fragments_and_against_a_base() {
    let (a, b) = ("http://h/a#x", "http://h/a#y");
    verdict(1, &[a, b], "different in the fragment");
    verdict(0, &["--ignore-fragment", a, b], "equal at the string rung");
    let (a, b) = ("HTTPS://h:443/a?b#c", "https://h/a");
    verdict(1, &[a, b], "different in the query and the fragment");
    verdict(0, &["--htu", a, b], "equal at the scheme rung");
    verdict(1, &["--htu", a, "https://h/b?b#c"], "different in the path");
    feed(&["compare", "--htu"], b"a?b\ta#c\n").is(0, "equal at the string rung\ta?b\ta#c\n", "");
    let merged = oneiri(&["compare", "--htu", "--ignore-fragment", "http://h/a?x#y", "http://h/a"]);
    assert!(!merged.said().contains("only with"), "{}", merged.said());
    verdict(1, &["g", "./g"], "different in the path");
    verdict(0, &["--base", "http://a/b/c", "g", "./g"], "equal at the string rung");
    verdict(1, &["--base", "http://a/b/c", "g", "http://a:80/b/G"], "different in the path");
    feed(&["compare", "--base", "http://a/b/c"], b"g\thttp://a:80/b/g\n\t\n").is(
        0,
        "equal at the scheme rung\tg\thttp://a:80/b/g\nequal at the string rung\t\t\n",
        "",
    );
}

/// A script can tell an invalid URL from a difference, because its exit code is 2.
#[test]
fn an_invalid_argument_is_named() {
    let fault = "expected two hexadecimal digits after \"%\" (a percent sign is %25), found the \
                 end (RFC 3986 section 2.1)";
    oneiri(&["compare", "a%", "b"]).is(2, "", &format!("argument:1:1-2: E002 path: {fault}\n"));
    oneiri(&["compare", "b", "a%"]).is(2, "", &format!("argument:2:1-2: E002 path: {fault}\n"));
    assert_eq!(oneiri(&["compare", "--json", "b", "a%"]).code, 2);
    assert_eq!(feed(&["compare"], b"a\ta\na%\tb\n").code, 2);
    assert_eq!(feed(&["compare"], b"a\ta\nonly one\n").code, 2);
}

#[test]
fn pairs_on_lines() {
    let [a, b] = LADDER;
    let lines = format!("{a}\t{b}\nA:\ta:\r\na\tA\n\t\nonly one\na\tb\tc\nab\tc d\n");
    let outcome = feed(&["compare"], lines.as_bytes());
    let answers = format!(
        "equal at the path rung\t{a}\t{b}\nequal at the case rung\tA:\ta:\n\
         different in the path\ta\tA\nequal at the string rung\t\t\n\
         invalid\tonly one\ninvalid\ta\tb\tc\ninvalid\tab\tc d\n"
    );
    assert_eq!((outcome.code, outcome.stdout()), (2, answers.as_str()));
    let told: Vec<&str> = outcome.stderr.lines().map(|line| line.split(" (RFC").next().unwrap()).collect();
    assert_eq!(
        told,
        [
            "stdin:5:8-8: expected two identifiers and one TAB between them, found the end",
            "stdin:6:3-4: expected two identifiers and one TAB between them, found another TAB",
            // Bytes of the line, so the second identifier's own position is moved.
            "stdin:7:4-5: E001 path: ' ' is not allowed here; write %20",
        ]
    );
}

#[test]
fn pairs_as_json() {
    let outcome = feed(&["compare", "--json"], b"A:\ta:\na\tb\nab\tc d\n\xFF\tb\nx\n");
    assert_eq!(outcome.code, 2);
    assert_eq!(outcome.stderr, "");
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    assert!(
        lines[0].starts_with(
            r#"{"line":1,"input":"A:","ok":true,"other":"a:","rung":"case","equal":true,"a":"A:","b":"a:","#
        )
    );
    assert!(
        lines[1]
            .starts_with(r#"{"line":2,"input":"a","ok":true,"other":"b","rung":null,"equal":false,"a":"a","b":"b","#)
    );
    assert!(
        lines[2].starts_with(
            r#"{"line":3,"input":"ab","ok":false,"other":"c d","error":{"of":"other","start":1,"end":2,"component":"path","code":"E001","message":"expected "#
        ),
        "{}",
        lines[2]
    );
    assert_eq!(
        lines[3],
        "{\"line\":4,\"input\":\"\u{FFFD}\",\"ok\":false,\"other\":\"b\",\"error\":{\"of\":\"input\",\"start\":0,\"end\":1,\"component\":null,\"code\":null,\"message\":\"expected UTF-8, found the byte 0xFF\"}}"
    );
    assert!(
        lines[4].starts_with(
            r#"{"line":5,"input":"x","ok":false,"error":{"start":1,"end":1,"component":null,"code":null,"#
        )
    );
}
