//! Laws over random texts.

use std::time::{Duration, Instant};

use oneiri_whatwg::{ErrorKind, Host, SearchParams, Url};
use proptest::prelude::*;
use proptest::sample::select;

use crate::attributes::{NAMES, all};
use crate::pieces::PIECES;

const STARTS: &[&str] = &[
    "", "http:", "https://", "http://h/", "http://a.b:8080/c", "file:", "file://", "file:///", "foo:", "foo:/",
    "foo://", "foo://h", "blob:https://", "//", "/",
];

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::collection::vec(select(PIECES), 0..6).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
    ]
}

pub(crate) fn text() -> impl Strategy<Value = String> {
    (select(STARTS), value()).prop_map(|(start, rest)| format!("{start}{rest}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn all_inputs(
        text in text(),
        base in text(),
        values in prop::collection::vec((0..NAMES.len() as u8, value()), 0..4),
    ) {
        let mut input = [text.as_bytes(), base.as_bytes()].join(&0xFF);
        for (choice, value) in &values {
            input.extend([0xFF, *choice]);
            input.extend(value.bytes());
        }
        crate::any::any(&input);
    }

    #[test]
    fn parts_are_the_text(text in text()) {
        let Ok(url) = Url::parse(&text) else { return Ok(()) };
        let mut whole = String::from(url.protocol());
        let host = url.host_kind();
        if host.is_some() {
            whole += "//";
            whole += url.username();
            if !url.password().is_empty() {
                whole += &format!(":{}", url.password());
            }
            if !url.username().is_empty() || !url.password().is_empty() {
                whole += "@";
            }
            whole += url.host();
        } else if url.pathname().starts_with("//") {
            whole += "/.";
        }
        whole += url.pathname();
        if let Some(query) = url.query() {
            whole += &format!("?{query}");
        }
        if let Some(fragment) = url.fragment() {
            whole += &format!("#{fragment}");
        }
        prop_assert_eq!(&whole, url.href());
        if let Some(segments) = url.segments() {
            let path: String = segments.map(|segment| format!("/{segment}")).collect();
            prop_assert_eq!(path, url.pathname());
        }
        match host {
            Some(Host::Ipv4(ip)) => prop_assert_eq!(ip.to_string(), url.hostname()),
            Some(Host::Empty) => prop_assert!(!url.is_special() || url.scheme() == "file"),
            Some(Host::Domain(_)) => prop_assert!(url.is_special()),
            _ => {}
        }
    }

    #[test]
    fn segments_are_data(text in text(), segments in prop::collection::vec(value(), 1..4)) {
        let Ok(mut url) = Url::parse(&text) else { return Ok(()) };
        let before = url.clone();
        match url.append_segments(&segments) {
            Ok(()) => {
                let decoded: Vec<_> = url.segments().unwrap().map(|segment| {
                    String::from_utf8(oneiri_whatwg::percent_decode(segment).into_owned()).unwrap_or_default()
                }).collect();
                prop_assert_eq!(&decoded[decoded.len() - segments.len()..], &segments[..]);
                let again = Url::parse(url.href());
                prop_assert_eq!(again.as_ref().map(all), Ok(all(&url)), "{:?} on {}", segments, before);
            }
            Err(error) => {
                prop_assert_eq!(&before, &url);
                prop_assert!(matches!(error.kind(), ErrorKind::OpaquePath | ErrorKind::DotSegment));
            }
        }
    }

    #[test]
    fn search_params_are_data(pairs in prop::collection::vec((value(), value()), 0..4)) {
        let params: SearchParams = pairs.iter().cloned().collect();
        let mut url = Url::parse("http://h/?old#f").unwrap();
        url.set_search_params(&params);
        prop_assert_eq!(url.query().is_some(), !pairs.is_empty());
        prop_assert_eq!(url.search_params(), params);
        prop_assert_eq!(url.hash(), "#f");
    }

    #[test]
    fn ipv6_is_that_of_core(text in "[0-9a-fA-F:.]{0,20}|([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|([0-9a-f]{0,2}:){0,8}(1\\.2\\.3\\.4)?") {
        let ours = Url::parse(&format!("foo://[{text}]/")).ok();
        let ours = ours.as_ref().and_then(Url::host_kind);
        prop_assert_eq!(ours, text.parse().ok().map(Host::Ipv6));
    }
}

/// Texts on which a parser that goes back would take quadratic time.
#[test]
fn time_is_linear() {
    let starts = ["http://h/", "http://", "foo:", "foo:/", "file:///", "http://[", "http://1."];
    let repeated = ["a/../", "@", ":", "%2e/", "/", "\\", "a/", "\t", " ", "1.", "0", "%", "..", "[", "a", "?", "#"];
    for start in starts {
        for piece in repeated {
            let text = start.to_owned() + &piece.repeat(1 << 20);
            let began = Instant::now();
            if let Ok(mut url) = Url::parse(&text) {
                url.set_pathname(&text).ok();
                url.set_host(&text).ok();
            }
            // Quadratic time would be hours.
            assert!(began.elapsed() < Duration::from_secs(20), "{start} and {piece:?}");
        }
    }
}

#[test]
fn search_params() {
    let mut params = SearchParams::parse("?a=1&b&&=2&a=%zz+%F0&\u{FF61}=&\u{1F600}=x");
    let pairs: Vec<_> = params.iter().collect();
    let expected = [("a", "1"), ("b", ""), ("", "2"), ("a", "%zz \u{FFFD}"), ("\u{FF61}", ""), ("\u{1F600}", "x")];
    assert_eq!(pairs, expected);
    // In UTF-16, the emoji comes first.
    params.sort();
    let names: Vec<_> = params.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["", "a", "a", "b", "\u{1F600}", "\u{FF61}"]);
    params.set("a", "~*'");
    params.delete_value("b", "x");
    params.delete("\u{FF61}");
    assert_eq!((params.len(), params.is_empty()), (4, false));
    assert!(params.has("b", None) && params.has("b", Some("")) && !params.has("b", Some("x")));
    assert_eq!(params.to_string(), "=2&a=%7E*%27&b=&%F0%9F%98%80=x");
}
