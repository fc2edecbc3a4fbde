//! Laws about policies that are made from bytes, and about spellings of what a policy denies. `fuzz/` calls them, too.

use std::sync::LazyLock;

use oneiri_parsers::agreement::{Form, Host};
use oneiri_policy::{Base, Policy, Source, Violation, WarningKind};

use crate::servers::{no_program_that_maps_reads_another_path, no_server_reads_a_denied_path};

/// A law: a function of any bytes that panics if it is broken.
type Law = fn(&[u8]);

/// The laws by name.
pub const TARGETS: [(&str, Law); 7] = [
    ("policy-random", random_policies),
    ("policy-idle", rules_without_effect_may_go),
    ("policy-spelling", other_spellings_of_a_denied_path),
    ("policy-query", other_spellings_of_a_denied_key),
    ("policy-parsers", all_parsers_find_the_same_host),
    ("policy-servers", no_server_reads_a_denied_path),
    ("policy-mapped", no_program_that_maps_reads_another_path),
];

/// Choices, one for each byte. After the last byte, the first choice is taken.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl Choices<'_> {
    pub(crate) fn number(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }

    pub(crate) fn of<'v>(&mut self, values: &[&'v str]) -> &'v str {
        values[self.number() % values.len()]
    }

    /// Up to `most` of the values, put together.
    fn several(&mut self, values: &[&str], most: usize) -> String {
        (0..self.number() % (most + 1)).map(|_| self.of(values)).collect()
    }
}

const HOSTS: &[&str] = &[
    "*", "h.example", "*.h.example", "{a}.h.example", "127.0.0.1", "10.0.0.0/8", "[::1]", "localhost", "*.example",
    "xn--bcher-kva.example", "203.0.113.7", "lvh.me",
];
const PATHS: &[&str] = &[
    "/admin/*", "/admin", "/users/{id}/secret", "/**/hidden", "/a/{b}/**/c", "/*", "/@me/x", "/caf%C3%A9/*", "/a;b",
    "/%40x", "/",
];
const CASES: &[&str] = &["", "ignore-case = true\n"];
const URIS: &[&str] = &[
    "https://h.example/secret",
    "https://h.example/a?b",
    "http://h.example:8080/",
    "https://h.example/é",
    "https://xn--bcher-kva.example/x",
    "x:/cb",
];

/// Compiles a policy of random rules. `None` if its rules contradict each other.
fn policy(next: &mut Choices<'_>) -> Option<(String, Policy)> {
    let mut toml = String::new();
    let parsers = [
        "",
        "",
        "",
        "parsers = [\"rfc3986\"]\n",
        "parsers = [\"whatwg\"]\n",
        "parsers = [\"rfc3986\", \"whatwg\", \"java\", \"curl\"]\n",
    ];
    toml += next.of(&parsers);
    toml += next.of(&["", "", "addresses = \"any\"\n", "addresses = [\"public\", \"10.0.0.0/8\"]\n"]);
    toml += next.of(&["", "repair = true\n", "max-length = 60\n", "repair = true\nmax-length = 45\n"]);
    toml += next.of(&["", "", "", "extends = \"ssrf\"\n", "extends = \"gateway\"\n", "extends = \"open-redirect\"\n"]);
    for _ in 0..=next.number() % 2 {
        toml += "[[allow]]\n";
        if next.number() % 4 == 0 {
            toml += "same-origin = true\n";
        } else {
            toml += &format!("host = \"{}\"\n", next.of(HOSTS));
            toml += next.of(&["", "scheme = \"*\"\n", "scheme = [\"http\", \"https\", \"x\"]\n"]);
            toml += next.of(&["", "port = \"*\"\n", "port = [443, 8080]\n"]);
        }
        if next.number() % 3 == 0 {
            toml += &format!("path = \"{}\"\n", next.of(PATHS));
        }
        toml += next.of(&["", "", "query = [\"a\", \"b\"]\n"]);
    }
    for _ in 0..next.number() % 3 {
        toml += "[[deny]]\n";
        toml += &match next.number() % 5 {
            0 => format!("host = \"{}\"\n", next.of(HOSTS)),
            1 => format!("path = \"{}\"\n", next.of(PATHS)) + next.of(CASES),
            2 => format!("uri = \"{}\"\n", next.of(URIS)) + next.of(CASES),
            3 => "query = [\"debug\"]\n".to_owned() + next.of(CASES),
            _ => format!("host = \"{}\"\npath = \"{}\"\n", next.of(HOSTS), next.of(PATHS)),
        };
    }
    toml += "[violations]\n";
    let switch = next.number();
    for violation in Violation::all() {
        let treatment = match switch % 4 {
            0 => continue,
            1 => "allow",
            _ => next.of(&["allow", "deny", "allow", "auto"]),
        };
        toml += &format!("{} = \"{treatment}\"\n", violation.name());
    }
    // Not every violation has every treatment.
    let compiled = Policy::compile(&toml).or_else(|_| Policy::compile(&toml.replace("\"auto\"", "\"deny\"")));
    compiled.ok().map(|policy| (toml, policy))
}

const STARTS: &[&str] = &[
    "https://h.example", "http://h.example", "HTTPS://H.Example:443", "https://a.h.example", "https://", "/", "http:",
    "https://127.0.0.1", "http://[::1]:8080", "https://bücher.example", "x:", "x://h.example", "//h.example",
    "ftp://h.example", "https://0x7f.1", "https://h。example", "http:///",
];
const PIECES: &[&str] = &[
    "/", "/", "/", "admin", "secret", "Secret", "ADMIN", "users", "hidden", "a", "b", "c", "@me", "x", "é",
    "caf%C3%A9", ".", "..", "/../", "/./", "//", "%2e", "%2F", "%5c", "\\", ";", ";p=1", "..;", "%3b", "%3f", "%23",
    "%25", "%2561", "%61dmin", "%00", "%0a", "%c2%a0", "%ff", "%", "?", "?debug", "&debug=1", "&debug%5B%5D=1", "?a=b",
    "&b", "#", "#f", "@", ":", ":443", ":8080", " ", "\t", "\n", "|", "[", "]", "{", "\"", "<", "'", "^", "／", "．",
    "‥", "；", "？", "＃", "％", "…", "%EF%BC%9F", "\u{37E}", "\u{AD}", "ß", "~",
];

static BASES: LazyLock<[Base; 2]> = LazyLock::new(|| {
    ["https://h.example/a/b?c", "http://a.h.example:8080"].map(|text| Base::compile(text).expect("a base"))
});

/// For each policy and text: the fast path decides as the check in its order. What is admitted has a canonical text that is
/// admitted, and is its own.
pub fn random_policies(data: &[u8]) {
    let mut next = Choices(data);
    let Some((toml, policy)) = policy(&mut next) else { return };
    for _ in 0..4 {
        let text = next.of(STARTS).to_owned() + &next.several(PIECES, 8);
        let base = [None, None, Some(&BASES[0]), Some(&BASES[1])][next.number() % 4];
        let check = |text| match base {
            None => policy.check(text).map_reasons(),
            Some(base) => policy.check_with_base(text, base).map_reasons(),
        };
        let found = check(&text);
        let slow = policy.inspect(&text, base).decision().map_reasons();
        let about = || format!("{toml}\n{text:?} {:?}", base.map(Base::as_str));
        assert_eq!(found, slow, "{}", about());
        let Ok(canonical) = found else { continue };
        assert_eq!(check(&canonical).as_ref(), Ok(&canonical), "{}", about());
    }
}

/// Hosts, queries and ports that cover each other, or that only seem to.
const NEAR_HOSTS: &[&str] = &[
    "*", "a.example", "*.example", "{a}.example", "straße.example", "strasse.example", "*.straße.example", "10.0.0.5",
    "10.0.0.0/8", "localhost", "x.straße.example",
];
const NEAR_TEXTS: &[&str] = &[
    "https://a.example", "http://a.example", "https://straße.example", "https://strasse.example",
    "https://x.straße.example", "https://x.strasse.example", "http://10.0.0.5", "https://localhost:8080",
    "ftp://a.example", "https://b.a.example", "https://10.1.2.3",
];
const NEAR_ENDS: &[&str] = &["/", "/a", "/A", "/a/b", "/?a", "/?b", "/a?a&b", "/?A=1", "/?c&a", "/a/?b=a"];
const REACHED: [&str; 5] = ["10.0.0.5", "10.9.9.9", "93.184.216.34", "127.0.0.1", "::1"];

/// An author may remove a rule that is said to have no effect: the policy without it admits the same texts in the same form,
/// and lets each of them lead to the same addresses.
pub fn rules_without_effect_may_go(data: &[u8]) {
    let mut next = Choices(data);
    let mut head = next.of(&["", "", "addresses = \"any\"\n", "addresses = [\"public\", \"10.0.0.0/8\"]\n"]).to_owned();
    head += next.of(&["[violations]\nmapped-host = \"allow\"\n", "", "[violations]\nnon-default-port = \"allow\"\n"]);
    let mut rules = Vec::new();
    for _ in 0..2 + next.number() % 3 {
        let kind = next.of(&["allow", "deny"]);
        let mut rule = format!("[[{kind}]]\nhost = \"{}\"\n", next.of(NEAR_HOSTS));
        rule += next.of(&["", "", "scheme = \"*\"\n", "scheme = \"http\"\n", "scheme = \"ftp\"\n"]);
        rule += next.of(&["", "", "port = \"*\"\n", "port = [443, 8080]\n"]);
        rule += next.of(&["", "", "path = \"/a\"\n", "path = \"/a/*\"\n", "path = \"/*\"\n"]);
        rule += next.of(&["", "", "query = [\"a\"]\n", "query = [\"a\", \"b\"]\n"]);
        rule += if kind == "allow" { next.of(&["", "", "addresses = [\"10.0.0.0/8\"]\n"]) } else { next.of(CASES) };
        rules.push(rule);
    }
    let (top, tables) = head.split_at(head.find("[violations]").unwrap_or(head.len()));
    let compiled = |rules: &[String]| Policy::compile(&[top, &rules.concat(), tables].concat()).ok();
    let Some(policy) = compiled(&rules) else { return };
    let mut texts: Vec<String> = (0..6).map(|_| next.of(NEAR_TEXTS).to_owned() + next.of(NEAR_ENDS)).collect();
    texts.extend(policy.warnings().into_iter().map(|warning| warning.witness));
    let found = |policy: &Policy, text: &str| {
        let decision = policy.check(text);
        let checked = decision.allowed()?;
        Some((checked.to_string(), REACHED.map(|address| checked.admits(address.parse().expect("an address")))))
    };
    for warning in policy.warnings() {
        if warning.kind != WarningKind::NoEffect || warning.rule.source != Source::File(None) {
            continue;
        }
        let kind = format!("[[{}]]", warning.rule.kind.name());
        let mut number = 0;
        let is_other = |rule: &&String| {
            number += usize::from(rule.starts_with(&kind));
            !(rule.starts_with(&kind) && number == warning.rule.number)
        };
        let rest: Vec<String> = rules.iter().filter(is_other).cloned().collect();
        let Some(without) = compiled(&rest) else { continue };
        for text in &texts {
            let about = || format!("{warning}\n{top}{}{tables}\n{text}", rules.concat());
            assert_eq!(found(&without, text), found(&policy, text), "{}", about());
        }
    }
}

/// The canonical text, or the reasons.
trait MapReasons {
    fn map_reasons(self) -> Result<String, String>;
}

impl MapReasons for oneiri_policy::Decision<'_> {
    fn map_reasons(self) -> Result<String, String> {
        match self {
            Self::Allow(checked) => Ok(format!("{checked}")),
            Self::Deny(denied) => {
                let reasons: Vec<_> = denied.reasons().iter().map(ToString::to_string).collect();
                Err(reasons.join("\n"))
            }
        }
    }
}

/// A character in one of the ways in which programs write it.
pub(crate) fn spelled(c: char, next: &mut Choices<'_>) -> String {
    let escape = |c: char| {
        let mut text = [0; 4];
        c.encode_utf8(&mut text).bytes().map(|byte| format!("%{byte:02x}")).collect::<String>()
    };
    let wide = char::from_u32(u32::from(c) + 0xFEE0).filter(|_| ('!'..='~').contains(&c)).unwrap_or(c);
    match next.number() % 16 {
        0 => escape(c),
        1 => escape(c).to_uppercase(),
        2 => escape(c).replace('%', "%25"),
        3 => escape(c).replace('%', "%2525"),
        4 => wide.into(),
        5 => escape(wide),
        6 => format!("{c}{}", next.of(&["\t", "\r", "\n", "%09", "\u{AD}", "\u{200D}"])),
        _ => c.into(),
    }
}

/// A denied path, each piece of which is written in another way: characters, slashes, segments that vanish, parameters and
/// what ends a path for some servers.
pub fn other_spellings_of_a_denied_path(data: &[u8]) {
    let mut next = Choices(data);
    let denied =
        next.of(&["admin", "admin/users", "users/7/secret", "users/a@b/secret", "x/hidden", "hidden", "whole"]);
    let mut path = String::new();
    for segment in denied.split('/') {
        path += next.of(&[
            "/", "/", "/", "//", "/./", "/x/../", "/x/..;/", "%2f", "%5c", "\\", "/%2e/", "/x/%2e%2e/", "/;p/", "／",
            "%252f", "/x%2f..%2f", "/..%c2%a0/",
        ]);
        for c in segment.chars() {
            path += &spelled(c, &mut next);
        }
        path += next.of(&[
            "", "", "", ";p", ";p=1", "%3b", "%3Bp", ";%23", ";a%3Fb", "%23", "%3F", "%00", "%20", ".", "；",
            "\u{37E}", "%253b",
        ]);
    }
    path += next.of(&["", "", "/", "/.", "/x/..", "?", "#", "?a", "/%2e%2e/admin", ";/", "/;x／‥/users"]);
    no_server_reads_a_denied_path(path.as_bytes());
}

static KEYS: LazyLock<Policy> = LazyLock::new(|| {
    let all: String = Violation::all().map(|it| format!("{} = \"allow\"\n", it.name())).collect();
    let toml =
        format!("repair = true\n[[allow]]\nhost = \"*\"\n[[deny]]\nquery = [\"debug\", \"a b\"]\n[violations]\n{all}");
    Policy::compile(&toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
});

/// No query is admitted in which a program finds a denied key: as a form of the URL Standard, or as PHP and Rails, which take
/// what is in brackets for an index.
pub fn other_spellings_of_a_denied_key(data: &[u8]) {
    let mut next = Choices(data);
    let mut query = String::new();
    for _ in 0..=next.number() % 3 {
        query += next.of(&["", "&", "&&", "x=1&", "debug", "a", "+", "%26", ";"]);
        for c in next.of(&["debug", "debug", "a b", "deb", "bug", "a"]).chars() {
            query += &spelled(c, &mut next);
        }
        query += next.of(&["", "=", "=1", "[]", "[]=1", "%5B%5D=1", "[a][b]=1", "[", "%5b", "=&", "%00", "%3d1"]);
    }
    let text = format!("http://h.example/?{query}");
    let Some(checked) = KEYS.check(&text).allowed() else { return };
    let query = checked.parts().query.unwrap_or_default();
    for pair in query.split('&') {
        let key = pair.split('=').next().unwrap_or_default().replace('+', " ");
        let key = String::from_utf8_lossy(&oneiri::percent::decode(&key)).into_owned();
        let name = key.split('[').next().unwrap_or_default();
        for key in [key.as_str(), name] {
            assert!(!["debug", "a b"].contains(&key), "{text:?}: '{query}' has the key '{key}'");
        }
    }
}

static PUBLIC: LazyLock<[Policy; 2]> = LazyLock::new(|| {
    let more = "extends = \"agent\"\n[[allow]]\nhost = \"*\"\nport = \"*\"\n[[allow]]\nhost = \"[::1]\"\n";
    ["extends = \"ssrf\"", more].map(|toml| Policy::compile(toml).expect("a policy"))
});

/// Every parser that reads the canonical text finds its scheme, its host and its port.
pub fn all_parsers_find_the_same_host(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for policy in PUBLIC.iter() {
        let Some(checked) = policy.check(&text).allowed() else { continue };
        let canonical = checked.as_str();
        for parser in oneiri_parsers::ALL {
            let Ok(reading) = parser.read(canonical) else { continue };
            // It reads no host in names such as `a_b`, and connects to none.
            if parser.name() == "java" && reading.host().is_none() {
                continue;
            }
            let form = Form::of(&reading)
                .map(|it| (it.uri().scheme().to_owned(), it.host().map(Host::text).map(str::to_owned), it.port()));
            let own = (
                checked.parts().scheme.unwrap_or_default().to_owned(),
                checked.host().map(str::to_owned),
                checked.port(),
            );
            if parser.name().starts_with("node-legacy") && form.is_err() {
                continue;
            }
            assert_eq!(form, Ok(own), "{text:?}: {} reads '{canonical}'", parser.name());
        }
    }
}

#[cfg(not(fuzzing))]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #![proptest_config(ProptestConfig { cases: crate::cases(20_000), failure_persistence: None, ..<_>::default() })]

        #[test]
        fn random_policies(data in prop::collection::vec(any::<u8>(), 0..90)) {
            super::random_policies(&data);
        }

        #[test]
        fn rules_without_effect_may_go(data in prop::collection::vec(any::<u8>(), 0..60)) {
            super::rules_without_effect_may_go(&data);
        }

        #[test]
        fn other_spellings_of_a_denied_path(data in prop::collection::vec(any::<u8>(), 0..40)) {
            super::other_spellings_of_a_denied_path(&data);
        }

        #[test]
        fn other_spellings_of_a_denied_key(data in prop::collection::vec(any::<u8>(), 0..40)) {
            super::other_spellings_of_a_denied_key(&data);
        }

        #[test]
        fn all_parsers_find_the_same_host(
            start in select(super::STARTS),
            pieces in prop::collection::vec(select(super::PIECES), 0..9),
        ) {
            super::all_parsers_find_the_same_host((start.to_owned() + &pieces.concat()).as_bytes());
        }
    }

    const HOST: &[&str] = &[
        "xn--", "XN--", "xn", "-", "--", ".", "a", "B", "1", "0x7f", "bcher-kva", "e1axd", "zca", "example",
        "localhost", "%78", "é", "ß", "ſ", "ｘ", "。", "я", "字", "ש", "\u{200D}", "\u{301}", "\u{AD}", "①", "_",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: crate::cases(20_000), failure_persistence: None, ..<_>::default() })]

        #[test]
        fn all_parsers_find_the_same_odd_host(labels in prop::collection::vec(prop::collection::vec(select(HOST), 1..5), 1..4)) {
            let labels: Vec<String> = labels.iter().map(|it| it.concat()).collect();
            super::all_parsers_find_the_same_host(format!("http://{}/", labels.join(".")).as_bytes());
        }
    }

    /// Most policies that are made from bytes compile, or the law would be about little.
    #[test]
    fn most_random_policies_compile() {
        let made = (0..1000_u32).filter(|nth| {
            let data: Vec<u8> =
                (0..40).map(|at| (nth.wrapping_mul(2_654_435_761).rotate_left(at) >> 3) as u8).collect();
            super::policy(&mut super::Choices(&data)).is_some()
        });
        assert!(made.count() > 600);
    }
}
