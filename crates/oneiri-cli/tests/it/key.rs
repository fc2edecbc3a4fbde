//! `key`: what sort keys lose (nothing), how they sort, and the others.

use crate::run::{feed, oneiri};

/// As they sort: by domain, a domain before its subdomains, and what has no host first.
const SORTED: &[(&str, &str)] = &[
    ("", "  "),
    ("/a/b?c", "  /a/b?c"),
    ("mailto:a@b", "  mailto:a@b"),
    ("file:///x", "!  file:///x"),
    ("//.", "! !  //"),
    ("http://com!", "com!  http://"),
    ("http://b.a/!", "a b  http:///!"),
    ("http://a..b", "b ! a  http://"),
    ("http://!/", "!!  http:///"),
    ("http://[::1]:80/", "[::1]  http://:80/"),
    ("ftp://u:p@10.0.0.1/", "10.0.0.1  ftp://u:p@/"),
    ("http://com/", "com  http:///"),
    ("http://example.com", "com example  http://"),
    ("https://ada:@example.com:443/?q#f", "com example  https://ada:@:443/?q#f"),
    ("http://www.example.com/a", "com example www  http:///a"),
    ("http://example-x.com", "com example-x  http://"),
    ("http://rosé.example/é", "example rosé  http:///é"),
];

#[test]
fn sort_keys_lose_nothing() {
    let lines = |side: fn(&(&str, &str)) -> String| SORTED.iter().map(|pair| side(pair) + "\n").collect::<String>();
    let (texts, keys) = (lines(|pair| pair.0.to_owned()), lines(|pair| pair.1.to_owned()));
    let string = ["key", "--rung", "string"];
    feed(&string, texts.as_bytes()).is(0, &keys, "");
    feed(&["key", "--invert"], keys.as_bytes()).is(0, &texts, "");
}

#[test]
fn sorted_they_bring_domains_together() {
    let domains = [
        "http://com/", "http://example.com", "http://www.example.com/a", "http://a.www.example.com",
        "http://example!.com", "http://example-x.com", "http://examplex.com",
    ];
    let outcome = feed(&["key"], domains.join("\n").as_bytes());
    let keys: Vec<&str> = outcome.stdout().lines().collect();
    assert_eq!(keys.len(), domains.len());
    assert!(keys.is_sorted(), "{keys:?}");
}

/// Whatever the library's own cases have for inputs, and every spelling of a host of a few characters.
#[test]
fn every_key_leads_back() {
    let mut texts = Vec::new();
    let alphabet = ["", "a", ".", "!", "%21", "[::1]", "1.2.3.4", "@", ":", "/"];
    for a in alphabet {
        for b in alphabet {
            for c in alphabet {
                for d in alphabet {
                    texts.push(format!("//{a}{b}{c}{d}"));
                }
            }
        }
    }
    let outcome = feed(&["key", "--rung", "string", "--json"], texts.join("\n").as_bytes());
    let answers = outcome.json();
    assert_eq!(answers.len(), texts.len());
    let pairs: Vec<(&str, &str)> =
        answers.iter().filter_map(|answer| Some((answer["input"].as_str()?, answer["output"].as_str()?))).collect();
    assert!(pairs.len() > 2000, "{}", pairs.len());
    let keys: String = pairs.iter().map(|(_, key)| format!("{key}\n")).collect();
    let texts: String = pairs.iter().map(|(text, _)| format!("{text}\n")).collect();
    feed(&["key", "--invert"], keys.as_bytes()).is(0, &texts, "");
}

#[test]
fn what_is_no_key_is_refused() {
    for (key, at) in [
        ("com example http://", "19-19: expected two spaces"),
        ("com  http://h/", "5-14: expected an identifier with an empty host"),
        ("com  mailto:a", "5-13: expected an identifier with an empty host"),
        ("com  http://a b", "13-14: E001 host: ' ' is not allowed here"),
        ("a/b  http://", "0-5: expected a host as sort keys have it"),
        ("a.b  http://", "0-5: expected a host as sort keys have it"),
        ("a[  http://", "0-4: expected a host as sort keys have it"),
        ("a b", "3-3: expected two spaces"),
        ("  http://h/", "2-11: expected an identifier without a host"),
        ("  //", "2-4: expected an identifier without a host"),
    ] {
        let outcome = feed(&["key", "--invert"], key.as_bytes());
        assert_eq!((outcome.code, outcome.stdout()), (1, ""), "{key}");
        assert!(outcome.stderr.starts_with(&format!("stdin:1:{at}")), "{}", outcome.stderr);
    }
    let outcome = oneiri(&["key", "--invert", "--kind", "surt", "a"]);
    assert_eq!((outcome.code, outcome.stdout()), (2, ""));
}

#[test]
fn keys_are_of_the_normal_form() {
    oneiri(&["key", "HTTP://h:/%7ea", "HTTP://h:80"]).is(0, "h  http:///~a\nh  http:///\n", "");
    oneiri(&["key", "--ignore-fragment", "HTTP://h:80#x"]).is(0, "h  http:///\n", "");
    // Vectors of `docs/fingerprint.md`.
    oneiri(&["key", "--kind", "fingerprint", "--rung", "scheme", "http://example.com"]).is(
        0,
        "42663426682770e605cd77c9b152d153\n",
        "",
    );
    oneiri(&["key", "--kind", "fingerprint", "HTTP://www.EXAMPLE.com/%7euser"]).is(
        0,
        "972fe984fdfb99e3b4254177eae84876\n",
        "",
    );
}

#[test]
fn surts_are_as_they_are_described() {
    for (text, surt) in [
        (
            "scheme://userinfo@domain.tld:80/path?query#fragment",
            "scheme://(tld,domain,:80@userinfo)/path?query#fragment",
        ),
        ("http://www.Example.com/A%2fB", "http://(com,example,www,)/a%2fb"),
        ("http://[2001:DB8::1]/", "http://([2001:db8::1])/"),
        ("http://10.0.0.1:8080", "http://(10.0.0.1:8080)"),
        ("file:///X", "file://(,)/x"),
        ("mailto:A@B", "mailto:a@b"),
        ("//h?q", "//(h,)?q"),
    ] {
        oneiri(&["key", "--kind", "surt", "--rung", "string", "--", text]).is(0, &format!("{surt}\n"), "");
    }
}

/// Keys are stored, so an object says by which rules of schemes its key was made, where it was made by any.
#[test]
fn objects_name_the_version_of_the_rules() {
    let version = ::oneiri::SCHEME_RULES_VERSION;
    for kind in ["sort", "fingerprint", "surt", "htu"] {
        let json = oneiri(&["key", "--json", "--kind", kind, "http://h:80"]).json();
        assert_eq!(json[0]["scheme_rules"], version, "{kind}");
        let path = oneiri(&["key", "--json", "--rung", "path", "--kind", kind, "http://h:80"]).json();
        assert!(path[0]["output"].is_string() && path[0].get("scheme_rules").is_none(), "{path:?}");
    }
    oneiri(&["key", "--json", "a:"]).is(
        0,
        &format!("{{\"line\":1,\"input\":\"a:\",\"ok\":true,\"output\":\"  a:\",\"scheme_rules\":{version}}}\n"),
        "",
    );
    let inverted = oneiri(&["key", "--json", "--invert", "--", "h  http://"]).json();
    assert!(inverted[0].get("scheme_rules").is_none(), "{inverted:?}");
    let normal = oneiri(&["normalize", "--json", "http://h:80"]).json();
    assert!(normal[0].get("scheme_rules").is_none(), "{normal:?}");
}
