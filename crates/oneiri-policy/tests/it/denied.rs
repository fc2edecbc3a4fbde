//! Hosts and URIs that a policy denies, in other spellings: no parser of the policy reads an admitted text as one of them.
//! `fuzz/` calls the law, too.

use oneiri::Component;
use oneiri_parsers::agreement::{Form, Host};
use oneiri_parsers::{ALL, Parser, by_name};
use oneiri_policy::{Policy, Violation};

use crate::random::{Choices, spelled};

/// A law: a function of any bytes that panics if it is broken.
type Law = fn(&[u8]);

/// The laws by name.
pub const TARGETS: [(&str, Law); 1] = [("policy-denied", no_parser_finds_what_is_denied)];

/// Scheme, host, port, path and query.
type Request = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// What a rule denies, and the rule.
struct Rule {
    toml: &'static str,
    /// A text that the rule denies.
    denied: Request,
    denies: fn(&Found) -> bool,
}

/// What a parser finds, in the form in which requests are compared. Path and query are decoded.
struct Found {
    scheme: String,
    host: String,
    port: Option<u16>,
    path: String,
    query: String,
}

impl Found {
    fn of(form: &Form) -> Self {
        let decoded = |text: &str| String::from_utf8_lossy(&oneiri::percent::decode(text)).into_owned();
        let parts = form.uri().parts();
        Self {
            scheme: parts.scheme.unwrap_or_default().to_owned(),
            host: form.host().map(Host::text).unwrap_or_default().to_owned(),
            port: form.port(),
            path: decoded(parts.path),
            query: decoded(parts.query.unwrap_or_default()),
        }
    }

    fn address(&self) -> Option<std::net::Ipv4Addr> {
        self.host.parse().ok()
    }

    fn is(&self, scheme: &str, host: &str, port: u16, path: &str, query: &str) -> bool {
        (&*self.scheme, &*self.host, self.port, &*self.query) == (scheme, host, Some(port), query)
            && self.path.trim_end_matches('/') == path.trim_end_matches('/')
    }
}

const fn rule(toml: &'static str, denied: Request, denies: fn(&Found) -> bool) -> Rule {
    Rule { toml, denied, denies }
}

const RULES: [Rule; 13] = [
    rule("host = 'evil.example'", ("https", "evil.example", "", "/a", ""), |it| it.host == "evil.example"),
    rule("host = '*.evil.example'", ("http", "a-1.evil.example", "", "/", "x"), |it| {
        it.host.ends_with(".evil.example")
    }),
    rule("host = '{x}.evil.example'", ("http", "a.evil.example", "8080", "/", ""), |it| it.host == "a.evil.example"),
    rule("host = 'bücher.example'", ("https", "bücher.example", "", "/", ""), |it| {
        it.host == "xn--bcher-kva.example"
    }),
    rule("host = 'fass.example'", ("https", "faß.example", "", "/", ""), |it| it.host == "fass.example"),
    rule("host = '198.51.100.7'", ("http", "198.51.100.7", "", "/", ""), |it| {
        it.host == "198.51.100.7" || it.host == "[::ffff:198.51.100.7]"
    }),
    rule("host = '198.51.0.0/16'", ("http", "198.51.100.7", "", "/", ""), |it| {
        it.address().is_some_and(|it| it.octets()[..2] == [198, 51])
    }),
    rule("host = '[2001:db8::1]'", ("http", "[2001:db8:0::1]", "", "/", ""), |it| it.host == "[2001:db8::1]"),
    rule("host = 'evil.example'\nport = 8080", ("http", "evil.example", "8080", "/", ""), |it| {
        it.host == "evil.example" && it.port == Some(8080)
    }),
    rule("uri = 'https://evil.example/secret'", ("https", "evil.example", "443", "/secret", ""), |it| {
        it.is("https", "evil.example", 443, "/secret", "")
    }),
    rule("uri = 'http://evil.example:8080/a/b?x=1'", ("http", "evil.example", "8080", "/a/b", "x=1"), |it| {
        it.is("http", "evil.example", 8080, "/a/b", "x=1")
    }),
    rule("uri = 'https://bücher.example/ä@b?ö'", ("https", "bücher.example", "", "/ä@b", "ö"), |it| {
        it.is("https", "xn--bcher-kva.example", 443, "/ä@b", "ö")
    }),
    rule("uri = 'http://198.51.100.7/x'", ("http", "198.51.100.7", "80", "/x", ""), |it| {
        it.is("http", "198.51.100.7", 80, "/x", "")
    }),
];

/// A denied text in another spelling.
fn text(rule: &Rule, next: &mut Choices<'_>) -> String {
    let (scheme, host, port, path, query) = rule.denied;
    let mut text = next.of(&[scheme, scheme, &scheme.to_uppercase()]).to_owned();
    text += next.of(&["://", "://", "://", ":/", ":", ":\\\\", "://u@", "://a:b@", ":///", "://good.example@"]);
    match (next.number() % 3, host) {
        (0, "198.51.100.7") => {
            text += next.of(&[
                "0xc6.51.100.7", "3325256711", "198.51.25607", "0306.063.0144.07", "[::ffff:198.51.100.7]",
                "[::FFFF:c633:6407]", "[64:ff9b::c633:6407]", "198.51.100.7.", "１９８.51。100.7", "198.51.100.007",
            ]);
        }
        (0, "[2001:db8:0::1]") => {
            text += next.of(&["[2001:DB8::1]", "[2001:0db8:0:0:0:0:0:0001]", "[2001:db8::0.0.0.1]"]);
        }
        (1, host) => text += &host.to_uppercase(),
        (_, host) if host.starts_with('[') => text += host,
        (_, host) => host.chars().for_each(|c| text += &host_character(c, next)),
    }
    text += next.of(&["", "", ".", "%2e", "。", "..", "\u{AD}"]);
    text += &match port {
        "" | "80" | "443" => next.of(&["", ":", ":80", ":443", ":0443", ":00080"]).to_owned(),
        port => format!(":{}{port}", next.of(&["", "0", "000"])),
    };
    for segment in path.split('/').skip(1) {
        text += next.of(&["/", "/", "/./", "/x/../", "/%2e/", "\\", "//", "/x/%2e%2e/", "/.;/../"]);
        segment.chars().for_each(|c| text += &spelled(c, next));
    }
    text += next.of(&["", "", "/", "/.", "/x/.."]);
    if !query.is_empty() {
        text.push('?');
        query.chars().for_each(|c| text += &spelled(c, next));
    }
    text + next.of(&["", "", "?", "#", "#f", "?#", " ", "\t"])
}

/// A character of a host in one of the ways in which IDNA, the URL Standard or programs that decode read it.
fn host_character(c: char, next: &mut Choices<'_>) -> String {
    match (next.number() % 12, c) {
        (0, '.') => next.of(&["。", "．", "｡", "%2E", "%E3%80%82"]).to_owned(),
        (1, 'a'..='z') => char::from_u32(u32::from(c) - u32::from('a') + 0x24D0).unwrap_or(c).into(),
        (2, 'a'..='z') => char::from_u32(u32::from(c) - u32::from('a') + 0x1D5BA).unwrap_or(c).into(),
        (3, 's') => "ſ".to_owned(),
        (4, 'ü') => "u\u{308}".to_owned(),
        (5, 'ß') => "ẞ".to_owned(),
        (6, _) => {
            format!("{c}{}", next.of(&["\u{AD}", "\u{200D}", "\u{200C}", "\u{2060}", "\u{FE0F}"]))
        }
        (7, _) => c.to_uppercase().collect(),
        _ => spelled(c, next),
    }
}

/// Parsers, the last of which are those of a policy that names none.
const PARSERS: &[&str] = &["rfc3986", "whatwg", "java", "python", "go", "php", "curl", "rfc3987 whatwg"];

/// No admitted text is read as a denied one.
pub fn no_parser_finds_what_is_denied(data: &[u8]) {
    let mut next = Choices(data);
    let names: Vec<&str> = next.of(PARSERS).split(' ').collect();
    let rules: Vec<&Rule> = (0..=next.number() % 2).map(|_| &RULES[next.number() % RULES.len()]).collect();
    let mut toml = format!("parsers = {names:?}\naddresses = 'any'\n");
    toml += next.of(&["", "repair = true\n"]);
    toml += "[[allow]]\nscheme = ['http', 'https']\nhost = '*'\nport = '*'\n";
    rules.iter().for_each(|rule| toml += &format!("[[deny]]\n{}\n", rule.toml));
    toml += "[violations]\n";
    let switch = next.number() % 4;
    for violation in Violation::all() {
        // Mostly everything is permitted, so that nothing but the rules can deny a text.
        if switch > 0 || next.number() % 4 > 0 {
            toml += &format!("{} = 'allow'\n", violation.name());
        }
    }
    let policy = Policy::compile(&toml).unwrap_or_else(|error| panic!("{toml}: {error}"));
    for _ in 0..4 {
        let text = text(rules[next.number() % rules.len()], &mut next);
        let Some(checked) = policy.check(&text).allowed() else { continue };
        let canonical = checked.as_str();
        // Programs with IDNA of 2003 read another host.
        let host = by_name("whatwg").and_then(|parser| parser.read(&text).ok()?.range(Component::Host));
        let older = host.map(|host| {
            let older = text[host.clone()].replace(['ß', 'ẞ'], "ss");
            let older = older.replace(['\u{200C}', '\u{200D}'], "");
            [&text[..host.start], &older, &text[host.end..]].concat()
        });
        let mut read: Vec<(&dyn Parser, &str)> = Vec::new();
        for parser in names.iter().filter_map(|name| by_name(name)) {
            read.extend([(parser as &dyn Parser, &*text), (parser, canonical)]);
        }
        // With the parsers of a policy that names none, what is forwarded is read alike by all.
        if names == ["rfc3987", "whatwg"] {
            read.extend(ALL.iter().map(|parser| (*parser as &dyn Parser, canonical)));
            let whatwg = by_name("whatwg").zip(older.as_deref());
            read.extend(whatwg.map(|(parser, text)| (parser as &dyn Parser, text)));
        }
        for (parser, text) in read {
            let Ok(reading) = parser.read(text) else { continue };
            let Ok(form) = Form::of(&reading) else { continue };
            let found = Found::of(&form);
            for rule in &rules {
                let (name, rule_toml) = (parser.name(), rule.toml);
                assert!(
                    !(rule.denies)(&found),
                    "{text:?} is admitted as '{canonical}', and {name} reads {} for {rule_toml}\n{toml}",
                    form.uri()
                );
            }
        }
    }
}

#[cfg(not(fuzzing))]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..<_>::default() })]

        #[test]
        fn no_parser_finds_what_is_denied(data in prop::collection::vec(any::<u8>(), 0..160)) {
            super::no_parser_finds_what_is_denied(&data);
        }
    }

    /// Each rule denies its own text, or the law would be about nothing.
    #[test]
    fn each_rule_denies_its_text() {
        for rule in super::RULES {
            let head = "addresses = 'any'\n[[allow]]\nhost = '*'\nport = '*'\n[violations]\nmapped-host = 'allow'\n";
            let policy = |deny: &str| oneiri_policy::Policy::compile(&format!("{head}{deny}")).unwrap();
            let (scheme, host, port, path, query) = rule.denied;
            let port = if port.is_empty() { String::new() } else { format!(":{port}") };
            let query = if query.is_empty() { String::new() } else { format!("?{query}") };
            let text = format!("{scheme}://{host}{port}{path}{query}");
            assert!(policy("").check(&text).is_allowed(), "{text}");
            assert!(!policy(&format!("[[deny]]\n{}", rule.toml)).check(&text).is_allowed(), "{text}");
        }
    }
}
