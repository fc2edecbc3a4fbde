//! Every scanner against the scalar parser: what the walk says, the parser says too.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::machine::Scanner;
use super::walk::{Classify, MEDIUM, Masks, SHORT, walk_long, walk_medium, walk_short};
use crate::error::Grammar;
use crate::parse::authority::parse_plain;
use crate::parse::parse_const;
use crate::spans::{Hints, Spans};

#[cfg(all(unix, not(miri)))]
mod guarded;

const GRAMMARS: [Grammar; 4] = [
    Grammar { unicode: false, scheme: false },
    Grammar { unicode: false, scheme: true },
    Grammar { unicode: true, scheme: false },
    Grammar { unicode: true, scheme: true },
];

/// Symbols that mean something to the walk, or are where a class begins or ends.
const SYMBOLS: [&str; 27] = [
    ":",
    "/",
    "?",
    "#",
    "@",
    "[",
    "]",
    "%",
    "%4",
    "%41",
    ".",
    "A",
    "Z",
    "`",
    "{",
    "|",
    " ",
    "\0",
    "\x7F",
    "é",
    "\u{80}",
    "\u{200E}",
    "\u{202E}",
    "\u{E000}",
    "\u{FFFD}",
    "\u{20000}",
    "\u{10FFFF}",
];

fn spans_by(scanner: Scanner, text: &str, grammar: Grammar) -> Option<Spans> {
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

fn holds(text: &str) {
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

fn masks_hold(bytes: &[u8]) {
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

#[test]
fn the_masks_of_every_byte_at_every_place() {
    for length in 0..=130 {
        let mut bytes = vec![b'a'; length];
        masks_hold(&bytes);
        // Every place of the lengths around a block's border.
        if ![8, 16, 32, 64, 128].into_iter().any(|border| length.abs_diff(border) <= 1) {
            continue;
        }
        for place in 0..length {
            for byte in 0..=255 {
                bytes[place] = byte;
                masks_hold(&bytes);
            }
            bytes[place] = b'a';
        }
    }
    let all: Vec<u8> = (0..=255).collect();
    for start in (0..256).step_by(5) {
        for length in 0..=130.min(256 - start) {
            masks_hold(&all[start..start + length]);
        }
    }
}

/// Texts that end where a page does, behind which no memory is: to read on would end the program.
#[cfg(all(unix, not(miri)))]
#[test]
fn nothing_beyond_the_text_is_touched() {
    let mut page = guarded::Page::new();
    for length in 0..=130 {
        for text in texts(length) {
            for symbol in ["", "%4", "%41", "é", "\u{202E}", "?", "#", ":"] {
                let text = [&text[..length - symbol.len().min(length)], symbol].concat();
                holds(page.at_the_end(&text));
                holds(page.at_the_start(&text));
            }
        }
        masks_hold(page.at_the_end(&"a".repeat(length)).as_bytes());
    }
}

/// Texts of one length, of every shape.
fn texts(length: usize) -> Vec<String> {
    let shapes = ["", "s:", "http://", "//", "s://h/", "s:///?", "s:a#", "//u@h:8/", "s://[::1]:"];
    let fill = |shape: &&str| {
        let mut text = String::from(*shape);
        text.extend("abc/def".chars().cycle().take(length.saturating_sub(shape.len())));
        text.truncate(length);
        text
    };
    shapes.iter().map(fill).collect()
}

#[test]
fn every_length_and_every_symbol_at_every_place() {
    let mut count = 0u32;
    for length in 0..=130 {
        for text in texts(length) {
            holds(&text);
            let grammar = GRAMMARS[2];
            if text.contains('[') || parse_const(&text, grammar).is_err() {
                continue;
            }
            for scanner in Scanner::available() {
                let found = spans_by(scanner, &text, grammar);
                assert!(found.is_some(), "{text:?} is plain, {scanner:?}");
            }
            // Every place of the lengths around a block's border, some places of the others.
            let near = |border: usize| length.abs_diff(border) <= 1;
            let step = if [16, 32, 64, 128].into_iter().any(near) { 1 } else { 11 };
            for place in (0..=length).step_by(step) {
                for symbol in SYMBOLS {
                    let end = (place + symbol.len()).min(length);
                    let changed = [&text[..place], symbol, &text[end..]].concat();
                    holds(&changed);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 200_000, "{count} texts");
}

#[test]
fn every_alignment() {
    for length in (0..=130).step_by(3) {
        for text in texts(length) {
            for shift in 0..64 {
                let mut buffer = vec![b'#'; shift];
                buffer.extend_from_slice(text.as_bytes());
                // What stands before and behind the text must not matter.
                buffer.extend_from_slice(b"#%[\xFF\xFF");
                let inside = core::str::from_utf8(&buffer[shift..shift + text.len()]);
                holds(inside.unwrap_or_default());
            }
        }
    }
}
