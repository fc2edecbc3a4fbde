//! The laws of the scanners, for the tests and for `fuzz/`: every scanner of this machine returns the
//! masks that the documentation of [`Masks`] defines, and finds the plain texts and spans that
//! [`Eight::plain`](super::eight::Eight::plain) finds.

use alloc::vec::Vec;

use super::classify::{Classify, Machine, StopAt};
use super::machine::Scanner;
use super::many::Many;
use super::masks::Masks;
use super::places::all_of;
use super::word::equal;
use crate::syntax::spans::Packed;

/// The masks by their definition, byte by byte.
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
        let plain = byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&()*+,;=".contains(&byte);
        let begins = !unicode || byte == 0xC2 || byte == 0xE2 || byte >= 0xEE;
        put(&mut masks.check, if byte < 0x80 { !plain } else { begins });
    }
    masks
}

/// Checks the masks of all blocks of `bytes`, and the first eight bytes of each block.
///
/// # Panics
///
/// If a scanner returns others.
pub(crate) fn masks_hold(bytes: &[u8]) {
    for unicode in [false, true] {
        for at in (0..=bytes.len()).step_by(64) {
            let expected = masks_of(bytes, at, unicode);
            for scanner in super::available() {
                let masks = scanner.masks(bytes, at, unicode);
                assert_eq!(masks, expected, "{bytes:02X?} at {at} by {scanner:?}");
                let (mut kept, mut head) = (Masks::default(), !0);
                scanner.put_masks(&bytes[at..], unicode, &mut kept, &mut head);
                assert_eq!(kept, expected, "{bytes:02X?} at {at}, stored, by {scanner:?}");
                let place = |nth| u64::from(*bytes.get(at + nth).unwrap_or(&0)) << (8 * nth);
                let first = (0..8).map(place).sum::<u64>();
                assert_eq!(head, first, "{bytes:02X?} at {at}, the head, by {scanner:?}");
            }
        }
    }
}

/// Checks the stops that every scanner finds.
///
/// # Panics
///
/// If a scanner returns others.
pub(crate) fn stops_hold(bytes: &[u8]) {
    for besides in [StopAt::Nothing, StopAt::Escapes, StopAt::EscapesAndBidi] {
        for (at, given) in (0..=bytes.len()).step_by(64).flat_map(|at| [(at, 0), (at, 0x8421)]) {
            let mut expected = 0;
            for (place, &byte) in bytes[at..].iter().take(64).enumerate() {
                let begins = given >> place & 1 == 1 || place > 0 && bytes[at + place - 1] == b'/';
                let is_stop = match byte {
                    b'.' => begins,
                    b'%' => begins || besides != StopAt::Nothing,
                    0xE2 => besides == StopAt::EscapesAndBidi,
                    _ => false,
                };
                expected |= u64::from(is_stop) << place;
            }
            let allowed = expected | masks_of(bytes, at, true).check;
            for scanner in super::available() {
                let found = scanner.stops(bytes, at, given, besides);
                let holds = found & expected == expected && found & !allowed == 0;
                assert!(holds, "{bytes:02X?} at {at}, {besides:?}: {found:b} by {scanner:?}");
            }
        }
    }
}

/// Checks the places of a byte.
///
/// # Panics
///
/// If a machine finds others.
pub(crate) fn places_hold(bytes: &[u8], byte: u8) {
    let expected = (0..bytes.len()).filter(|&place| bytes[place] == byte).collect::<Vec<_>>();
    let found = all_of(byte, bytes).collect::<Vec<_>>();
    assert_eq!(found, expected, "{byte:02X} in {bytes:02X?}");
    for block in bytes.chunks_exact(64) {
        let Some(block) = block.first_chunk() else { continue };
        assert_eq!(Scanner::equal(block, byte), equal(block, byte), "{byte:02X} in {block:02X?}, by words");
    }
}

/// Checks what every scanner decodes.
///
/// # Panics
///
/// If a scanner decodes something else.
pub(crate) fn decoding_holds(bytes: &[u8]) {
    let Some(first) = bytes.iter().position(|&byte| byte == b'%') else { return };
    let (mut expected, mut rest) = (Vec::new(), bytes);
    while let [byte, behind @ ..] = rest {
        let value = |digit: &u8| char::from(*digit).to_digit(16);
        let octet = match behind {
            [high, low, ..] if *byte == b'%' => value(high).zip(value(low)),
            _ => None,
        };
        expected.push(octet.map_or(*byte, |(high, low)| (high << 4 | low) as u8));
        rest = if octet.is_some() { &behind[2..] } else { behind };
    }
    for scanner in super::available() {
        assert_eq!(scanner.decode(bytes, first), expected, "{bytes:02X?} by {scanner:?}");
    }
}

/// Checks that a scanner finds the same plain texts among eight, and the same spans of them, as the
/// definition.
///
/// # Panics
///
/// If it finds others.
pub(crate) fn eights_hold(many: &Many<'_>, scanner: impl Classify + core::fmt::Debug) {
    for eight in &many.eights {
        let (mut by_scanner, mut one_by_one) = ([Packed::default(); 8], [Packed::default(); 8]);
        let plain = scanner.plain(eight, &mut by_scanner);
        assert_eq!(plain, eight.plain(&mut one_by_one), "{:?}, {scanner:?}", many.texts());
        for nth in (0..8).filter(|nth| plain >> nth & 1 == 1) {
            assert_eq!(by_scanner[nth], one_by_one[nth], "{:?}, {scanner:?}", many.texts());
        }
    }
}
