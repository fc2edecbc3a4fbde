//! `--evidence FILE`: the protocol rung.

use crate::run::{Outcome, feed, file, oneiri, path};

const DATA: &str = "http://example.com/data";

/// The example of RFC 3986 section 6.2.4, and what says so.
#[test]
fn an_observed_redirect_joins_what_was_observed() {
    let evidence = file(
        "evidence-redirect.tsv",
        b"# seen\nredirect\thttp://example.com/data\thttp://example.com/data/\tcrawl 7\r\n\n",
    );
    let slash = "http://EXAMPLE.com:80/data/";
    let on = |asked: &str, a: &str, b: &str| oneiri(&["compare", "--evidence", &evidence, "--rung", asked, a, b]);
    let says = |outcome: Outcome| {
        let verdict = outcome.stdout().lines().next().unwrap_or_default().to_owned();
        (outcome.code, verdict)
    };
    let protocol = "equal at the protocol rung".to_owned();
    assert_eq!(says(on("protocol", DATA, slash)), (0, protocol.clone()));
    // Without a rung it is that of the evidence.
    let unnamed = oneiri(&["compare", "--evidence", &evidence, DATA, slash]);
    assert_eq!(says(unnamed), (0, protocol.clone()));
    feed(&["dedupe", "-q", "--evidence", &evidence], format!("{DATA}\n{slash}\n").as_bytes()).is(
        0,
        &format!("{DATA}\n"),
        "",
    );
    let (x, y) = (format!("{DATA}#x"), format!("{slash}#x"));
    assert_eq!(says(on("protocol", &x, &y)), (0, protocol));
    assert_eq!(on("protocol", &x, slash).code, 1);
    assert_eq!(on("protocol", "http://example.com/other", "http://example.com/other/").code, 1);

    oneiri(&["normalize", "--rung", "protocol", "--evidence", &evidence, DATA, "http://example.com/x"]).is(
        0,
        "http://example.com/data/\nhttp://example.com/x\n",
        "",
    );
    feed(&["dedupe", "--rung", "protocol", "--evidence", &evidence], format!("{DATA}\n{slash}\n{DATA}#x\n").as_bytes())
        .is(0, &format!("{DATA}\n{DATA}#x\n"), "oneiri: 3 lines: 2 unique, 1 duplicate, 0 invalid\n");

    let explained = oneiri(&["compare", "--evidence", &evidence, "--rung", "protocol", DATA, slash]);
    let chain = "http://example.com/data -> http://example.com/data/  redirect, crawl 7\n";
    assert!(explained.stdout().starts_with("equal at the protocol rung\n"));
    assert!(explained.stdout().ends_with(chain), "{}", explained.stdout());
    let json = oneiri(&["--json", "compare", "--evidence", &evidence, DATA, slash]).json();
    assert_eq!(json[0]["chain"][0]["source"], "crawl 7");
}

/// Options that would do nothing are errors, in each command that has them.
#[test]
fn an_option_without_effect_is_an_error() {
    let evidence = file("evidence-rung.tsv", b"redirect\thttp://a/\thttp://b/\n");
    let list = file("evidence-rung.txt", b"http://a/\n");
    let commands: [(&str, &[&str]); 5] = [
        ("compare", &["a:", "b:"]),
        ("dedupe", &[&list]),
        ("comm", &[&list, &list]),
        ("normalize", &[&list]),
        ("key", &[&list]),
    ];
    for (command, input) in commands {
        let run = |options: &[&str]| oneiri(&[&[command], options, input].concat());
        for rung in ["string", "case", "escape", "path", "scheme"] {
            let seen = run(&["--rung", rung, "--evidence", &evidence]);
            assert_eq!((seen.code, seen.stdout()), (2, ""), "{command} {rung}");
            assert!(seen.stderr.contains("--evidence needs --rung protocol"), "{}", seen.stderr);
            let seen = run(&["--rung", rung, "--idna"]);
            assert_eq!(seen.code == 2, rung != "scheme", "{command} {rung}: {}", seen.stderr);
        }
        assert_ne!(run(&["--rung", "protocol", "--evidence", &evidence, "--idna"]).code, 2);
    }
    for option in [&["--idna"][..], &["--evidence", &evidence]] {
        let seen = oneiri(&[&["normalize", "--only", "case"], option, &[&list]].concat());
        assert_eq!((seen.code, seen.stdout()), (2, ""), "{option:?}");
        assert!(seen.stderr.contains("cannot be used with --only"), "{}", seen.stderr);
    }
    for option in [
        &["--rung", "path"][..],
        &["--idna"],
        &["--base", "http://h/"],
        &["--lenient"],
        &["--absolute"],
        &["--ignore-fragment"],
        &["--urn-names"],
        &["--evidence", &evidence],
        &["--assume", "https"],
    ] {
        assert_eq!(oneiri(&[&["key", "--invert"], option, &[&list]].concat()).code, 2, "{option:?}");
    }
}

/// What cannot be used is told, line by line, and the rest counts.
#[test]
fn what_is_no_evidence_is_told() {
    let evidence = file(
        "evidence-bad.tsv",
        b"302\thttp://a/\thttp://b/\nnothing\ncanonical\turn:x\thttp://y/\n\
          308\thttp://a/#f\thttp://b/\nredirect\thttp://a b/\thttp://b/\n\xFF\n\
          301\thttp://l/1\thttp://l/2\n301\thttp://l/2\thttp://l/1\n\
          301\thttp://c/\thttp://c/1\n301\thttp://c/\thttp://c/2\n\
          301\thttp://good/\thttp://better/\n",
    );
    let outcome = oneiri(&["compare", "--evidence", &evidence, "--rung", "protocol", "http://good", "http://better"]);
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout().starts_with("equal at the protocol rung\n"), "{}", outcome.stdout());
    let told: Vec<&str> = outcome.stderr.lines().collect();
    let expected = [
        (":1: ", "which is temporary"),
        (":2: ", "with TABs between them"),
        (":3: ", "RFC 3986 section 6.2.4"),
        (":4: ", "expected no fragment"),
        (":5: ", "invalid IRI: host, byte 8"),
        (":6: ", "expected UTF-8"),
        (": conflict: ", "http://c/ leads to http://c/1 and to http://c/2"),
        (": loop: ", "http://l/1 leads to http://l/2"),
    ];
    assert_eq!(told.len(), expected.len(), "{}", outcome.stderr);
    for (line, (place, reason)) in told.iter().zip(expected) {
        assert!(line.contains(place) && line.contains(reason), "{line}");
    }
    let missing = oneiri(&["compare", "--evidence", "no such file", "a", "b"]);
    assert_eq!(missing.code, 2);
}

/// What no rule of a rung says, an option did: the map and `explain` name it.
#[test]
fn the_option_that_merged_is_named() {
    let list = "http://h/a\nhttp://h/a#x\nHTTP://h/a#y\nb\nhttp://h/b\nhttp://h/c d\nhttp://h/c%20d\n\
                urn:example:a\nurn:example:a?+x\nurn:example:a#x\n";
    let options = ["--base", "http://h/", "--lenient", "--urn-names", "--ignore-fragment"];
    let map = path("evidence-options.tsv");
    let name = map.to_str().unwrap();
    let run = [&["dedupe", "-o", "/dev/null", "--map", name][..], &options].concat();
    assert_eq!(feed(&run, list.as_bytes()).code, 0);
    let rows = "http://h/a\thttp://h/a#x\tstring\t--ignore-fragment\n\
                http://h/a\tHTTP://h/a#y\tcase\tletter-case,--ignore-fragment\n\
                b\thttp://h/b\tstring\t--base\n\
                http://h/c d\thttp://h/c%20d\tstring\t--lenient\n\
                urn:example:a\turn:example:a?+x\tstring\t--urn-names\n\
                urn:example:a\turn:example:a#x\tstring\t--ignore-fragment\n";
    assert_eq!(std::fs::read_to_string(&map).unwrap(), rows);
    let pair = ["http://h/a", "HTTP://h/a#x"];
    let shown = oneiri(&[&["compare", "--ignore-fragment", "--urn-names"][..], &pair].concat());
    assert_eq!(shown.code, 0);
    let end = "\nequal only with --ignore-fragment: fragments are left out\n";
    assert!(shown.stdout().ends_with(end), "{}", shown.stdout());
    let json = &oneiri(&[&["compare", "--json", "--ignore-fragment"][..], &pair].concat()).json()[0];
    assert_eq!(json["options"][0], "--ignore-fragment");
    let plain = &oneiri(&["compare", "--json", "--ignore-fragment", "x:a", "X:a"]).json()[0];
    assert!(plain.get("options").is_none(), "{plain}");
}
