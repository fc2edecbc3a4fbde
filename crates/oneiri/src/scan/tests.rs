//! Every vector walk against the scalar parser: what the walk says, the parser says too.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::Grammar;
use crate::parse::{parse, parse_const};
use crate::spans::{Hints, Spans};

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

fn holds(text: &str) {
    for grammar in GRAMMARS {
        let scalar = parse_const(text, grammar);
        let (hints, found) = match parse(text, grammar) {
            Ok(spans) => (spans.hints, Ok(Spans { hints: Hints::ALL, ..spans })),
            Err(error) => (Hints::ALL, Err(error)),
        };
        assert_eq!(found, scalar, "{text:?}, {grammar:?}");
        let Ok(spans) = scalar else { continue };
        let bytes = text.as_bytes();
        let path = &text[spans.path_start..spans.path_end];
        let missing = |hint| !hints.has(hint);
        assert!(!missing(Hints::ESCAPES) || !text.contains('%'), "{text:?}");
        assert!(!missing(Hints::DOTS) || !path.split('/').any(|s| s.starts_with('.')), "{text:?}");
        let head = &bytes[..spans.path_start];
        assert!(!missing(Hints::CASE) || !head.iter().any(u8::is_ascii_uppercase), "{text:?}");
        assert!(!missing(Hints::NON_ASCII) || text.is_ascii(), "{text:?}");
        let control = |c| crate::grammar::unicode::is_bidi_control(c);
        assert!(!missing(Hints::BIDI) || !text.contains(control), "{text:?}");
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
            // Every place of the lengths around a block's border, some places of the others.
            let near = |border: usize| length.abs_diff(border) <= 2;
            let step = if [16, 32, 64, 96, 128].into_iter().any(near) { 1 } else { 7 };
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
    assert!(count > 300_000, "{count} texts");
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
