//! The law of `any`, for texts made of what the grammar singles out, and for any bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::any::any as law;

const PIECES: [&str; 28] = [
    "http:", "HTTP:", "a", "urn:", "//", "/", "u@", "h", "H.example", "[::1]", "[v1.x]", ":", ":80", ":0443", ".",
    "..", "/./", "/../", "%41", "%2f", "%C3%A9", "%", "é", "\u{E000}", "?", "#", " ", "x=y",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 4000 }))]

    #[test]
    fn of_texts(numbers in any::<[u8; 4]>(), pieces in vec(select(&PIECES[..]), 0..12)) {
        law([&numbers[..], pieces.concat().as_bytes()].concat().as_slice());
    }

    #[test]
    fn of_bytes(data in vec(any::<u8>(), 0..60)) {
        law(&data);
    }
}
