//! WebAssembly: the scanner of its vectors (`simd128`), which reads 16 bytes at a time. A module is
//! compiled with vectors or without; it cannot ask the machine.
#![allow(unsafe_code)]

use core::arch::wasm32::{
    i8x16, i8x16_bitmask, i8x16_gt, i8x16_lt, i8x16_splat, u8x16_eq, u8x16_ge, u8x16_ne, u8x16_shr, u8x16_splat,
    u8x16_swizzle, v128, v128_and, v128_load, v128_or, v128_xor,
};

use super::classes::{CHECK, of_ascii};
use super::classify::{Classify, Machine};
use super::masks::Masks;
use super::portable::words::Words;

/// The scanner of `simd128`.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(super) struct Scanner;

impl Machine for Scanner {
    #[inline(always)]
    fn best() -> Self {
        Self
    }

    #[inline(always)]
    fn equal(block: &[u8; 64], byte: u8) -> u64 {
        // SAFETY: the block has 64 bytes, so it is longer than `LEAST`.
        bits(unsafe { load(block, 0) }, |text| equal(text, byte))
    }

    #[cfg(any(test, fuzzing))]
    fn available() -> impl Iterator<Item = Self> {
        core::iter::once(Self)
    }
}

/// The length of the shortest text that this scanner reads; words read a shorter one.
const LEAST: usize = 16;

impl Classify for Scanner {
    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        if bytes.len() < LEAST {
            return Words.masks(bytes, at, unicode);
        }
        // SAFETY: the text has at least `LEAST` bytes, and `at` is at most its length.
        let texts = unsafe { load(bytes, at) };
        let is = |byte: u8| bits(texts, |text| equal(text, byte));
        Masks {
            slash: is(b'/'),
            question: is(b'?'),
            hash: is(b'#'),
            colon_or_at: bits(texts, |text| v128_or(equal(text, b':'), equal(text, b'@'))),
            dot: is(b'.'),
            upper: bits(texts, upper),
            beyond: bits(texts, |text| text),
            check: bits(texts, |text| checked(text, unicode)),
        }
    }
}

/// The indices of 16 bytes, and then indices that no vector has. 16 of these from n on shift the bytes of
/// a vector by n places to the front, and fill up with zeros.
static SHIFTED: [u8; 16 + 64] = {
    let mut shifted = [0xFF; 16 + 64];
    let mut at = 0;
    while at < 16 {
        shifted[at] = at as u8;
        at += 1;
    }
    shifted
};

/// The 64 bytes from `at` on. After the end of the text, it is filled up with "0", which is in no class.
///
/// # Safety
///
/// The text has at least [`LEAST`] bytes, and `at` is at most its length.
#[inline(always)]
unsafe fn load(bytes: &[u8], at: usize) -> [v128; 4] {
    if bytes.len() - at >= 64 {
        // SAFETY: the loads cover the 64 bytes from `at` on, and the text has so many. They need no alignment.
        return [0, 1, 2, 3].map(|nth| unsafe { v128_load(bytes.as_ptr().add(at + 16 * nth).cast()) });
    }
    let last = bytes.len() - LEAST;
    [0, 1, 2, 3].map(|nth| {
        // A vector that would reach beyond the end is loaded from before it, and shifted.
        let start = at + 16 * nth;
        let from = start.min(last);
        // SAFETY: `from + 16` is at most the length of the text. At most 63 bytes begin at `at`, hence
        // `start - from` is at most 64: 48 for the vector's place, and 16 where no byte begins at `at`. So
        // the second load ends within `SHIFTED`. The loads need no alignment.
        let (text, shifted) = unsafe {
            let shifted = SHIFTED.as_ptr().add(start - from);
            (v128_load(bytes.as_ptr().add(from).cast()), v128_load(shifted.cast()))
        };
        let filler = u8x16_splat(b'0');
        v128_xor(u8x16_swizzle(v128_xor(text, filler), shifted), filler)
    })
}

/// The highest bits of the bytes that `of` returns for each text: the bit of the first byte is the lowest.
#[inline(always)]
fn bits(texts: [v128; 4], of: impl Fn(v128) -> v128) -> u64 {
    let [a, b, c, d] = texts.map(|text| u32::from(i8x16_bitmask(of(text))));
    u64::from(a | b << 16) | u64::from(c | d << 16) << 32
}

/// The ASCII characters in [`Masks::check`], by nibble: at the index of the low nibble, bit n is set if the
/// character with the high nibble n is in the class.
const BY_LOW_NIBBLE: [i8; 16] = {
    let mut rows = [0; 16];
    let mut byte = 0;
    while byte < 0x80 {
        if let Some(CHECK) = of_ascii(byte) {
            rows[byte as usize & 15] |= (1u8 << (byte >> 4)) as i8;
        }
        byte += 1;
    }
    rows
};

#[inline(always)]
fn equal(text: v128, byte: u8) -> v128 {
    u8x16_eq(text, u8x16_splat(byte))
}

/// The bytes `A` to `Z`. A byte from 0x80 up is negative here.
#[inline(always)]
fn upper(text: v128) -> v128 {
    v128_and(i8x16_gt(text, i8x16_splat(b'@' as i8)), i8x16_lt(text, i8x16_splat(b'[' as i8)))
}

/// The bytes in [`Masks::check`].
#[inline(always)]
fn checked(text: v128, unicode: bool) -> v128 {
    let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf] = BY_LOW_NIBBLE;
    let rows = i8x16(r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf);
    let columns = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    let row = u8x16_swizzle(rows, v128_and(text, u8x16_splat(0x0F)));
    // The column of a byte from 0x80 up is zero.
    let column = u8x16_swizzle(columns, u8x16_shr(text, 4));
    let ascii = u8x16_ne(v128_and(row, column), u8x16_splat(0));
    if unicode {
        // The bytes that `classes::is_checked` names for IRIs: C2, E2, and from EE up.
        let beyond = v128_or(equal(text, 0xC2), equal(text, 0xE2));
        v128_or(v128_or(ascii, beyond), u8x16_ge(text, u8x16_splat(0xEE)))
    } else {
        v128_or(ascii, text)
    }
}
