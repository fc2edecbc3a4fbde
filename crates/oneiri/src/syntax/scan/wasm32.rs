//! WebAssembly: the scanner of its vectors (`simd128`), which reads 16 bytes at a time. A module is
//! compiled with vectors or without; it cannot ask the machine.
#![allow(unsafe_code)]

use core::arch::wasm32::{
    i8x16, i8x16_bitmask, i8x16_gt, i8x16_lt, i8x16_splat, u8x16_eq, u8x16_ge, u8x16_ne, u8x16_shr,
    u8x16_splat, u8x16_swizzle, v128, v128_and, v128_load, v128_or,
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
        let last = bytes.len() - LEAST;
        let is_whole = bytes.len() - at >= 64;
        let mut masks = Masks::default();
        for (nth, start) in (at..at + 64).step_by(16).enumerate() {
            // A vector that would reach beyond the end is loaded from before it, and its bits are shifted.
            let from = if is_whole { start } else { start.min(last) };
            // SAFETY: `from + 16` is at most the length of the text: in a whole block since 64 bytes begin
            // at `at`, and otherwise since `from` is at most `last`. The load needs no alignment.
            let text = unsafe { v128_load(bytes.as_ptr().add(from).cast()) };
            // The vector has 16 bits for each mask, so a shift by 16 or more leaves none.
            let before = (start - from).min(16);
            let put = |mask: &mut u64, bits: u16| {
                *mask |= (u64::from(bits) >> before) << (16 * nth);
            };
            let is = |byte: u8| i8x16_bitmask(equal(text, byte));
            put(&mut masks.slash, is(b'/'));
            put(&mut masks.question, is(b'?'));
            put(&mut masks.hash, is(b'#'));
            put(
                &mut masks.colon_or_at,
                i8x16_bitmask(v128_or(equal(text, b':'), equal(text, b'@'))),
            );
            put(&mut masks.dot, is(b'.'));
            put(&mut masks.upper, i8x16_bitmask(upper(text)));
            put(&mut masks.beyond, i8x16_bitmask(text));
            put(&mut masks.check, i8x16_bitmask(checked(text, unicode)));
        }
        masks
    }
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
