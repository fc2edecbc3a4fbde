//! Percent-encoding, RFC 3986 section 2.1, and its legal UTF-8, RFC 3629.

use super::alphabet::unreserved;

/// `%HH` for each octet of the character in UTF-8, upper-case.
pub(crate) fn escape(c: char) -> String {
    c.to_string().bytes().map(escape_octet).collect()
}

pub(crate) fn escape_octet(octet: u8) -> String {
    format!("%{octet:02X}")
}

/// D-33, "byte semantics": of the octets in UTF-8 the unreserved ones pass and the US-ASCII ones of `safe`, every
/// other becomes `%HH`.
pub(crate) fn encode(octets: &[u8], safe: &[u8]) -> String {
    let passes = |octet: u8| octet.is_ascii() && (unreserved(char::from(octet)) || safe.contains(&octet));
    octets.iter().map(|&it| if passes(it) { char::from(it).to_string() } else { escape_octet(it) }).collect()
}

/// D-33: every `%HH` becomes its octet; a `%` that two hexadecimal digits do not follow is text.
pub(crate) fn decode(text: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match first_escape(rest) {
            Some(octet) => {
                octets.push(octet);
                rest = &rest[3..];
            }
            None => {
                octets.extend(c.to_string().bytes());
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    octets
}

/// Whether every `%` of the text begins an escape.
pub(crate) fn well_formed(text: &str) -> bool {
    text.match_indices('%').all(|(at, _)| first_escape(&text[at..]).is_some())
}

/// `pct-encoded = "%" HEXDIG HEXDIG` at the start of the text: the octet it represents.
pub(crate) fn first_escape(text: &str) -> Option<u8> {
    let mut chars = text.chars();
    if chars.next() != Some('%') {
        return None;
    }
    let high = chars.next()?.to_digit(16)?;
    let low = chars.next()?.to_digit(16)?;
    u8::try_from(high * 16 + low).ok()
}

/// The table of RFC 3629 section 4 at the start of the octets: the character and how many octets it took.
///
/// ```text
/// UTF8-1 = %x00-7F
/// UTF8-2 = %xC2-DF UTF8-tail
/// UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
///          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
/// UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
///          %xF4 %x80-8F 2( UTF8-tail )
/// ```
pub(crate) fn first_character(octets: &[u8]) -> Option<(char, usize)> {
    let tail = 0x80..=0xBF;
    let (bits, length, second) = match *octets.first()? {
        it @ 0x00..=0x7F => (it, 1, tail.clone()),
        it @ 0xC2..=0xDF => (it & 0x1F, 2, tail.clone()),
        it @ 0xE0 => (it & 0x0F, 3, 0xA0..=0xBF),
        it @ 0xED => (it & 0x0F, 3, 0x80..=0x9F),
        it @ 0xE1..=0xEF => (it & 0x0F, 3, tail.clone()),
        it @ 0xF0 => (it & 0x07, 4, 0x90..=0xBF),
        it @ 0xF4 => (it & 0x07, 4, 0x80..=0x8F),
        it @ 0xF1..=0xF3 => (it & 0x07, 4, tail.clone()),
        _ => return None,
    };
    let mut number = u32::from(bits);
    for index in 1..length {
        let octet = *octets.get(index)?;
        let allowed = if index == 1 { &second } else { &tail };
        if !allowed.contains(&octet) {
            return None;
        }
        number = number << 6 | u32::from(octet & 0x3F);
    }
    Some((char::from_u32(number)?, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_stdurl() {
        assert_eq!(encode(b"hello world", b""), "hello%20world");
        assert_eq!(encode(b"/a/b", b"/"), "/a/b");
        assert_eq!(encode("é%".as_bytes(), "é".as_bytes()), "%C3%A9%25");
        assert_eq!(decode("hello%20world"), b"hello world");
        assert_eq!(decode("%2G"), b"%2G");
        assert_eq!(decode("a+b%"), b"a+b%");
        assert_eq!(decode("%2541"), b"%41");
        assert_eq!(decode("%fF"), b"\xFF");
        assert!(well_formed("%41%fF") && !well_formed("%4") && !well_formed("%%41") && !well_formed("%é1"));
    }

    #[test]
    fn every_character_reads_back_and_nothing_else_is_legal() {
        for c in ('\0'..=char::MAX).step_by(7) {
            assert_eq!(first_character(c.to_string().as_bytes()), Some((c, c.len_utf8())));
        }
        for illegal in ["%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%C3%41", "%80", "%E2%80", "%F5%80%80%80"] {
            assert_eq!(first_character(&decode(illegal)), None, "{illegal}");
        }
    }
}
