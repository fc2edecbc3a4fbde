//! The laws of the scanners on bytes of every value, at every place, in texts of many lengths.

extern crate std;

use alloc::vec;
use alloc::vec::Vec;

use super::law::{decoding_holds, masks_hold, stops_hold};

#[cfg(all(unix, not(miri)))]
pub(crate) mod guarded;

/// Miri is a thousand times slower, so it tests every 31st length; everything else tests all lengths.
const EVERY: usize = if cfg!(miri) { 31 } else { 1 };

/// Where a law is tried on each of many values at each of many places, every so many values are enough at one place,
/// because the next place has the next ones: four, so that `cargo test` is quick, or one with `ONEIRI_CASES=20000`, as in
/// `.ci/deep laws`.
pub(crate) fn every() -> usize {
    let all = std::env::var("ONEIRI_CASES").is_ok_and(|cases| cases == "20000");
    if all { 1 } else { 4 }
}

#[test]
fn the_masks_of_every_byte_at_every_place() {
    let every = every();
    for length in (0..=130).step_by(EVERY) {
        let mut bytes = vec![b'a'; length];
        masks_hold(&bytes);
        // Only lengths next to the size of a block or of a vector are tested at every place.
        if ![8, 16, 32, 64, 128].into_iter().any(|border| length.abs_diff(border) <= 1) {
            continue;
        }
        for place in (0..length).step_by(EVERY) {
            for byte in (0..=255).skip(place % every).step_by(every) {
                bytes[place] = byte;
                masks_hold(&bytes);
            }
            bytes[place] = b'a';
        }
    }
    let all: Vec<u8> = (0..=255).collect();
    for start in (0..256).step_by(5 * EVERY) {
        for length in (0..=130.min(256 - start)).step_by(EVERY) {
            masks_hold(&all[start..start + length]);
        }
    }
}

/// Dots, escapes and bidi controls at every place, after slashes and after other bytes, in texts of all lengths.
#[test]
fn every_stop_at_every_place() {
    for unit in ["/./a%41/%2E.\u{200E}..//abcdefgh/..%/.", "/.", "/%", "%./", "\u{200E}/"] {
        for length in (0..=140).step_by(EVERY) {
            for skipped in 0..unit.len().min(8) {
                let bytes = unit.bytes().cycle().skip(skipped).take(length);
                stops_hold(&bytes.collect::<Vec<_>>());
            }
        }
    }
}

/// Escapes, what looks like them, and runs, at every place around the borders of a block, up to the very end.
#[test]
fn every_escape_at_every_place_is_decoded() {
    let pieces: [&[u8]; 12] =
        [b"%41", b"%e9", b"%E9%aF", b"%", b"%4", b"%4G", b"%G4", b"%%41", b"%2541", b"%/0", b"%:0", b"%@A"];
    for piece in pieces {
        for before in (0..=40).step_by(EVERY) {
            for behind in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 40] {
                let [before, behind] = [before, behind].map(|length| vec![b'a'; length]);
                decoding_holds(&[&*before, piece, &*behind].concat());
                decoding_holds(&[&*before, piece, piece, &*behind, piece].concat());
                decoding_holds(&[&*before, &piece.repeat(20), &*behind].concat());
            }
        }
    }
    let every = every();
    for high in (0..=255).step_by(EVERY) {
        for low in (0..=255).skip(usize::from(high) % every).step_by(every) {
            decoding_holds(&[b'%', high, low, b'%', low, high]);
        }
    }
}

/// The bytes end where a page ends, and the next page is not accessible: a read beyond the end would end
/// the program.
#[cfg(all(unix, not(miri)))]
#[test]
fn nothing_beyond_the_bytes_is_read() {
    let mut page = guarded::Page::new();
    for length in 0..=130 {
        masks_hold(page.at_the_end(&"a".repeat(length)).as_bytes());
        stops_hold(page.at_the_end(&"a".repeat(length)).as_bytes());
        masks_hold(page.at_the_start(&"a".repeat(length)).as_bytes());
        stops_hold(page.at_the_start(&"a".repeat(length)).as_bytes());
    }
}
