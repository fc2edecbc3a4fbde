//! N-Triples and N-Quads, and the cases of W3C for Turtle: each IRI is read, and refused with its place.

use std::fmt::Write;
use std::fs;

use crate::run::{Outcome, feed, file, oneiri, path};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rdf");

/// The places in the messages: `LINE:START-END`.
fn places(outcome: &Outcome, name: &str) -> Vec<String> {
    let place = |line: &str| {
        let rest = line.strip_prefix(name)?.strip_prefix(':')?;
        let mut parts = rest.splitn(3, ':');
        Some(format!("{}:{}", parts.next()?, parts.next()?))
    };
    let read_as = |place: &String| place.contains('-');
    outcome.said().lines().filter_map(place).filter(read_as).collect()
}

#[test]
fn the_cases_of_w3c_are_found_with_their_places() {
    let list = fs::read_to_string(format!("{CASES}/places.tsv")).unwrap();
    let mut listed = 0;
    for line in list.lines() {
        let (name, expected) = line.split_once('\t').unwrap();
        let expected: Vec<&str> = expected.split_whitespace().collect();
        let name = format!("{CASES}/{name}");
        let is_turtle = name.ends_with(".ttl");
        let format = if is_turtle { "turtle" } else { "nt" };
        for more in [&[][..], &["--format", format], &["--uri"]] {
            let outcome = oneiri(&[&["check", "-f", &name], more].concat());
            assert_eq!(places(&outcome, &name), expected, "{name}: {}", outcome.stderr);
            assert_eq!(outcome.code, i32::from(!expected.is_empty()), "{name}");
        }
        // The refused statements and the rest are all of the file.
        let ending = if is_turtle { "ttl" } else { "nt" };
        let [bad, good] = ["bad", "good"].map(|it| path(&format!("rdf-w3c-{it}.{ending}")));
        let [bad, good] = [bad.to_str().unwrap(), good.to_str().unwrap()];
        oneiri(&["check", "-f", &name, "--rejects", bad, "-o", good]);
        assert_eq!(oneiri(&["check", "-f", good]).code, 0, "{name}");
        let [bad, good] = [bad, good].map(|name| fs::read_to_string(name).unwrap());
        let text = fs::read_to_string(&name).unwrap();
        assert_eq!(bad.is_empty(), expected.is_empty(), "{name}");
        // Of two statements on a line, one may go to each file.
        // The file of the rejected ones begins with the directives that it needs, which are in the other, too.
        let directives = good.lines().filter(|line| {
            let word = line.split_whitespace().next().unwrap_or_default();
            ["@prefix", "@base", "PREFIX", "BASE"].iter().any(|it| word.eq_ignore_ascii_case(it))
        });
        let bad = directives.fold(bad, |bad, line| match bad.lines().any(|it| it == line) {
            true => bad.replacen(line, "", 1),
            false => bad,
        });
        let mut words: Vec<&str> = bad.split_whitespace().chain(good.split_whitespace()).collect();
        words.sort_unstable();
        let mut all: Vec<&str> = text.split_whitespace().collect();
        all.sort_unstable();
        assert_eq!(words, all, "{name}");
        listed += 1;
    }
    let is_file = |name: &std::ffi::OsStr| !name.to_string_lossy().ends_with(".tsv");
    let files = fs::read_dir(CASES).unwrap().filter(|it| is_file(&it.as_ref().unwrap().file_name())).count();
    assert_eq!(listed, files, "a file that is not in the list");
    assert!(listed >= 43);
}

const DOCUMENT: &str = "\
# A comment, <http://not an IRI>
<http://h/a b> <http://h/p> \"<http://not an IRI> \\\" \"^^<http://h/^> . # and <one more>

_:a.b <http://h/\\u0020p> \"x\"@en-GB .
_:a <http://h/p> <http://h/o> .\r
<http://h/s> <http://h/p> .
<http://h/s> <p> <http://h/\\u00e9\\u00e9 > .
";

#[test]
fn every_bad_iri_is_named_and_the_rest_is_read() {
    let outcome = feed(&["check", "--format", "nt"], DOCUMENT.as_bytes());
    let expected = ["2:11-12", "2:65-66", "4:16-22", "6:26-27", "7:14-14", "7:39-40"];
    assert_eq!(places(&outcome, "stdin"), expected, "{}", outcome.stderr);
    assert!(outcome.stderr.ends_with("oneiri: 12 checked, 6 invalid\n"), "{}", outcome.stderr);
    assert_eq!(outcome.code, 1);
    let json = feed(&["check", "--json", "--format", "nt"], DOCUMENT.as_bytes());
    let objects = json.json();
    assert_eq!(objects.len(), 12);
    assert_eq!(objects.iter().filter(|it| it["ok"] == false).count(), 6);
    assert_eq!(objects[3]["offset"], 7);
    assert_eq!(objects[3]["input"], "http://h/ p");
    assert_eq!(objects[3]["error"]["start"], 9);
}

#[test]
fn the_refused_statements_go_to_a_file_byte_for_byte() {
    let (bad, name) = (path("rdf-bad.nt"), file("rdf-document.nt", DOCUMENT.as_bytes()));
    let bad = bad.to_str().unwrap();
    let outcome = oneiri(&["check", "-f", &name, "--rejects", bad, "-o", "-"]);
    assert_eq!(outcome.code, 1);
    let lines: Vec<&str> = DOCUMENT.split_inclusive('\n').collect();
    let refused = [lines[1], lines[3], lines[5], lines[6]].concat();
    assert_eq!(fs::read_to_string(bad).unwrap(), refused);
    let again = feed(&["check", "--format", "nt"], refused.as_bytes());
    assert!(again.stderr.ends_with(" 6 invalid\n"), "{}", again.stderr);
}

/// The output is all that is not refused: comments and blank lines, too.
#[test]
fn the_rest_is_a_file_that_loads() {
    let name = file("rdf-rest.nt", DOCUMENT.as_bytes());
    let (bad, good) = (path("rdf-rest-bad.nt"), path("rdf-rest-good.nt"));
    let [bad, good] = [bad.to_str().unwrap(), good.to_str().unwrap()];
    oneiri(&["check", "-f", &name, "--rejects", bad, "-o", good]);
    let rest = fs::read_to_string(good).unwrap();
    let expected = "# A comment, <http://not an IRI>\n\n_:a <http://h/p> <http://h/o> .\r\n";
    assert_eq!(rest, expected);
    assert_eq!(oneiri(&["check", "-f", good]).code, 0);
}

/// Statements that no simple rule divides, and the IRIs in them.
fn statements(count: usize) -> (String, String) {
    let (mut document, mut lines) = (String::new(), String::new());
    for nth in 0..count {
        let iris = [
            format!("http://example.org/{}/s{nth}", "a".repeat(nth * 7919 % 90)),
            format!("http://h{}.example/p", nth % 13),
            match nth % 1009 {
                0 => format!("http://h/{nth} x"),
                1 => "http://[::1/".to_owned(),
                _ => format!("http://example.org/é/{nth}?q#f"),
            },
        ];
        let [s, p, o] = &iris;
        let end = ["\n", "\r\n", " # <x y>\n", "\n\n# <x y>\n"][nth % 4];
        match nth % 5 {
            0 => writeln!(document, "_:b{nth} <{p}> \"<\\\"\\u00e9 . {nth}\"@en .").unwrap(),
            1 => write!(document, "<{s}><{p}>\"\\\\\"^^<{o}>.{end}").unwrap(),
            _ => write!(document, "<{s}>\t<{p}>  <{o}> .{end}").unwrap(),
        }
        let read = if nth % 5 == 0 { &iris[1..2] } else { &iris[..] };
        read.iter().for_each(|iri| writeln!(lines, "{iri}").unwrap());
    }
    (document, lines)
}

fn summary(outcome: &Outcome) -> &str {
    outcome.stderr.lines().last().unwrap()
}

/// The same identifiers as lines and as statements, over many blocks.
#[test]
fn statements_are_answered_like_their_iris() {
    let (document, lines) = statements(40_000);
    assert!(document.len() > 4 << 20);
    let of_lines = feed(&["check"], lines.as_bytes());
    let of_document = feed(&["check", "--format", "nq"], document.as_bytes());
    assert_eq!(summary(&of_lines), summary(&of_document));
    assert!(of_lines.said().lines().count() > 40);
    let reasons = |outcome: &Outcome| -> Vec<String> {
        let reason = |line: &str| line.splitn(4, ':').nth(3).unwrap_or_default().to_owned();
        outcome.said().lines().map(reason).collect()
    };
    assert_eq!(reasons(&of_lines), reasons(&of_document));
    // Item by item, instead of many at once.
    let json = feed(&["check", "--json", "--format", "nt"], document.as_bytes()).json();
    let refused = json.iter().filter(|it| it["ok"] == false);
    let number = |line: &str| line.split(':').nth(1).unwrap().parse::<u64>().unwrap();
    let told: Vec<u64> = of_document.stdout().lines().map(number).collect();
    assert_eq!(refused.map(|it| it["line"].as_u64().unwrap()).collect::<Vec<u64>>(), told);
    assert_eq!(json.len(), lines.lines().count());
    for command in [&["lint"][..], &["lint", "--sarif"], &["report"]] {
        let outcome = feed(&[command, &["--format", "nt"]].concat(), document.as_bytes());
        let count = format!(" {} invalid", told.len());
        assert!(summary(&outcome).contains(&count), "{command:?}: {}", summary(&outcome));
    }
}

#[test]
fn names_change_only_on_demand() {
    let text = "<HTTP://h/%7ea> <http://h/p> \"HTTP://h/%7Ea\" . # x\n\n<http://h/\\u0061> <http://h/p> _:a .";
    let name = file("rdf-normal.nt", text.as_bytes());
    for arguments in [&["normalize", "-f", &name][..], &["fix", "--lint", "-f", &name]] {
        let outcome = oneiri(arguments);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.contains("--format nt"), "{}", outcome.stderr);
    }
    let outcome = oneiri(&["normalize", "--format", "nt", "-f", &name]);
    // A name that is normal keeps its spelling.
    let expected = "<http://h/~a> <http://h/p> \"HTTP://h/%7Ea\" . # x\n\n<http://h/\\u0061> <http://h/p> _:a .\n";
    assert_eq!((outcome.code, outcome.stdout()), (0, expected), "{}", outcome.stderr);
    for command in [&["dedupe"][..], &["convert", "--to", "uri"], &["key"], &["parsers"]] {
        let outcome = feed(&[command, &["--format", "nt"]].concat(), text.as_bytes());
        assert_eq!(outcome.code, 2, "{command:?}");
    }
}

#[test]
fn lint_names_the_place_in_the_line() {
    let outcome = feed(&["lint", "--format", "nt"], b"<http://h/s> <http://h/p> <http://h:80/\\u0061> .\n");
    assert!(outcome.stdout().contains("stdin:1:35-38: "), "{}", outcome.stdout());
    let sarif = feed(&["lint", "--sarif", "--format", "nt"], "_:é <http://h:80/> _:a .\n".as_bytes());
    assert!(sarif.stdout().contains("\"startColumn\":14"), "{}", sarif.stdout());
}

/// Bytes that mean harm are refused, and nothing else is lost.
#[test]
fn hostile_documents_are_read_to_their_end() {
    let good = "<http://h/s> <http://h/p> <http://h/o> .\n";
    let long = format!("<http://h/{}> <http://h/p> _:a .\n", "a".repeat(10 << 20));
    let many = format!("{}\n", "<http://h/s> <http://h/p> <x> .\r".repeat(20_000));
    let open = format!("<http://h/s> <http://h/p> \"{}\n", "<".repeat(1 << 20));
    let deep = format!("{} <http://h/p> _:a .\n", "<".repeat(1 << 20));
    let binary: String = (0..=255).map(|byte| format!("<{}", char::from(byte))).collect();
    for (bad, refused) in [(&long, 0), (&many, 20_000), (&open, 1), (&deep, 1)] {
        let outcome = feed(&["check", "--format", "nt"], [good, bad, good].concat().as_bytes());
        assert!(summary(&outcome).ends_with(&format!(" {refused} invalid")), "{}", summary(&outcome));
    }
    let bytes = [good.as_bytes(), b"<http://\xFF> <a:> <a:> .\n<", binary.as_bytes(), b"\n", good.as_bytes()].concat();
    let outcome = feed(&["check", "--format", "nq"], &bytes);
    assert!(outcome.said().contains("found the byte 0xFF"), "{}", outcome.stderr);
    assert_eq!(outcome.code, 1);
    // Cut anywhere, the statements before the cut are read.
    for cut in 0..good.len() {
        let outcome = feed(&["check", "--format", "nt"], [good, &good[..cut]].concat().as_bytes());
        assert_eq!(outcome.code, i32::from((1..good.len() - 1).contains(&cut)), "{cut}");
    }
    let secret = feed(&["check", "--format", "nt"], b"<http://ada:s3cret@h/> <http://h/p> .\n");
    assert!(!secret.stderr.contains("s3cret"), "{}", secret.stderr);
}

/// On a terminal the IRI is shown with a mark, and the place is that in its line.
#[test]
#[cfg(unix)]
fn a_terminal_shows_the_iri() {
    let name = file("rdf-terminal.nt", b"_:a <http://h/\\u0061 b> _:c .\n_:a <http://ada:s3cret@h/> \x1B .\n");
    let (shown, code) =
        crate::pty::on_terminal(&format!("oneiri check --format nt -f {name}"), env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(code, 1);
    assert!(shown.contains(":1:20-21: "), "{shown}");
    assert!(shown.contains("    http://h/a b\n"), "{shown}");
    assert!(shown.contains(":2:27-28: "), "{shown}");
    assert!(!shown.contains("s3cret") && !shown.contains("\u{1B} "), "{shown}");
}

/// A byte order mark is no part of the first statement. It stays in the count of the bytes of its line.
#[test]
fn a_byte_order_mark_is_skipped() {
    for (format, text) in [
        ("nt", "<http://h/a b> <p:> <o:> .\n<s:> <p:> <http://h/c d> .\n"),
        ("nq", "<http://h/a b> <p:> <o:> .\n<s:> <p:> <http://h/c d> .\n"),
        ("turtle", "<http://h/a b> <p:> <o:> .\n<s:> <p:> <http://h/c d> .\n"),
        ("trig", "{<http://h/ab> <p:> <http://h/a b>}\n<s:> <p:> <http://h/c d> .\n"),
        ("jsonld", "{\"@id\": \"http://h/a b\",\n\"@type\": \"http://h/c d\"}"),
        (
            "rdfxml",
            "<rdf:Description rdf:about='http://h/a b' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n\
             <a rdf:resource='http://h/c d'/></rdf:Description>",
        ),
    ] {
        let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
        for (bytes, more) in [(text.as_bytes(), 0), (&marked, 3)] {
            let outcome = feed(&["check", "--format", format], bytes);
            let blank = |nth: usize, iri: &str| text.lines().nth(nth).unwrap().find(iri).unwrap() + 2;
            let (first, second) = (blank(0, "/a b") + more, blank(1, "/c d"));
            let expected = [format!("1:{first}-{}", first + 1), format!("2:{second}-{}", second + 1)];
            assert_eq!(places(&outcome, "stdin"), expected, "{format} {more}: {}", outcome.stderr);
        }
        if !["jsonld", "rdfxml"].contains(&format) {
            let good = feed(&["check", "-q", "--format", format, "-o", "-"], &marked);
            let plain = feed(&["check", "-q", "--format", format, "-o", "-"], text.as_bytes());
            let expected = format!("\u{FEFF}{}", plain.stdout());
            assert_eq!((good.stdout(), good.code), (&*expected, 1), "{format}");
        }
        // A second mark, and one that is not whole, are errors.
        for mark in [&b"\xEF\xBB\xBF\xEF\xBB\xBF"[..], b"\xEF\xBB"] {
            let outcome = feed(&["check", "--format", format], &[mark, text.as_bytes()].concat());
            assert_eq!(outcome.code, 1, "{format}");
            assert!(outcome.stdout().starts_with("stdin:1:"), "{format}: {}", outcome.said());
        }
    }
}
