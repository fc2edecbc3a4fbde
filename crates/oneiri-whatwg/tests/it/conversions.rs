//! Between URLs and the identifiers of RFC 3986 and RFC 3987.

use oneiri::{Iri, Uri};
use oneiri_whatwg::Url;

#[test]
fn urls_and_identifiers() {
    // A URI is parsed to a URL, which may change it; some are no URL.
    for (uri, href) in [
        ("HTTP://h", Some("http://h/")),
        ("http://h/a/../%7e'?'", Some("http://h/%7e'?%27")),
        ("http://a%7eb/", Some("http://a~b/")),
        ("http://1.2/", Some("http://1.0.0.2/")),
        ("urn:a:b", Some("urn:a:b")),
        ("http:a", Some("http://a/")),
        ("http://h:65536/", None),
        ("http://a%25b/", None),
        ("http:///x:y:z", None),
    ] {
        let url = Url::try_from(&Uri::parse(uri).unwrap()).ok();
        assert_eq!(url.as_ref().map(Url::href), href, "{uri}");
    }
    let iri = Iri::parse("http://h/\u{e9}").unwrap();
    assert_eq!(Url::try_from(&iri).unwrap().href(), "http://h/%C3%A9");
    // Back, the text does not change, or the error says where.
    for (text, at) in [
        ("http://h/a b", None),
        ("http://h/a|b", Some(10)),
        ("http://h/?[", Some(10)),
        ("http://h/%", Some(9)),
        ("a: b", Some(2)),
    ] {
        let url = Url::parse(text).unwrap();
        let uri = Uri::try_from(&url);
        assert_eq!(uri.as_ref().err().map(|error| error.start()), at, "{text}");
        assert_eq!(Iri::try_from(&url).is_ok(), uri.is_ok());
        assert!(uri.is_ok_and(|uri| uri == url.href()) || at.is_some());
    }
}

/// What the documentation of [`Url::as_uri`] lists.
#[test]
fn urls_that_are_no_uri() {
    for (start, refused) in [
        ("foo://u", ""),
        ("foo://u:p", ""),
        ("http://a", "\"`{}"),
        ("foo://a", "\"`{}"),
        ("http://h/a", "|[]"),
        ("foo:/a", "|[]\\"),
        ("foo:a", " \"<>`{}|^[]\\"),
        ("http://h/?a", "`{}|^[]\\"),
        ("foo:a?b", "`{}|^[]\\"),
        ("http://h/#a", "#{}|^[]\\"),
        ("foo:a#b", "#{}|^[]\\"),
    ] {
        let end = if start.starts_with("foo://u") { "b@h" } else { "b" };
        for c in ('\0'..='\u{7F}').filter(|c| *c != '%') {
            // Some characters are no part of a host.
            let Ok(url) = Url::parse(&format!("{start}{c}{end}")) else { continue };
            assert_eq!(url.as_uri().is_err(), refused.contains(c), "{url}");
        }
        let escape = Url::parse(&format!("{start}%{end}"));
        assert!(escape.is_ok_and(|url| url.as_uri().is_err()) != (start == "http://a"), "{start}");
    }
}
