//! Names that all parsers read alike. The fast path admits a host without asking a parser if `is_simple_name` is true,
//! so a doubt must end with false: a name that one parser takes for an address, or maps, is not simple. The law
//! `the_fast_path_decides_alike` compares both ways.

/// The host of the base of texts that begin with a slash if no base is given.
pub(crate) const SELF_HOST: &str = "self.invalid";

/// The longest name and the longest label: RFC 1035 section 2.3.4, without the octets of their lengths.
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Whether every parser surely takes a text for the same name, but for the case of its letters: letters, digits
/// and hyphens, no Punycode, and a last label that begins with a letter.
pub(crate) fn is_simple_name(text: &[u8]) -> bool {
    let (mut start, mut before, mut odd) = (0, Class::Dot, text.len() > LONGEST_NAME);
    for (at, &byte) in text.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        // A label begins with a letter or digit, and has no two hyphens side by side, as Punycode has.
        odd |= class != Class::Letter && before != Class::Letter;
        if class != Class::Letter {
            odd |= class == Class::Other;
            if class == Class::Dot {
                odd |= at - start > LONGEST_LABEL;
                start = at + 1;
            }
        }
        before = class;
    }
    let label = text.get(start..).unwrap_or_default();
    let lettered = label.first().is_some_and(u8::is_ascii_alphabetic);
    !odd && lettered && label.len() <= LONGEST_LABEL
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Dot,
    Hyphen,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => Class::Letter,
            b'.' => Class::Dot,
            b'-' => Class::Hyphen,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_names() {
        for text in ["example.com", "a-b.C1", "x", "1a.b"] {
            assert!(is_simple_name(text.as_bytes()), "{text}");
        }
        for text in ["", "a.", ".a", "a..b", "xn--a.b", "a.1", "a.0x1", "a_b", "-a.b", "a.1b"] {
            assert!(!is_simple_name(text.as_bytes()), "{text}");
        }
    }
}
