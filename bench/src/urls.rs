//! Lists on which a parser of the URL Standard has work to do, with the paths of another list. Each line
//! depends on its number alone.

use crate::corpus::{Corpus, Lines};
use crate::derive::cut;

/// Queries with escapes and with characters to escape; IPv4 and IPv6 addresses; schemes that are not special,
/// and files; domains beyond ASCII, in capitals, or after credentials; queries of several hundred bytes; paths of
/// many segments, some of them dots; and domains in many scripts, half of which UTS 46 maps.
pub fn corpora(lines: &Lines) -> [Corpus; 7] {
    let kinds: [(&str, fn(usize, &str) -> String); 7] = [
        ("queries", query),
        ("addresses", address),
        ("others", other),
        ("domains", domain),
        ("long", long),
        ("segments", segments),
        ("idn", idn),
    ];
    kinds.map(|(name, make)| {
        let lines = lines.iter().enumerate().map(|(index, line)| make(index, cut(line).1));
        let mut all = Lines::default();
        lines.for_each(|line| all.push(&line));
        Corpus { name: name.to_owned(), lines: all }
    })
}

/// One of many, which follow each other without an order that a processor could learn.
fn choose<'a>(choices: &[&'a str], index: usize, nth: usize) -> &'a str {
    choices[scattered(index, nth) as usize % choices.len()]
}

fn scattered(index: usize, nth: usize) -> u32 {
    let number = (index as u64 * 8 + nth as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_shr(32) as u32
}

fn query(index: usize, path: &str) -> String {
    const NAMES: &[&str] = &["q", "page", "id", "utm_source", "lang", "sort", "redirect", "token"];
    const VALUES: &[&str] = &[
        "a%20b", "caf%C3%A9", "hello world", "1", "42", "%2Fa%2Fb", "100%", "it's", "x+y", "<b>", "true",
        "2024-01-02T03:04", "名前", "abcdef0123456789",
    ];
    let path = &path[..path.find(['?', '#']).unwrap_or(path.len())];
    let pairs = (0..1 + scattered(index, 0) as usize % 5)
        .map(|nth| [choose(NAMES, index, nth), choose(VALUES, index + 7, nth)].join("="));
    format!("https://example{}.com{path}?{}", index % 97, pairs.collect::<Vec<_>>().join("&"))
}

fn address(index: usize, path: &str) -> String {
    let number = scattered(index, 0);
    let [a, b, c, d] = number.to_be_bytes();
    let host = match index % 4 {
        0 => format!("{a}.{b}.{c}.{d}"),
        1 => format!("[2001:db8:{a:x}:{b:x}:{c:x}:{d:x}:{:x}:1]", number & 0xFFFF),
        2 => format!("[2001:db8::{:x}]", number & 0xFFFF),
        _ => match c % 3 {
            0 => format!("0x{number:x}"),
            1 => format!("{a}.{}", number & 0xFF_FFFF),
            _ => number.to_string(),
        },
    };
    format!("http://{host}{}{path}", ["", ":8080", ":80"][scattered(index, 1) as usize % 3])
}

fn other(index: usize, path: &str) -> String {
    match index % 8 {
        0 => format!("mailto:user{index}@example.com?subject=hello%20{index}"),
        1 => format!("data:text/plain;base64,SGVsbG8gV29ybGQ{index}="),
        2 => format!("file:///usr/share/doc{path}"),
        3 => format!("file:///C:/Users/x{path}"),
        4 => format!("urn:isbn:{index:010}"),
        5 => format!("git://h{index}.example{path}"),
        6 => format!("javascript:alert({index})"),
        _ => format!("tel:+1-201-555-{:04}", index % 10_000),
    }
}

fn domain(index: usize, path: &str) -> String {
    const LABELS: &[&str] =
        &["bücher", "münchen", "例え", "пример", "παράδειγμα", "مثال", "उदाहरण", "straße", "日本語", "café"];
    let label = choose(LABELS, index, 0);
    match index % 4 {
        0 => format!("https://{label}.example{path}"),
        1 => format!("HTTPS://WWW.Example{index}.COM:443{path}"),
        2 => format!("https://user:pw@host{index}.net{path}"),
        _ => format!("https://{label}.{}/", choose(&["de", "рф", "中国", "com"], index, 1)),
    }
}

/// Parameters of a page that is tracked, of 200 to 700 bytes.
fn long(index: usize, path: &str) -> String {
    let mut url = query(index, path);
    for nth in 0..4 + index % 13 {
        let number = scattered(index, nth);
        url += &match number % 4 {
            0 => format!("&utm_campaign={number:08x}-{index:08x}"),
            1 => format!("&url=https%3A%2F%2Fwww.example.org%2F{number}%3Fa%3Db"),
            2 => format!("&items[]={number},{index},sku:{:04x}", number & 0xFFFF),
            _ => format!("&text=more+words+{number}"),
        };
    }
    url
}

/// Two to twenty segments. One path in four has a dot segment.
fn segments(index: usize, path: &str) -> String {
    const SEGMENTS: &[&str] =
        &["a", "src", "main", "v1.2", "node_modules", "index", "en-US", "2024", "%7Euser", "release"];
    const DOTS: &[&str] = &["..", ".", "%2e%2E"];
    let mut url = format!("https://cdn{}.example.net", index % 61);
    let count = 2 + index % 19;
    for nth in 0..count {
        url += "/";
        url += if index % 4 == 3 && nth == count / 2 { choose(DOTS, index, nth) } else { choose(SEGMENTS, index, nth) };
    }
    url + path
}

/// Every second domain has a character that UTS 46 maps, or a mark, a joiner or a right-to-left letter, or Punycode.
fn idn(index: usize, path: &str) -> String {
    const PLAIN: &[&str] = &["müller", "президент", "中文网", "한국어", "ελλάδα", "łódź", "ニュース", "đà-nẵng"];
    const OTHERS: &[&str] = &[
        "BÜCHER", "Пример", "ｅｘａｍｐｌｅ", "اختبار", "परीक्षा", "ไทย", "xn--mller-kva", "Größe", "i\u{307}stanbul",
        "שלום",
    ];
    let label = choose(if index % 2 == 0 { PLAIN } else { OTHERS }, index, 0);
    match index % 3 {
        0 => format!("https://{label}.example{path}"),
        1 => format!("https://www.{label}{}.com{path}", index % 1000),
        _ => format!("http://{label}。{}{path}", choose(PLAIN, index, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::corpora;
    use crate::corpus::Lines;

    #[test]
    fn every_line_is_another() {
        let lines: Lines = ["http://h/a?q"; 64].into_iter().collect();
        for corpus in corpora(&lines) {
            let mut lines: Vec<_> = corpus.lines.iter().collect();
            lines.sort_unstable();
            lines.dedup();
            assert!(lines.len() > 40, "{}: {}", corpus.name, lines.len());
        }
    }
}
