//! Percent-encoding both ways: D-33.

use super::generate::{any_text, arbitrary};
use super::run::{NINE, Outcome, for_all, for_every};
use crate::oracle::alphabet::unreserved;
use crate::oracle::percent as literal;
use oneiri::percent::{SafeSet, decode, decode_strict, decode_text, encode, encode_bytes};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};
use std::borrow::Cow;

/// Sets of characters to leave alone; never `%`, which D-33 says breaks the way back.
fn safe() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[!-$&-/:-@\\[-`{-~ é]{1,8}"]
}

#[test]
fn encode_is_undone_by_decode_and_equals_the_oracle() {
    for_all("encode text", (prop_oneof![any_text(), arbitrary()], safe()), |(text, safe)| {
        let encoded = encode(text, &SafeSet::of(safe));
        prop_assert_eq!(&*encoded, literal::encode(text.as_bytes(), safe.as_bytes()));
        prop_assert_eq!(decode(&encoded), text.as_bytes());
        prop_assert_eq!(decode_text(&encoded).unwrap(), text.as_str());
        prop_assert!(holds_only_what_it_may(&encoded, safe));
        prop_assert_eq!(matches!(encoded, Cow::Borrowed(_)), encoded == text.as_str());
        Ok(true)
    });
    for_all("encode octets", (vec(any::<u8>(), 0..40), safe()), |(octets, safe)| encodes_and_decodes(octets, safe));
}

pub(super) fn encodes_and_decodes(octets: &[u8], safe: &str) -> Outcome {
    let encoded = encode_bytes(octets, &SafeSet::of(safe));
    prop_assert_eq!(&*encoded, literal::encode(octets, safe.as_bytes()));
    prop_assert_eq!(&*decode(&encoded), octets);
    prop_assert!(holds_only_what_it_may(&encoded, safe));
    Ok(true)
}

/// Unreserved characters, those of `safe`, and `%` with two hexadecimal digits in upper case.
fn holds_only_what_it_may(encoded: &str, safe: &str) -> bool {
    let mut rest = encoded.chars();
    while let Some(c) = rest.next() {
        let upper = |c: Option<char>| c.is_some_and(|c| c.is_ascii_hexdigit() && !c.is_ascii_lowercase());
        if !(if c == '%' { upper(rest.next()) && upper(rest.next()) } else { unreserved(c) || safe.contains(c) }) {
            return false;
        }
    }
    true
}

/// The lenient decoder reads as the oracle does; the strict one reads the same, or refuses the first `%` that begins
/// no escape.
pub(super) fn decodes_as_the_oracle(text: &str) -> Outcome {
    let expected = literal::decode(text);
    prop_assert_eq!(&*decode(text), expected.as_slice());
    match decode_strict(text) {
        Ok(octets) => {
            prop_assert!(literal::well_formed(text), "accepted");
            prop_assert_eq!(&*octets, expected.as_slice());
        }
        Err(error) => {
            prop_assert!(!literal::well_formed(text), "refused");
            let first = text.match_indices('%').find(|(at, _)| literal::first_escape(&text[*at..]).is_none());
            prop_assert_eq!(Some(error.start()), first.map(|(at, _)| at));
        }
    }
    if let Err(error) = decode_text(text) {
        // The text before the fault is UTF-8, and the fault is escapes that are not.
        let fault = &text[error.start()..error.end()];
        prop_assert!(decode_text(&text[..error.start()]).is_ok());
        prop_assert!(decode_text(fault).is_err());
        prop_assert!(fault.starts_with('%') && fault.len() % 3 == 0);
    }
    prop_assert_eq!(decode_text(text).ok().map(Cow::into_owned), String::from_utf8(expected).ok());
    Ok(text.contains('%'))
}

#[test]
fn decode_equals_the_oracle() {
    for_all("decode", any_text(), |text| decodes_as_the_oracle(text));
    let pieces = ["%", "4", "1", "f", "G", "é", "%C3", "%a9", "+"];
    for_every("decode", "", &pieces, 6, decodes_as_the_oracle);
    for_every("decode", "", &NINE, 5, decodes_as_the_oracle);
}
