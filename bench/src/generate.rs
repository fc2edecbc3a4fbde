//! Corpora that anyone can make: the same seed gives the same lines, everywhere.

use crate::corpus::{Corpus, Lines};
use crate::respell;

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

    /// From `low` to `high`, both included.
    fn within(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() >> 11) as usize % (high - low + 1)
    }

    /// Whether something happens that happens so many times in a thousand.
    fn happens(&mut self, of_thousand: usize) -> bool {
        self.within(0, 999) < of_thousand
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.within(0, of.len() - 1)]
    }
}

const WORDS: &[&str] = &[
    "about", "account", "archive", "article", "articles", "assets", "author", "best", "blog", "book", "business",
    "calendar", "category", "city", "clinic", "cloud", "company", "contact", "content", "daily", "data", "design",
    "digital", "docs", "download", "education", "en", "events", "family", "files", "fitness", "food", "forum", "free",
    "gallery", "games", "garden", "global", "green", "guide", "health", "history", "home", "hotel", "how-to", "id",
    "images", "index", "info", "island", "journal", "kitchen", "learning", "library", "life", "list", "local", "login",
    "magazine", "mail", "market", "media", "members", "mobile", "music", "news", "online", "page", "park", "people",
    "photo", "post", "press", "privacy-policy", "product", "products", "profile", "programme", "project", "recipes",
    "research", "review", "school", "science", "search", "secure", "service", "services", "shop", "site", "sports",
    "static", "stories", "studio", "support", "tag", "team", "tech", "the", "theme", "tools", "topic", "travel",
    "university", "update", "upload", "user", "video", "view", "web", "what-is", "wiki", "with", "world", "year",
];
const TOP_LEVEL: &[&str] = &[
    "com", "com", "com", "com", "org", "net", "co.uk", "de", "fr", "io", "info", "edu", "com.br", "ru", "jp", "eu",
    "nl", "gov", "app",
];
const EXTENSIONS: &[&str] = &[".html", ".htm", ".php", ".aspx", ".jpg", ".png", ".css", ".js"];
const LIBRARY: &[&str] = &["bin", "share", "lib", "include", "local", "python3", "doc", "man", "src"];
const ESCAPES: &[&str] = &["%20", "%2F", "%C3%A9", "%7e", "%41", "%e2%80%93", "%26", "%3D"];
/// What no identifier holds where it is put.
const FOREIGN: &[&str] = &[" ", "\"", "|", "^", "{", "%", "%zz", "["];

/// Words of a kind of letter: the first and last letter of some ranges, and how long a word is.
type Script = (&'static str, &'static [(char, char)], usize, usize);

/// Letters of two, three and four bytes; the ranges hold assigned letters alone.
const SCRIPTS: &[Script] = &[
    ("vi", &[('a', 'z'), ('\u{1EA0}', '\u{1EF9}')], 3, 8),
    ("cs", &[('a', 'z'), ('a', 'z'), ('\u{E0}', '\u{F6}'), ('\u{10C}', '\u{17E}')], 4, 11),
    ("de", &[('a', 'z'), ('a', 'z'), ('a', 'z'), ('\u{E4}', '\u{F6}')], 5, 14),
    ("el", &[('\u{3B1}', '\u{3C9}')], 4, 11),
    ("ru", &[('\u{430}', '\u{44F}')], 4, 12),
    ("hy", &[('\u{561}', '\u{586}')], 4, 11),
    ("he", &[('\u{5D0}', '\u{5EA}')], 3, 8),
    ("ar", &[('\u{627}', '\u{63A}'), ('\u{641}', '\u{64A}')], 3, 9),
    ("hi", &[('\u{905}', '\u{939}'), ('\u{93E}', '\u{94D}')], 3, 8),
    ("bn", &[('\u{993}', '\u{9A8}'), ('\u{9AA}', '\u{9B0}'), ('\u{9BE}', '\u{9C4}')], 3, 8),
    ("ta", &[('\u{B85}', '\u{B8A}'), ('\u{BAE}', '\u{BB9}'), ('\u{BBE}', '\u{BC2}')], 3, 8),
    ("th", &[('\u{E01}', '\u{E3A}')], 3, 9),
    ("ka", &[('\u{10D0}', '\u{10FA}')], 4, 10),
    ("am", &[('\u{1200}', '\u{1248}'), ('\u{1290}', '\u{12B0}')], 2, 6),
    ("ja", &[('\u{3042}', '\u{3093}'), ('\u{30A2}', '\u{30F3}'), ('\u{4E00}', '\u{5FFF}')], 2, 6),
    ("zh", &[('\u{4E00}', '\u{9FA5}')], 1, 4),
    ("ko", &[('\u{AC00}', '\u{D7A3}')], 1, 4),
    ("ff", &[('\u{1E922}', '\u{1E943}')], 3, 7),
    ("ccp", &[('\u{11103}', '\u{11126}')], 3, 6),
];

/// The default corpora: some lines as one meets them on the web, as many IRIs, and the lines of the
/// web with all of them respelled, and one in eight.
pub fn corpora(seed: u64, lines: usize) -> Vec<Corpus> {
    let web = made("generated-web", seed, lines, web_line);
    let iris = made("generated-iris", seed ^ u64::MAX, lines, iri_line);
    let [respelled, mixed] = respell::corpora("generated-", &web.lines);
    vec![web, iris, respelled, mixed]
}

fn made(name: &str, seed: u64, count: usize, make: fn(&mut Dice, &mut String)) -> Corpus {
    let mut dice = Dice(seed);
    let mut lines = Lines::default();
    let mut line = String::new();
    for _ in 0..count {
        line.clear();
        make(&mut dice, &mut line);
        lines.push(&line);
    }
    Corpus { name: name.to_owned(), lines }
}

/// URLs of about 51 bytes: two thirds `https`, a quarter files, and some of everything that happens.
fn web_line(dice: &mut Dice, line: &mut String) {
    if dice.happens(250) {
        line.push_str("file:///usr");
        for _ in 0..dice.within(2, 5) {
            line.push('/');
            line.push_str(if dice.happens(400) { dice.one(LIBRARY) } else { dice.one(WORDS) });
        }
        line.push_str(dice.one(EXTENSIONS));
    } else {
        let scheme = if dice.happens(880) { "https" } else { "http" };
        line.push_str(if dice.happens(5) { "HTTP" } else { scheme });
        line.push_str("://");
        web_authority(dice, line);
        web_path(dice, line);
    }
    if dice.happens(6) {
        let foreign = dice.one(FOREIGN);
        let from = line.find("//").map_or(0, |at| at + 2);
        line.insert_str(dice.within(from, line.len()), foreign);
    }
}

fn web_authority(dice: &mut Dice, line: &mut String) {
    if dice.happens(3) {
        line.push_str("user:");
        line.push_str(dice.one(WORDS));
        line.push('@');
    }
    if dice.happens(6) {
        let octets = [dice.within(1, 255), dice.within(0, 255), dice.within(0, 300)];
        line.push_str(&format!("{}.{}.{}.7", octets[0], octets[1], octets[2]));
    } else if dice.happens(2) {
        line.push_str("[2001:db8::");
        line.push_str(&format!("{:x}]", dice.within(1, 65535)));
    } else {
        line.push_str(if dice.happens(550) { "www." } else { "" });
        let first = dice.one(WORDS);
        line.push_str(&if dice.happens(8) { first.to_uppercase() } else { first.to_owned() });
        line.push_str(dice.one(&["", "-", ""]));
        line.push_str(dice.one(WORDS));
        line.push('.');
        line.push_str(dice.one(TOP_LEVEL));
    }
    if dice.happens(10) {
        line.push_str(dice.one(&[":8080", ":80", ":443", ":", ":03000"]));
    }
}

fn web_path(dice: &mut Dice, line: &mut String) {
    let depth = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4][dice.within(0, 9)];
    for _ in 0..depth {
        line.push('/');
        if dice.happens(8) {
            line.push_str(dice.one(&[".", "..", "%2E"]));
        } else if dice.happens(120) {
            line.push_str(&dice.within(1, 99_999_999).to_string());
        } else if dice.happens(40) {
            line.push_str(&format!("{:016x}", dice.next()));
        } else {
            line.push_str(dice.one(WORDS));
            for _ in 0..dice.within(0, 4).saturating_sub(1) {
                line.push('-');
                line.push_str(dice.one(WORDS));
            }
        }
        if dice.happens(8) {
            line.push_str(dice.one(ESCAPES));
        }
    }
    if depth == 0 || dice.happens(550) {
        line.push_str(if depth == 0 && dice.happens(300) { "" } else { "/" });
    } else {
        line.push_str(dice.one(EXTENSIONS));
    }
    if dice.happens(65) {
        line.push('?');
        for nth in 0..dice.within(1, 4) {
            line.push_str(if nth == 0 { "" } else { "&" });
            line.push_str(dice.one(WORDS));
            line.push('=');
            line.push_str(&dice.within(0, 9_999).to_string());
            line.push_str(if dice.happens(80) { dice.one(ESCAPES) } else { "" });
        }
    }
    if dice.happens(5) {
        line.push('#');
        line.push_str(dice.one(WORDS));
    }
}

/// IRIs of about 50 bytes, as the titles of an encyclopedia in many languages make them.
fn iri_line(dice: &mut Dice, line: &mut String) {
    let (language, ranges, short, long) = SCRIPTS[dice.within(0, SCRIPTS.len() - 1)];
    line.push_str("https://");
    line.push_str(language);
    line.push_str(".wikipedia.org/wiki/");
    for word in 0..dice.within(2, 4) / 2 {
        line.push_str(if word == 0 { "" } else { "_" });
        for _ in 0..dice.within(short, long) {
            let (first, last) = ranges[dice.within(0, ranges.len() - 1)];
            let letter = dice.within(first as usize, last as usize) as u32;
            line.extend(char::from_u32(letter));
        }
    }
    if dice.happens(60) {
        line.push_str("_(");
        line.push_str(dice.one(WORDS));
        line.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::corpora;

    /// The instructions on record were counted on these lines.
    #[test]
    fn the_same_seed_gives_the_same_lines() {
        for (corpus, again) in corpora(1, 1000).iter().zip(corpora(1, 1000)) {
            assert_eq!(corpus.lines.buffer(), again.lines.buffer());
            let mean = corpus.lines.bytes() / corpus.lines.len();
            let expected = if corpus.name == "generated-respelled" { 51..=60 } else { 47..=54 };
            assert!(expected.contains(&mean), "{}: {mean} bytes", corpus.name);
        }
    }
}
