//! The two questions about agreement, and their answers.

use oneiri::Component;
use oneiri_readers::agreement::{Form, Host, moves};
use oneiri_readers::by_name;

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
    for text in ["a..b", "a b", "a/b", "a@b", "a,b", "example.com..", "1.2.3.4.5", ".", "%2f"] {
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
        (
            r"http://good.example\@evil.example/",
            ["whatwg", "regex"],
            Some(Host),
            &[Userinfo, Host, Path],
        ),
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
