//! The picture of `compare`: what a person sees, and what a program reads.

use std::process::Stdio;

use crate::run::{command, feed, oneiri};

/// What is printed, without the empty lines.
#[track_caller]
fn shows(code: i32, arguments: &[&str], expected: &str) {
    let outcome = oneiri(&[&["compare"], arguments].concat());
    assert_eq!(outcome.stderr, "");
    assert_eq!(outcome.stdout(), expected, "\n{}", outcome.stdout());
    assert_eq!(outcome.code, code);
}

#[test]
fn the_example_of_both_rfcs() {
    shows(
        0,
        &["example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9"],
        "\
equal at the path rung

scheme    example:
          eXAMPLE:
           ^^^^^^
           1
host      //a
path      /       b/c  /%7Bfoo%7D/rosé
          /./b/../b/%63/%7bfoo%7d/ros%C3%A9
           ^^^^^^^  ^^^ ^^^   ^^^    ^^^^^^
           2        3   4     4      5

1  case      letter case does not matter here (RFC 3986 section 6.2.2.1)
2  path      dot segments are removed (RFC 3986 section 6.2.2.3)
3  escape    an unreserved character needs no escape (RFC 3986 section 6.2.2.2)
4  case      the case of hexadecimal digits does not matter (RFC 3986 section 6.2.2.1)
5  escape    escapes of UTF-8 are the character that they spell (RFC 3987 section 5.3.2.3)
",
    );
}

#[test]
fn four_spellings_of_one_site() {
    let spelled = |other: &'static str| ["--rung", "scheme", "http://example.com", other];
    shows(
        0,
        &spelled("http://example.com/"),
        "\
equal at the scheme rung

scheme    http:
host      //example.com
path      <empty>
          /
          ^

scheme    to this scheme an empty path is \"/\" (RFC 9110 sections 4.2.1 and 4.2.3)
",
    );
    shows(
        0,
        &spelled("http://example.com:/"),
        "\
equal at the scheme rung

scheme    http:
host      //example.com
port      <none>
          :
          ^
          1
path      <empty>
          /
          ^
          2

1  path      an empty port is none, and leading zeros do not count (RFC 3986 section 3.2.3)
2  scheme    to this scheme an empty path is \"/\" (RFC 9110 sections 4.2.1 and 4.2.3)
",
    );
    shows(
        0,
        &spelled("http://example.com:80/"),
        "\
equal at the scheme rung

scheme    http:
host      //example.com
port      <none>
          :80
          ^^^
          1
path      <empty>
          /
          ^
          2

1  scheme    this is the scheme's default port (RFC 9110 sections 4.2.1 and 4.2.3)
2  scheme    to this scheme an empty path is \"/\" (RFC 9110 sections 4.2.1 and 4.2.3)
",
    );
}

#[test]
fn walls() {
    shows(
        1,
        &["http://example.com/a%2Fb", "http://example.com/a/b"],
        "\
different in the path

scheme    http:
host      //example.com
path      /a%2Fb
          /a/  b
            ^^^

evidence  a reserved character and its escape are not the same (RFC 3986 section 2.2)

evidence: an observed redirect or canonical link would make them equal (--evidence)
",
    );
    // All of them are told, and what is joined beside them is shown and not explained.
    shows(
        1,
        &["http://u@h/?", "HTTP://h/#f"],
        "\
different in the userinfo, the query and the fragment

scheme    http:
          HTTP:
userinfo  //u@
          //
            ^^
            1
host      h
path      /
query     ?
          <none>
          ^
          2
fragment  <none>
          #f
          ^^
          3

1  evidence           only one of them has it, and an empty one is not none (RFC 3986 section 6.2.3)
2  evidence           only one of them has it, and an empty one is not none (RFC 3986 section 6.2.3)
3  --ignore-fragment  only one of them has it, and an empty one is not none (RFC 3986 section 6.2.3)

evidence: an observed redirect or canonical link would make them equal (--evidence)
",
    );
    shows(
        1,
        &["http:/x", "http:///x"],
        "\
different in the host

scheme    http:
host      <none>
          //
          ^^
path      /x

evidence  only one of them has it, and an empty one is not none (RFC 3986 section 6.2.3)

evidence: an observed redirect or canonical link would make them equal (--evidence)
",
    );
    shows(
        1,
        &["", "?"],
        "\
different in the query

path      <empty>
query     <none>
          ?
          ^

nothing  only one of them has it, and an empty one is not none (RFC 3986 section 6.2.3)

nothing: no rung, option or evidence makes them equal
",
    );
}

/// Characters that look alike are told apart: those that differ by their numbers, and those that
/// have no width of their own by being spelled out.
#[test]
fn what_looks_alike() {
    shows(
        1,
        &["http://exаmple.com/", "http://example.com/"],
        "\
different in the host

scheme    http:
host      //exаmple.com
          //example.com
              ^
path      /

U+0430 above, U+0061 below

evidence  they differ (RFC 3986 section 6.2.1)

evidence: an observed redirect or canonical link would make them equal (--evidence)
",
    );
    shows(
        1,
        &["/\u{E9}e\u{301}/e\u{301}", "/\u{E9}e\u{301}/\u{E9}"],
        "\
different in the path

path      /\u{E9}e\u{301}/e\\u{301}
          /\u{E9}e\u{301}/\u{E9}
              ^^^^^^^^

U+0065 U+0301 above, U+00E9 below

nothing  only NFC would make them the same, and comparing never applies it (RFC 3987 section 5.3.2.2)

nothing: no rung, option or evidence makes them equal
",
    );
    shows(
        1,
        &["x:a\u{200B}b", "x:ab"],
        "\
different in the path

scheme    x:
path      a\\u{200B}b
          a        b
           ^^^^^^^^

U+200B above, nothing below

nothing  they differ (RFC 3986 section 6.2.1)

nothing: no rung, option or evidence makes them equal
",
    );
}

#[test]
fn what_acts_on_a_display_is_spelled_out_and_still_aligned() {
    shows(
        0,
        &["x:\u{202E}a/%41", "x:%E2%80%AEa/A"],
        "\
equal at the escape rung

scheme    x:
path      \\u{202E} a/%41
          %E2%80%AEa/A
          ^^^^^^^^^  ^^^
          1          2

1  escape    a bidi control is the same as its escapes (RFC 3987 section 4.1)
2  escape    an unreserved character needs no escape (RFC 3986 section 6.2.2.2)
",
    );
}

#[test]
fn wide_characters_take_two_columns() {
    shows(
        0,
        &["x:日本/%E8%AA%9E/z%41", "x:%E6%97%A5本/語/zA"],
        "\
equal at the escape rung

scheme    x:
path      日       本/%E8%AA%9E/z%41
          %E6%97%A5本/語       /zA
          ^^^^^^^^^   ^^^^^^^^^  ^^^
          1           1          2

1  escape    escapes of UTF-8 are the character that they spell (RFC 3987 section 5.3.2.3)
2  escape    an unreserved character needs no escape (RFC 3986 section 6.2.2.2)
",
    );
}

/// No line is wider than a terminal of 80 columns has room for.
#[test]
fn long_identifiers_are_broken_into_lines() {
    let (start, end) = ("0123456789".repeat(8), "abc".repeat(20));
    shows(
        0,
        &[&format!("x:{start}%7E{end}"), &format!("x:{start}~{end}")],
        "\
equal at the escape rung

scheme    x:
path      0123456789012345678901234567890123456789012345678901234567890123456789
          0123456789%7Eabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc
          0123456789~  abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc
                    ^^^
          abc

escape    an unreserved character needs no escape (RFC 3986 section 6.2.2.2)
",
    );
    // A stretch that fits into no line is broken as well.
    let (upper, lower) = ("A".repeat(100), "a".repeat(100));
    let outcome = oneiri(&["compare", &format!("{upper}:"), &format!("{lower}:")]);
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    assert_eq!(lines[2], format!("scheme    {}", &upper[..70]));
    assert_eq!(lines[3], format!("          {}", &lower[..70]));
    assert_eq!(lines[4], format!("          {}", "^".repeat(70)));
    assert_eq!(lines[5], format!("          {}:", &upper[..30]));
    assert_eq!(lines[6], format!("          {}:", &lower[..30]));
    assert_eq!(lines[7], format!("          {}", "^".repeat(30)));
    assert!(outcome.stdout().lines().all(|line| line.len() <= 80), "{}", outcome.stdout());
    // What is not there is not there once.
    let outcome = oneiri(&["compare", "", &format!("?{upper}")]);
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    assert_eq!(lines[3], "query     <none>");
    assert_eq!((lines[6], lines[7]), ("", format!("          {}", &upper[..31]).as_str()));
}

#[test]
fn identical_and_the_modes() {
    shows(
        0,
        &["--rung", "string", "//h/#x", "//h/#x"],
        "equal at the string rung\n\nhost      //h\npath      /\nfragment  #x\n",
    );
    shows(
        0,
        &["--ignore-fragment", "//h/#x", "//h/#y"],
        "equal at the string rung\n\nhost      //h\npath      /\n\n\
         equal only with --ignore-fragment: fragments are left out\n",
    );
    shows(
        0,
        &["--base", "s://h/a", "b", "./b"],
        "equal at the string rung\n\nscheme    s:\nhost      //h\npath      /b\n\n\
         equal only with --base: references are resolved against the base\n",
    );
    shows(
        0,
        &["--lenient", "a b", "a%20b"],
        "equal at the string rung\n\npath      a%20b\n\nequal only with --lenient: \
         characters that no identifier may contain are percent-encoded\n",
    );
}

#[test]
fn an_option_that_may_make_them_equal_is_named() {
    shows(
        1,
        &["a", "b"],
        "different in the path\n\npath      a\n          b\n          ^\n\n\
         --base  they differ (RFC 3986 section 6.2.1)\n\n\
         --base: resolved against the right base, they may be equal\n",
    );
}

#[test]
fn as_json() {
    oneiri(&["compare", "--json", "http://h", "HTTP://h:80"]).is(
        0,
        concat!(
            r#"{"line":1,"input":"http://h","ok":true,"other":"HTTP://h:80","rung":"scheme","equal":true,"a":"http://h","b":"HTTP://h:80","steps":["#,
            r#"{"component":"scheme","a":{"start":0,"end":4},"b":{"start":0,"end":4},"rule":"letter-case","rung":"case","#,
            r#""section":"RFC 3986 section 6.2.2.1","source":"RFC 3986 section 6.2.2.1","description":"letter case does not matter here"},"#,
            r#"{"component":"port","a":{"start":8,"end":8},"b":{"start":8,"end":11},"rule":"default-port","rung":"scheme","#,
            r#""section":"RFC 3986 section 6.2.3","source":"RFC 9110 sections 4.2.1 and 4.2.3","description":"this is the scheme's default port"}],"difference":null}"#,
            "\n",
        ),
        "",
    );
    feed(&["compare", "--json", "--base", "s:/a/b"], b"c\tC\nx y\t\n").is(
        2,
        concat!(
            r#"{"line":1,"input":"c","ok":true,"other":"C","rung":null,"equal":false,"a":"s:/a/c","b":"s:/a/C","steps":[],"#,
            r#""difference":{"component":"path","a":{"start":5,"end":6},"b":{"start":5,"end":6},"reason":"letter-case","#,
            r#""section":"RFC 3986 section 6.2.2.1","description":"letter case matters here"},"differences":[{"component":"path","#,
            r#""a":{"start":5,"end":6},"b":{"start":5,"end":6},"reason":"letter-case","section":"RFC 3986 section 6.2.2.1","#,
            r#""description":"letter case matters here","removed_by":[]}]}"#,
            "\n",
            r#"{"line":2,"input":"x y","ok":false,"other":"","error":{"of":"input","start":1,"end":2,"component":"path","code":"E001","#,
            r#""message":"expected a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:@/\", found ' ', which is written %20 (RFC 3987 section 2.2, ipath)"}}"#,
            "\n",
        ),
        "",
    );
}

#[test]
fn as_json_without_fragments() {
    let outcome = oneiri(&["compare", "--json", "--ignore-fragment", "a:#x", "A:#y"]);
    let object = &outcome.json()[0];
    assert_eq!((&object["other"], &object["b"]), (&"A:#y".into(), &"A:".into()));
    assert_eq!((&object["rung"], &object["equal"]), (&"case".into(), &true.into()));
}

/// Without a terminal there is no color, unless it is asked for; `NO_COLOR` has the last word.
#[test]
fn color() {
    let shown = |environment: &[(&str, &str)]| {
        let mut command = command(&["compare", "a:", "A:"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
        command.envs(environment.iter().copied()).stdin(Stdio::null());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let plain = shown(&[]);
    assert!(!plain.contains('\u{1B}'), "{plain}");
    let colored = shown(&[("CLICOLOR_FORCE", "1")]);
    assert!(colored.contains("\u{1B}[1m\u{1B}[32mequal at the case rung\u{1B}[0m\n"), "{colored:?}");
    assert!(colored.contains("\u{1B}[2m<empty>\u{1B}[0m\n"), "{colored:?}");
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    assert_eq!(shown(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain);
}
