//! `compare`: two arguments, or two on a line.

use crate::run::{feed, oneiri};

const LADDER: [&str; 2] =
    ["example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9"];

#[test]
fn two_arguments() {
    let [a, b] = LADDER;
    oneiri(&["compare", a, b]).is(0, "path\n", "");
    oneiri(&["compare", a, b, "--rung", "syntax"]).is(0, "path\n", "");
    oneiri(&["compare", a, b, "--rung", "string"]).is(1, "path\n", "");
    oneiri(&["compare", a, a, "--rung", "string"]).is(0, "string\n", "");
    oneiri(&["compare", "http://h/a%2Fb", "http://h/a/b", "--rung", "protocol"]).is(
        1,
        "different\n",
        "",
    );
}

/// The lowest rung is printed, whatever is asked for; what is asked for decides the exit code.
#[test]
fn every_rung() {
    let rungs = ["string", "case", "escape", "path", "scheme", "protocol"];
    for (height, other) in
        ["http://h/~a", "HTTP://h/~a", "http://h/%7Ea", "http://h/b/../~a", "http://h:80/~a"]
            .into_iter()
            .enumerate()
    {
        for (asked, rung) in rungs.into_iter().enumerate() {
            let code = i32::from(asked < height);
            let answer = format!("{}\n", rungs[height]);
            oneiri(&["compare", "--rung", rung, "http://h/~a", other]).is(code, &answer, "");
        }
    }
}

#[test]
fn without_fragments_and_against_a_base() {
    let (a, b) = ("http://h/a#x", "http://h/a#y");
    oneiri(&["compare", a, b]).is(1, "different\n", "");
    oneiri(&["compare", "--ignore-fragment", a, b]).is(0, "string\n", "");
    oneiri(&["compare", "g", "./g"]).is(1, "different\n", "");
    oneiri(&["compare", "--base", "http://a/b/c", "g", "./g"]).is(0, "string\n", "");
    oneiri(&["compare", "--base", "http://a/b/c", "g", "http://a:80/b/G"]).is(1, "different\n", "");
    feed(&["compare", "--base", "http://a/b/c", "--rung", "scheme"], b"g\thttp://a:80/b/g\n\t\n")
        .is(0, "scheme\nstring\n", "");
}

#[test]
fn a_refused_argument_is_named() {
    let fault = "expected two hexadecimal digits behind \"%\" (a percent sign is %25), found the \
                 end (RFC 3986 section 2.1)";
    oneiri(&["compare", "a%", "b"]).is(1, "", &format!("argument:1:1-2: path: {fault}\n"));
    oneiri(&["compare", "b", "a%"]).is(1, "", &format!("argument:2:1-2: path: {fault}\n"));
}

#[test]
fn pairs_on_lines() {
    let [a, b] = LADDER;
    let lines = format!("{a}\t{b}\nA:\ta:\r\na\tA\n\t\nonly one\na\tb\tc\nab\tc d\n");
    let outcome = feed(&["compare"], lines.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (1, "path\ncase\ndifferent\nstring\n"));
    let told: Vec<&str> =
        outcome.stderr.lines().map(|line| line.split(" (RFC").next().unwrap()).collect();
    assert_eq!(
        told,
        [
            "stdin:5:8-8: expected two identifiers and one TAB between them, found the end",
            "stdin:6:3-4: expected two identifiers and one TAB between them, found another TAB",
            // Bytes of the line, so the second identifier's own position is moved.
            "stdin:7:4-5: path: expected a letter, digit, \"%\" escape or one of \
             \"-._~!$&'()*+,;=:@/\", found ' ', which is written %20",
        ]
    );
}

#[test]
fn pairs_as_json() {
    let outcome = feed(&["compare", "--json"], b"A:\ta:\na\tb\nab\tc d\n\xFF\tb\nx\n");
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.stderr, "");
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    assert_eq!(
        lines[0],
        r#"{"line":1,"input":"A:","ok":true,"other":"a:","rung":"case","equal":true}"#
    );
    assert_eq!(
        lines[1],
        r#"{"line":2,"input":"a","ok":true,"other":"b","rung":null,"equal":false}"#
    );
    assert!(
        lines[2].starts_with(
            r#"{"line":3,"input":"ab","ok":false,"other":"c d","error":{"of":"other","start":1,"end":2,"component":"path","message":"expected "#
        ),
        "{}",
        lines[2]
    );
    assert_eq!(
        lines[3],
        "{\"line\":4,\"input\":\"\u{FFFD}\",\"ok\":false,\"other\":\"b\",\"error\":{\"of\":\"input\",\"start\":0,\"end\":1,\"component\":null,\"message\":\"expected UTF-8, found the byte 0xFF\"}}"
    );
    assert!(lines[4].starts_with(
        r#"{"line":5,"input":"x","ok":false,"error":{"start":1,"end":1,"component":null,"#
    ));
}
