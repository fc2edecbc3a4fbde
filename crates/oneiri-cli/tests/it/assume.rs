//! `--assume`: what is merged under assumptions, never as an equivalence, and always by name.

use std::fs;

use crate::run::{feed, file, oneiri, path};

/// Pairs with the assumptions that they need. All other pairs of a row stay different.
const NEEDED: &[(&str, &str, &[&str])] = &[
    ("http://h/?utm_source=x&a=1", "http://h/?a=1", &["trackers@1"]),
    ("http://h/?utm_source=x", "http://h/", &["trackers@1"]),
    ("http://h/?fbclid=1&b&gclid=2", "http://h/?b", &["trackers@1"]),
    ("http://h/?b=1&a=2", "http://h/?a=2&b=1", &["query-order@1"]),
    ("http://h/?b&a=1&a=2", "http://h/?a=1&b&a=2", &["query-order@1"]),
    ("http://h/", "https://h/", &["https@1"]),
    ("http://h:80/", "https://h", &["https@1"]),
    ("http://www.h.example/", "http://h.example/", &["www@1"]),
    ("http://www.h.example./", "http://h.example./", &["www@1"]),
    ("http://h/a/", "http://h/a", &["slash@1"]),
    ("http://h/a/index.html", "http://h/a/", &["index@1"]),
    ("http://h/index.php?q", "http://h?q", &["index@1"]),
    ("http://h/a/default.aspx", "http://h/a", &["slash@1", "index@1"]),
    ("http://h/A%2Fb", "http://h/a%2FB", &["case@1"]),
    ("http://h/INDEX.HTML", "http://h/", &["index@1", "case@1"]),
    ("http://www.h.example?gclid=1", "https://h.example", &["trackers@1", "https@1", "www@1"]),
    ("file:///c%3A/a", "file:///C:/a", &["drive@1"]),
    ("file:/c:", "file:///C%3a", &["drive@1"]),
    ("file://h/c%3a/A?q#f", "file://h/C:/A?q#f", &["drive@1"]),
];

const ALL: &str = "trackers,query-order,https,www,slash,index,case,drive";

/// Pairs that no assumption makes equal.
const NEVER: &[(&str, &str)] = &[
    ("http://h/?a=1&a=2", "http://h/?a=2&a=1"),
    ("http://h/?A=1", "http://h/?a=1"),
    ("http://h/?q=utm_source", "http://h/?q="),
    ("http://h:8080/", "https://h:8080/"),
    ("http://h:443/", "https://h/"),
    ("http://www.com/", "http://com/"),
    ("http://www.192.0.2.1/", "http://192.0.2.1/"),
    ("http://www2.h.example/", "http://h.example/"),
    ("http://h/a//", "http://h/a"),
    ("http://h/a/index.txt", "http://h/a/"),
    ("http://h/aindex.html", "http://h/a"),
    ("http://h/%C3%89", "http://h/%C3%A9"),
    ("ftp://h/a/", "ftp://h/a"),
    ("ftp://www.h.example/", "ftp://h.example/"),
    ("/a/", "/a"),
    ("//www.h.example/", "//h.example/"),
    ("urn:a:b?utm_source=x", "urn:a:b"),
    ("http://h/#a", "http://h/"),
    ("http://h/c%3A/a", "http://h/C:/b"),
    ("file:///c:/a", "file:///d:/a"),
    ("file:///c:a", "file:///C:a"),
    ("file:///ab:/", "file:///AB:/"),
    ("file:///c:", "file:/C%3a?q"),
    ("file:///C:/A", "file:///C:/a"),
];

#[test]
fn what_two_spellings_need_is_named() {
    for &(a, b, needed) in NEEDED {
        for (a, b) in [(a, b), (b, a)] {
            let outcome = oneiri(&["compare", "--json", "--assume", ALL, a, b]);
            assert_eq!(outcome.code, 1, "{a} {b}: it is no equivalence");
            let object = &outcome.json()[0];
            assert_eq!(object["assumed"], serde_json::json!(needed), "{a} {b}");
            assert_eq!((&object["equal"], &object["rung"]), (&false.into(), &().into()), "{a} {b}");
            // Without one of them the two are different.
            for one in needed {
                let name = one.strip_suffix("@1").unwrap();
                let others = ALL.split(',').filter(|it| *it != name).collect::<Vec<_>>().join(",");
                let lines = format!("{a}\n{b}\n");
                let outcome = feed(&["dedupe", "--assume", &others], lines.as_bytes());
                assert_eq!(outcome.stdout(), lines, "{a} {b} without {one}");
            }
            let names = needed.join(",");
            let lines = format!("{a}\n{b}\n");
            let outcome = feed(&["dedupe", "--assume", &names], lines.as_bytes());
            assert_eq!(outcome.stdout(), format!("{a}\n"), "{a} {b}");
            let [x, y] = [a, b].map(|it| oneiri(&["key", "--assume", &names, it]).stdout);
            assert_eq!(x, y);
        }
    }
    for (a, b) in NEVER {
        let outcome = oneiri(&["compare", "--json", "--assume", ALL, a, b]);
        assert_eq!(outcome.code, 1);
        assert!(outcome.json()[0].as_object().unwrap()["assumed"].is_null(), "{a} {b}");
        let lines = format!("{a}\n{b}\n");
        assert_eq!(feed(&["dedupe", "--assume", ALL], lines.as_bytes()).stdout(), lines);
    }
    // Equal at the rung, or asked without assumptions.
    let outcome = oneiri(&["compare", "--json", "--assume", ALL, "http://h", "http://h/"]);
    assert_eq!((outcome.code, &outcome.json()[0]["assumed"]), (0, &serde_json::json!([])));
    let outcome = oneiri(&["compare", "--json", "http://h", "https://h"]);
    assert!(!outcome.stdout().contains("assumed"));
}

const LIST: &str = "https://www.example.com/a/\nHTTP://example.com:80/a?utm_medium=x\nhttp://example.com/a\n\
                    https://www.example.com/a/\nhttps://www.Example.com/%61/\nhttp://example.com/b\n";

#[test]
fn what_was_merged_is_counted_and_mapped() {
    let names = "https,slash,trackers,www";
    let summary = "oneiri: 6 lines: 2 unique, 4 duplicates, 0 invalid; 2 merged only under \
                   assumptions (trackers@1 1, https@1 2, www@1 2, slash@1 2)\n";
    let map = path("assume-map.tsv");
    let name = map.to_str().unwrap();
    let kept = "https://www.example.com/a/\nhttp://example.com/b\n";
    feed(&["dedupe", "--assume", names, "--map", name], LIST.as_bytes()).is(0, kept, summary);
    assert_eq!(
        fs::read_to_string(&map).unwrap(),
        "https://www.example.com/a/\tHTTP://example.com:80/a?utm_medium=x\t\t\ttrackers@1,https@1,www@1,slash@1\n\
         https://www.example.com/a/\thttp://example.com/a\t\t\thttps@1,www@1,slash@1\n\
         https://www.example.com/a/\thttps://www.Example.com/%61/\tescape\tletter-case,unreserved\t\n"
    );
    let map = path("assume-map.ndjson");
    let name = map.to_str().unwrap();
    feed(&["dedupe", "--assume", names, "--map", name], LIST.as_bytes()).is(0, kept, summary);
    let rows = fs::read_to_string(&map).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows[1].ends_with(r#""rung":null,"rules":[],"assumed":["https@1","www@1","slash@1"]}"#));
    assert!(rows[2].ends_with(r#""rung":"escape","rules":["letter-case","unreserved"],"assumed":[]}"#));
    // The order of the names does not matter, nor how often one is named, nor its version.
    for names in ["www@1,trackers@1,slash,https@1", "slash,slash,https,www,trackers"] {
        feed(&["dedupe", "--assume", names], LIST.as_bytes()).is(0, kept, summary);
    }
}

#[test]
fn the_same_whatever_the_memory() {
    let mut lines = String::new();
    for nth in 0..40_000 {
        let (s, www, slash) = (["", "s"][nth % 2], ["", "www."][nth / 2 % 2], ["", "/"][nth / 4 % 2]);
        lines.push_str(&format!("http{s}://{www}example.com/path/to/page/{}{slash}\n", nth % 15_000));
    }
    let input = file("assume-many.txt", lines.as_bytes());
    let with = |memory| oneiri(&["dedupe", "--assume", "https,www,slash", &input, "--memory", memory]);
    let (small, large) = (with("1M"), with("1G"));
    assert_eq!(large.stdout().lines().count(), 15_000);
    assert!(small.stdout() == large.stdout());
    assert_eq!(small.stderr, large.stderr);
    let total = "oneiri: 40000 lines: 15000 unique, 25000 duplicates, 0 invalid; ";
    assert!(large.stderr.starts_with(total), "{}", large.stderr);
    let dry = |memory| {
        let arguments = ["dedupe", "--assume", "https,www,slash", "--dry-run", &input, "--memory", memory];
        oneiri(&arguments)
    };
    let (small, large) = (dry("1M"), dry("1G"));
    assert_eq!((small.stdout(), &small.stderr), (large.stdout(), &large.stderr));
}

#[test]
fn a_dry_run_says_what_would_be_lost() {
    let outcome = feed(&["dedupe", "--assume", "www,https,case", "--dry-run"], LIST.as_bytes());
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stdout(),
        "https@1: 0 lines would be merged\nwww@1: 0 lines would be merged\ncase@1: 0 lines would be merged\n"
    );
    let list = "http://example.com/\nhttps://www.example.com/long/path\nhttps://example.com/\n\
                https://www.example.com/\nhttp://example.com/long/path\n";
    let outcome = feed(&["dedupe", "--assume", "www,https", "--dry-run"], list.as_bytes());
    outcome.is(
        0,
        "https@1: 3 lines would be merged\n  for example https://example.com/\n         into \
         http://example.com/\n  wrongly, if the server answers http and https differently\n\
         www@1: 2 lines would be merged\n  for example https://www.example.com/\n         into \
         http://example.com/\n  wrongly, if the two names belong to different servers or owners\n",
        "oneiri: 5 lines: 2 unique, 3 duplicates, 0 invalid; 3 merged only under assumptions \
         (https@1 3, www@1 2)\n",
    );
    for bad in [&["--dry-run"][..], &["--dry-run", "--assume", "www", "-o", "x"]] {
        assert_eq!(oneiri(&[&["dedupe"], bad].concat()).code, 2, "{bad:?}");
    }
}

#[test]
fn trackers_of_a_file() {
    let own = file("assume-trackers.txt", b"from # who sent it\nx_*\n");
    let arguments = ["dedupe", "--assume", "trackers", "--trackers", &own];
    let lines = b"http://h/?from=a&q\nhttp://h/?q&x_1=2\nhttp://h/?q&utm_source=a\n";
    let outcome = feed(&arguments, lines);
    assert_eq!(outcome.stdout(), "http://h/?from=a&q\nhttp://h/?q&utm_source=a\n");
    assert!(outcome.stderr.contains("(trackers@own-"), "{}", outcome.stderr);
    let bad = file("assume-trackers-bad.txt", b"ok\na&b\n");
    let outcome = oneiri(&["key", "--assume", "trackers", "--trackers", &bad, "http://h"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("line 2: expected the name"), "{}", outcome.stderr);
    for wrong in [
        &["--assume", "trackers", "--trackers", "no/such/file"][..],
        &["--assume", "trackers@1", "--trackers", &own],
        &["--assume", "www", "--trackers", &own],
        &["--trackers", &own],
        &["--assume", "trackers@2"],
        &["--assume", "https", "--rung", "path"],
        &["--assume", ""],
    ] {
        assert_eq!(oneiri(&[&["key"], wrong, &["http://h"]].concat()).code, 2, "{wrong:?}");
    }
    assert_eq!(oneiri(&["dedupe", "--json", "--assume", "www"]).code, 2);
    assert_eq!(oneiri(&["normalize", "--assume", "www", "http://h"]).code, 2, "no normal form");
}

#[test]
fn lists_are_compared_under_assumptions() {
    let a = file("assume-a.txt", b"http://example.com/\nhttp://example.com/x\n");
    let b = file("assume-b.txt", b"https://www.example.com/\nhttps://other.example/\n");
    oneiri(&["comm", "--assume", "https,www", &a, &b]).is(
        0,
        "\t\thttp://example.com/\nhttp://example.com/x\n\thttps://other.example/\n",
        "oneiri: 4 lines: 3 unique, 1 duplicate, 0 invalid; 1 only in A, 1 only in B, 1 in both; 1 merged only under \
         assumptions (https@1 1, www@1 1)\n",
    );
}

#[test]
fn explained_in_words() {
    let outcome = oneiri(&["compare", "--assume", "https,www", "http://h.example", "https://www.h.example"]);
    assert_eq!(outcome.code, 1);
    let told = "\nnot equivalent, but equal if these assumptions are right:\n\
                https@1  http and https without a port lead to the same page\n         \
                wrong, if the server answers http and https differently\n\
                www@1  the host with www. and without it is the same site\n       \
                wrong, if the two names belong to different servers or owners\n";
    assert!(outcome.stdout().ends_with(told), "{}", outcome.stdout());
    let outcome = oneiri(&["compare", "--assume", "https", "http://h.example", "https://www.h.example"]);
    assert!(outcome.stdout().ends_with("\nnot equal under the assumptions either\n"));
    let outcome = oneiri(&["compare", "--assume", "https", "http://h", "http://h/"]);
    assert!(outcome.code == 0 && !outcome.stdout().contains("assum"), "{}", outcome.stdout());
}

/// Without the option, `explain` names the one that would help, with the fewest assumptions.
#[test]
fn assumptions_are_hinted_at() {
    let hint = |a, b| {
        let shown = oneiri(&["compare", a, b]).stdout().to_owned();
        shown.lines().find(|line| line.starts_with("--assume")).map(str::to_owned)
    };
    for (a, b, names) in [
        ("http://example.com/a", "https://www.example.com/a/", "https,www,slash"),
        ("http://h/?utm_source=x&b&a", "http://h?a&b", "trackers,query-order"),
        ("http://h/A", "http://h/a", "case"),
    ] {
        let expected = format!("--assume {names} would make them equal, at your risk");
        assert_eq!(hint(a, b).as_deref(), Some(expected.as_str()), "{a} {b}");
    }
    for (a, b) in [("http://h/a", "http://h/b"), ("http://h", "http://h/"), ("ftp://h/A", "ftp://h/a")] {
        assert_eq!(hint(a, b), None, "{a} {b}");
    }
}
