//! `oneiri template`.

use crate::run::{file, oneiri};

#[test]
fn expand() {
    let vars = file("template-vars.json", br#"{"id":"ada","fields":["a","b"],"n":6,"none":null,"keys":{"semi":";"}}"#);
    oneiri(&["template", "expand", "/users/{id}{?fields*,n,none,keys*}", "--vars", &vars, "--var", "id=bob"]).is(
        0,
        "/users/bob?fields=a&fields=b&n=6&semi=%3B\n",
        "",
    );
    let outcome = oneiri(&["template", "expand", "{keys:1}", "{/x", "--vars", &vars]);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    assert!(outcome.stderr.contains("argument:2:3-3: invalid URI Template: byte 3: expected '}'"));
    assert_eq!(oneiri(&["template", "expand", "{x}", "--var", "x"]).code, 2);
    let outcome = oneiri(&["template", "expand", "{x}", "--var", "=y"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("NAME is empty"), "{}", outcome.stderr);
}

#[test]
fn match_and_overlap() {
    oneiri(&["template", "match", "/users/{id}{?fields*}", "/users/ad%2Fa?fields=a&fields=b"]).is(
        0,
        "{\"id\":\"ad/a\",\"fields\":[\"a\",\"b\"]}\n",
        "argument:1: hazard in 'id': slash\n",
    );
    let outcome = oneiri(&["template", "match", "--json", "/{id}", "/a%2Fb"]);
    assert!(
        outcome.stdout().contains(r#""values":{"id":"a/b"},"hazards":["id"],"hazard_kinds":{"id":["slash"]}"#),
        "{}",
        outcome.stdout()
    );
    let outcome = oneiri(&["template", "match", "/{id}", "/a/b"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("byte 2: found '/'"), "{}", outcome.stderr);
    let outcome = oneiri(&["template", "match", "{a}{b}", "xy"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains(r#"'a' is the expansion of {a="a"} and of {b="a"}"#));
    oneiri(&["template", "match", "--rule", "shortest-first", "{a}{b}", "xyz"])
        .is(0, "{\"a\":\"x\",\"b\":\"yz\"}\n", "");
    oneiri(&["template", "match", "--lenient-query", "/a{?x,y}", "/a?utm=1&y=2&x"])
        .is(0, "{\"x\":\"\",\"y\":\"2\"}\n", "");
    let text = "HTTP://h:80/x/../%7eada?page=2&utm=1";
    let outcome = oneiri(&["template", "match", "http://h/{id}{?page}", text]);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    let arguments = ["template", "match", "--rung", "path", "--lenient-query", "http://h/{id}{?page}"];
    let outcome = oneiri(&[&arguments[..], &[text]].concat());
    assert_eq!((outcome.code, outcome.stdout()), (1, ""), "the port stays at this rung");
    let arguments = arguments.map(|it| if it == "path" { "scheme" } else { it });
    oneiri(&[&arguments[..], &[text]].concat()).is(0, "{\"id\":\"~ada\",\"page\":\"2\"}\n", "");
    oneiri(&["template", "overlap", "/users/{id}", "/users/me"]).is(1, "/users/me\n", "");
    oneiri(&["template", "overlap", "/users/{id}", "/x"]).is(0, "", "");
    let outcome = oneiri(&["template", "overlap", "/{x}/{x}", "/a/{y}"]);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    let told = "undecided whether the templates overlap: ";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    // A text of which no byte is to blame is marked as a whole.
    let arguments = ["template", "match", "--rung", "scheme", "http://h/{x}", "http://h:80/a/b"];
    let outcome = oneiri(&arguments);
    assert!(outcome.stderr.starts_with("argument:1:0-15: no expansion"), "{}", outcome.stderr);
}
