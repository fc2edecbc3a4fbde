//! The law of both walks, for the tests and for `fuzz/`: where a walk returns components, they are those
//! that the parser finds byte by byte, and the hints are true. One of many texts gives what it gives
//! alone. With every scanner of this machine.

use core::fmt::Debug;

use super::walk::{MEDIUM, SHORT, walk_long, walk_medium, walk_short};
use super::{parse_const, parse_nth, walk_bytes};
use crate::syntax::error::Grammar;
use crate::syntax::grammar::unicode::is_bidi_control;
use crate::syntax::scan::law::eights_hold;
#[cfg(fuzzing)]
use crate::syntax::scan::law::{decoding_holds, masks_hold, places_hold, stops_hold};
use crate::syntax::scan::{Classify, Many, available};
use crate::syntax::spans::{Hints, Spans};

/// Checks the laws of the scanners and of the walk on any bytes: the masks and the decoding of escapes on
/// all of them, the walk on the valid UTF-8 at their start.
///
/// # Panics
///
/// If a law is broken.
#[cfg(fuzzing)]
pub fn scanners(data: &[u8]) {
    masks_hold(data);
    decoding_holds(data);
    stops_hold(data);
    if let Some(&byte) = data.first() {
        places_hold(data, byte);
    }
    let text = data.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    holds(text);
    // Every prefix of the text and the rest after it: more texts than `Many` takes at once.
    let cuts = text.char_indices().map(|(at, _)| text.split_at(at));
    many_hold(cuts.flat_map(|(before, after)| [before, after]).take(150));
}

pub(super) const GRAMMARS: [Grammar; 4] = [
    Grammar { unicode: false, scheme: false },
    Grammar { unicode: false, scheme: true },
    Grammar { unicode: true, scheme: false },
    Grammar { unicode: true, scheme: true },
];

/// What the walk finds with this scanner. The walk for long texts finds the same as the walk for the
/// length of this text.
pub(super) fn spans_by(scanner: impl Classify + Debug, text: &str, grammar: Grammar) -> Option<Spans> {
    let bytes = text.as_bytes();
    let masks = scanner.masks(bytes, 0, grammar.unicode);
    let long = walk_long(scanner, bytes, grammar);
    if text.len() <= SHORT {
        let short = walk_short(masks, bytes, grammar);
        assert_eq!(short, long, "{text:?}, {grammar:?}, {scanner:?}");
    } else if text.len() <= MEDIUM {
        let medium = walk_medium(scanner, masks, bytes, grammar);
        // An authority in two blocks is parsed by one of the two walks and not by the other, so one of
        // them may find less.
        assert!(long.is_none() || medium == long, "{text:?}, {grammar:?}, {scanner:?}");
        return medium;
    }
    long
}

/// Checks one text.
pub(super) fn holds(text: &str) {
    for grammar in GRAMMARS {
        let parsed = parse_const(text, grammar);
        let by_bytes = walk_bytes(text.as_bytes(), grammar);
        assert!(by_bytes.is_some() || !is_surely_plain(text), "{text:?}, {grammar:?}");
        if let Some(spans) = by_bytes {
            let bare = Spans { hints: Hints::ALL, ..spans };
            assert_eq!(Ok(bare), parsed, "{text:?}, {grammar:?}, by bytes");
            hints_hold(text, spans);
        }
        for scanner in available() {
            let Some(spans) = spans_by(scanner, text, grammar) else { continue };
            let bare = Spans { hints: Hints::ALL, ..spans };
            assert_eq!(Ok(bare), parsed, "{text:?}, {grammar:?}, {scanner:?}");
            hints_hold(text, spans);
            // The walk over bytes sees nothing that is not there.
            let Some(by_bytes) = by_bytes else { continue };
            assert_eq!(by_bytes.hints.or(spans.hints), spans.hints, "{text:?}, {grammar:?}");
        }
    }
}

/// Checks many texts at once: each gives what it gives alone.
pub(super) fn many_hold<'t>(texts: impl Iterator<Item = &'t str> + Clone) {
    for scanner in available() {
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

fn each_of_many_holds(many: &mut Many<'_>, scanner: impl Classify + Debug, grammar: Grammar) {
    let plain = many.read_plain(scanner);
    let all = many.with_plain_spans();
    assert_eq!(all.len(), many.texts().len());
    for (nth, (text, spans)) in all.enumerate() {
        let alone = spans_by(scanner, text, grammar).filter(|_| text.len() <= MEDIUM);
        let one_of_many = parse_nth(many, nth, scanner, grammar);
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
    eights_hold(many, scanner);
}

/// Whether a text is of a kind that has to be recognized as plain: without this, code that recognizes no
/// text at all would pass.
fn is_surely_plain(text: &str) -> bool {
    let Some(("s" | "ftp" | "http" | "https", rest)) = text.split_once("://") else {
        return false;
    };
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    letters(host) && letters(path) && text.len() <= SHORT
}

/// Checks the hints: without a hint, the text has nothing of its kind.
fn hints_hold(text: &str, spans: Spans) {
    let path = &text[spans.path_start..spans.path_end];
    let missing = |hint| !spans.hints.has(hint);
    assert!(!missing(Hints::ESCAPES) || !text.contains('%'), "{text:?}");
    assert!(!missing(Hints::DOTS) || !path.split('/').any(|s| s.starts_with('.')), "{text:?}");
    let head = &text.as_bytes()[..spans.path_start];
    assert!(!missing(Hints::CASE) || !head.iter().any(u8::is_ascii_uppercase), "{text:?}");
    assert!(!missing(Hints::NON_ASCII) || text.is_ascii(), "{text:?}");
    assert!(!missing(Hints::BIDI) || !text.contains(is_bidi_control), "{text:?}");
}
