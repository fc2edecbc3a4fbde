//! Prints a list of URLs in which every identifier comes in several spellings: what `oneiri dedupe`
//! is measured on. The same arguments give the same lines, everywhere.
//!
//! `cargo run --release -p oneiri-cli --example spellings -- LINES CLASSES [SEED] > list.txt`

use std::io::{self, BufWriter, Write};

/// The sequence of Sebastiano Vigna's SplitMix64: small, good enough, and never to change.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

const WORDS: &[&str] = &[
    "about", "archive", "blog", "calendar", "category", "company", "content", "design", "digital", "download",
    "education", "events", "family", "forum", "gallery", "garden", "health", "history", "journal", "kitchen",
    "library", "magazine", "market", "media", "music", "news", "online", "photo", "post", "product", "recipes",
    "research", "review", "school", "science", "search", "service", "shop", "static", "studio", "support", "travel",
    "university", "video", "world",
];
const TOP_LEVEL: &[&str] = &["com", "com", "com", "org", "net", "de", "fr", "io", "co.uk", "info"];

/// `lines` lines of exactly `classes` identifiers. New ones come evenly spread over the list; all
/// other lines are of one that has been there.
pub(crate) fn write(
    lines: u64,
    classes: u64,
    seed: u64,
    mut put: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut dice = Dice(seed);
    let mut line = String::new();
    let mut seen = 0;
    for nth in 0..lines {
        let due = (u128::from(nth + 1) * u128::from(classes)).div_ceil(u128::from(lines)) as u64;
        let class = if due > seen { seen } else { dice.below(seen) };
        seen = due.max(seen);
        line.clear();
        spell(class, seed, &mut dice, &mut line);
        put(&line)?;
    }
    Ok(())
}

/// One spelling of one class. What it is follows from its number; how it is spelled, from the dice.
fn spell(class: u64, seed: u64, dice: &mut Dice, line: &mut String) {
    let mut own = Dice(seed ^ class.wrapping_mul(0xD134_2543_DE82_EF95));
    // Three quarters of all lines are spelled plainly; the others differ in one way or another.
    let way = dice.below(32);
    line.push_str(if way == 0 { "HTTPS://" } else { "https://" });
    let host_at = line.len();
    line.push_str(if own.below(2) == 0 { "www." } else { "" });
    line.push_str(own.one(WORDS));
    line.push_str(own.one(&["", "-"]));
    line.push_str(own.one(WORDS));
    line.push('.');
    line.push_str(own.one(TOP_LEVEL));
    match way {
        1 => line[host_at..].make_ascii_uppercase(),
        2 => line.push(':'),
        _ => {}
    }
    for nth in 0..own.below(3) {
        match (way, nth) {
            (3, 0) => line.push_str("/."),
            (4, 0) => line.push_str("/draft/.."),
            _ => {}
        }
        line.push('/');
        let word = own.one(WORDS);
        if way == 5 {
            let (first, rest) = word.split_at(1);
            line.push_str(&format!("%{:02x}{rest}", first.as_bytes()[0]));
        } else {
            line.push_str(word);
        }
    }
    // The number makes each class another one; the tilde and the escape give it two spellings more.
    let (tilde, escape) = match way {
        6 => ("%7E", "%C3%A9"),
        7 => ("~", "%c3%a9"),
        _ => ("~", "%C3%A9"),
    };
    line.push_str(&format!("/{tilde}{}-{class}", own.one(WORDS)));
    if own.below(4) == 0 {
        line.push_str(&format!("?{}={}", own.one(WORDS), own.below(10_000)));
        line.push_str(if own.below(8) == 0 { escape } else { "" });
    }
}

fn main() -> io::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (lines, classes, seed) = match numbers[..] {
        [lines, classes] => (lines, classes, 1),
        [lines, classes, seed] => (lines, classes, seed),
        _ => return Err(io::Error::other("usage: spellings LINES CLASSES [SEED]")),
    };
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    write(lines, classes, seed, |line| {
        out.write_all(line.as_bytes())?;
        out.write_all(b"\n")
    })?;
    out.flush()
}
