//! `oneiri parsers --as`: the parsers that are asked, and what is said of one that alone accepts a text.

use crate::run::oneiri;

/// The parsers beyond the usual ones, by their names.
#[test]
fn other_parsers_are_asked_by_name() {
    let all = "node-legacy-20,node-legacy,curl-7.88,curl,ruby,php-whatwg,php-rfc3986,php,go-1.19,go,python-3.11,python,appendix-b,java,browser,rfc3987,rfc3986";
    let json = oneiri(&["parsers", "--json", "--as", all, "http://h/"]).json();
    let readings = json[0]["readings"].as_array().unwrap();
    let named: Vec<_> = readings.iter().map(|it| it["parser"].as_str().unwrap()).collect();
    let order = "rfc3986 rfc3987 whatwg java regex python python-3.11 go go-1.19 php php-rfc3986 php-whatwg ruby curl curl-7.88 node-legacy node-legacy-20";
    assert_eq!(named.join(" "), order);
    assert_eq!(json[0]["agree"], true);
    // Since Go 1.26, brackets enclose an IPv6 address and nothing else.
    let by_version = oneiri(&["parsers", "--as", "go,go-1.19", "http://[::g]/"]);
    let read = "\n          go-1.19\nscheme    http\nhost      ::g\npath      /\n\ngo        refuses it: ";
    assert!(by_version.stdout().contains(read), "{}", by_version.stdout());
    assert_eq!(by_version.code, 1);

    // Java alone had raised it, because it reads no host. Node's old parser reads another one.
    let text = "http://127.0.0.1%09foo.google.com/";
    assert_eq!(oneiri(&["parsers", "--only-moving", text]).code, 0);
    let moved = oneiri(&["parsers", "--only-moving", "--as", "python,node-legacy", text]);
    assert_eq!(moved.code, 1);
    assert!(moved.stdout().contains("the host and the path-prefix move"), "{}", moved.stdout());
    // An address is the same with and without brackets, and a host in Punycode and without.
    for text in ["http://[::1]:80/", "http://[FE80::1%25e]/", "http://bücher.example/"] {
        let only = ["parsers", "--only-moving", "--as", "rfc3987,python,go,java", text];
        assert_eq!(oneiri(&only).code, 0, "{text}");
    }
    let gate = ["parsers", "--only-moving", "--as", "browser,java,curl"];
    assert_eq!(oneiri(&[&gate[..], &["http://é.example/", "http://a_b.example/"]].concat()).code, 0);
    assert_eq!(oneiri(&[&gate[..], &["--base", "https://h/", "///evil.com"]].concat()).code, 1);

    let outcome = oneiri(&["parsers", "--as", "php", "--base", "http://h/", "a"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("php does not resolve"), "{}", outcome.stderr);
}

#[test]
fn one_parser_that_accepts_a_text_disagrees_with_those_that_refuse_it() {
    for (parsers, text, says, code) in [
        ("browser", "http://h/a", "all agree", 0),
        ("appendix-b", "http://h/a b", "all agree", 0),
        ("browser,java", r"http://h\a", "they disagree", 1),
        ("java", r"http://h\a", "all refuse it", 0),
        // The regular expression accepts every text.
        ("appendix-b,java", r"http://h\a", "all refuse it", 0),
    ] {
        let outcome = oneiri(&["parsers", "--as", parsers, text]);
        assert!(outcome.stdout().contains(says), "{parsers}: {}", outcome.stdout());
        assert_eq!(outcome.code, code, "{parsers}");
    }
}
