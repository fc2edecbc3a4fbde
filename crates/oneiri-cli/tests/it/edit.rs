//! `edit`: every option, their order, and what is refused.

use crate::run::{feed, oneiri};

/// The options, the input, and what comes of it; `None` is refused.
type Row = (&'static [&'static str], &'static str, Option<&'static str>);

#[track_caller]
fn check(rows: &[Row]) {
    for &(options, input, expected) in rows {
        let outcome = oneiri(&[&["edit"], options, &["--", input]].concat());
        let expected = match expected {
            Some(output) => (0, format!("{output}\n")),
            None => (1, String::new()),
        };
        let got = (outcome.code, outcome.stdout().to_owned());
        assert_eq!(got, expected, "{options:?} {input:?}: {}", outcome.stderr);
        assert_eq!(outcome.stderr.is_empty(), outcome.code == 0, "{}", outcome.stderr);
    }
}

const WHOLE: &str = "http://u@h:1/p?q#f";

#[test]
fn every_option() {
    check(&[
        (&["--scheme", "foo"], WHOLE, Some("foo://u@h:1/p?q#f")),
        (&["--user", "v:w"], WHOLE, Some("http://v:w@h:1/p?q#f")),
        (&["--userinfo", "v"], WHOLE, Some("http://v@h:1/p?q#f")),
        (&["--host", "[::1]"], WHOLE, Some("http://u@[::1]:1/p?q#f")),
        (&["--port", "0080"], WHOLE, Some("http://u@h:0080/p?q#f")),
        (&["--path", "/a/b"], WHOLE, Some("http://u@h:1/a/b?q#f")),
        (&["--query", "a?b"], WHOLE, Some("http://u@h:1/p?a?b#f")),
        (&["--fragment", ""], WHOLE, Some("http://u@h:1/p?q#")),
        (&["--authority", "i"], WHOLE, Some("http://i/p?q#f")),
        (&["--unset", "user"], WHOLE, Some("http://h:1/p?q#f")),
        (&["--unset", "userinfo"], WHOLE, Some("http://h:1/p?q#f")),
        (&["--unset", "host"], WHOLE, Some("http://u@:1/p?q#f")),
        (&["--unset", "port"], WHOLE, Some("http://u@h/p?q#f")),
        (&["--unset", "path"], WHOLE, Some("http://u@h:1?q#f")),
        (&["--unset", "query"], WHOLE, Some("http://u@h:1/p#f")),
        (&["--unset", "fragment"], WHOLE, Some("http://u@h:1/p?q")),
        (&["--unset", "authority"], WHOLE, Some("http:/p?q#f")),
        (&["--push-segment", "a/b%"], WHOLE, Some("http://u@h:1/p/a%2Fb%25?q#f")),
        (&["--set-query", "k=v w"], WHOLE, Some("http://u@h:1/p?q&k=v%20w#f")),
    ]);
}

/// Pairs are removed by their decoded names, all others stay as they are spelled, and nothing is left of an empty query.
#[test]
fn pairs_are_removed_by_name() {
    check(&[
        (&["--unset", "query.a"], "http://h/?b=%31&a=2&%61&aa=3#f", Some("http://h/?b=%31&aa=3#f")),
        (&["--unset", "query.a*"], "http://h/?b=1&a=2&%61%FF=4&aa=3&", Some("http://h/?b=1&")),
        (&["--unset", "query.a"], "http://h/?a=1&a=2#f", Some("http://h/#f")),
        (&["--unset", "query.a"], "http://h/?A=1&&=a", Some("http://h/?A=1&&=a")),
        (&["--unset", "query.a"], "http://h/?", Some("http://h/?")),
        (&["--unset", "query.a"], "http://h/", Some("http://h/")),
        (&["--unset", "query.a b"], "http://h/?a+b=1&a%20b=2", Some("http://h/?a+b=1")),
        (&["--form", "--unset", "query.a b"], "http://h/?a+b=1&a%20b=2&c", Some("http://h/?c")),
        (&["--unset", "query.page", "--set-query", "page=2"], "?page=1&q", Some("?q&page=2")),
    ]);
    let told = "error: --form is for --set-query and --unset query.NAME\n";
    oneiri(&["edit", "--form", "--host", "h", "a:b"]).is(2, "", told);
    for name in ["query.", "query.*", "scheme", "utm_source"] {
        let outcome = oneiri(&["edit", "--unset", name, "http://h/"]);
        assert_eq!(outcome.code, 2, "{name}");
        assert!(outcome.stderr.contains("or the name of a pair, such as query.page"), "{name}");
    }
}

/// Decisions D-19, D-21 and D-22, beyond the cases in `testdata/`.
#[test]
fn what_the_decisions_say() {
    check(&[
        (&["--host", "h"], "foo:a/b", None),
        (&["--user", "u"], "foo:a/b", None),
        (&["--port", "1"], "foo:a/b", None),
        (&["--user", "u"], "foo:/a", Some("foo://u@/a")),
        (&["--port", "80"], "foo:/a", Some("foo://:80/a")),
        (&["--unset", "host"], "foo:////g", None),
        (&["--unset", "authority"], "foo:////g", None),
        (&["--path", "b"], "foo://h/a", None),
        (&["--path", "//b"], "foo://h/a", Some("foo://h//b")),
        (&["--path", "//b"], "foo:a", None),
        (&["--path", "b:c"], "a", None),
        (&["--path", "./b:c"], "a", Some("./b:c")),
        (&["--query", "x#y"], "foo:a", None),
        (&["--host", "a:80"], "foo://h", None),
        (&["--user", "a@b"], "foo://h", None),
        (&["--path", "/a?b"], "foo://h", None),
        (&["--path", "/a%zz"], "foo://h", None),
        (&["--host", "h"], "", Some("//h")),
        (&["--host", "h"], "?q", Some("//h?q")),
        (&["--unset", "host"], "foo://h/a", Some("foo:/a")),
        (&["--unset", "host"], "http://h:/x", Some("http:/x")),
        (&["--unset", "host"], "http://u@h:80/x", Some("http://u@:80/x")),
        (&["--host", ""], "http://h/x", Some("http:///x")),
        (&["--unset", "port"], "http://:80/x", Some("http:///x")),
        (&["--unset", "user"], "http://@/x", Some("http:///x")),
        (&["--unset", "user"], "//@", Some("//")),
        (&["--unset", "authority"], "//@", Some("")),
        (&["--authority", ""], "foo:/a", Some("foo:///a")),
        (&["--scheme", "x"], "a/b", None),
        (&["--scheme", "X+"], "foo:a", Some("X+:a")),
    ]);
}

#[test]
fn in_the_order_of_the_options() {
    check(&[
        (&["--path", "/a", "--push-segment", "b"], "s:", Some("s:/a/b")),
        (&["--push-segment", "b", "--path", "/a"], "s:", Some("s:/a")),
        (&["--unset", "query", "--set-query", "k=v"], "s:?q", Some("s:?k=v")),
        (&["--set-query", "k=v", "--unset", "query"], "s:?q", Some("s:")),
        (&["--host", "a", "--host", "b"], "//c", Some("//b")),
        (&["--push-segment", "a", "--push-segment", "", "--push-segment", "b"], "s:/", Some("s:/a/b")),
        // The path fits only once there is no authority.
        (&["--unset", "authority", "--path", "a"], "s://h/", Some("s:a")),
        (&["--path", "a", "--unset", "authority"], "s://h/", None),
        (&["--set-query=a=1", "--unset=fragment", "--set-query=b=2"], "s:?b#f", Some("s:?b=2&a=1")),
    ]);
}

#[test]
fn segments_and_pairs() {
    check(&[
        (&["--push-segment", "b"], "http://h", Some("http://h/b")),
        (&["--push-segment", "b"], "http://h/", Some("http://h/b")),
        (&["--push-segment", "b"], "http://h/a", Some("http://h/a/b")),
        (&["--push-segment", ""], "http://h/a", Some("http://h/a/")),
        (&["--push-segment", "é ?#"], "a", Some("a/é%20%3F%23")),
        (&["--push-segment", "é", "--uri"], "a", Some("a/%C3%A9")),
        (&["--push-segment", "x:y"], "", None),
        (&["--push-segment", ".."], "http://h/a", None),
        (&["--push-segment", ".", "--repair"], "http://h/a", None),
        (&["--set-query", "b=2&3"], "?a=1&b=x&c=%7e&b", Some("?a=1&b=2%263&c=%7e")),
        (&["--set-query", "a=b=c"], "", Some("?a=b%3Dc")),
        (&["--set-query", "="], "?x", Some("?x&=")),
        (&["--set-query", "k=a b+é"], "", Some("?k=a%20b%2B%C3%A9")),
        (&["--set-query", "k=a b+é", "--form"], "", Some("?k=a+b%2B%C3%A9")),
        (&["--set-query", "a b=1", "--form"], "?a+b=0", Some("?a+b=1")),
        (&["--set-query", "a b=1"], "?a+b=0", Some("?a+b=0&a%20b=1")),
    ]);
}

/// The five rules of the policy, and what it does not touch.
#[test]
fn repair() {
    check(&[
        (&["--repair", "--user", "a@b c"], "//h", Some("//a%40b%20c@h")),
        (&["--repair", "--host", "a b/c"], "//h", Some("//a%20b%2Fc")),
        (&["--repair", "--path", "/a?b%zz"], "//h", Some("//h/a%3Fb%25zz")),
        (&["--repair", "--query", "x#y[é]"], "s:", Some("s:?x%23y%5Bé%5D")),
        (&["--repair", "--uri", "--query", "é"], "s:", Some("s:?%C3%A9")),
        (&["--repair", "--fragment", "x#y%41%"], "s:", Some("s:#x%23y%41%25")),
        (&["--repair", "--host", "::1"], "//h", Some("//[::1]")),
        (&["--repair", "--host", "h"], "foo:a/b", Some("foo://h/a/b")),
        (&["--repair", "--path", "b"], "foo://h/a", Some("foo://h/b")),
        (&["--repair", "--unset", "host"], "foo:////g", Some("foo:/.//g")),
        (&["--repair", "--path", "//b"], "foo:a", Some("foo:/.//b")),
        (&["--repair", "--path", "b:c"], "a", Some("./b:c")),
        (&["--repair", "--push-segment", "b:c"], "?q", Some("./b:c?q")),
        (&["--repair", "--push-segment", "b:c"], "s:", Some("s:b:c")),
        (&["--repair", "--scheme", "1x"], "a:b", None),
        (&["--repair", "--scheme", "x"], "b", None),
        (&["--repair", "--port", "8o"], "//h", None),
        (&["--repair", "--authority", "a b"], "//h", None),
    ]);
}

/// What is refused says which option, where in its value or in the path, and why.
#[test]
fn refusals_name_the_option() {
    let told = |options: &[&str], input: &str| {
        let outcome = oneiri(&[&["edit"], options, &["--", input]].concat());
        assert_eq!((outcome.code, outcome.stdout()), (1, ""));
        outcome.stderr
    };
    assert_eq!(
        told(&["--host", "a:80"], "http://h/"),
        "argument:1: --host 'a:80', bytes 1-2: E001 host: ':' is not allowed here (RFC 3987 section 2.2)\n"
    );
    assert_eq!(
        told(&["--query", "ok", "--host", "h"], "foo:a/b"),
        "argument:1: --host 'h', bytes 0-1 of the path: E010 expected a path that is empty or begins \
         with \"/\" after an authority, found 'a' (RFC 3986 section 3.3)\n"
    );
    assert_eq!(
        told(&["--unset", "host"], "foo:////g"),
        "argument:1: --unset 'host', bytes 1-2 of the path: E011 expected no \"//\" at the head of a \
         path without an authority, found '/' (RFC 3986 section 3.3)\n"
    );
    assert_eq!(
        told(&["--path", "b:c"], "a"),
        "argument:1: --path 'b:c', bytes 1-2: E012 path: expected no colon in the first segment of a \
         relative path (begin it with \"./\"), found ':' (RFC 3986 section 4.2)\n"
    );
    assert_eq!(
        told(&["--push-segment", "ok", "--push-segment", ".."], "a"),
        "argument:1: --push-segment '..', bytes 0-2: E013 path: expected a segment other than \".\" and \
         \"..\", found '.' (RFC 3986 section 3.3)\n"
    );
    assert_eq!(
        told(&["--scheme", "x"], "a/b"),
        "argument:1:0-0: scheme: expected a scheme for --scheme to replace; a relative reference \
         cannot be given one (RFC 3986 section 4.2)\n"
    );
    assert_eq!(
        told(&["--path", "\u{1B}\u{202E}"], "a"),
        "argument:1: --path '\\u{1B}\\u{202E}', bytes 0-1: E001 path: U+001B is not allowed here; \
         write %1B (RFC 3987 section 2.2)\n"
    );
    // What is wrong with the line is said of the line.
    assert!(told(&["--path", "b"], "a b").starts_with("argument:1:1-2: E001 path: "));
}

/// A line is refused whole: the edits before the one that was refused leave no trace, and the other
/// lines go on.
#[test]
fn all_or_nothing_line_by_line() {
    let outcome = feed(&["edit", "--fragment", "f", "--host", "i"], b"//h\nx:y\nx:/y#z\n\n");
    assert_eq!((outcome.code, outcome.stdout()), (1, "//i#f\nx://i/y#f\n//i#f\n"));
    assert_eq!(outcome.stderr.lines().count(), 1);
    assert!(outcome.stderr.starts_with("stdin:2: --host 'i', bytes 0-1 of the path: "), "{}", outcome.stderr);
}

#[test]
fn as_json() {
    feed(&["edit", "--json", "--host", "i"], b"//h\nx:y\n").is(
        1,
        concat!(
            r#"{"line":1,"input":"//h","ok":true,"output":"//i"}"#,
            "\n",
            r#"{"line":2,"input":"x:y","ok":false,"error":{"option":"--host","value":"i","of":"path","start":0,"end":1,"component":"path","code":"E010","#,
            r#""message":"expected a path that is empty or begins with \"/\" after an authority, found 'y' (RFC 3986 section 3.3)"}}"#,
            "\n",
        ),
        "",
    );
    let outcome = oneiri(&["edit", "--json", "--set-query", "a=b", "--port", "x", "//h", "a b"]);
    let objects = outcome.json();
    let error = &objects[0]["error"];
    assert_eq!(
        (&error["option"], &error["value"], &error["of"], &error["component"]),
        (&"--port".into(), &"x".into(), &"value".into(), &"port".into())
    );
    // What is wrong with the line has no option.
    assert!(objects[1]["error"].get("option").is_none());
}

/// What comes from a variable is a value, whatever it looks like.
#[test]
fn values_may_look_like_options() {
    check(&[
        (&["--path", "--json"], "a", Some("--json")),
        (&["--push-segment", "-f"], "a", Some("a/-f")),
        (&["--set-query", "--k=-v"], "a", Some("a?--k=-v")),
        (&["--port", "-1"], "//h", None),
    ]);
}
