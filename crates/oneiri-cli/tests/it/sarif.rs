//! The fixes of a SARIF log, applied to the bytes of the file as a program applies them.

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::Value;

use crate::run::{feed, file, oneiri};

/// Some URLs have no path, so that a fix inserts one.
const LEVEL: [&str; 2] = ["--warn", "empty-path"];

/// The log of a file.
fn results(options: &[&str], name: &str) -> Vec<Value> {
    let log = oneiri(&[&["lint", "--sarif", "-q"], &LEVEL[..], options, &[name]].concat());
    let mut log: Value = serde_json::from_str(log.stdout()).unwrap();
    let Value::Array(results) = log["runs"][0]["results"].take() else { panic!("{log}") };
    results
}

/// The byte at a line and a column, which count from 1. A byte order mark is before the first column.
fn byte(text: &str, line: &Value, column: &Value) -> usize {
    let [line, column] = [line, column].map(|it| it.as_u64().unwrap() as usize - 1);
    let start = if line == 0 { 0 } else { text.match_indices('\n').nth(line - 1).unwrap().0 + 1 };
    let mark = if line == 0 && text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let start = start + mark;
    text[start..].char_indices().nth(column).map_or(text.len(), |(at, _)| start + at)
}

/// The text with all fixes of the log. Of two that overlap, the first one counts.
fn applied(text: &str, results: &[Value]) -> String {
    let mut edits = BTreeSet::new();
    for fix in results.iter().filter_map(|it| it["fixes"].as_array()).flatten() {
        let replacement = &fix["artifactChanges"][0]["replacements"][0];
        let region = &replacement["deletedRegion"];
        let start = byte(text, &region["startLine"], &region["startColumn"]);
        let end_line = region.get("endLine").unwrap_or(&region["startLine"]);
        let end = byte(text, end_line, &region["endColumn"]);
        edits.insert((start, end, replacement["insertedContent"]["text"].as_str().unwrap().to_owned()));
    }
    let (mut out, mut at) = (String::new(), 0);
    for (start, end, new) in edits {
        if start >= at {
            out.push_str(&text[at..start]);
            out.push_str(&new);
            at = end;
        }
    }
    out + &text[at..]
}

/// The URLs of a file, as `lint` reads them.
fn urls(options: &[&str], name: &str) -> Vec<String> {
    let objects = oneiri(&[&["lint", "--json", "-q"], options, &[name]].concat()).json();
    objects.iter().map(|it| it["input"].as_str().unwrap().to_owned()).collect()
}

/// In each text, `[old|new]` marks a part that a fix changes from `old` to `new`. Everything else stays.
const CASES: &[(&str, &[&str], &str)] = &[
    ("list.txt", &[], "x\n[HTTP|http]://é[:80|]/[%7e|~]é[%41|A]\r\nhttp://h[|/]\n"),
    ("mark.txt", &[], "\u{FEFF}http://é[:80|]/\n"),
    ("trim.txt", &["--trim"], " \tx:é\n \thttp://é[:80|]/ \n"),
    ("a.csv", &["--column", "u"], "n,u\n\"é\n\",http://é[:80|]/\n\"x\"\"é\",\"http://h[:80|]/,\"\n"),
    ("quotes.csv", &["--column", "u", "--trim"], "\u{FEFF}u,n\r\n\"http://é[:80|]/\",\"\"\r\n\" http://h[|/]\",\r\n"),
    ("b.csv", &["--column", "u", "--column", "v"], "u,n,v\nhttp://é[:80|]/,é,[HTTP|http]://h/\n"),
    ("a.tsv", &["--column", "u"], "n\tu\né\"\thttp://h[:80|]/\n"),
    (
        "a.ndjson",
        &["--column", "u"],
        "{\"é\":1,\"u\":\"http://é[:80|]/\"}\n{\"u\":\"http:\\/\\/h:80\\/%7E\"}\n{\"u\":\"http://\\u00e9\\ud83d\\ude00:80/\"}\n",
    ),
    ("b.ndjson", &["--column", "l[].u"], "{\"l\":[{\"u\":\"http://h[:80|]/\"},{\"é\":1,\"u\":\"http://h[|/]\"}]}\n"),
    (
        "a.jsonld",
        &[],
        "\u{FEFF}{\"@context\":{\"p\":\"http://h[:80|]/\"},\"@id\":\"http://é[:80|]/\",\n \"p:x\":{\"@id\":\"p:x\"},\"http://h[:80|]/\":{\"@id\":\"http:\\/\\/h:80/\"}}\n",
    ),
    ("a.nt", &[], "\u{FEFF}<a:é> <http://h[:80|]/> \"é\" .\n_:é <a:b> <http://\\u00E9:80/\\u0041%7E> .\n"),
    ("escape.nt", &[], "<a:b> <a:b> <http://h/%\\u0037E%7E> .\n"),
    (
        "a.ttl",
        &[],
        "\u{FEFF}@base <http://é[:80|]/> . @prefix p: <http://h[:80|]/> . # é\np:x <b> \"\"\"é\né\"\"\", <http://\\u00E9:80/> , <http://h[|/]> .\n",
    ),
    ("names.ttl", &[], "@base <http://h/> . @prefix p: <http://h/#> .\np:%7E <b%7E> <%7E> .\n"),
    ("a.trig", &[], "GRAPH <http://é[:80|]/> { <a:é> <http://h[:80|]/> 'é' }\n"),
    (
        "a.rdf",
        &[],
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xml:base=\"http://h/\">\n<é/><rdf:Description rdf:about=\"http://é[:80|]/\"><a:b xmlns:a=\"http://a/\" rdf:resource=\"http://h:80/?a&amp;b\"/><c:d xmlns:c=\"http://c/\" rdf:resource=\"%7E\"/></rdf:Description></rdf:RDF>\n",
    ),
    (
        "map.xml",
        &["--format", "sitemap"],
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>\n http://é[:80|]/ </loc></url><url><loc>http://h:80/?a&amp;b</loc></url></urlset>\n",
    ),
    (
        "a.html",
        &[],
        "<!doctype html><meta charset=utf-8>é<a href=\"http://é[:80|]/?a&b=[%7E|~]\">é</a>\n<a href='http://h:80/?a&amp;b'><a href=http://h[:80|]/><a href='http://h/?x&am%70;'><img srcset='http://é[:80|]/ 1x, http://h[:80|]/ 2x'><a href=[%7E|~]>\n",
    ),
    (
        "feed.xml",
        &["--format", "feed"],
        "<rss version=\"2.0\"><channel><title>é</title><link>http://é[:80|]/</link><item><link>http://h:80/?a&amp;b</link></item></channel></rss>\n",
    ),
    (
        "a.headers",
        &["--format", "headers"],
        "HTTP/1.1 200 OK\r\nLink: <http://h[:80|]/>; rel=next\r\nLocation: http://h[:80|]/\r\n\r\n",
    ),
    (
        "a.cdxj",
        &[],
        "h)/ 20200101000000 {\"url\": \"http://h[:80|]/\", \"status\": \"200\"}\nh)/ 20200101000000 {\"url\": \"http:\\/\\/h:80/\"}\n",
    ),
];

#[test]
fn the_fixes_of_a_log_change_only_what_was_found() {
    for (name, options, marked) in CASES {
        let (mut given, mut expected) = (String::new(), String::new());
        for piece in marked.split(']') {
            // Brackets of JSON have no `|`.
            let edit = piece.rfind('[').and_then(|at| Some((at, piece[at + 1..].split_once('|')?)));
            let (before, old, new) = match edit {
                Some((at, (old, new))) => (&piece[..at], old, new),
                None => (piece, "]", "]"),
            };
            given.push_str(&[before, old].concat());
            expected.push_str(&[before, new].concat());
        }
        let rest = |text: String| text.strip_suffix(']').unwrap_or(&text).to_owned();
        let (given, expected) = (rest(given), rest(expected));
        let path = file(&format!("sarif-{name}"), given.as_bytes());
        let results = results(options, &path);
        assert_eq!(applied(&given, &results), expected, "{name}: {results:?}");
        // Each URL is as it was, or as `fix --lint` writes it.
        let changed = file(&format!("sarif-applied-{name}"), expected.as_bytes());
        let [before, after] = [&path, &changed].map(|path| urls(options, path));
        let fixed = feed(&[&["fix", "--lint", "-q"], &LEVEL[..]].concat(), (before.join("\n") + "\n").as_bytes());
        assert_eq!((before.len(), fixed.stdout().lines().count()), (after.len(), after.len()), "{name}");
        for ((before, after), fixed) in before.iter().zip(&after).zip(fixed.stdout().lines()) {
            assert!(after == before || after == fixed, "{name}: {before} {after} {fixed}");
        }
        // And what is left to fix, if the format can be written, is the same.
        let fixed =
            [&path, &changed].map(|path| oneiri(&[&["fix", "--lint", "-q"], &LEVEL[..], *options, &[path]].concat()));
        let [one, other] = fixed.map(|it| (it.code, urls(options, &file(&format!("sarif-fixed-{name}"), &it.stdout))));
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn nothing_is_fixed_where_the_file_has_other_bytes() {
    let text = "http://h:80/\n";
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    let latin = b"<meta charset=latin1><a href='http://h:80/'>\xE9</a>\n";
    let utf16: Vec<u8> = "\u{FEFF}<a href='http://h:80/'>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, options, bytes) in [
        ("packed.txt.gz", &[][..], packer.finish().unwrap()),
        ("nul.txt", &["-0"], b"x\0http://h:80/\0".to_vec()),
        ("latin.html", &[], latin.to_vec()),
        ("latin.csv", &["--column", "u"], b"n,u\n\xA0,http://h:80/\n".to_vec()),
        ("utf16.html", &[], utf16),
        ("lenient.txt", &["--lenient"], b"http://h:80/a b%7E%7E\n".to_vec()),
    ] {
        let results = results(options, &file(&format!("sarif-other-{name}"), &bytes));
        assert!(results.iter().any(|it| it["ruleId"] == "L203"), "{name}: {results:?}");
        assert!(results.iter().all(|it| it["fixes"].is_null()), "{name}: {results:?}");
    }
    assert!(!oneiri(&["lint", "--sarif", "http://h:80/"]).stdout().contains("\"fixes\""));
    // A file after a packed one is not packed.
    let packed = file("sarif-both.gz", b"\x1F\x8B");
    let both = oneiri(&["lint", "--sarif", "-q", &packed, &file("sarif-both.txt", text.as_bytes())]);
    assert!(both.stdout().contains("\"fixes\""), "{}", both.stdout());
}

/// Columns count code points, also of a line whose statements are read in several stretches.
#[test]
fn columns_of_a_long_line_count_code_points() {
    let text = "<a:é> <a:é> 'é' . ".repeat(40_000) + "<http://h:80/> <a:b> 'é' .";
    let name = file("sarif-long.ttl", text.as_bytes());
    let results = results(&[], &name);
    assert_eq!(applied(&text, &results), text.replace(":80", ""), "{:?}", results.last());
}

/// If the place of each finding were counted from the beginning of the value, this would take minutes.
#[test]
fn the_findings_of_a_long_value_are_placed_in_one_pass() {
    let value = "http://h/".to_owned() + &("a".repeat(37) + "%41").repeat(20_000);
    for (name, options, text) in [
        ("long.txt", &[][..], value.clone()),
        ("long.csv", &["--column", "u"], format!("n,u\n\"\n\",\"{value}\"\n")),
        ("long.ndjson", &["--column", "u"], format!("{{\"u\":\"{value}\\/\"}}\n")),
        ("long.nt", &[], format!("<a:b> <a:b> <{value}\\u0041> .\n")),
        ("long.html", &[], format!("<a href='{value}&amp;'>\n")),
    ] {
        let name = file(&format!("sarif-{name}"), text.as_bytes());
        for option in [&[][..], &["--sarif"], &["--json"]] {
            let found = oneiri(&[&["lint", &name], option, options].concat());
            let mark = if option.is_empty() { "[L502]" } else { "\"L502\"" };
            // One is the rule of the log.
            assert_eq!(found.stdout().matches(mark).count(), 20_000 + usize::from(option == ["--sarif"]), "{name}");
        }
    }
}

/// A message quotes the text, and no password in it: neither one that the grammar finds, nor one that only a browser finds.
#[test]
fn no_message_has_a_password() {
    for text in ["https:/ada:pa'ss@h/", "htp://ada:pa'ss@h/", "https:/ada:pa'ss@h/a b", "https:/ada:pa'ss@h:443/%7e"] {
        let log = oneiri(&["lint", "--sarif", "--lenient", "--profile", "strict", "--", text]);
        let log: Value = serde_json::from_str(log.stdout()).unwrap();
        let messages = log["runs"][0]["results"].as_array().unwrap().iter();
        let messages: Vec<_> = messages.map(|it| it["message"]["text"].as_str().unwrap()).collect();
        assert!(!messages.is_empty() && messages.iter().all(|it| !it.contains("pa'ss")), "{messages:?}");
    }
}
