//! What holds for every reader and every text.

use oneiri::{Component, IriRef};
use oneiri_readers::{ALL, Reading, Whatwg, by_name};
use oneiri_whatwg::Url;
use proptest::prelude::*;

/// Texts that look like URLs, and everything else.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "http:", "file:", "x:", "//", "/", "\\", "@", ":", "[", "]", "[::1]", "a", "A", "%41", "%",
        "?", "#", ".", "..", "é", " ", "\t", "80", "1.2.3.4", "0x7f", "C|", "xn--",
    ]);
    prop_oneof![
        prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat()),
        any::<String>(),
    ]
}

/// Ranges lie in the text, at characters, and in the order of the components.
fn holds(text: &str, reading: &Reading<'_>) {
    let mut end = 0;
    for component in Component::ALL {
        let Some(range) = reading.range(component) else { continue };
        assert!(reading.get(component).is_some(), "{text:?} {component}");
        assert!(end <= range.start && range.start <= range.end, "{text:?} {component} {range:?}");
        assert!(text.get(range.clone()).is_some(), "{text:?} {component} {range:?}");
        end = range.end;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn ranges_are_in_order(text in texts(), base in texts()) {
        for reader in ALL {
            for reading in [reader.read(&text), reader.read_with_base(&text, &base)] {
                match reading {
                    Ok(reading) => holds(&text, &reading),
                    Err(refusal) => {
                        prop_assert!(text.get(refusal.range()).is_some(), "{:?} {refusal:?} {text:?}", reader);
                    }
                }
            }
        }
    }

    #[test]
    fn whatwg_is_the_standard(text in texts()) {
        let (reading, url) = (by_name("whatwg").unwrap().read(&text), Url::parse(&text));
        prop_assert_eq!(reading.is_ok(), url.is_ok());
        let (Ok(reading), Ok(url)) = (reading, url) else { return Ok(()) };
        prop_assert_eq!(&reading, &Whatwg::reading_of(&text, None, &url));
        prop_assert_eq!(reading.scheme(), Some(url.scheme()));
        prop_assert_eq!(reading.host().unwrap_or_default(), url.hostname());
        prop_assert_eq!(reading.port().unwrap_or_default(), url.port());
        prop_assert_eq!(reading.path(), Some(url.pathname()));
        prop_assert_eq!((reading.query(), reading.fragment()), (url.query(), url.fragment()));
        // What stands at the range of the host is that host.
        if let (true, Some(range)) = (url.scheme() == "http", reading.range(Component::Host)) {
            let alone = Url::parse(&format!("http://{}", &text[range])).unwrap();
            prop_assert_eq!(alone.hostname(), url.hostname());
        }
    }

    #[test]
    fn rfc3987_is_the_engine(text in texts()) {
        let (reading, parsed) = (by_name("rfc3987").unwrap().read(&text), IriRef::parse(&text));
        prop_assert_eq!(reading.is_ok(), parsed.is_ok());
        if let (Ok(reading), Ok(parsed)) = (reading, parsed) {
            prop_assert_eq!(reading, Reading::of_parts(&text, parsed.parts()));
        }
    }
}
