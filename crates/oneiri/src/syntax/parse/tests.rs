//! The law of both walks on texts of many lengths, with every symbol at every place.

extern crate std;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::law::{GRAMMARS, holds, many_hold, spans_by};
use super::{parse_const, walk_bytes};
use crate::syntax::scan::available;
use crate::syntax::scan::tests::every;
#[cfg(all(unix, not(miri)))]
use crate::syntax::scan::tests::guarded::Page;

/// Miri is a thousand times slower, so it tests every 31st length; everything else tests all lengths.
const EVERY: usize = if cfg!(miri) { 31 } else { 1 };

/// Symbols that mean something to the walk, and the first and last characters of classes.
const SYMBOLS: [&str; 27] = [
    ":", "/", "?", "#", "@", "[", "]", "%", "%4", "%41", ".", "A", "Z", "`", "{", "|", " ", "\0", "\x7F", "é",
    "\u{80}", "\u{200E}", "\u{202E}", "\u{E000}", "\u{FFFD}", "\u{20000}", "\u{10FFFF}",
];

/// The texts end where a page ends, and the next page is not accessible: a read beyond the end would end
/// the program.
#[cfg(all(unix, not(miri)))]
#[test]
fn nothing_beyond_the_text_is_touched() {
    let (mut page, every) = (Page::new(), every());
    for length in 0..=130 {
        for (nth, text) in texts(length).iter().enumerate() {
            let symbols = ["", "%4", "%41", "é", "\u{202E}", "?", "#", ":"];
            for symbol in symbols.into_iter().skip((length + nth) % every).step_by(every) {
                let text = [&text[..length - symbol.len().min(length)], symbol].concat();
                holds(page.at_the_end(&text));
                many_hold(core::iter::once(page.at_the_end(&text)));
                holds(page.at_the_start(&text));
            }
        }
    }
}

/// Texts of this length, one for each shape.
fn texts(length: usize) -> Vec<String> {
    let shapes = [
        "", "s:", "http://", "//", "s://h/", "s:///?", "s:a#", "//u@h:8/", "s://[::1]:", "https://h?#?#", "://h/",
        ":s://", "abcdef://", "Ftp://",
    ];
    let fill = |shape: &&str| {
        let mut text = String::from(*shape);
        text.extend("abc/def".chars().cycle().take(length.saturating_sub(shape.len())));
        text.truncate(length);
        text
    };
    shapes.iter().map(fill).collect()
}

/// Every text of a length, and every change of it by one symbol. Returns the number of changes.
fn every_symbol_at_every_place(length: usize) -> u32 {
    let (mut count, every) = (0, every());
    for text in texts(length) {
        holds(&text);
        let grammar = GRAMMARS[2];
        if text.contains('[') || parse_const(&text, grammar).is_err() {
            continue;
        }
        for scanner in available() {
            let found = spans_by(scanner, &text, grammar);
            assert!(found.is_some(), "{text:?} is plain, {scanner:?}");
        }
        assert!(walk_bytes(text.as_bytes(), grammar).is_some(), "{text:?} is plain");
        // Every place, in texts whose length is next to the size of a block or of a vector; every
        // eleventh place in the others.
        let near = |border: usize| length.abs_diff(border) <= 1;
        let step = if [16, 32, 64, 128].into_iter().any(near) { 1 } else { 11 };
        for place in (0..=length).step_by(step * EVERY) {
            for symbol in SYMBOLS.into_iter().skip(place % every).step_by(every) {
                let end = (place + symbol.len()).min(length);
                let changed = [&text[..place], symbol, &text[end..]].concat();
                holds(&changed);
                count += 1;
            }
        }
    }
    count
}

/// This is the longest test in this library, so it is divided among threads.
#[test]
fn every_length_and_every_symbol_at_every_place() {
    const THREADS: usize = if cfg!(miri) { 1 } else { 4 };
    let part = |from: usize| {
        let lengths = (0..=130).step_by(EVERY).skip(from).step_by(THREADS);
        lengths.map(every_symbol_at_every_place).sum::<u32>()
    };
    let count: u32 = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..THREADS).map(|from| scope.spawn(move || part(from))).collect();
        parts.into_iter().map(|part| part.join().expect("no text breaks the law")).sum()
    });
    assert!(count > 50_000 || cfg!(miri), "{count} texts");
}

/// Many texts at once, of every shape, and with every symbol somewhere.
#[test]
fn many_are_each_what_it_is_by_itself() {
    let mut all: Vec<String> = (0..=130).step_by(EVERY).flat_map(texts).collect();
    for (nth, symbol) in SYMBOLS.into_iter().enumerate() {
        for text in texts(10 + 3 * nth) {
            let place = (5 * nth + 1) % (text.len() + 1);
            all.push([&text[..place], symbol, &text[place..]].concat());
        }
    }
    many_hold(all.iter().map(String::as_str));
    for count in [0, 1, 63, 64, 65, 127, 128, 129] {
        many_hold(all[all.len() - count..].iter().map(String::as_str));
    }
}

/// Plain texts, and texts that differ from a plain one in one component or more.
#[test]
fn plain_ones_and_those_that_are_nearly_so() {
    let schemes = ["s", "http", "https", "abcdef", "a1", "a+", "A", "hTtp", "é", "htt\u{7F}", ""];
    let behind = ["://", ":/", ":", "//", ":///", "::", ":/:/", "/://", "?://", "#://"];
    let hosts = ["h", "H", "é", "a.B", "u@h", "h:8", "h:", "@h", "", "h%41", "[::1]"];
    let paths = ["", "/", "/a/.b", "/A", "/é", "/a:b@c", "/..", "//h:1/.."];
    let tails = ["", "?", "?/.:@?É", "#", "#/.:@?É", "?q#f", "#f#", "##", "?#?#"];
    // No list above has a multiple of these lengths, so each piece is met beside each other one.
    let every = if cfg!(miri) {
        331
    } else if every() > 1 {
        7
    } else {
        1
    };
    let (mut all, mut nth) = (Vec::new(), 0_usize);
    for scheme in schemes {
        for behind in behind {
            for host in hosts {
                for path in paths {
                    for tail in tails {
                        if nth % every == 0 {
                            all.push([scheme, behind, host, path, tail].concat());
                        }
                        nth += 1;
                    }
                }
            }
        }
    }
    all.iter().for_each(|text| holds(text));
    many_hold(all.iter().map(String::as_str));
    // Texts whose end is next to the end of their block.
    for length in 60..68 {
        let some = all.iter().step_by(13).filter(|text| text.len() < length);
        let full = some.map(|text| text.clone() + &"a".repeat(length - text.len()));
        many_hold(full.collect::<Vec<_>>().iter().map(String::as_str));
    }
}

/// An authority that ends with the first block: the hint of upper-case letters must not depend on which
/// walk reads the text. Found by fuzzing.
#[test]
fn an_authority_that_ends_with_a_block() {
    for end in 60..=68 {
        for last in ["a", "A", "%4a", ":1"] {
            let host = "h".repeat(end - "http://".len() - last.len());
            for behind in ["", "/", "/p", "?q", "#f"] {
                holds(&["http://", &host, last, behind].concat());
            }
        }
    }
}

#[test]
fn every_alignment() {
    let every = every();
    for length in (0..=130).step_by(3 * EVERY) {
        for (nth, text) in texts(length).iter().enumerate() {
            for shift in (0..64).skip((length + nth) % every).step_by(every * EVERY) {
                let mut buffer = vec![b'#'; shift];
                buffer.extend_from_slice(text.as_bytes());
                // The bytes before and after the text must not matter.
                buffer.extend_from_slice(b"#%[\xFF\xFF");
                let inside = core::str::from_utf8(&buffer[shift..shift + text.len()]);
                holds(inside.unwrap_or_default());
            }
        }
    }
}
