//! The two questions about agreement, and their answers.

use oneiri::Component;
use oneiri_parsers::agreement::{Form, Host, moves};
use oneiri_parsers::by_name;

#[cfg(feature = "idna")]
#[test]
fn forms_of_hosts() {
    for (text, expected) in [
        ("EXAMPLE.com.", "example.com"),
        ("0x7f.1", "127.0.0.1"),
        ("①②⑦.⓪.⓪.①", "127.0.0.1"),
        ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"),
        ("::1", "[::1]"),
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("a_b.example", "a_b.example"),
        ("example。com", "example.com"),
    ] {
        assert_eq!(Host::of(text).as_ref().map(Host::text), Ok(expected), "{text}");
    }
    let odd = ["a..b", "a b", "a/b", "a@b", "a,b", "example.com..", "1.2.3.4.5", ".", "%2f"];
    // PHP reads `localhost`, `a.b.example`, and `example` without a label after it.
    let punycode =
        ["xn--localhost-", "xn--", "a.XN--b-.example", "example.xn--", "\u{E9}.xn--b-.example", "xn%2D%2Db-"];
    for text in odd.into_iter().chain(punycode) {
        assert!(Host::of(text).is_err(), "{text}");
    }
}

/// For a text and two parsers: the component in which the requests differ, and the components that move.
#[cfg(feature = "idna")]
#[test]
fn the_same_request_and_the_same_name() {
    use Component::{Host, Path, Scheme, Userinfo};
    for (text, parsers, differs, moving) in [
        ("HTTP://h:80/%7E", ["rfc3986", "whatwg"], None, &[][..]),
        // A filter sees another name, and the client asks for the same one.
        ("http://example。com/", ["rfc3987", "whatwg"], None, &[Host]),
        ("http://0x7f.1/", ["rfc3986", "whatwg"], None, &[Host]),
        ("http://①②⑦.0.0.1/", ["rfc3987", "whatwg"], None, &[Host]),
        ("http://É.example/", ["rfc3987", "whatwg"], None, &[]),
        ("http://h%2De/", ["rfc3986", "whatwg"], None, &[]),
        ("http://h/a/../b", ["rfc3986", "whatwg"], None, &[Path]),
        ("http://h/a?'", ["rfc3986", "whatwg"], None, &[]),
        ("http://h/a?b|c", ["regex", "whatwg"], None, &[]),
        ("file://localhost/a", ["rfc3986", "whatwg"], None, &[]),
        ("file://LOCALHOST/a", ["rfc3986", "whatwg"], None, &[]),
        ("file://h/a", ["rfc3986", "whatwg"], None, &[]),
        (r"http://good.example\@evil.example/", ["whatwg", "regex"], Some(Host), &[Userinfo, Host, Path]),
        ("mailto:a@b", ["curl", "rfc3986"], Some(Scheme), &[Scheme, Userinfo, Host]),
    ] {
        let [first, second] = parsers.map(|name| by_name(name).unwrap().read(text).unwrap());
        let found = Component::ALL.into_iter().filter(|it| moves(*it, &[&first, &second]));
        assert_eq!(found.collect::<Vec<_>>(), moving, "{text}");
        let [first, second] = [first, second].map(|reading| Form::of(&reading).unwrap());
        assert_eq!(first.differs(&second), differs, "{text}");
    }
}

/// Nothing can be requested, and other programs find a host in the path.
#[test]
fn a_web_url_has_a_host() {
    let grammar = by_name("rfc3986").unwrap();
    for scheme in ["http", "https", "ws", "wss", "ftp", "HTTP"] {
        for rest in ["", "x", "/x", "///x", "//", "//:80/", "//u@/", "//u@:80/x", "?x"] {
            let fault = Form::of(&grammar.read(&format!("{scheme}:{rest}")).unwrap()).unwrap_err();
            assert_eq!((fault.component(), fault.reason()), (Component::Host, "there is no host"));
        }
    }
    for text in ["file:///x", "x:///x", "mailto:a@b", "data:,x"] {
        assert!(Form::of(&grammar.read(text).unwrap()).is_ok(), "{text}");
    }
}

/// What the URL Standard makes of a host in a URL: `None` if it refuses the host.
#[cfg(feature = "idna")]
fn host_in_url(value: &str) -> Option<(String, bool)> {
    let url = oneiri_whatwg::Url::parse(&format!("https://{value}/")).ok()?;
    let kind = url.host_kind();
    let is_address = matches!(kind, Some(oneiri_whatwg::Host::Ipv4(_) | oneiri_whatwg::Host::Ipv6(_)));
    let text = url.hostname().strip_suffix('.').unwrap_or(url.hostname());
    Some((text.to_owned(), is_address))
}

/// A host beyond ASCII is mapped without a URL around it.
#[cfg(feature = "idna")]
#[test]
fn a_host_is_mapped_as_in_a_url() {
    let pieces = [
        "", "a", "A", "é", "É", "ß", "。", ".", "1", "①", "0x", "_", "-", "xn--", "bcher-kva", "％", "／", " ",
        "\u{AD}", "\u{200D}", "א", "ب", "\u{301}", "ａ", "!", "\u{FFFD}", "\u{3000}",
    ];
    let is_name = |text: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        text.split('.').all(|label| !label.is_empty() && label.bytes().all(is_letter))
    };
    let mut hosts = 0;
    let pairs: Vec<String> = pieces.iter().flat_map(|one| pieces.map(|two| [*one, two].concat())).collect();
    for (start, piece) in pairs.iter().flat_map(|start| pieces.map(|piece| (start, piece))) {
        for end in ["é", ".é", "①", ".１", "é.", "。", "א"] {
            let value = [start, piece, end].concat();
            let found = Host::of(&value).map(|host| (host.text().to_owned(), host.address().is_some()));
            hosts += usize::from(found.is_ok());
            match host_in_url(&value) {
                None => {
                    assert_eq!(found, Err("the host is neither a name nor an address"), "{value:?}")
                }
                Some((text, false)) if !is_name(&text) => {
                    assert_eq!(found, Err("the host is not a domain name"), "{value:?}");
                }
                Some(expected) => assert_eq!(found, Ok(expected), "{value:?}"),
            }
        }
    }
    assert!(hosts > 10_000, "{hosts}");
}
