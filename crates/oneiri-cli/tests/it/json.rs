//! `--json`: the shapes, key for key.

use crate::run::{feed, file, oneiri};

#[test]
fn parse_and_check_have_every_component() {
    let shape = concat!(
        r#"{"line":1,"input":"http://u:p@h:80/a?q#f","ok":true,"scheme":"http","#,
        r#""authority":"u:p@h:80","userinfo":"u:p","host":"h","port":"80","path":"/a","query":"q","fragment":"f"}"#,
        "\n",
        r#"{"line":2,"input":"","ok":true,"scheme":null,"authority":null,"userinfo":null,"#,
        r#""host":null,"port":null,"path":"","query":null,"fragment":null}"#,
        "\n",
        r##"{"line":3,"input":"//@:?#","ok":true,"scheme":null,"authority":"@:","userinfo":"","##,
        r#""host":"","port":"","path":"","query":"","fragment":""}"#,
        "\n",
    );
    let inputs = ["http://u:p@h:80/a?q#f", "", "//@:?#"];
    oneiri(&[&["parse", "--json"][..], &inputs].concat()).is(0, shape, "");
    oneiri(&[&["--json", "check", "--"][..], &inputs].concat()).is(
        0,
        shape,
        "oneiri: 3 checked, 0 invalid, 2 without a scheme\n",
    );
}

#[test]
fn what_transforms_has_an_output() {
    for (arguments, input, output) in [
        (&["normalize"][..], "HTTP://h/%7e", "http://h/~"),
        (&["resolve", "--base", "http://a/b/c"], "../d", "http://a/d"),
        (&["relativize", "--base", "http://a/b/c"], "http://a/d", "/d"),
        (&["edit", "--host", "i"], "http://h/a", "http://i/a"),
        (&["convert", "--to", "uri"], "é", "%C3%A9"),
        (&["convert", "--to", "iri"], "%C3%A9", "é"),
        (&["encode"], "a b", "a%20b"),
        (&["decode"], "a%20b", "a b"),
    ] {
        oneiri(&[arguments, &["--json", input]].concat()).is(
            0,
            &format!("{{\"line\":1,\"input\":\"{input}\",\"ok\":true,\"output\":\"{output}\"}}\n"),
            "",
        );
    }
}

#[test]
fn refused_lines_are_in_the_stream_and_nowhere_else() {
    let outcome = feed(&["normalize", "--json"], b"a\nhttp://[x]/\n\xFFb\nc\n");
    outcome.is(
        1,
        concat!(
            r#"{"line":1,"input":"a","ok":true,"output":"a"}"#,
            "\n",
            r#"{"line":2,"input":"http://[x]/","ok":false,"error":{"start":8,"end":9,"component":"host","code":"E008","#,
            r#""message":"expected an IPv6 address: eight groups of one to four hexadecimal digits, or fewer and one \"::\", found 'x' (RFC 3986 section 3.2.2)"}}"#,
            "\n",
            "{\"line\":3,\"input\":\"\u{FFFD}b\",\"ok\":false,\"error\":{\"start\":0,\"end\":1,\"component\":null,\"code\":null,",
            "\"message\":\"expected UTF-8, found the byte 0xFF\"}}\n",
            r#"{"line":4,"input":"c","ok":true,"output":"c"}"#,
            "\n",
        ),
        "",
    );
}

#[test]
fn several_files_are_named_and_numbered_each_from_one() {
    let (one, two) = (file("json-one.txt", b"a\nb"), file("json-two.txt", b"c d\n"));
    let outcome = oneiri(&["normalize", "--json", "-f", &one, "-f", &two]);
    let objects = outcome.json();
    let places: Vec<_> = objects.iter().map(|object| (&object["file"], &object["line"])).collect();
    assert_eq!(outcome.code, 1);
    assert_eq!(places, [(&one.as_str().into(), &1.into()), (&one.into(), &2.into()), (&two.into(), &1.into())]);
    assert!(outcome.stdout().starts_with(r#"{"line":1,"file":""#));
}

#[test]
fn octets_that_are_no_text_come_as_digits() {
    oneiri(&["decode", "--json", "%FFa%00"]).is(
        0,
        "{\"line\":1,\"input\":\"%FFa%00\",\"ok\":true,\"output\":null,\"output_hex\":\"ff6100\"}\n",
        "",
    );
    oneiri(&["decode", "--json", "%1B%0A"]).is(
        0,
        "{\"line\":1,\"input\":\"%1B%0A\",\"ok\":true,\"output\":\"\\u001b\\n\"}\n",
        "",
    );
}

#[test]
fn what_acts_on_a_terminal_is_escaped() {
    let outcome = oneiri(&["parse", "--json", "x:\u{202E}a", "\u{9B}31m"]);
    assert!(outcome.stdout().contains(r#""path":"\u202ea""#), "{}", outcome.stdout());
    assert!(outcome.stdout().contains(r#""input":"\u009b31m","ok":false"#), "{}", outcome.stdout());
    assert_eq!(outcome.json()[0]["path"], "\u{202E}a");
}
