//! Domains beyond ASCII that UTS 46 maps character by character, or does not change but for Punycode.
//!
//! UTS 46 maps, composes (NFC) and checks. [`mapped`] knows letters that it maps to one letter or leaves as they are: they
//! compose with no other of them, and no rule for several characters applies to them but those of [`labels`]. The tests
//! compare each of them, and random labels, with the crate `idna`.

use alloc::string::String;

/// The longest label that is encoded here, in characters. Punycode takes quadratic time.
const LONGEST: usize = 59;

/// What a character is, as bits. A letter from left to right.
const LETTER: u8 = 1;
/// An ASCII digit.
const DIGIT: u8 = 1 << 1;
/// `-` and `_`.
const JOINT: u8 = 1 << 2;
/// A letter from right to left.
const RIGHT: u8 = 1 << 3;
/// A combining mark, which begins no label.
const MARK: u8 = 1 << 4;
/// A mark with a combining class: NFC may change the order of two of them.
const CLASSED: u8 = 1 << 5;

/// Whether a domain is surely valid, and [`push`] writes it.
pub(super) fn is_plain(domain: &str) -> bool {
    labels(domain, |_| ())
}

/// Appends a domain in ASCII. `false` if that takes UTS 46, and then nothing is appended.
pub(super) fn push(out: &mut String, domain: &str) -> bool {
    let start = out.len();
    let is_plain = labels(domain, |label| {
        if out.len() > start {
            out.push('.');
        }
        push_label(out, label);
    });
    if !is_plain {
        out.truncate(start);
    }
    is_plain
}

/// Calls `each` for every label as UTS 46 maps it. `false` if that takes UTS 46, perhaps after some calls.
fn labels(domain: &str, mut each: impl FnMut(&[u32])) -> bool {
    let (mut some_right, mut all_left, mut rest) = (false, true, domain.chars());
    loop {
        let (mut label, mut length) = ([0; LONGEST], 0);
        let (mut all, mut first, mut last, mut ends) = (0, 0, 0, true);
        for c in rest.by_ref() {
            if matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}') {
                ends = false;
                break;
            }
            let (letter, kind) = mapped(c);
            let misplaced = kind & MARK != 0 && (length == 0 || kind & last & CLASSED != 0);
            let (Some(place), false) = (label.get_mut(length), kind == 0 || misplaced) else {
                return false;
            };
            *place = letter;
            first = if length == 0 { kind } else { first };
            (all, last, length) = (all | kind, kind, length + 1);
        }
        let label = &label[..length];
        if length == 0 || label.get(2..4) == Some(&[0x2D, 0x2D]) {
            return false;
        }
        // The Bidi rule (RFC 5893, section 2), for a label of which all but digits, `-` and `_` run one way.
        if all & RIGHT != 0 {
            let is_right = first & RIGHT != 0 && last & (RIGHT | DIGIT) != 0;
            if !is_right || all & (LETTER | MARK) != 0 {
                return false;
            }
            some_right = true;
        } else {
            all_left &= first & LETTER != 0 && last & (LETTER | DIGIT) != 0 && all & MARK == 0;
        }
        each(label);
        if ends {
            return first & DIGIT == 0 && (all_left || !some_right);
        }
    }
}

/// What UTS 46 maps a character to, and what that is: 0 if it is left to the crate `idna`.
fn mapped(c: char) -> (u32, u8) {
    let c = u32::from(c);
    match FIRST.get(c as usize) {
        Some(packed) => (c + DISTANCES[usize::from(packed >> KIND_BITS)], packed & ((1 << KIND_BITS) - 1)),
        None => rule(c),
    }
}

/// How many bits a kind has. In [`FIRST`], those above them are an index of [`DISTANCES`].
const KIND_BITS: u32 = 6;

/// How far after one of the first characters the letter is that it is mapped to.
const DISTANCES: [u32; 4] = [0, 1, 0x20, 0x50];

/// The same, of the first characters: those of Latin, Greek, Cyrillic, Hebrew and Arabic domains. Each has one byte,
/// because a table of the letters themselves would be a fiftieth of the packed WebAssembly module.
static FIRST: [u8; 0x700] = {
    let mut first = [0; 0x700];
    let mut c = 0;
    while c < first.len() {
        let (letter, kind) = rule(c as u32);
        let mut distance = 0;
        // If a rule has another distance, this index is out of bounds, and nothing compiles.
        while c as u32 + DISTANCES[distance] != letter {
            distance += 1;
        }
        first[c] = (distance as u8) << KIND_BITS | kind;
        c += 1;
    }
    first
};

const fn rule(c: u32) -> (u32, u8) {
    let odd = c % 2;
    match c {
        0x61..=0x7A => (c, LETTER),
        0x30..=0x39 => (c, DIGIT),
        0x2D | 0x5F => (c, JOINT),
        0x41..=0x5A => (c + 0x20, LETTER),
        // Latin, where capitals and small letters take turns.
        0xC0..=0xD6 | 0xD8..=0xDE => (c + 0x20, LETTER),
        0xDF..=0xF6 | 0xF8..=0xFF => (c, LETTER),
        0x100..=0x12F | 0x14A..=0x177 | 0x1EA0..=0x1EF9 => (c | 1, LETTER),
        0x131 => (c, LETTER),
        0x139..=0x13E | 0x141..=0x148 | 0x179..=0x17E => (c + odd, LETTER),
        // Greek, Cyrillic and Armenian.
        0x391..=0x3A1 | 0x3A3..=0x3AB | 0x410..=0x42F => (c + 0x20, LETTER),
        0x400..=0x40F => (c + 0x50, LETTER),
        0x3AC..=0x3CE | 0x430..=0x45F | 0x561..=0x586 => (c, LETTER),
        // Hebrew and Arabic.
        0x5D0..=0x5EA | 0x620..=0x63A | 0x641..=0x64A => (c, RIGHT),
        0x67E | 0x686 | 0x698 | 0x6A9 | 0x6AF | 0x6CC => (c, RIGHT),
        // Devanagari.
        0x904..=0x939 | 0x93D | 0x960..=0x961 => (c, LETTER),
        0x901..=0x903 | 0x93E..=0x94C => (c, MARK),
        0x94D => (c, MARK | CLASSED),
        // Thai.
        0xE01..=0xE30 | 0xE32 | 0xE40..=0xE45 => (c, LETTER),
        0xE31 | 0xE34..=0xE37 | 0xE47 | 0xE4C..=0xE4D => (c, MARK),
        0xE38..=0xE39 | 0xE48..=0xE4B => (c, MARK | CLASSED),
        // Georgian, Hiragana, Katakana, Chinese characters and Hangul.
        0x10D0..=0x10F0 | 0x3041..=0x3096 | 0x30A1..=0x30FA | 0x30FC => (c, LETTER),
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => (c, LETTER),
        // Fullwidth letters and digits, which are ASCII then.
        0xFF21..=0xFF3A => (c - 0xFEC0, LETTER),
        0xFF41..=0xFF5A => (c - 0xFEE0, LETTER),
        0xFF10..=0xFF19 => (c - 0xFEE0, DIGIT),
        _ => (c, 0),
    }
}

/// Appends a label in ASCII.
fn push_label(out: &mut String, label: &[u32]) {
    // At most as many as there are characters.
    let basic = label.iter().filter(|c| **c < 0x80).count();
    if basic < label.len() {
        out.push_str("xn--");
    }
    out.extend(label.iter().filter_map(|c| u8::try_from(*c).ok().filter(u8::is_ascii)).map(char::from));
    if basic < label.len() {
        if basic > 0 {
            out.push('-');
        }
        push_deltas(out, label, basic);
    }
}

/// The encoding procedure of RFC 3492, section 6.3, after the basic code points.
fn push_deltas(out: &mut String, characters: &[u32], basic: usize) {
    let (mut n, mut delta, mut bias, mut handled) = (0x80, 0_u32, 72, basic as u32);
    let mut next = characters.iter().copied().filter(|c| *c >= n).min().unwrap_or(n);
    while (handled as usize) < characters.len() {
        delta += (next - n) * (handled + 1);
        (n, next) = (next, u32::MAX);
        for c in characters {
            if *c < n {
                delta += 1;
            } else if *c > n {
                next = next.min(*c);
            } else {
                push_number(out, delta, bias);
                bias = adapt(delta, handled + 1, handled as usize == basic);
                (delta, handled) = (0, handled + 1);
            }
        }
        (delta, n) = (delta + 1, n + 1);
    }
}

/// A generalized variable-length integer (RFC 3492, section 3.3).
fn push_number(out: &mut String, number: u32, bias: u32) {
    let (mut rest, mut k) = (number, 36);
    loop {
        let threshold = k_threshold(k, bias);
        if rest < threshold {
            out.push(digit(rest));
            return;
        }
        out.push(digit(threshold + (rest - threshold) % (36 - threshold)));
        rest = (rest - threshold) / (36 - threshold);
        k += 36;
    }
}

fn k_threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(1, 26)
}

fn digit(value: u32) -> char {
    // Below 36.
    let value = value as u8;
    char::from(if value < 26 { b'a' + value } else { b'0' + value - 26 })
}

/// Bias adaptation (RFC 3492, section 6.1).
fn adapt(delta: u32, points: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::{MARK, is_plain, mapped, push, rule};
    use crate::host::domain;

    /// Whether it is written here, and then as `idna` does.
    fn agrees(text: &str) -> bool {
        let (mut ours, mut theirs) = (String::from("//"), String::from("//"));
        let is_pushed = push(&mut ours, text);
        assert_eq!(is_pushed, is_plain(text), "{text}");
        if is_pushed {
            domain::to_ascii(&mut theirs, text, false).unwrap();
        }
        assert_eq!(ours, theirs, "{text}");
        is_pushed
    }

    fn letters() -> Vec<char> {
        ('\0'..=char::MAX).filter(|c| mapped(*c).1 != 0).collect()
    }

    #[test]
    fn the_table_says_what_the_rules_say() {
        for c in '\0'..=char::MAX {
            assert_eq!(mapped(c), rule(c.into()), "{c:?}");
        }
    }

    #[test]
    fn every_character_is_mapped() {
        let letters = letters();
        assert!(letters.len() > 39_400);
        for c in letters {
            let is_mark = mapped(c).1 & MARK != 0;
            assert!(is_mark || c.is_ascii() || agrees(&format!("{c}.b")), "{c}");
            agrees(&format!("{c}"));
            agrees(&format!("a{c}.{c}B{c}{c}"));
            for before in ["a", "\u{627}", "\u{5D0}1", "\u{915}", "\u{915}\u{94D}", "\u{E01}", "\u{E01}\u{E48}"] {
                agrees(&format!("{before}{c}"));
                agrees(&format!("{before}{c}{c}2.a-1"));
            }
        }
    }

    #[test]
    fn common_domains_are_written() {
        let domains = [
            "BÜCHER.example",
            "Пример.рф",
            "ｅｘａｍｐｌｅ。com",
            "www.اختبار12.com",
            "परीक्षा.example",
            "ไทย.example",
            "שלום.bücher",
            "đà-nẵng.한국",
        ];
        assert_eq!(domains.map(agrees), [true; 8]);
        let others = ["1.א", "א.परी", "xn--a.ü", "a.1", "ü.", "बb\u{200D}", "נa", "\u{94D}"];
        assert_eq!(others.map(agrees), [false; 8]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..<_>::default() })]

        #[test]
        fn domains_are_those_of_idna(
            pieces in prop::collection::vec(
                prop_oneof![
                    4 => select(letters()).prop_map(String::from),
                    4 => select(&["a", "Z", "0", "-", "xn--", "ss", "ς", "ß", "-a", "é", "я", "字", "ا", "ש", "क", "्", "่", "ุ", "。", "ｘ"][..])
                        .prop_map(String::from),
                    2 => Just(String::from(".")),
                    1 => any::<char>().prop_map(String::from),
                ],
                1..20,
            ),
        ) {
            let _ = agrees(&pieces.concat());
        }
    }
}
