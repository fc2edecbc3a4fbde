//! The structure of bidirectional IRIs: RFC 3987 section 4.2.

use oneiri::{BidiRule, Component, IriRef};

use Component::{Fragment, Host, Path, Query, Userinfo};

const CONTROLS: BidiRule = BidiRule::NoControls;
const MIXED: BidiRule = BidiRule::OneDirection;
const ENDS: BidiRule = BidiRule::RightToLeftEnds;

/// The issues, each with the text that it is about.
fn issues(text: &str) -> Vec<(Component, String, BidiRule)> {
    let iri = IriRef::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let issues = iri.bidi_issues();
    issues.into_iter().map(|it| (it.component, text[it.range].to_owned(), it.rule)).collect()
}

fn check(text: &str, expected: &[(Component, &str, BidiRule)]) {
    let expected: Vec<_> = expected.iter().map(|&(component, part, rule)| (component, part.to_owned(), rule)).collect();
    assert_eq!(issues(text), expected, "{text:?}");
}

/// Nothing to say of what goes one way, part by part.
#[test]
fn what_goes_one_way_is_as_it_should_be() {
    for text in [
        "",
        "http://example.org:80/a/b?c=d#e",
        "http://\u{5D0}\u{5D1}.example.org/",
        "http://example.\u{5D0}\u{5D1}:8080/",
        "http://example.org/\u{5D0}\u{5D1}/a/\u{627}\u{628}",
        "http://example.org/?\u{5D0}=a&b=\u{5D1}&\u{5D2}=\u{5D3}",
        "http://example.org/#\u{5D0}\u{5D1}",
        "http://\u{5D0}@h/",
        "\u{5D0}/b",
        // Digits and what has no direction may be between.
        "http://\u{5D0}1\u{5D1}/\u{5D0}-\u{5D1}/\u{627}\u{661}\u{628}",
        "http://h/\u{5D0}%20\u{5D1}",
        // What escapes spell is not looked at, nor what is left-to-right beyond ASCII.
        "http://h/%D7%90x",
        "http://h/r\u{E9}sum\u{E9}",
        "http://1.2.3.4/",
        "http://[::1]/\u{5D0}",
        // Isolates are no formatting characters of section 4.1.
        "http://h/\u{2066}x\u{2069}",
        "http://h/%E2%80%AE",
    ] {
        check(text, &[]);
    }
}

#[test]
fn formatting_characters_stand_nowhere() {
    for c in ["\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}"] {
        check(&format!("//{c}@h/"), &[(Userinfo, c, CONTROLS)]);
        check(&format!("//a.{c}.b/"), &[(Host, c, CONTROLS)]);
        check(&format!("/a/{c}/b"), &[(Path, c, CONTROLS)]);
        check(&format!("?a={c}&b"), &[(Query, c, CONTROLS)]);
        check(&format!("#{c}"), &[(Fragment, c, CONTROLS)]);
    }
    // One issue for each stretch, and the characters are said first.
    check("/\u{5D0}a\u{202E}\u{202E}", &[(Path, "\u{5D0}a\u{202E}\u{202E}", CONTROLS)]);
}

#[test]
fn a_part_has_one_direction() {
    for (text, component, part) in [
        ("http://\u{5D0}b.org/", Host, "\u{5D0}b"),
        ("http://a.b\u{5D0}.c/", Host, "b\u{5D0}"),
        ("http://\u{5D0}:a@h/", Userinfo, "\u{5D0}:a"),
        ("http://h/x/\u{5D0}b\u{5D1}/y", Path, "\u{5D0}b\u{5D1}"),
        ("http://h/?x=\u{5D0}b&y", Query, "\u{5D0}b"),
        ("http://h/?\u{5D0}b=x", Query, "\u{5D0}b"),
        // Not divided: a slash in a fragment or a query is but a character.
        ("http://h/#\u{5D0}/a", Fragment, "\u{5D0}/a"),
        ("http://h/?\u{5D0}/a", Query, "\u{5D0}/a"),
        ("http://h/\u{5D0}.b", Path, "\u{5D0}.b"),
        // An escape's digits may be letters.
        ("http://h/\u{5D0}%D7\u{5D1}", Path, "\u{5D0}%D7\u{5D1}"),
        ("http://h/\u{627}\u{E9}", Path, "\u{627}\u{E9}"),
        ("\u{5D0}b/c", Path, "\u{5D0}b"),
    ] {
        check(text, &[(component, part, MIXED)]);
    }
}

#[test]
fn right_to_left_begins_and_ends_so() {
    for (text, component, part) in [
        ("http://\u{5D0}1.org/", Host, "\u{5D0}1"),
        ("http://1\u{5D0}.org/", Host, "1\u{5D0}"),
        ("http://\u{5D0}-.org/", Host, "\u{5D0}-"),
        ("http://h/\u{5D0}.", Path, "\u{5D0}."),
        ("http://h/\u{627}\u{661}", Path, "\u{627}\u{661}"),
        ("http://h/?x=\u{5D0}1", Query, "\u{5D0}1"),
        ("http://h/#1\u{5D0}", Fragment, "1\u{5D0}"),
        ("http://:\u{5D0}@h/", Userinfo, ":\u{5D0}"),
        ("http://h/%20\u{5D0}", Path, "%20\u{5D0}"),
        // A point of Hebrew has no direction of its own, and section 4.2 makes no exception.
        ("http://h/\u{5D0}\u{5B0}", Path, "\u{5D0}\u{5B0}"),
    ] {
        check(text, &[(component, part, ENDS)]);
    }
}

#[test]
fn issues_come_from_left_to_right() {
    check(
        "x://1\u{5D0}@\u{5D0}a.\u{5D1}.1\u{5D0}:80/\u{202E}/\u{5D0}/\u{5D0}c?\u{5D0}=\u{5D0}1#\u{5D0}z",
        &[
            (Userinfo, "1\u{5D0}", ENDS),
            (Host, "\u{5D0}a", MIXED),
            (Host, "1\u{5D0}", ENDS),
            (Path, "\u{202E}", CONTROLS),
            (Path, "\u{5D0}c", MIXED),
            (Query, "\u{5D0}1", ENDS),
            (Fragment, "\u{5D0}z", MIXED),
        ],
    );
}
