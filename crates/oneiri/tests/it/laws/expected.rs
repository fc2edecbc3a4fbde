//! Verdicts as a reader would have them: each step and each difference, told by hand.

use oneiri::Component::{self, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
use oneiri::compare::{Reason, Rule};
use oneiri::registry::{PathRule, Registry, SchemeRules};
use oneiri::{IriRef, Ladder, Rung, UriRef};

type Steps = &'static [(Component, &'static str, &'static str, Rule)];

fn hold(ladder: &Ladder<'_>, one: &str, other: &str, rung: Rung, expected: Steps) {
    let (a, b) = (IriRef::parse(one).unwrap(), IriRef::parse(other).unwrap());
    let verdict = ladder.compare(&a, &b);
    let steps = verdict.steps();
    let told: Vec<_> = steps
        .iter()
        .map(|step| (step.component.expect("a component"), &one[step.a.clone()], &other[step.b.clone()], step.rule))
        .collect();
    assert_eq!((verdict.rung(), &*told), (Some(rung), expected), "{one} and {other}");
}

#[test]
fn steps_are_those_that_a_reader_would_name() {
    use Rule::*;
    let all: &[(&str, &str, Rung, Steps)] = &[
        ("http://h/", "http://h/", Rung::String, &[]),
        ("HTTP://h", "http://h", Rung::Case, &[(Scheme, "HTTP", "http", LetterCase)]),
        (
            "//EXAMPLE.Org",
            "//example.org",
            Rung::Case,
            &[(Host, "EXAMPLE", "example", LetterCase), (Host, "O", "o", LetterCase)],
        ),
        ("s:%3a", "s:%3A", Rung::Case, &[(Path, "%3a", "%3A", HexDigits)]),
        ("//%c3%A9", "//%C3%A9", Rung::Case, &[(Host, "%c3", "%C3", HexDigits)]),
        ("//%41", "//a", Rung::Escape, &[(Host, "%41", "a", Unreserved)]),
        ("//A", "//%61", Rung::Escape, &[(Host, "A", "%61", Unreserved)]),
        ("s:%7euser", "s:%7Euser", Rung::Case, &[(Path, "%7e", "%7E", HexDigits)]),
        ("s:~user", "s:%7euser", Rung::Escape, &[(Path, "~", "%7e", Unreserved)]),
        ("s:?%61%62c", "s:?ab%63", Rung::Escape, &[(Query, "%61%62c", "ab%63", Unreserved)]),
        ("s:/rosé", "s:/ros%c3%a9", Rung::Escape, &[(Path, "é", "%c3%a9", Ucschar)]),
        ("s:\u{202E}", "s:%e2%80%ae", Rung::Escape, &[(Path, "\u{202E}", "%e2%80%ae", BidiControl)]),
        ("s:%e2%80%ae", "s:\u{202E}", Rung::Escape, &[(Path, "%e2%80%ae", "\u{202E}", BidiControl)]),
        ("//h:", "//h", Rung::Path, &[(Port, ":", "", PortSpelling)]),
        ("//h:080", "//h:80", Rung::Path, &[(Port, ":080", ":80", PortSpelling)]),
        ("s:a/../b", "s:b", Rung::Path, &[(Path, "a/../", "", DotSegments)]),
        ("s:/b/.", "s:/b/", Rung::Path, &[(Path, ".", "", DotSegments)]),
        ("s:/a/../%61", "s:/a/../a", Rung::Escape, &[(Path, "%61", "a", Unreserved)]),
        ("s:/a/..//b", "s:/.//b", Rung::Path, &[(Path, "a/../", "./", DotSegments)]),
        (
            "example://a/b/c/%7Bfoo%7D/rosé",
            "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
            Rung::Path,
            &[
                (Scheme, "xample", "XAMPLE", LetterCase),
                (Path, "", "./b/../", DotSegments),
                (Path, "c", "%63", Unreserved),
                (Path, "%7B", "%7b", HexDigits),
                (Path, "%7D", "%7d", HexDigits),
                (Path, "é", "%C3%A9", Ucschar),
            ],
        ),
        ("http://example.com", "http://example.com/", Rung::Scheme, &[(Path, "", "/", EmptyPath)]),
        (
            "http://example.com",
            "http://example.com:/",
            Rung::Scheme,
            &[(Port, "", ":", PortSpelling), (Path, "", "/", EmptyPath)],
        ),
        (
            "http://example.com:80/",
            "http://example.com:080",
            Rung::Scheme,
            &[(Port, ":80", ":080", PortSpelling), (Path, "/", "", EmptyPath)],
        ),
        ("http://h:/", "http://h:80/", Rung::Scheme, &[(Port, ":", ":80", DefaultPort)]),
        ("http://h", "http://h/.", Rung::Scheme, &[(Path, "", "/", EmptyPath), (Path, "", ".", DotSegments)]),
        ("file:/x", "file://localhost/x", Rung::Scheme, &[(Host, "", "//localhost", LocalHost)]),
        (
            "file://%6Cocalhost:/x",
            "file:///x",
            Rung::Scheme,
            &[(Host, "//%6Cocalhost", "//", LocalHost), (Port, ":", "", PortSpelling)],
        ),
        (
            "mailto:Joe@Example.COM",
            "mailto:Joe@example.com",
            Rung::Scheme,
            &[(Path, "E", "e", SchemeCase), (Path, "COM", "com", SchemeCase)],
        ),
        ("mailto:%6Ao@X", "mailto:jo@x", Rung::Scheme, &[(Path, "%6A", "j", Unreserved), (Path, "X", "x", SchemeCase)]),
        (
            "mailto:a@b?Subject=%61",
            "mailto:a@b?subject=a",
            Rung::Scheme,
            &[(Query, "S", "s", SchemeCase), (Query, "%61", "a", Unreserved)],
        ),
        ("urn:EX:%41", "urn:ex:A", Rung::Scheme, &[(Path, "EX", "ex", SchemeCase), (Path, "%41", "A", Unreserved)]),
        ("tel:+1-201", "tel:+1.(201)", Rung::Scheme, &[(Path, "-", ".(", Separators), (Path, "", ")", Separators)]),
        ("ldap://h/?", "ldap://h", Rung::Scheme, &[(Path, "/", "", EmptyPath), (Query, "?", "", EmptyQuery)]),
    ];
    for (one, other, rung, steps) in all {
        hold(&Ladder::default(), one, other, *rung, steps);
    }
    println!("expected: {} pairs with their steps", all.len());
}

/// The rules of a caller meet what no built-in scheme has.
#[test]
fn steps_name_the_rules_of_a_caller() {
    let zero = SchemeRules::GENERIC.default_port(0).local_host();
    let fold = SchemeRules::GENERIC.path(PathRule::FoldAll).source("ours");
    let own = [("zero", zero), ("fold", fold), ("http", SchemeRules::GENERIC)];
    let ladder = Ladder::new().registry(Registry::new(&own));
    let port: Steps = &[(Port, ":00", "", Rule::DefaultPort)];
    hold(&ladder, "zero://h:00/", "zero://h/", Rung::Scheme, port);
    let both: Steps = &[(Host, "//LOCALHOST", "", Rule::LocalHost), (Port, ":0", "", Rule::DefaultPort)];
    // A host must be before the port for it to be the default one.
    hold(&ladder, "zero://LOCALHOST:0/", "zero:/", Rung::Scheme, both);
    hold(&ladder, "fold:aB", "fold:Ab", Rung::Scheme, &[(Path, "aB", "Ab", Rule::SchemeCase)]);
    let (a, b) = (UriRef::parse("http://h").unwrap(), UriRef::parse("http://h/").unwrap());
    assert_eq!(ladder.compare(&a, &b).rung(), None, "a caller can say that nothing is known");
    let (a, b) = (UriRef::parse("fold:a").unwrap(), UriRef::parse("fold:A").unwrap());
    assert_eq!(ladder.compare(&a, &b).steps()[0].source, "ours");
}

#[test]
fn walls_are_those_that_a_reader_would_name() {
    use Reason::{LetterCase, Presence, Reserved, Text, UnicodeCase};
    let all: &[(&str, &str, Component, &str, &str, Reason)] = &[
        ("a", "s:a", Scheme, "", "s:", Presence),
        ("http://h/", "https://h/", Scheme, "", "s", Text),
        ("foo:/a", "foo:///a", Host, "", "//", Presence),
        ("foo:/a", "foo://u@h:1/a", Userinfo, "", "u@", Presence),
        ("foo:/a", "foo://h:1/a", Host, "", "//h:1", Presence),
        ("http://@h/", "http://h/", Userinfo, "@", "", Presence),
        ("http://user@h/", "http://user:@h/", Userinfo, "", ":", Text),
        ("http://User@h/", "http://user@h/", Userinfo, "U", "u", LetterCase),
        ("http://EXÉ/", "http://exé/", Host, "É", "é", UnicodeCase),
        ("http://\u{212A}/", "http://k/", Host, "\u{212A}", "k", UnicodeCase),
        ("http://h./", "http://h/", Host, ".", "", Text),
        ("http://h:81/", "http://h:82/", Port, "1", "2", Text),
        ("http://h:80/", "http://h:81/", Port, ":80", ":81", Text),
        ("http://h/", "http://h:81/", Port, "", ":81", Presence),
        ("http://h/", "https://h:80/", Scheme, "", "s", Text),
        ("http://h/a%2Fb", "http://h/a/b", Path, "%2F", "/", Reserved),
        ("http://h/a%2fb", "http://h/a/./b", Path, "%2f", "/", Reserved),
        ("http://h/a!", "http://h/a%21", Path, "!", "%21", Reserved),
        ("http://h/%2f", "http://h/%3F", Path, "%2f", "%3F", Text),
        ("urn:example:a%2Cb", "urn:example:a,b", Path, "%2C", ",", Reserved),
        ("http://h/a/", "http://h/a", Path, "/", "", Text),
        ("http://h/a/./", "http://h/a", Path, "/", "", Text),
        ("http://h/Path", "http://h/path", Path, "P", "p", LetterCase),
        ("http://h/%50ath", "http://h/path", Path, "%50", "p", LetterCase),
        ("http://h/a/b", "http://h/a/./B", Path, "b", "B", LetterCase),
        ("http://h/é", "http://h/É", Path, "é", "É", UnicodeCase),
        ("http://h/%C3%A9", "http://h/%C3%89", Path, "%C3%A9", "%C3%89", UnicodeCase),
        ("http://h/%C3%A9", "http://h/%C3", Path, "%C3%A9", "%C3", Text),
        ("http://h", "http://h/x", Path, "", "/x", Text),
        ("http://h//", "http://h/", Path, "/", "", Text),
        ("s:/a", "s:a", Path, "/", "a", Text),
        ("s:/a/..", "s:/b", Path, "", "b", Text),
        ("g", "./g", Path, "g", ".", Text),
        ("file:x", "file:/x", Path, "x", "/", Text),
        ("file://localhost", "file://localhost/", Path, "", "/", Text),
        ("file://LOCALHOST", "file://localhost/", Path, "", "/", Text),
        ("mailto:joe@x", "mailto:Joe@x", Path, "j", "J", LetterCase),
        ("mailto:a@B", "mailto:a@b@B", Path, "", "@", Text),
        ("tel:+1", "tel:+2", Path, "1", "2", Text),
        ("tel:+1%28", "tel:+1", Path, "%28", "", Text),
        ("http://h/?", "http://h/", Query, "?", "", Presence),
        ("http://h?A", "http://h/?a", Query, "A", "a", LetterCase),
        ("http://h/?a=%26", "http://h/?a=&", Query, "%26", "&", Reserved),
        ("http://h/#", "http://h/", Fragment, "#", "", Presence),
        ("http://h/#a", "http://h/#b", Fragment, "a", "b", Text),
    ];
    for &(one, other, component, x, y, reason) in all {
        let (a, b) = (IriRef::parse(one).unwrap(), IriRef::parse(other).unwrap());
        let verdict = a.compare(&b);
        let told = verdict.difference().map(|difference| {
            (difference.component, &one[difference.a.clone()], &other[difference.b.clone()], difference.reason)
        });
        assert_eq!(told, Some((component, x, y, reason)), "{one} and {other}");
        assert_eq!(verdict.rung(), None, "{one} and {other}");
    }
    // To a URI an escape is an octet and no more.
    let [one, other] = ["s:%C3%89", "s:%C3%A9"].map(|text| UriRef::parse(text).unwrap());
    let difference = one.compare(&other).difference().unwrap();
    assert_eq!((difference.a, difference.b, difference.reason), (5..8, 5..8, Text));
    println!("expected: {} pairs with their difference", all.len());
}

/// RFC 3987 section 5.3.2.2: told where the feature is there, and never applied.
#[test]
fn composed_and_decomposed_are_different_everywhere() {
    let [one, other] = ["http://h/\u{E9}", "http://h/e\u{301}"];
    let (a, b) = (IriRef::parse(one).unwrap(), IriRef::parse(other).unwrap());
    let verdict = a.compare(&b);
    let difference = verdict.difference().unwrap();
    let expected = if cfg!(feature = "nfc") { Reason::Nfc } else { Reason::Text };
    assert_eq!((verdict.rung(), difference.component, difference.reason), (None, Path, expected));
}
