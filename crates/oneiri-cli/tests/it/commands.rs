//! Each command on arguments: what it prints, what it refuses.

use crate::run::{feed, file, oneiri};

#[test]
fn parse_prints_what_is_there() {
    oneiri(&["parse", "http://ada@[2001:DB8::7]:8080/a/b?q#"]).is(
        0,
        "scheme     http\n\
         authority  ada@[2001:DB8::7]:8080\n\
         userinfo   ada\n\
         host       [2001:DB8::7] (IPv6)\n\
         port       8080\n\
         path       /a/b\n\
         query      q\n\
         fragment   \"\"\n",
        "",
    );
}

#[test]
fn parse_reads_by_the_url_standard() {
    oneiri(&["parse", "--whatwg", "HTTP:\\\\u:p@EXAMPLE.com:80/a b", "x:y"]).is(
        0,
        "scheme     http\n\
         authority  u:p@example.com\n\
         userinfo   u:p\n\
         host       example.com\n\
         path       /a%20b\n\
         invalid    5-5: special-scheme-missing-following-solidus\n\
         invalid    5-6: special-scheme-missing-following-solidus\n\
         invalid    6-7: special-scheme-missing-following-solidus\n\
         invalid    7-11: invalid-credentials\n\
         invalid    27-28: invalid-URL-unit\n\
         \n\
         scheme     x\n\
         path       y\n",
        "",
    );
    oneiri(&["parse", "--whatwg", "--json", "http://h/|?"]).is(
        0,
        "{\"line\":1,\"input\":\"http://h/|?\",\"ok\":true,\"output\":\"http://h/|?\",\"scheme\":\"http\",\
         \"authority\":\"h\",\"userinfo\":null,\"host\":\"h\",\"port\":null,\"path\":\"/|\",\"query\":\"\",\
         \"fragment\":null,\"validation_errors\":[{\"name\":\"invalid-URL-unit\",\"start\":9,\"end\":10}]}\n",
        "",
    );
    let outcome = oneiri(&["parse", "--whatwg", "http://h:70000/"]);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    assert!(outcome.stderr.contains("9-14") && outcome.stderr.contains("port-out-of-range"));
    for option in ["--uri", "--iri", "--lenient", "--only=host"] {
        assert_eq!(oneiri(&["parse", "--whatwg", option, "x:y"]).code, 2, "{option}");
    }
}

#[test]
fn parse_tells_absent_from_empty_and_separates_several() {
    oneiri(&["parse", "", "//@:", "//192.0.2.1", "//[v7.a:b]"]).is(
        0,
        "path       \"\"\n\
         \n\
         authority  @:\n\
         userinfo   \"\"\n\
         host       \"\"\n\
         port       \"\"\n\
         path       \"\"\n\
         \n\
         authority  192.0.2.1\n\
         host       192.0.2.1 (IPv4)\n\
         path       \"\"\n\
         \n\
         authority  [v7.a:b]\n\
         host       [v7.a:b] (IP of a later version)\n\
         path       \"\"\n",
        "",
    );
}

#[test]
fn parse_shows_direction_controls_and_goes_on_after_a_refusal() {
    oneiri(&["parse", "a b", "x:\u{202E}cba"]).is(
        1,
        "scheme     x\npath       \\u{202E}cba\n",
        "argument:1:1-2: E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n",
    );
}

#[test]
fn check_is_silent_about_what_is_valid() {
    oneiri(&["check", "--", "http://example.com/", "", "../g"]).is(
        0,
        "",
        "oneiri: 3 checked, 0 invalid, 2 without a scheme\n",
    );
    oneiri(&["check", "http://[::1/", "http://h/%zz"]).is(
        1,
        "argument:1:11-12: E006 host: expected a closing \"]\", found '/' (RFC 3986 section 3.2.2)\n\
         argument:2:9-11: E002 path: expected two hexadecimal digits after \"%\" (a percent sign is \
         %25), found 'z' (RFC 3986 section 2.1)\n",
        "oneiri: 2 checked, 2 invalid\n",
    );
}

/// What is invalid is what `check` prints, unless the valid lines are printed.
#[test]
fn check_prints_what_is_invalid_on_standard_output() {
    let fault = "E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)";
    let (list, summary) = (b"a:b\na b\nc\n", "oneiri: 3 checked, 1 invalid, 1 without a scheme\n");
    let found = format!("stdin:2:1-2: {fault}\n");
    feed(&["check"], list).is(1, &found, summary);
    feed(&["check", "-o", "-"], list).is(1, "a:b\nc\n", &format!("{found}{summary}"));
    let good = crate::run::path("commands-check-good.txt");
    feed(&["check", "-o", good.to_str().unwrap()], list).is(1, &found, summary);
    assert_eq!(std::fs::read(&good).unwrap(), b"a:b\nc\n");
    feed(&["check", "-q"], list).is(1, "", "");
    // Whoever says what becomes of it has still to know that something is.
    feed(&["check", "--rejects", "/dev/null"], list).is(1, "", summary);
    let tagged = feed(&["check", "--tag"], list);
    assert_eq!((tagged.code, tagged.stdout()), (1, &*format!("a:b\t\na b\t{fault}\nc\t\n")));
}

/// A list of links has a scheme in each line, and a CI job can ask for it.
#[test]
fn what_has_no_scheme_is_invalid_if_asked_for() {
    let list = b"http://h/\nexample.com\n//h/\n\nmailto:a@b\n";
    feed(&["check"], list).is(0, "", "oneiri: 5 checked, 0 invalid, 3 without a scheme\n");
    let outcome = feed(&["check", "--absolute"], list);
    assert_eq!(outcome.code, 1);
    let places: Vec<&str> = outcome.stdout().lines().map(|it| &it[..8]).collect();
    assert_eq!(places, ["stdin:2:", "stdin:3:", "stdin:4:"], "{}", outcome.said());
    assert!(outcome.stdout().contains("expected a scheme"), "{}", outcome.said());
    assert_eq!(outcome.stderr, "oneiri: 5 checked, 3 invalid\n");
    for command in [&["normalize"][..], &["dedupe"], &["key", "--kind", "surt"], &["lint"]] {
        let outcome = feed(&[command, &["--absolute"]].concat(), list);
        assert_eq!(outcome.code, 1, "{command:?}");
        // What lint finds is its output.
        let told = if command == ["lint"] { outcome.stdout() } else { &outcome.stderr };
        assert_eq!(told.matches("expected a scheme").count(), 3, "{told}");
        assert_eq!(feed(command, list).code, 0, "{command:?}");
    }
    // A base gives each its scheme.
    // A broken reference of a page is reported for what is wrong in it, because its base would give it a scheme.
    let page = file("absolute.html", b"<a href='a b'><a href='c'>");
    let outcome = oneiri(&["check", "--absolute", "--base", "http://h/", &page]);
    let told = format!("{page}:1:10-11: E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n");
    assert_eq!((outcome.code, outcome.stdout()), (1, &*told));
    let based = ["normalize", "--absolute", "--base", "http://b/"];
    feed(&based, b"c\n").is(0, "http://b/c\n", "");
}

#[test]
fn the_alphabet_is_a_choice() {
    assert_eq!(oneiri(&["check", "http://h/é"]).code, 0);
    assert_eq!(oneiri(&["check", "--iri", "http://h/é"]).code, 0);
    let refused = oneiri(&["check", "--uri", "http://h/é"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused.stdout().starts_with("argument:1:9-11: E001 path: 'é' (U+00E9) is not allowed here"),
        "{}",
        refused.said()
    );
    assert_eq!(oneiri(&["check", "--uri", "--iri", "http://h/é"]).code, 2);
}

#[test]
fn lenient_encodes_what_no_identifier_may_hold() {
    oneiri(&["normalize", "--lenient", "http://h/{a b}"]).is(0, "http://h/%7Ba%20b%7D\n", "");
    oneiri(&["normalize", "--uri", "--lenient", "http://h/é"]).is(0, "http://h/%C3%A9\n", "");
    let refused = oneiri(&["normalize", "--lenient", "http://h/[x]"]);
    assert_eq!((refused.code, refused.stdout()), (1, ""));
}

#[test]
fn trackers_are_dropped_on_demand() {
    for (options, text, expected) in [
        (&[][..], "HTTP://h:80?id=7&utm_source=x&%75tm_new=y&fbclid#f", "http://h/?id=7#f"),
        (&[], "http://h/?utm_source=x", "http://h/"),
        (&[], "http://h/?q=utm_source", "http://h/?q=utm_source"),
        (&["--only", "case"], "HTTP://h:80?utm_source=%c3&b", "http://h:80?b"),
        (&["--ignore-fragment"], "http://h/?gclid=1#f", "http://h/"),
    ] {
        let arguments = [&["normalize", "--drop", "trackers"], options, &["--", text]].concat();
        oneiri(&arguments).is(0, &format!("{expected}\n"), "");
    }
}

#[test]
fn normalize_does_all_steps_or_some() {
    let messy = "HTTP://Ex%41mple.com:080/%7eada/%2E%2e/b%2f%c3%a9";
    oneiri(&["normalize", messy]).is(0, "http://example.com/b%2Fé\n", "");
    oneiri(&["normalize", "--uri", messy]).is(0, "http://example.com/b%2F%C3%A9\n", "");
    oneiri(&["normalize", "--only", "case", messy]).is(0, "http://ex%41mple.com:080/%7Eada/%2E%2E/b%2F%C3%A9\n", "");
    oneiri(&["normalize", "--only", "escape", messy]).is(0, "HTTP://ExAmple.com:080/~ada/../b%2Fé\n", "");
    oneiri(&["normalize", "--only=path", messy]).is(0, &format!("{messy}\n"), "");
    oneiri(&["normalize", "--only", "escape,path", messy]).is(0, "HTTP://ExAmple.com:080/b%2Fé\n", "");
    oneiri(&["normalize", "--only", "case,escape,path", messy]).is(0, "http://example.com:080/b%2Fé\n", "");
}

#[test]
fn normalize_at_a_rung() {
    let messy = "HTTP://h:080/%7eada/../b%2f?#Top";
    let mut forms = vec![messy.to_owned()];
    forms.extend(
        [
            "http://h:080/%7Eada/../b%2F?#Top",
            "http://h:080/~ada/../b%2F?#Top",
            "http://h:80/b%2F?#Top",
            "http://h/b%2F?#Top",
        ]
        .map(str::to_owned),
    );
    let rungs = ["string", "case", "escape", "path", "scheme"];
    for (rung, form) in rungs.into_iter().zip(&forms) {
        oneiri(&["normalize", "--rung", rung, messy]).is(0, &format!("{form}\n"), "");
        let bare = form.trim_end_matches("#Top");
        oneiri(&["normalize", "--ignore-fragment", "--rung", rung, messy]).is(0, &format!("{bare}\n"), "");
    }
    oneiri(&["normalize", messy]).is(0, &format!("{}\n", forms[4]), "");
    oneiri(&["normalize", "--only", "case", "--ignore-fragment", messy]).is(0, "http://h:080/%7Eada/../b%2F?\n", "");
}

#[test]
fn normalize_what_a_reference_leads_to() {
    oneiri(&["normalize", "--base", "HTTP://h/a/b", "--", "../%63", "", "//I:/"]).is(
        0,
        "http://h/c\nhttp://h/a/b\nhttp://i/\n",
        "",
    );
    oneiri(&["normalize", "--uri", "--base", "HTTP://h:80", "--", "?", "é"]).is(
        1,
        "http://h/?\n",
        "argument:2:0-2: E001 path: 'é' (U+00E9) is not allowed here; write %C3%A9 (RFC 3986 section \
         3.3)\n",
    );
}

#[test]
fn resolve_and_relativize() {
    let base = "http://a/b/c/d;p?q";
    oneiri(&["resolve", "--base", base, "../g", "?y", "", "g:h"]).is(
        0,
        "http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://a/b/c/d;p?q\ng:h\n",
        "",
    );
    let targets = ["http://a/b/g", "http://a/b/c/d;p?y", "http://a/b/c/d;p?q", "g:h", "http://b/", base];
    let there = oneiri(&[&["relativize", "--base", base][..], &targets].concat());
    assert_eq!((there.code, there.stdout().lines().count()), (0, targets.len()));
    let references: Vec<&str> = there.stdout().lines().collect();
    assert_eq!(references[..3], ["../g", "?y", ""]);
    let back = oneiri(&[&["resolve", "--base", base, "--"][..], &references].concat());
    assert_eq!(back.stdout().lines().collect::<Vec<_>>(), targets);
    // By the letter of RFC 3986, ".." against "x:a/b" is "x:/".
    for (base, target, reference) in [
        ("x:a/b", "x:", "x:"),
        ("example:a/b", "example:c", "example:c"),
        ("example:a/b/c", "example:a/d", "../d"),
        ("x:a", "x:", "."),
    ] {
        let printed = format!("{reference}\n");
        oneiri(&["relativize", "--base", base, target]).is(0, &printed, "");
    }
    oneiri(&["relativize", "--base", base, "g"]).is(
        1,
        "",
        "argument:1:0-0: E003 scheme: expected a scheme and its colon, such as \"https:\", found 'g' \
         (RFC 3986 section 3)\n",
    );
}

#[test]
fn convert_both_ways() {
    let (iri, uri) = ("HTTP://résumé.example.org/a/../b", "HTTP://r%C3%A9sum%C3%A9.example.org/a/../b");
    oneiri(&["convert", "--to", "uri", iri, uri]).is(0, &format!("{uri}\n{uri}\n"), "");
    oneiri(&["convert", "--to", "iri", iri, uri]).is(0, &format!("{iri}\n{iri}\n"), "");
    oneiri(&["convert", "--uri", "--to", "iri", uri]).is(0, &format!("{iri}\n"), "");
    oneiri(&["convert", "--uri", "--to", "uri", uri]).is(0, &format!("{uri}\n"), "");
    assert_eq!(oneiri(&["convert", "--uri", "--to", "iri", iri]).code, 1);
    // Reserved characters, broken UTF-8 and direction controls stay escaped.
    oneiri(&["convert", "--to", "iri", "http://h/%2f%FF%e2%80%ae"]).is(0, "http://h/%2F%FF%E2%80%AE\n", "");
}

#[test]
fn encode_and_decode() {
    oneiri(&["encode", "rosé & 100%", "a/b"]).is(0, "ros%C3%A9%20%26%20100%25\na%2Fb\n", "");
    oneiri(&["encode", "--safe", "/:", "a/b:c?"]).is(0, "a/b:c%3F\n", "");
    oneiri(&["decode", "ros%C3%A9+%26%2f", "100%, %2G"]).is(0, "rosé+&/\n100%, %2G\n", "");
    assert_eq!(oneiri(&["decode", "a%FFb%00c"]).stdout, b"a\xFFb\0c\n");
    oneiri(&["decode", "--strict", "a%20b", "é%4"]).is(
        1,
        "a b\n",
        "argument:2:2-4: E002 expected two hexadecimal digits after \"%\" (a percent sign is %25), \
         found the end (RFC 3986 section 2.1)\n",
    );
}
