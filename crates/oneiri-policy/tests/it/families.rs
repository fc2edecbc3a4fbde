//! Ordinary URLs: how many of them each preset denies. A guard that denies ordinary links gets switched off.

use std::collections::BTreeMap;

use oneiri_policy::Policy;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The values that all families share.
    values: BTreeMap<String, Vec<String>>,
    family: BTreeMap<String, Family>,
    #[serde(default)]
    denied: Vec<Denied>,
}

#[derive(Deserialize)]
struct Family {
    patterns: Vec<String>,
    /// The values of the family's own slots.
    #[serde(flatten)]
    values: BTreeMap<String, Vec<String>>,
}

/// URLs of one kind that presets deny.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Denied {
    presets: Vec<String>,
    /// Why a security engineer wants it.
    why: String,
    texts: Vec<String>,
}

/// A part of a pattern: a text, or the values of a slot by its name.
enum Piece<'a> {
    Text(&'a str),
    Slot(&'a str, &'a [String]),
}

/// About so many URLs of each family.
const EACH: usize = 33;

impl Family {
    fn pieces<'a>(&'a self, pattern: &'a str, shared: &'a File) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let mut rest = pattern;
        while let Some(at) = rest.find(['{', '}']) {
            let (text, tail) = rest.split_at(at);
            pieces.push(Piece::Text(text));
            let name = tail[1..].split_once('}').map_or("", |it| it.0);
            let length = if tail.starts_with("{{") || tail.starts_with("}}") {
                pieces.push(Piece::Text(&tail[..1]));
                2
            } else if tail.starts_with('{') && is_name(name) {
                let values = self.values.get(name).or_else(|| shared.values.get(name));
                let values = values.unwrap_or_else(|| panic!("{pattern}: no values of {name}"));
                pieces.push(Piece::Slot(name, values));
                name.len() + 2
            } else {
                pieces.push(Piece::Text(&tail[..1]));
                1
            };
            rest = &tail[length..];
        }
        pieces.push(Piece::Text(rest));
        pieces
    }

    fn urls(&self, shared: &File) -> Vec<String> {
        let mut patterns: Vec<_> = self.patterns.iter().map(|it| self.pieces(it, shared)).collect();
        // Patterns with few combinations leave the rest to the others.
        patterns.sort_by_key(|pieces| combinations(pieces));
        let (mut urls, mut left) = (Vec::new(), EACH);
        for (nth, pieces) in patterns.iter().enumerate() {
            let total = combinations(pieces);
            let take = total.min(left / (patterns.len() - nth));
            left -= take;
            urls.extend((0..take).map(|nth| combination(pieces, nth * total / take)));
        }
        urls
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The slots of a pattern, each once.
fn slots<'a>(pieces: &[Piece<'a>]) -> Vec<(&'a str, &'a [String])> {
    let mut slots: Vec<(&str, &[String])> = Vec::new();
    for piece in pieces {
        if let Piece::Slot(name, values) = piece {
            if slots.iter().all(|(other, _)| other != name) {
                slots.push((name, values));
            }
        }
    }
    slots
}

fn combinations(pieces: &[Piece<'_>]) -> usize {
    slots(pieces).iter().map(|(_, values)| values.len()).product()
}

fn combination(pieces: &[Piece<'_>], mut number: usize) -> String {
    let mut chosen = BTreeMap::new();
    for (name, values) in slots(pieces).into_iter().rev() {
        chosen.insert(name, values[number % values.len()].as_str());
        number /= values.len();
    }
    let text = |piece: &Piece<'_>| match piece {
        Piece::Text(text) => (*text).to_owned(),
        Piece::Slot(name, _) => chosen[name].to_owned(),
    };
    pieces.iter().map(text).collect()
}

/// A policy, its name in the data, and the most that it may deny.
const POLICIES: [(&str, &str, usize); 3] = [
    ("ssrf", "extends = \"ssrf\"", 100),
    ("agent", "extends = \"agent\"\n[[allow]]\nhost = \"*\"\nport = \"*\"", 100),
    ("open-redirect", "extends = \"open-redirect\"\n[[allow]]\nhost = \"*\"\nport = \"*\"", 100),
];

#[test]
fn ordinary_urls_are_admitted() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/families.toml");
    let file: File = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let urls = file.family.iter().flat_map(|(name, family)| family.urls(&file).into_iter().map(move |url| (name, url)));
    let urls: Vec<_> = urls.collect();
    assert!(file.family.len() == 67 && urls.len() >= 2_160, "{}", urls.len());
    let mut unexpected = Vec::new();
    for (preset, toml, most) in POLICIES {
        let policy = Policy::compile(toml).unwrap();
        let groups = file.denied.iter().filter(|group| {
            assert!(!group.why.is_empty());
            group.presets.iter().any(|name| name == preset)
        });
        let mut expected: Vec<&str> = groups.flat_map(|group| &group.texts).map(String::as_str).collect();
        let mut denied = 0;
        for (family, url) in &urls {
            let decision = policy.check(url);
            if decision.is_allowed() {
                continue;
            }
            denied += 1;
            match expected.iter().position(|text| text == url) {
                Some(at) => drop(expected.swap_remove(at)),
                None => {
                    let codes = decision.reasons().iter().map(|it| it.code.as_str());
                    let codes: Vec<_> = codes.collect();
                    unexpected.push(format!("{preset}: {family}: {url}: {codes:?}"));
                }
            }
        }
        println!("{preset}: {denied} of {} denied", urls.len());
        unexpected.extend(expected.iter().map(|text| format!("{preset}: {text}: is admitted")));
        assert!(denied <= most, "{preset}: {denied}\n{}", unexpected.join("\n"));
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}
