//! Character normalization: RFC 3987 section 5.3.2.2. The result is in NFC, and has the structure of the identifier that
//! it is made of.

use super::generate::any_valid;
use super::reparses;
use super::run::{Outcome, for_all, for_every};
use crate::oracle::alphabet::reserved;
use oneiri::{HasScheme, MaybeScheme, Ri, SchemePresence, Unicode};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq};

/// The result parses to the same components, is in NFC, and is its own NFC. Every reserved character and every escape of
/// the given identifier is in it, in the same order, and no other reserved character is.
pub(super) fn keeps_structure<F: SchemePresence>(text: &str) -> Outcome {
    let Ok(iri) = Ri::<&str, Unicode, F>::parse(text) else { return Ok(false) };
    let nfc = iri.to_nfc();
    reparses(&nfc)?;
    prop_assert!(nfc.is_nfc(), "{:?} is not in NFC", nfc.as_str());
    prop_assert!(nfc.to_nfc() == nfc, "the NFC of {:?} is another", nfc.as_str());
    prop_assert_eq!(iri.is_nfc(), nfc.as_str() == text);
    let (given, made) = (iri.parts(), nfc.as_borrowed());
    let made = made.parts();
    prop_assert_eq!((given.scheme, given.port), (made.scheme, made.port));
    let absent = |part: Option<&str>| part.is_none();
    prop_assert_eq!(
        [given.userinfo, given.host, given.query, given.fragment].map(absent),
        [made.userinfo, made.host, made.query, made.fragment].map(absent)
    );
    let (given, made) = (pieces(text), pieces(nfc.as_str()));
    prop_assert_eq!(given.len(), made.len(), "{:?} has other delimiters", nfc.as_str());
    for (given, made) in given.iter().zip(&made) {
        prop_assert_eq!(given.0, made.0, "{:?} has other delimiters", nfc.as_str());
        let mut behind = escapes(made.1);
        let kept = escapes(given.1).all(|escape| behind.any(|other| other == escape));
        prop_assert!(kept, "{:?} has lost an escape", nfc.as_str());
    }
    Ok(true)
}

/// Each reserved character with the text up to the next one. The first piece has none.
fn pieces(text: &str) -> Vec<(Option<char>, &str)> {
    let mut pieces = Vec::new();
    let (mut delimiter, mut start) = (None, 0);
    for (at, character) in text.char_indices().filter(|&(_, character)| reserved(character)) {
        pieces.push((delimiter, &text[start..at]));
        (delimiter, start) = (Some(character), at + 1);
    }
    pieces.push((delimiter, &text[start..]));
    pieces
}

fn escapes(piece: &str) -> impl Iterator<Item = &str> {
    piece.match_indices('%').map(|(at, _)| &piece[at..at + 3])
}

/// What NFC changes, moves or joins, beside what it must not touch.
const PIECES: [&str; 40] = [
    "e", "K", "~", "=", "=", "/", "&", ":", "@", "?", "#", ";", "%8e", "%41", "%3D", "%CC", "//", "s:", "\u{300}",
    "\u{301}", "\u{307}", "\u{323}", "\u{327}", "\u{334}", "\u{338}", "\u{338}", "\u{344}", "\u{345}", "\u{F71}",
    "\u{F73}", "\u{F74}", "\u{3099}", "\u{304B}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{37E}", "\u{1FEF}",
    "\u{2260}", "\u{212A}",
];

#[test]
fn nfc_keeps_the_structure() {
    let law = |text: &str| Ok(keeps_structure::<HasScheme>(text)? | keeps_structure::<MaybeScheme>(text)?);
    let pieces = vec(select(&PIECES[..]), 0..12).prop_map(|pieces| pieces.concat());
    let behind_a_delimiter = (select(&["", "s:", "//", "s://@", "?", "#", "/"][..]), pieces)
        .prop_map(|(head, pieces)| format!("{head}{pieces}"));
    let marks = "[a-f0-9=%/\u{300}-\u{36F}\u{F71}-\u{F84}\u{3099}\u{309A}]{0,10}"
        .prop_map(|text| format!("urn:x?{}", text.replace('%', "%8e")));
    let any_character = vec(prop_oneof![any::<char>(), select(&PIECES[..]).prop_map(first)], 0..8)
        .prop_map(|characters| format!("?{}", String::from_iter(characters)));
    let texts = prop_oneof![behind_a_delimiter, marks, any_character, any_valid()];
    for_all("NFC", texts, |text| law(text));
    let few = ["=", "%8e", "e", "\u{338}", "\u{323}", "\u{F73}", "\u{37E}", "\u{301}"];
    for head in ["urn:", "?", "//"] {
        for_every("NFC", head, &few, 5, law);
    }
}

fn first(piece: &str) -> char {
    piece.chars().next().unwrap_or('e')
}
