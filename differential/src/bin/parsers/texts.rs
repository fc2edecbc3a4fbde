//! The texts: all strings of `testdata/`, mutations of them, and random ones.

use std::path::Path;

use crate::generate::{Dice, blow, text};

/// A text, and a base that it is resolved against.
#[derive(Debug)]
pub struct Case {
    pub text: String,
    pub base: Option<String>,
}

/// What parsers are known to read differently.
const PIECES: &[&str] = &[
    "http:", "https:", "HTTP:", "ftp:", "file:", "javascript:", "mailto:", "x:", "a+b:", "imap:", "rtsps:",
    "itms-services:", "//", "//", "/", "///", "\\", "\\\\", "@", "@", ":", ":", "?", "#", "%", "%2F", "%5C", "%40",
    "%00", "%0a", "%25", "%7f", "%80", "%C3%A9", "%2e", ".", "..", "/.", "/..", "./", "*", ";", "&", "=", "+", ",",
    "'", "\"", "(", "!", "$", "<", ">", "|", "^", "`", "{", "}", "~", "_", "-", " ", "\t", "\n", "\r", "\u{0}",
    "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{200B}", "\u{AD}", "\u{130}",
    "\u{3A3}", "\u{DF}", "\u{FF0F}", "\u{FF1A}", "\u{2100}", "\u{2048}", "\u{3002}", "\u{FF21}", "\u{E000}",
    "\u{10FFFF}", "\u{1F600}", "é", "ü.de", "ל", "a", "B", "z9", "h", "x.y", "EXAMPLE.com", "localhost", "localhost/",
    "ftp.x", "xn--", "xn--a", "xn--bcher-kva", "user", "u:p", "C:", "c|", "0", "80", ":80", ":080", ":65535", ":65536",
    ":+1", "2147483648", "1.2.3.4", "127.1", "0x7f.1", "0300.1", "256", "1.2.3.4.5", "01", "4294967296", "[", "]",
    "[]", "[::1]", "[::ffff:1.2.3.4]", "[fe80::1%25en0]", "[fe80::1%en0]", "[v1.a]", "[V1.A]", "[1::2", "::",
    "1:2:3:4:5:6:7:8", "[1:2:3:4:5:6:7::]", "[::01.2.3.4]", "abcdefghijklmnopqrstuvwxyz",
];

/// Bases of all kinds.
const BASES: &[&str] = &[
    "http://h/a/b?q#f", "http://u:p@h:8080/a/../b/./c", "https://EXAMPLE.org", "file:///a/b", "file:///a/b?q#f",
    "http://[::1%25en0]/a", "x:y", "x:/a//b/", "mailto:a@b", "//h/a", "a/b", "", "http://[::1]/", "http://h?q",
    "ftp://h/..", "/a/b", "rtsps://h/a/b", "itms-services://h/a/b",
];

/// So many texts, some with characters of all of Unicode. With `bases` a quarter has a base.
pub fn cases(count: usize, bases: bool) -> Vec<Case> {
    let mut seeds = strings(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata")));
    seeds.sort();
    seeds.dedup();
    let mut dice = Dice(31);
    let mut cases: Vec<Case> = seeds.iter().map(|it| Case { text: it.clone(), base: None }).collect();
    while cases.len() < count {
        let mut made = String::new();
        match dice.below(4) {
            0 => text(&mut dice, &mut made),
            1 => {
                made.push_str(&seeds[dice.below(seeds.len())]);
                for _ in 0..1 + dice.below(3) {
                    if dice.below(2) == 0 {
                        blow(&mut dice, &mut made);
                    } else {
                        put(&mut dice, &mut made);
                    }
                }
            }
            _ => {
                let heads = ["", "", "//", "http://", "http://", "https://", "x://", "http:"];
                made.push_str(heads[dice.below(heads.len())]);
                for _ in 0..dice.below(8) {
                    match char::from_u32(dice.below(0x11_0000) as u32).filter(|_| dice.below(20) == 0) {
                        Some(any) => made.push(any),
                        None => made.push_str(PIECES[dice.below(PIECES.len())]),
                    }
                }
            }
        }
        let base = (bases && dice.below(4) == 0).then(|| BASES[dice.below(BASES.len())].to_owned());
        cases.push(Case { text: made, base });
    }
    cases
}

/// Puts a piece somewhere.
fn put(dice: &mut Dice, out: &mut String) {
    let mut at = dice.below(out.len() + 1);
    while !out.is_char_boundary(at) {
        at -= 1;
    }
    out.insert_str(at, PIECES[dice.below(PIECES.len())]);
}

/// All strings in the TOML files below a folder.
fn strings(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            found.extend(strings(&path));
        } else if path.extension().is_some_and(|it| it == "toml") {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            collect(toml::from_str(&text).expect("TOML"), &mut found);
        }
    }
    found
}

fn collect(value: toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::String(text) => found.push(text),
        toml::Value::Array(values) => values.into_iter().for_each(|it| collect(it, found)),
        toml::Value::Table(table) => table.into_iter().for_each(|(_, it)| collect(it, found)),
        _ => {}
    }
}
