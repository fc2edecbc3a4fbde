//! Every scanner against the scalar parser: what the walk says, the parser says too. For the tests of
//! this module and for `fuzz/`.

use super::machine::Scanner;
use super::walk::{Classify, MEDIUM, Masks, SHORT, walk_long, walk_medium, walk_short};
use crate::error::Grammar;
use crate::parse::authority::parse_plain;
use crate::parse::parse_const;
use crate::spans::{Hints, Spans};

/// The law on any bytes, the UTF-8 among them first.
///
/// # Panics
///
/// If it is broken.
#[cfg(fuzzing)]
pub fn scanners(data: &[u8]) {
    masks_hold(data);
    holds(data.utf8_chunks().next().map_or("", |chunk| chunk.valid()));
}

pub(super) const GRAMMARS: [Grammar; 4] = [
    Grammar { unicode: false, scheme: false },
    Grammar { unicode: false, scheme: true },
    Grammar { unicode: true, scheme: false },
    Grammar { unicode: true, scheme: true },
];

pub(super) fn spans_by(scanner: Scanner, text: &str, grammar: Grammar) -> Option<Spans> {
    let Grammar { unicode, scheme } = grammar;
    let long = walk_long(scanner, text.as_bytes(), unicode, scheme, parse_plain);
    if text.len() <= SHORT {
        let short = walk_short(scanner, text.as_bytes(), unicode, scheme, parse_plain);
        assert_eq!(short, long, "{text:?}, {grammar:?}, {scanner:?}");
    } else if text.len() <= MEDIUM {
        let medium = walk_medium(scanner, text.as_bytes(), unicode, scheme, parse_plain);
        // An authority in two blocks is the parser's for one of them; so much is the same.
        assert!(long.is_none() || medium == long, "{text:?}, {grammar:?}, {scanner:?}");
        return medium;
    }
    long
}

pub(super) fn holds(text: &str) {
    for grammar in GRAMMARS {
        let scalar = parse_const(text, grammar);
        for scanner in Scanner::available() {
            let Some(spans) = spans_by(scanner, text, grammar) else { continue };
            let bare = Spans { hints: Hints::ALL, ..spans };
            assert_eq!(Ok(bare), scalar, "{text:?}, {grammar:?}, {scanner:?}");
            promises_are_kept(text, spans);
        }
    }
}

/// What a missing hint says is not there, is not there.
fn promises_are_kept(text: &str, spans: Spans) {
    let path = &text[spans.path_start..spans.path_end];
    let missing = |hint| !spans.hints.has(hint);
    assert!(!missing(Hints::ESCAPES) || !text.contains('%'), "{text:?}");
    assert!(!missing(Hints::DOTS) || !path.split('/').any(|s| s.starts_with('.')), "{text:?}");
    let head = &text.as_bytes()[..spans.path_start];
    assert!(!missing(Hints::CASE) || !head.iter().any(u8::is_ascii_uppercase), "{text:?}");
    assert!(!missing(Hints::NON_ASCII) || text.is_ascii(), "{text:?}");
    let control = |c| crate::grammar::unicode::is_bidi_control(c);
    assert!(!missing(Hints::BIDI) || !text.contains(control), "{text:?}");
}

/// The masks by the definition of each, byte by byte.
fn masks_of(bytes: &[u8], at: usize, unicode: bool) -> Masks {
    let mut masks = Masks::default();
    for (place, &byte) in bytes[at..].iter().take(64).enumerate() {
        let put = |mask: &mut u64, is: bool| *mask |= u64::from(is) << place;
        put(&mut masks.slash, byte == b'/');
        put(&mut masks.question, byte == b'?');
        put(&mut masks.hash, byte == b'#');
        put(&mut masks.colon_or_at, byte == b':' || byte == b'@');
        put(&mut masks.dot, byte == b'.');
        put(&mut masks.upper, byte.is_ascii_uppercase());
        put(&mut masks.beyond, byte >= 0x80);
        let plain = byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=".contains(&byte);
        let begins = !unicode || byte == 0xC2 || byte == 0xE2 || byte >= 0xEE;
        put(&mut masks.check, if byte < 0x80 { !plain } else { begins });
    }
    masks
}

pub(super) fn masks_hold(bytes: &[u8]) {
    for unicode in [false, true] {
        for at in (0..=bytes.len()).step_by(64) {
            let expected = masks_of(bytes, at, unicode);
            for scanner in Scanner::available() {
                let masks = scanner.masks(bytes, at, unicode);
                assert_eq!(masks, expected, "{bytes:02X?} at {at} by {scanner:?}");
            }
        }
    }
}
