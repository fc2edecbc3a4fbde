//! Between URLs and the identifiers of RFC 3986 and RFC 3987.

use std::collections::HashSet;

use oneiri::{Iri, Uri};
use oneiri_whatwg::{SearchParams, Url};

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

/// What the documentation of [`Url::to_uri`] lists.
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
            assert_eq!(url.to_uri().is_err(), refused.contains(c), "{url}");
        }
        let escape = Url::parse(&format!("{start}%{end}"));
        assert!(escape.is_ok_and(|url| url.to_uri().is_err()) != (start == "http://a"), "{start}");
    }
}

#[test]
fn debugging_shows_no_password() {
    for (text, shown) in [
        ("http://u:p@h/", "Url(\"http://u:***@h/\")"),
        ("http://:p%40:@h:1/a", "Url(\"http://:***@h:1/a\")"),
        ("http://u@h/:p@", "Url(\"http://u@h/:p@\")"),
        ("mailto:a:b@c", "Url(\"mailto:a:b@c\")"),
    ] {
        assert_eq!(format!("{:?}", Url::parse(text).unwrap()), shown);
    }
}

#[test]
fn opaque_origins_are_the_same_as_none() {
    let same = |a: &str, b: &str| Url::parse(a).unwrap().same_origin(&Url::parse(b).unwrap());
    assert!(same("http://u:p@h:80/a", "http://h/") && same("blob:https://h/id", "https://h/"));
    for text in ["file:///a", "data:,x", "foo://h/", "blob:foo:a"] {
        assert!(!same(text, text), "{text}");
    }
    assert!(!same("file:///etc/passwd", "data:,x") && !same("http://h/", "http://h:8080/"));
}

#[test]
fn values_of_the_standard_library() {
    let url = Url::try_from(String::from("http://h")).unwrap();
    assert!(url == "http://h/" && url == *"http://h/");
    assert_eq!(Url::try_from(&String::from("http://h")).unwrap(), url);
    let params: SearchParams = "?a=1&b=2&a=3".parse().unwrap();
    assert_eq!((params.iter().len(), params.iter().next_back()), (3, Some(("a", "3"))));
    assert_eq!((&params).into_iter().collect::<Vec<_>>(), [("a", "1"), ("b", "2"), ("a", "3")]);
    assert_eq!(params.clone().into_iter().next(), Some(("a".into(), "1".into())));
    assert_eq!(HashSet::from([params.clone(), SearchParams::from("a=1&b=2&a=3")]).len(), 1);
}

#[test]
fn ports_are_numbers() {
    let mut url = Url::parse("https://h/").unwrap();
    url.set_port_number(65535).unwrap();
    assert_eq!(url.href(), "https://h:65535/");
    url.set_port_number(None).unwrap();
    assert_eq!(url.href(), "https://h/");
    assert!(Url::parse("file:///a").unwrap().set_port_number(1).is_err());
}

/// What is left parses to the same URL, and `shorten a path` of the Standard says what goes.
#[test]
fn segments_are_popped() {
    for (text, left) in [
        ("http://h/a/b", "http://h/a"),
        ("http://h/a/", "http://h/a"),
        ("http://h//", "http://h/"),
        ("foo:/a", "foo:/"),
        ("foo://h", "foo://h"),
        ("foo:/.//a", "foo:/"),
        ("file:///C:/a", "file:///C:"),
        ("file:///C:", "file:///C:"),
        ("http://h/C:", "http://h/"),
        ("http://h/", "http://h/"),
    ] {
        let mut url = Url::parse(text).unwrap();
        assert_eq!(url.pop_segment(), Ok(text != left), "{text}");
        assert_eq!(url.href(), left);
        assert_eq!(Url::parse(left).unwrap(), url);
    }
    assert!(Url::parse("mailto:a").unwrap().pop_segment().is_err());
}

/// Domains whose Punycode cannot be decoded stay apart when they are shown.
#[cfg(feature = "idna")]
#[test]
fn punycode_that_cannot_be_decoded_is_shown_as_it_is() {
    use oneiri_whatwg::domain_to_unicode;

    for (domain, shown) in [
        ("xn--a", "xn--a"),
        ("XN--A.example", "xn--a.example"),
        ("xn--", "xn--"),
        ("xn--a.xn--bcher-kva.example", "xn--a.b\u{fc}cher.example"),
        ("b\u{fc}cher\u{3002}xn--b", "b\u{fc}cher.xn--b"),
    ] {
        let (text, result) = domain_to_unicode(domain, false);
        assert_eq!((text.as_str(), result.is_err()), (shown, true), "{domain}");
    }
}
