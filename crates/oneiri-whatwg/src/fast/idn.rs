//! Domains beyond ASCII that UTS 46 does not change but for Punycode.
//!
//! UTS 46 maps, composes (NFC) and checks. It leaves a label as it is if it has no characters but those of
//! [`stays`]: they are valid, in lower case, written from left to right, composed, and no marks or joiners,
//! so none of its rules for several characters applies. The tests compare each of them with the crate
//! `idna`.

use alloc::string::String;

/// The longest label that is encoded here, in characters. Punycode takes quadratic time.
const LONGEST: usize = 59;

/// Whether a domain is surely valid, and [`push`] writes it.
pub(super) fn is_plain(domain: &str) -> bool {
    let last = domain.rsplit('.').next().unwrap_or_default();
    !last.starts_with(|c: char| c.is_ascii_digit()) && domain.split('.').all(is_plain_label)
}

fn is_plain_label(label: &str) -> bool {
    let hyphens = label.as_bytes().get(2..4) == Some(b"--");
    !label.is_empty() && !hyphens && label.chars().all(stays) && label.chars().count() <= LONGEST
}

/// Whether UTS 46 leaves a character as it is in every label that has only such characters, but for the
/// case of ASCII letters.
fn stays(c: char) -> bool {
    let odd = u32::from(c) % 2 == 1;
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => true,
        // Latin, where capitals and small letters take turns.
        '\u{DF}'..='\u{F6}' | '\u{F8}'..='\u{FF}' => true,
        '\u{101}'..='\u{131}' | '\u{14B}'..='\u{177}' | '\u{1EA1}'..='\u{1EF9}' => odd,
        '\u{13A}'..='\u{13E}' | '\u{142}'..='\u{148}' | '\u{17A}'..='\u{17E}' => !odd,
        // Greek and Cyrillic.
        '\u{3AC}'..='\u{3CE}' | '\u{430}'..='\u{45F}' => true,
        // Hiragana, Katakana, Chinese characters and Hangul.
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' => true,
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => true,
        _ => false,
    }
}

/// Appends a domain of which [`is_plain`] holds, in ASCII.
pub(super) fn push(out: &mut String, domain: &str) {
    for (index, label) in domain.split('.').enumerate() {
        if index > 0 {
            out.push('.');
        }
        if !label.is_ascii() {
            out.push_str("xn--");
        }
        let start = out.len();
        out.extend(label.chars().filter(char::is_ascii).map(|c| c.to_ascii_lowercase()));
        if !label.is_ascii() {
            let basic = out.len() - start;
            if basic > 0 {
                out.push('-');
            }
            push_deltas(out, label, basic);
        }
    }
}

/// The encoding procedure of RFC 3492, section 6.3, after the basic code points.
fn push_deltas(out: &mut String, label: &str, basic: usize) {
    let mut characters = [0_u32; LONGEST];
    let length = characters.iter_mut().zip(label.chars()).map(|(place, c)| *place = c.into());
    let length = length.count();
    let characters = &characters[..length];
    let (mut n, mut delta, mut bias, mut handled) = (0x80, 0_u32, 72, basic as u32);
    while (handled as usize) < length {
        let next = characters.iter().copied().filter(|c| *c >= n).min().unwrap_or(n);
        delta += (next - n) * (handled + 1);
        n = next;
        for c in characters {
            if *c < n {
                delta += 1;
            } else if *c == n {
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

    use super::{is_plain, push, stays};
    use crate::host::domain;

    fn agrees(text: &str) {
        if is_plain(text) {
            let (mut ours, mut theirs) = (String::new(), String::new());
            push(&mut ours, text);
            domain::to_ascii(&mut theirs, text, false).unwrap();
            assert_eq!(ours, theirs, "{text}");
        }
    }

    fn letters() -> Vec<char> {
        ('\0'..=char::MAX).filter(|c| stays(*c)).collect()
    }

    #[test]
    fn every_character_stays() {
        let letters = letters();
        assert!(letters.len() > 39_000);
        for c in letters {
            agrees(&format!("{c}"));
            agrees(&format!("a{c}.{c}B{c}{c}"));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..<_>::default() })]

        #[test]
        fn domains_are_those_of_idna(
            pieces in prop::collection::vec(
                prop_oneof![
                    4 => select(letters()).prop_map(String::from),
                    4 => select(&["a", "Z", "0", "-", "xn--", "ss", "ς", "ß", "-a", "é", "я", "字"][..])
                        .prop_map(String::from),
                    2 => Just(String::from(".")),
                    1 => any::<char>().prop_map(String::from),
                ],
                1..20,
            ),
        ) {
            agrees(&pieces.concat());
        }
    }
}
