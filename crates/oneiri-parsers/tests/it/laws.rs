//! The law on generated texts, and linear time.

use std::time::{Duration, Instant};

use oneiri_parsers::{ALL, by_name};
use proptest::prelude::*;

use crate::law::readings;

/// Texts that look like URLs, and everything else.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "http:", "HTTP:", "file:", "javascript:", "imap:", "x:", "//", "/", "\\", "@", ":", "[", "]", "[::1]",
        "[::1%25e]", "a", "A", "%41", "%C3%A9", "%", "?", "#", ".", "..", "é", "／", " ", "\t", "\0", ";", "'", "80",
        ":80", "1.2.3.4", "localhost", "0x7f", "C|", "xn--", "ftp.", "\n",
    ]);
    prop_oneof![prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat()), any::<String>(),]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50_000))]

    #[test]
    fn the_law_holds(text in texts(), base in texts()) {
        readings(format!("{text}\n{base}").as_bytes());
        readings(text.as_bytes());
    }
}

/// A parser that looks at the same bytes again for each piece would take minutes.
#[test]
fn time_is_linear() {
    let pieces = [
        "@", ":", "[", "]", "/", "//", "/../", "../", "./", "\\", "%", "%41", "%C3%A9", "a.", "0.", "\t", ";", "?",
        "#", "é", "é.", "\0", "'", "&", "=",
    ];
    for parser in ALL {
        for (head, piece) in ["", "http://", "http://h/", "x:"].iter().flat_map(|head| pieces.map(|it| (head, it))) {
            let text = head.to_string() + &piece.repeat(150_000 / piece.len());
            let start = Instant::now();
            let _ = parser.read(&text);
            let _ = parser.read_with_base(&text, "http://h/a/b");
            let _ = parser.read_with_base("../../x", &text);
            assert!(start.elapsed() < Duration::from_secs(5), "{parser:?} {head:?} {piece:?}");
        }
    }
}

#[test]
fn parsers_are_found_by_their_names() {
    for parser in ALL {
        assert_eq!(by_name(parser.name()).unwrap().name(), parser.name());
    }
    assert_eq!(by_name("browser").unwrap().name(), "whatwg");
    assert_eq!(by_name("appendix-b").unwrap().name(), "regex");
    assert!(by_name("perl").is_none());
}

/// What Node does with these hosts depends on its version, so the parser says nothing about them.
#[cfg(feature = "idna")]
#[test]
fn hosts_that_cannot_be_told() {
    let node = by_name("node-legacy").unwrap();
    for host in ["\u{5d0}.é", "é\u{7f}", "xn--a.é", "\u{1C8A}", "é\u{200D}", "xn--0x7f", "\u{1F6D8}"] {
        let refusal = node.read(&format!("http://{host}/")).unwrap_err();
        assert!(refusal.reason().ends_with("cannot be told"), "{host:?}: {refusal}");
    }
    for host in ["bücher.example", "пример.example", "例え.テスト", "xn--bcher-kva", "①.b", "☃.net"] {
        assert!(node.read(&format!("http://{host}/")).is_ok(), "{host}");
    }
}

#[test]
fn programs_that_do_not_resolve_say_so() {
    for name in ["php", "node-legacy", "node-legacy-20"] {
        let refusal = by_name(name).unwrap().read_with_base("x", "http://h/").unwrap_err();
        assert!(refusal.reason().contains("not resolve"), "{refusal}");
    }
}
