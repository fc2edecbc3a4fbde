//! Every scanner against the scalar parser: what the walk says, the parser says too. For the tests of
//! this module and for `fuzz/`.

use super::machine::Scanner;
use super::many::Many;
use super::walk::{Classify, MEDIUM, Masks, SHORT, walk_long, walk_medium, walk_short};
use crate::syntax::error::Grammar;
use crate::syntax::parse::authority::parse_plain;
use crate::syntax::parse::parse_const;
use crate::syntax::spans::{Hints, Packed, Spans};

/// The law on any bytes, the UTF-8 among them first.
///
/// # Panics
///
/// If it is broken.
#[cfg(fuzzing)]
pub fn scanners(data: &[u8]) {
    masks_hold(data);
    let text = data.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    holds(text);
    // Its beginnings, and what follows each: two words of texts, and some.
    let cuts = text.char_indices().map(|(at, _)| text.split_at(at));
    many_hold(cuts.flat_map(|(before, after)| [before, after]).take(150));
}

pub(super) const GRAMMARS: [Grammar; 4] = [
    Grammar { unicode: false, scheme: false },
    Grammar { unicode: false, scheme: true },
    Grammar { unicode: true, scheme: false },
    Grammar { unicode: true, scheme: true },
];

pub(super) fn spans_by(scanner: Scanner, text: &str, grammar: Grammar) -> Option<Spans> {
    let Grammar { unicode, scheme } = grammar;
    let masks = scanner.masks(text.as_bytes(), 0, unicode);
    let long = walk_long(scanner, text.as_bytes(), unicode, scheme, parse_plain);
    if text.len() <= SHORT {
        let short = walk_short(masks, text.as_bytes(), unicode, scheme, parse_plain);
        assert_eq!(short, long, "{text:?}, {grammar:?}, {scanner:?}");
    } else if text.len() <= MEDIUM {
        let medium = walk_medium(scanner, masks, text.as_bytes(), unicode, scheme, parse_plain);
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

/// Of many at once, each is what it is by itself.
pub(super) fn many_hold<'t>(texts: impl Iterator<Item = &'t str> + Clone) {
    for scanner in Scanner::available() {
        for grammar in GRAMMARS {
            let (mut rest, mut in_order) = (texts.clone(), texts.clone());
            let mut many = Many::new();
            loop {
                many.fill(scanner, &mut rest, grammar.unicode);
                assert!(many.texts().iter().all(|&text| in_order.next() == Some(text)));
                each_of_many_holds(&mut many, scanner, grammar);
                if !many.is_full() {
                    break;
                }
            }
            assert_eq!(in_order.next(), None);
        }
    }
}

fn each_of_many_holds(many: &mut Many<'_>, scanner: Scanner, grammar: Grammar) {
    let Grammar { unicode, scheme } = grammar;
    let plain = many.read_plain(scanner);
    let all = many.with_plain_spans();
    assert_eq!(all.len(), many.texts().len());
    for (nth, (text, spans)) in all.enumerate() {
        let alone = spans_by(scanner, text, grammar).filter(|_| text.len() <= MEDIUM);
        let one_of_many = many.spans(nth, scanner, unicode, scheme, parse_plain);
        assert_eq!(one_of_many, alone, "{text:?}, {grammar:?}, {scanner:?}");
        let is_plain = plain >> nth & 1 == 1;
        assert!(is_plain || !is_surely_plain(text), "{text:?}, {grammar:?}, {scanner:?}");
        if is_plain {
            assert_eq!(Some(spans.spans()), alone, "{text:?}, {grammar:?}, {scanner:?}");
        }
    }
    let [short, other] = many.by_length();
    let count = (short | other).count_ones() as usize;
    assert_eq!((short & other, count), (0, many.texts().len()));
    assert_eq!(plain & !short, 0);
    // What a scanner does for eight is what is done for each.
    for eight in &many.eights {
        let (mut by_scanner, mut one_by_one) = ([Packed::default(); 8], [Packed::default(); 8]);
        let plain = scanner.plain(eight, &mut by_scanner);
        assert_eq!(plain, eight.plain(&mut one_by_one), "{:?}, {scanner:?}", many.texts());
        for nth in (0..8).filter(|nth| plain >> nth & 1 == 1) {
            assert_eq!(by_scanner[nth], one_by_one[nth], "{:?}, {scanner:?}", many.texts());
        }
    }
}

/// Of which the quick way has to know that they are: it would be of no use if it said so of none.
fn is_surely_plain(text: &str) -> bool {
    let Some(("s" | "ftp" | "http" | "https", rest)) = text.split_once("://") else {
        return false;
    };
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    letters(host) && letters(path) && text.len() <= SHORT
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
    let control = |c| crate::syntax::grammar::unicode::is_bidi_control(c);
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
                let (mut kept, mut head) = (Masks::default(), !0);
                scanner.put_masks(&bytes[at..], unicode, &mut kept, &mut head);
                assert_eq!(kept, expected, "{bytes:02X?} at {at}, kept, by {scanner:?}");
                let place = |nth| u64::from(*bytes.get(at + nth).unwrap_or(&0)) << (8 * nth);
                let first = (0..8).map(place).sum::<u64>();
                assert_eq!(head, first, "{bytes:02X?} at {at}, the first, by {scanner:?}");
            }
        }
    }
}
