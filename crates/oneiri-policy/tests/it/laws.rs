//! The laws of the check, for any text. `fuzz/` calls them, too.

use std::sync::LazyLock;

use oneiri_policy::{Base, Policy, Saw, Violation};

/// A law: a function of any bytes that panics if it is broken.
type Law = fn(&[u8]);

/// The laws by name.
pub const TARGETS: [(&str, Law); 3] = [
    ("policy", admitted_texts_are_canonical),
    ("policy-fast", the_fast_path_decides_alike),
    ("denied-host", denied_hosts_stay_denied),
];

static POLICIES: LazyLock<Vec<Policy>> = LazyLock::new(|| {
    let rules = "[[allow]]\nscheme = [\"http\", \"https\", \"ws\", \"x\"]\nhost = \"*\"\nport = \"*\"\n\
                 [[allow]]\nscheme = \"x\"\n";
    let all: String = Violation::all().map(|it| format!("{} = \"allow\"\n", it.name())).collect();
    [
        "extends = \"ssrf\"".to_owned(),
        "extends = \"gateway\"".to_owned(),
        "extends = \"open-redirect\"".to_owned(),
        format!("addresses = \"any\"\nrepair = true\n{rules}[violations]\n{all}"),
        format!("{rules}[[deny]]\nhost = \"*.b\"\n[[deny]]\npath = \"/a/*\"\n"),
        format!(
            "max-length = 40\nrepair = true\n{rules}[[deny]]\nuri = \"http://h/a?b\"\n[[deny]]\nquery = \"a\"\n\
             [violations]\n{all}"
        ),
        "repair = true\n[[allow]]\nhost = \"*\"\npath = [\"/a/{b}/**/c\", \"/*\"]\nquery = [\"a\"]\n".to_owned(),
        format!("parsers = [\"rfc3986\", \"rfc3987\", \"whatwg\", \"java\", \"python\", \"regex\"]\n{rules}"),
        format!("parsers = [\"go\", \"php\", \"curl\", \"whatwg\"]\n{rules}"),
    ]
    .iter()
    .map(|toml| Policy::compile(toml).unwrap_or_else(|error| panic!("{toml}: {error}")))
    .collect()
});

/// What a policy admits has a canonical text that is admitted, is its own canonical text, and is read alike by
/// all parsers. What it does not admit has reasons that lie in the text.
pub fn admitted_texts_are_canonical(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    for policy in POLICIES.iter() {
        let decision = policy.check(text);
        for reason in decision.reasons() {
            assert!(text.get(reason.range.clone()).is_some(), "{text:?}: {reason:?}");
        }
        assert!(decision.is_allowed() == decision.reasons().is_empty(), "{text:?}");
        let Some(checked) = decision.allowed() else { continue };
        let canonical = checked.as_str();
        let again = policy.check(canonical).allowed();
        let again = again.unwrap_or_else(|| panic!("{text:?}: {canonical:?} is denied"));
        assert_eq!(again.as_str(), canonical, "{text:?}");
        assert_eq!((again.port(), again.host()), (checked.port(), checked.host()), "{text:?}");
        assert_eq!(oneiri::UriRef::parse(canonical).map(|it| it.parts()), Ok(checked.parts()));
        if ["http:", "https:", "ws:"].iter().any(|scheme| canonical.starts_with(scheme)) {
            assert!(checked.host().is_some_and(|host| !host.is_empty()), "{text:?}");
        }
        for seen in policy.inspect(canonical, None).seen() {
            let Saw::Url(reading) = &seen.saw else { panic!("{text:?}: {seen}") };
            if canonical.starts_with('/') {
                continue;
            }
            let bare = |host: Option<&str>| host.map(|host| host.trim_matches(['[', ']']).to_owned());
            assert_eq!(bare(reading.host()), bare(checked.host()), "{text:?}: {seen}");
            assert_eq!(reading.scheme(), checked.parts().scheme, "{text:?}: {seen}");
        }
    }
}

static BASES: LazyLock<Vec<Base>> = LazyLock::new(|| {
    ["https://h/a/b?c", "http://a.b", "x://h/", "http://[::1]:8080/a//b;c/"]
        .map(|text| Base::compile(text).unwrap_or_else(|error| panic!("{text}: {error}")))
        .into()
});

/// The fast path decides as the check in its order, and for the same reasons.
pub fn the_fast_path_decides_alike(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    for policy in POLICIES.iter() {
        for base in [None].into_iter().chain(BASES.iter().map(Some)) {
            let fast = match base {
                None => policy.check(text),
                Some(base) => policy.check_with_base(text, base),
            };
            let slow = policy.inspect(text, base).decision();
            let base = base.map(Base::as_str);
            assert_eq!(fast.reasons(), slow.reasons(), "{text:?} {base:?}");
            let (Some(fast), Some(slow)) = (fast.allowed(), slow.allowed()) else { continue };
            assert_eq!(fast.as_str(), slow.as_str(), "{text:?} {base:?}");
            assert_eq!(
                (fast.rule(), fast.port(), fast.host()),
                (slow.rule(), slow.port(), slow.host()),
                "{text:?} {base:?}"
            );
        }
    }
}

static DENIES: LazyLock<Policy> = LazyLock::new(|| {
    let all: String = Violation::all().map(|it| format!("{} = \"allow\"\n", it.name())).collect();
    let toml = format!(
        "addresses = \"any\"\nrepair = true\n[[allow]]\nhost = \"*\"\nport = \"*\"\n\
         [[deny]]\nhost = \"*.evil.example\"\napex = true\n[[deny]]\nhost = \"198.51.100.7\"\n\
         [violations]\n{all}"
    );
    Policy::compile(&toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
});

/// No rewriting of a denied host is admitted, even by a policy that permits all violations.
pub fn denied_hosts_stay_denied(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = move || bytes.next().unwrap_or(0);
    let host = match next() % 3 {
        0 => rewritten("evil.example", &mut next),
        1 => rewritten("a.evil.example", &mut next),
        _ => address(&mut next),
    };
    let port = ["", ":80", ":", ":8080", ":00443"][usize::from(next()) % 5];
    let userinfo = ["", "u@", "good.example@", "a:b@"][usize::from(next()) % 4];
    let scheme = ["http", "https", "HTTP", "hTTps"][usize::from(next()) % 4];
    let rest = ["", "/", "/good.example", "?x", "#x", "\\x", "/a/../b"][usize::from(next()) % 7];
    let text = format!("{scheme}://{userinfo}{host}{port}{rest}");
    assert!(!DENIES.check(&text).is_allowed(), "{text}: {:?}", DENIES.check(&text));
}

/// The name, each character of which is written in another way.
fn rewritten(name: &str, next: &mut impl FnMut() -> u8) -> String {
    let mut text = String::new();
    for c in name.chars() {
        let wide = |c: char| char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c);
        let written = match (next() % 8, c) {
            (0, _) => format!("%{:02x}", u32::from(c)),
            (1, _) => format!("%{:02X}", u32::from(c)),
            (2, '.') => "。".into(),
            (3, '.') => "．".into(),
            (4, '.') => "%E3%80%82".into(),
            (2, _) => c.to_ascii_uppercase().into(),
            (3, _) => wide(c).into(),
            (4, _) => wide(c.to_ascii_uppercase()).into(),
            (5, _) => format!("{c}{}", ['\u{AD}', '\u{1806}', '\u{200D}'][usize::from(next()) % 3]),
            (6, 'a'..='z') => char::from_u32(u32::from(c) - u32::from('a') + 0x24D0).unwrap_or(c).into(),
            _ => c.into(),
        };
        text.push_str(&written);
    }
    if next() % 3 == 0 {
        text.push('.');
    }
    text
}

/// 198.51.100.7 in one of its spellings.
fn address(next: &mut impl FnMut() -> u8) -> String {
    let octets = [198u32, 51, 100, 7];
    let number = |value: u32, how: u8| match how % 4 {
        0 => format!("{value}"),
        1 => format!("0x{value:x}"),
        2 => format!("0{value:o}"),
        _ => format!("0x00{value:X}"),
    };
    let [a, b, c, d] = octets;
    let tail = (b << 16) | (c << 8) | d;
    match next() % 12 {
        0 => "198.51.100.7".into(),
        1 => number((a << 24) | tail, next()),
        2 => format!("{}.{}", number(a, next()), number(tail, next())),
        3 => format!("{}.{}.{}", number(a, next()), number(b, next()), number(c << 8 | d, next())),
        4 => octets.map(|octet| number(octet, next())).join("."),
        5 => "[::ffff:198.51.100.7]".into(),
        6 => "[::FFFF:c633:6407]".into(),
        7 => "[64:ff9b::198.51.100.7]".into(),
        8 => "[2002:c633:6407::1]".into(),
        9 => "[0:0:0:0:0:ffff:C633:6407]".into(),
        10 => "[2001:0:1:2:3:4:39cc:9bf8]".into(),
        _ => rewritten("198.51.100.7", &mut || next() % 2),
    }
}

#[cfg(not(fuzzing))]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    const STARTS: &[&str] = &[
        "http://", "https://", "ws://", "x://", "x:", "/", "", "http:", "HTTPS://h", "https://h/", "//", "http://[::1]",
    ];
    const PIECES: &[&str] = &[
        "a", "b", "h", "a.b", "xn--a", "x.y", "9", "1.2.3.4", "0x7f.1", "[::1]", "[::ffff:1.2.3.4]", "é", "ß", "①",
        "。", "а", "/", "//", "\\", ".", "..", "/..", "/./", "%2e", "%2f", "%5c", "%25", "%252e", "%41", "%c3%a9",
        "%ff", "%00", "%", ";", "..;", "@", ":", ":80", ":443", ":8080", ":0", ":65536", "?", "#", "'", " ", "\t",
        "\n", "|", "^", "{", "\"", "<", "[", "]", "=", "&", "+", "~", "-", "_", "*", "!", "\u{AD}", "\u{200D}",
        "\u{FFFD}", "localhost",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: crate::cases(20_000), failure_persistence: None, ..<_>::default() })]

        #[test]
        fn admitted_texts_are_canonical(start in select(STARTS), pieces in prop::collection::vec(select(PIECES), 0..9)) {
            let text = start.to_owned() + &pieces.concat();
            super::admitted_texts_are_canonical(text.as_bytes());
        }

        #[test]
        fn the_fast_path_decides_alike(start in select(STARTS), pieces in prop::collection::vec(select(PIECES), 0..9)) {
            let text = start.to_owned() + &pieces.concat();
            super::the_fast_path_decides_alike(text.as_bytes());
        }

        #[test]
        fn denied_hosts_stay_denied(data in prop::collection::vec(any::<u8>(), 0..24)) {
            super::denied_hosts_stay_denied(&data);
        }
    }
}
