//! `oneiri parsers`: what each parser sees, held against the parsers themselves.

use serde::Deserialize;
use serde_json::Value;

use crate::run::{feed, oneiri};

const PARSERS: [&str; 4] = ["rfc3986", "rfc3987", "whatwg", "java"];
const COMPONENTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[expect(dead_code, reason = "for the people who read the file")]
    source: String,
    #[expect(dead_code, reason = "likewise")]
    note: Option<String>,
    input: String,
    moves: Vec<String>,
    /// Parsers that read the same stand together.
    readings: Vec<toml::Table>,
}

impl Case {
    fn expected(&self, parser: &str) -> Expected {
        let is_by = |reading: &&toml::Table| reading["by"].as_str().unwrap().split(' ').any(|by| by == parser);
        let mut readings = self.readings.iter().filter(is_by);
        let mut reading = readings.next().expect(parser).clone();
        assert_eq!(readings.next(), None, "{}: two readings of {parser}", self.id);
        reading.remove("by");
        reading.try_into().unwrap()
    }
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(deny_unknown_fields, default)]
struct Expected {
    refused: bool,
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: Option<String>,
    query: Option<String>,
    fragment: Option<String>,
}

impl Expected {
    fn of(parts: [Option<String>; 7]) -> Self {
        let [scheme, userinfo, host, port, path, query, fragment] = parts;
        Self { refused: false, scheme, userinfo, host, port, path, query, fragment }
    }

    fn refused() -> Self {
        Self { refused: true, ..Self::default() }
    }

    /// What a reading in JSON says.
    fn of_json(reading: &Value) -> Self {
        if reading["ok"] == false {
            return Self::refused();
        }
        Self::of(COMPONENTS.map(|name| reading[name].as_str().map(str::to_owned)))
    }
}

fn cases() -> Vec<Case> {
    #[derive(Deserialize)]
    struct File {
        case: Vec<Case>,
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/diff.toml");
    toml::from_str::<File>(&std::fs::read_to_string(path).unwrap()).unwrap().case
}

#[test]
fn every_parser_sees_what_it_should() {
    let cases = cases();
    for case in &cases {
        let outcome = oneiri(&["parsers", "--json", "--", &case.input]);
        let object = &outcome.json()[0];
        let readings = object["readings"].as_array().unwrap();
        for (parser, reading) in PARSERS.iter().zip(readings) {
            let expected = case.expected(parser);
            assert_eq!(reading["parser"], *parser);
            assert_eq!(Expected::of_json(reading), expected, "{}: {parser}", case.id);
            assert_eq!(reading["reason"].is_string(), expected.refused, "{}: {parser}", case.id);
        }
        let moves: Vec<&str> = object["moves"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert_eq!(moves, case.moves, "{}", case.id);
        assert_eq!(outcome.code, i32::from(object["agree"] == false), "{}", case.id);
        every_departure_has_its_reason(&case.id, object);
    }
    let published = |prefix: &str| cases.iter().filter(|case| case.id.starts_with(prefix)).count();
    println!("{} texts read, {} of them published for forgery", cases.len(), published("DIFF-SSRF"));
    assert!(published("DIFF-WHATWG") >= 20 && published("DIFF-SSRF") >= 10);
}

/// Where WHATWG or Java read something else than generic syntax has, it is said why.
fn every_departure_has_its_reason(id: &str, object: &Value) {
    let readings = object["readings"].as_array().unwrap();
    let accepted = readings.iter().filter(|reading| reading["ok"] == true).count();
    if accepted < 2 {
        return;
    }
    let regex = &readings[4];
    for reading in [&readings[2], &readings[3]].into_iter().filter(|it| it["ok"] == true) {
        for component in COMPONENTS {
            let told = object["reasons"]
                .as_array()
                .unwrap()
                .iter()
                .any(|reason| reason["parser"] == reading["parser"] && reason["component"] == component);
            assert_eq!(told, reading[component] != regex[component], "{id}: {} {component}", reading["parser"]);
        }
    }
}

/// What the URL Standard says, where the crate `url` 2.5.8 says otherwise.
#[test]
fn the_column_is_the_standard() {
    for (text, host, path, moves) in [
        ("file://example.net/C:/", "example.net", "/C:/", 0),
        ("file://spider///", "spider", "///", 0),
        ("file:////foo", "", "//foo", 0),
        ("file:/.//p", "", "//p", 1),
        ("file:///w|/m", "", "/w:/m", 1),
        ("file://h/a/../b", "h", "/b", 1),
        ("http://h//a/../^", "h", "//%5E", 1),
        ("http://0x7f.1/", "127.0.0.1", "/", 1),
        ("http://a.xn--pokxncvks/", "a.xn--pokxncvks", "/", 0),
    ] {
        let object = &oneiri(&["parsers", "--json", text]).json()[0];
        let reading = &object["readings"][2];
        assert_eq!((&reading["host"], &reading["path"]), (&host.into(), &path.into()), "{text}");
        assert_eq!(object["moves"].as_array().unwrap().len(), moves, "{text}");
    }
}

/// A filter that compares texts does not see the name that the client asks for, and each column is what its parser sees.
#[test]
fn a_mapped_host_moves() {
    let text = "http://example。com/";
    let outcome = oneiri(&["parsers", "--only-moving", "--as", "rfc3987,whatwg", "--json", text]);
    let object = &outcome.json()[0];
    assert_eq!((outcome.code, object["moves"][0].as_str()), (1, Some("host")));
    let hosts = [0, 1].map(|nth| object["readings"][nth]["host"].as_str().unwrap().to_owned());
    assert_eq!(hosts, ["example。com", "example.com"]);
}

#[test]
fn only_moving_is_a_gate() {
    let moving = "http://0x7f.1/";
    for (input, code, shown) in [
        (format!("HTTP://h\nhttp://h/%7E\n{moving}\n"), 1, 1),
        (format!("{moving}\n\u{FF}\n{moving}\n"), 1, 2),
        ("HTTP://h\nhttp://h/%7E\n".to_owned(), 0, 0),
        (String::new(), 0, 0),
    ] {
        let outcome = feed(&["parsers", "--only-moving", "--json"], input.as_bytes());
        assert_eq!((outcome.code, outcome.json().len()), (code, shown), "{input}");
        let outcome = feed(&["parsers", "--only-moving"], input.as_bytes());
        let heads = outcome.stdout().lines().filter(|line| *line == "the host moves").count();
        assert_eq!((outcome.code, heads), (code, shown), "{input}");
    }
    assert_eq!(feed(&["parsers", "--only-moving"], b"a:b\n\xFF\n").code, 1);
    assert_eq!(oneiri(&["parsers", "--only-moving", "-f", "no/such"]).code, 2);
    assert_eq!(oneiri(&["parsers", "--only-moving", "--only-disagreements", "a"]).code, 2);
}

#[cfg(unix)]
#[test]
fn a_gate_on_a_terminal() {
    let line = "oneiri parsers --only-moving --color never http://h http://0x7f.1/";
    let (shown, code) = crate::pty::on_terminal(line, env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(code, 1);
    assert!(shown.starts_with("http://0x7f.1/\nthe host moves\n"), "{shown}");
    assert!(shown.contains("whatwg"), "{shown}");
}

/// Texts put together at random, the same ones each time, without line feeds.
fn generated(count: usize) -> Vec<String> {
    const SYMBOLS: [&str; 44] = [
        "a", "b1", "1", "0", "255", "256", "80", "4294967296", "http:", "file:", "x:", ":", "/", "//", "/", ".", "..",
        "-", "_", "~", "?", "#", "[", "]", "[::1]", "::", "1:2", "@", "%", "%41", "%2", "%25", "\\", " ", "\t", "é",
        "\u{A0}", "\u{2028}", "\u{E000}", "\u{10000}", "!$&'()*+,;=", "|", "1.2.3.4", "\u{80}",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % below
    };
    (0..count)
        .map(|_| {
            let head = ["", "", "//", "//", "http://", "x:"][next(6)];
            let rest = 0..next(7);
            let symbols: String = rest.map(|_| SYMBOLS[next(SYMBOLS.len())]).collect();
            format!("{head}{symbols}")
        })
        .collect()
}

#[test]
fn every_departure_of_generated_texts_has_its_reason() {
    let texts = generated(20_000);
    let lines = texts.join("\n") + "\n";
    let objects = feed(&["parsers", "--json"], lines.as_bytes()).json();
    assert_eq!(objects.len(), texts.len());
    let (mut agreed, mut moved) = (0, 0);
    for object in &objects {
        every_departure_has_its_reason(&object["input"].to_string(), object);
        agreed += usize::from(object["agree"] == true);
        moved += usize::from(object["moves"] != serde_json::json!([]));
    }
    println!("{} texts: {agreed} read alike, {moved} with something moved", texts.len());
    assert!(agreed > 1_000 && moved > 300);
}

#[test]
fn what_differs_is_shown_in_columns_with_the_reasons() {
    oneiri(&["parsers", "http://good.example\\@evil.example/", "https://example.com/"]).is(
        1,
        "http://good.example\\@evil.example/
the userinfo, the host and the path-prefix move

          whatwg           regex
userinfo  <none>           good.example\\
host      good.example     evil.example
path      /@evil.example/  /

rfc3986   refuses it: byte 19: userinfo: '\\' is not allowed here (RFC 3986 section 3.2.1)
rfc3987   refuses it: byte 19: userinfo: '\\' is not allowed here (RFC 3987 section 2.2)
whatwg    userinfo, host, path: a backslash is a slash in special schemes
java      refuses it: byte 19: a character that the authority may not hold

https://example.com/
all agree
",
        "",
    );
}

#[test]
fn only_disagreements_and_all_components() {
    let input = b"https://example.com/\nhttp://h\nhttp://[::1\n";
    let outcome = feed(&["parsers", "--only-disagreements"], input);
    assert_eq!(outcome.code, 1);
    let headlines: Vec<&str> = outcome.stdout().lines().take(2).collect();
    assert_eq!(headlines, ["http://h", "they disagree, and nothing moves"]);
    assert!(!outcome.stdout().contains("example.com") && !outcome.stdout().contains("::1"));
    assert_eq!(feed(&["parsers", "--only-disagreements"], b"https://example.com/\n").code, 0);
    assert_eq!(feed(&["parsers", "--json", "--only-disagreements"], input).json().len(), 1);

    oneiri(&["parsers", "--all", "https://h/?q"]).is(
        0,
        "https://h/?q
all agree

          rfc3986, rfc3987, whatwg, java, regex
scheme    https
userinfo  <none>
host      h
port      <none>
path      /
query     q
fragment  <none>
",
        "",
    );
}

#[test]
fn passwords_and_what_acts_on_a_display_are_not_shown() {
    let inputs = ["http://ada:hunter2@h_/x", "http://ada\\b:hunter2@h/", "x:\u{202E}\u{7}[a]"];
    let outcome = oneiri(&[&["parsers", "--all"][..], &inputs].concat());
    let shown = outcome.stdout();
    assert!(shown.contains("ada:***") && shown.contains("\\u{202E}"), "{shown}");
    for hidden in ["hunter2", "\u{202E}", "\u{7}"] {
        assert!(!shown.contains(hidden), "{hidden:?}: {shown}");
    }
}

#[test]
fn no_line_is_wider_than_a_terminal_but_reasons_and_the_text() {
    let long = format!("HTTP://ada:x@例え.jp/{}?{}", "テ".repeat(99), "q".repeat(99));
    let outcome = oneiri(&["parsers", "--all", &long]);
    let table = outcome.stdout().split("\n\n").nth(1).unwrap();
    assert!(table.lines().count() > 20, "{table}");
    for line in table.lines() {
        let width: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert!(width <= 80, "{width}: {line}");
    }
}

#[test]
fn a_line_that_is_no_text_is_refused() {
    feed(&["parsers"], b"\xFF\nhttps://h/\n").is(
        1,
        "https://h/\nall agree\n",
        "stdin:1:0-1: expected UTF-8, found the byte 0xFF\n",
    );
}

/// What a gate needs: no alarm where Java only reads no host, one where the scheme moves, and a choice of parsers.
#[test]
fn a_gate_tells_what_moves_and_chooses_its_parsers() {
    for text in ["http://é.example/", "http://a_b.example/", "http://h.1x/"] {
        assert_eq!(oneiri(&["parsers", "--only-moving", text]).code, 0, "{text}");
    }
    let script = "java\tscript:alert(1)";
    let moved = oneiri(&["parsers", "--only-moving", script]);
    assert_eq!(moved.code, 1);
    assert!(moved.stdout().contains("the scheme moves"), "{}", moved.stdout());
    let text = "http://good.example\\@evil.example/";
    assert_eq!(oneiri(&["parsers", "--only-moving", "--as", "whatwg,regex", text]).code, 1);
    assert_eq!(oneiri(&["parsers", "--only-moving", "--as", "whatwg", text]).code, 0);
    let json = oneiri(&["parsers", "--json", "--as", "regex,whatwg", "http://h/"]).json();
    let named: Vec<_> = json[0]["readings"].as_array().unwrap().iter().map(|it| &it["parser"]).collect();
    assert_eq!(named, ["whatwg", "regex"]);
    assert_eq!(oneiri(&["parsers", "--as", "perl", "a:"]).code, 2);
}

/// A relative text moves the host if a page of one host leads to another: the gate assumes a page, or takes
/// the base that is given.
#[test]
fn a_gate_reads_relative_texts_as_on_a_page() {
    for text in ["/\\evil.com", "\\\\evil.com", "///evil.com", "//1.2.3/"] {
        let outcome = oneiri(&["parsers", "--only-moving", "--", text]);
        assert_eq!(outcome.code, 1, "{text}");
        let head = format!("{text}\nthe host moves\nresolved against https://base.invalid/\n");
        assert!(outcome.stdout().starts_with(&head), "{}", outcome.stdout());
        let base = ["parsers", "--only-moving", "--base", "https://h/a/", "--", text];
        assert_eq!(oneiri(&base).code, 1, "{text}");
    }
    for text in ["//evil.com", "a/b", "/a/b?q#f", "?q", "", "/é", "a b", "1a:b"] {
        assert_eq!(oneiri(&["parsers", "--only-moving", "--", text]).code, 0, "{text}");
        let base = ["parsers", "--only-moving", "--base", "https://h/a/", "--", text];
        assert_eq!(oneiri(&base).code, i32::from(text == "1a:b"), "{text}");
    }
    let json = oneiri(&["parsers", "--json", "--base", "https://h/a/", "../b"]).json();
    assert_eq!((&json[0]["base"], &json[0]["moves"]), (&"https://h/a/".into(), &[(); 0][..].into()));
    assert_eq!(json[0]["readings"][0]["path"], "/b");
}
