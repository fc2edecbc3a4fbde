//! What people ask `explain` about two identifiers that are not equal.

use crate::run::oneiri;

/// Each question: the options, two identifiers, and for each wall the component, the text of both,
/// the reason, and what would remove it.
type Asked<'t> = (&'t [&'t str], [&'t str; 2], &'t [(&'t str, &'t str, &'t str, &'t str, &'t str)]);

const ASKED: &[Asked<'_>] = &[
    (&[], ["http://h/", "https://h/"], &[("scheme", "", "s", "https", "evidence")]),
    (&[], ["http://www.example.com/", "http://EXAMPLE.com/"], &[("host", "www.example", "EXAMPLE", "www", "evidence")]),
    (&[], ["http://h/a", "http://h/a/"], &[("path", "", "/", "trailing-slash", "evidence")]),
    (&[], ["http://h/?a=1&b=2", "http://h/?b=2&a=1"], &[("query", "a=1&b=2", "b=2&a=1", "pair-order", "evidence")]),
    (
        &[],
        ["http://h/a+b?q=x+y", "http://h/a%20b?q=x%20y"],
        &[("path", "+", "%20", "plus", "evidence"), ("query", "+", "%20", "plus", "evidence")],
    ),
    (&[], ["http://[2001:db8::1]/", "http://[2001:DB8:0::1]/"], &[("host", "", "0:", "ipv6-spelling", "evidence")]),
    (
        &[],
        ["http://bücher.example/", "http://xn--bcher-kva.example/"],
        &[("host", "bücher", "xn--bcher-kva", "punycode", "--idna or evidence")],
    ),
    // No observation of these has a meaning, and --evidence refuses it.
    (&[], ["mailto:joe@h", "mailto:Joe@h"], &[("path", "j", "J", "letter-case", "")]),
    (&[], ["ftp://h/a", "http://h/a"], &[("scheme", "f", "ht", "text", "")]),
    (
        &[],
        ["mailto:a@bücher.example", "mailto:a@xn--bcher-kva.example"],
        &[("path", "bücher", "xn--bcher-kva", "punycode", "")],
    ),
    (&[], ["http://h./", "http://h/"], &[("host", ".", "", "root-dot", "evidence")]),
    (&[], ["urn:example:a?+x", "urn:example:a"], &[("query", "?+x", "", "urn-components", "--urn-names")]),
    (
        &[],
        ["urn:example:a#x", "urn:example:a#y"],
        &[("fragment", "x", "y", "urn-components", "--ignore-fragment or --urn-names")],
    ),
    (&[], ["http://h/#a", "http://h/"], &[("fragment", "#a", "", "presence", "--ignore-fragment")]),
    (
        &[],
        ["//h/a#x", "//h/b"],
        &[("path", "a", "b", "text", ""), ("fragment", "#x", "", "presence", "--ignore-fragment")],
    ),
    (
        &[],
        ["http://h/a", "/a"],
        &[("scheme", "http:", "", "presence", "--base"), ("host", "//h", "", "presence", "--base")],
    ),
    // All walls, from left to right.
    (
        &[],
        ["http://u@www.h/%2Fa?x#", "https://h/%2fA"],
        &[
            ("scheme", "", "s", "https", "evidence"),
            ("userinfo", "u@", "", "presence", "evidence"),
            ("host", "www.", "", "www", "evidence"),
            ("path", "a", "A", "letter-case", "evidence"),
            ("query", "?x", "", "presence", "evidence"),
            ("fragment", "#", "", "presence", "--ignore-fragment"),
        ],
    ),
    // What an option already ignores is no wall.
    (&["--ignore-fragment"], ["http://h/a#x", "http://h/b#y"], &[("path", "a", "b", "text", "evidence")]),
    (&["--urn-names"], ["urn:example:a?+x#y", "urn:example:b"], &[("path", "a", "b", "text", "")]),
];

#[test]
fn walls_are_all_told_with_what_would_remove_them() {
    for (options, [one, other], walls) in ASKED {
        let outcome = oneiri(&[&["compare", "--json"], *options, &[one, other]].concat());
        let object = &outcome.json()[0];
        assert_eq!((outcome.code, &object["rung"]), (1, &serde_json::Value::Null));
        let [a, b] = ["a", "b"].map(|side| object[side].as_str().unwrap());
        let told: Vec<_> = object["differences"].as_array().unwrap().iter().collect();
        assert_eq!(told.len(), walls.len(), "{one} {other}: {told:?}");
        for (told, (component, x, y, reason, cures)) in told.into_iter().zip(*walls) {
            let slice = |text: &str, side: &str| {
                let at = |end: &str| usize::try_from(told[side][end].as_u64().unwrap()).unwrap();
                text[at("start")..at("end")].to_owned()
            };
            let found: Vec<_> = told["removed_by"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
            assert_eq!(
                (told["component"].as_str(), told["reason"].as_str(), found.join(" or ").as_str()),
                (Some(*component), Some(*reason), *cures),
                "{one} {other}"
            );
            assert_eq!([slice(a, "a"), slice(b, "b")], [*x, *y], "{one} {other}: {component}");
        }
        // The other way round the same is told.
        let turned = oneiri(&[&["compare", "--json"], *options, &[other, one]].concat());
        let reasons = |object: &serde_json::Value| {
            let walls = object["differences"].as_array().unwrap();
            walls.iter().map(|it| (it["reason"].clone(), it["removed_by"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(reasons(&turned.json()[0]), reasons(object), "{other} {one}");
    }
}

/// Each option that is told makes the two equal, if it is the only wall.
#[test]
fn what_is_told_to_help_helps() {
    let mut helped = 0;
    for (_, [one, other], walls) in ASKED {
        let [(.., cures)] = walls else { continue };
        for option in cures.split(" or ").filter(|it| it.starts_with("--")) {
            let outcome = oneiri(&["compare", "--rung", "scheme", option, one, other]);
            assert_eq!(outcome.code, 0, "{option} {one} {other}: {}", outcome.stdout());
            helped += 1;
        }
    }
    assert!(helped >= 5, "{helped}");
}

#[test]
fn options_of_the_ladder_work_in_all_commands_that_have_it() {
    oneiri(&["normalize", "--rung", "scheme", "--urn-names", "urn:example:a?=x#y"]).is(0, "urn:example:a\n", "");
    assert_eq!(oneiri(&["compare", "--idna", "http://é/", "http://xn--9ca/"]).code, 0);
    let lines = crate::run::file("questions.txt", "http://é/\nhttp://xn--9ca/\nurn:a1:b?+c\nurn:a1:b\n".as_bytes());
    let options = ["dedupe", "--rung", "scheme", "--idna", "--urn-names", lines.as_str()];
    oneiri(&options).is(0, "http://é/\nurn:a1:b?+c\n", "oneiri: 4 lines: 2 unique, 2 duplicates, 0 invalid\n");
}

#[cfg(unix)]
#[test]
fn on_a_terminal_each_wall_has_its_note() {
    let line = "oneiri compare --color never http://www.h/a https://h/a/";
    let (shown, code) = crate::pty::on_terminal(line, env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(code, 1);
    for part in [
        "different in the scheme, the host and the path\n",
        "1  evidence  http and https are two schemes",
        "2  evidence  \"www.\" is a label like any other",
        "3  evidence  a slash at the end makes another path",
        "evidence: an observed redirect or canonical link would make them equal (--evidence)\n",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}
