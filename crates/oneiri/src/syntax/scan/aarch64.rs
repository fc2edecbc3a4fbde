//! AArch64: the scanner of NEON, which every such machine has. It reads 16 bytes at a time.
//!
//! Look-ups in tables of 64 entries give each byte its classes, as the bits of a byte. Transposing this
//! matrix of bits then gives the masks.
#![allow(unsafe_code)]
#![allow(unused_unsafe, reason = "most intrinsics are unsafe in the oldest compiler alone")]

use core::arch::aarch64::{
    uint8x16_t, uint8x16x4_t, vandq_u8, vbslq_u8, vceqq_u8, vdupq_n_u8, veorq_u8, vgetq_lane_u64, vld1q_u8,
    vld1q_u8_x4, vorrq_u8, vpaddq_u8, vqtbl1q_u8, vqtbl4q_u8, vqtbx4q_u8, vreinterpretq_s8_u8, vreinterpretq_u8_s8,
    vreinterpretq_u64_u8, vshlq_n_u8, vshrq_n_s8, vshrq_n_u8, vsliq_n_u8, vsriq_n_u8, vuzp1q_u8, vuzp2q_u8,
};
use core::mem::transmute;

use super::classes::{BEYOND, CHECK, is_checked, of_ascii};
use super::classify::{Classify, Machine};
use super::masks::Masks;
use super::portable::words::Words;

/// The scanner of NEON.
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
        // The bits of eight bytes, for each half of a vector.
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: the loads read 16 bytes of the block each, and `BITS`. The rest is arithmetic on registers.
        unsafe {
            let (bits, byte) = (vld1q_u8(BITS.as_ptr()), vdupq_n_u8(byte));
            let [a, b, c, d] =
                [0, 16, 32, 48].map(|at| vandq_u8(vceqq_u8(vld1q_u8(block.as_ptr().add(at)), byte), bits));
            // Sums of neighbours, three times: each byte is then the sum of eight bits.
            let sum = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)))
        }
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
        // SAFETY: this file is compiled for machines with NEON only, and `at` is at most the length.
        unsafe { masks(bytes, at, unicode) }
    }
}

/// The bit that a class has in the byte of a character. [`turned`] returns the bits in the order 0, 2, 1,
/// 3, 4, 6, 5, 7.
const fn bit(class: usize) -> u8 {
    1 << (class & 4 | (class & 1) << 1 | class >> 1 & 1)
}

/// The classes of the ASCII characters, and the class [`CHECK`] of the bytes from 0xC0 up in an IRI: three tables
/// of 64 entries.
static CLASSES: [[u8; 64]; 3] = {
    let mut classes = [[0; 64]; 3];
    let mut byte = 0;
    while byte < 0x80 {
        if let Some(class) = of_ascii(byte) {
            classes[byte as usize / 64][byte as usize % 64] = bit(class);
        }
        if byte >= 0x40 && is_checked(byte | 0x80, true) {
            classes[2][byte as usize % 64] = bit(CHECK);
        }
        byte += 1;
    }
    classes
};

/// What `is_checked` says of the bytes from 0x80 to 0xBF in an IRI, for which there is no table.
const _: () = {
    let mut byte = 0x80;
    while byte < 0xC0 {
        assert!(!is_checked(byte, true));
        byte += 1;
    }
};

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

/// The masks of the 64 bytes from `at` on, as [`Classify::masks`] defines them.
///
/// # Safety
///
/// The text has at least [`LEAST`] bytes, and `at` is at most its length.
#[inline(always)]
unsafe fn masks(bytes: &[u8], at: usize, unicode: bool) -> Masks {
    let table = Table::new(unicode);
    let classes = if bytes.len() - at >= 64 {
        // SAFETY: the loads cover the 64 bytes from `at` on, and the text has so many.
        let load = |nth: usize| unsafe { vld1q_u8(bytes.as_ptr().add(at + 16 * nth)) };
        [0, 1, 2, 3].map(|nth| table.classes(load(nth)))
    } else {
        let last = bytes.len() - LEAST;
        [0, 1, 2, 3].map(|nth| {
            // A vector that would reach beyond the end is loaded from before it, and shifted.
            let start = at + 16 * nth;
            let from = start.min(last);
            // SAFETY: `from + 16` is at most the length of the text. At most 63 bytes begin at `at`, hence
            // `start - from` is at most 64: 48 for the vector's place, and 16 where no byte begins at `at`.
            // So the second load ends within `SHIFTED`.
            unsafe {
                let classes = table.classes(vld1q_u8(bytes.as_ptr().add(from)));
                vqtbl1q_u8(classes, vld1q_u8(SHIFTED.as_ptr().add(start - from)))
            }
        })
    };
    turned(classes)
}

/// The tables in registers.
struct Table {
    of_ascii: [uint8x16x4_t; 2],
    /// For an IRI, the table of the bytes from 0xC0 up.
    of_beyond: Option<uint8x16x4_t>,
}

impl Table {
    #[inline(always)]
    fn new(unicode: bool) -> Self {
        // SAFETY: each load reads the 64 bytes of a table.
        let load = |nth: usize| unsafe { vld1q_u8_x4(CLASSES[nth].as_ptr()) };
        Self { of_ascii: [load(0), load(1)], of_beyond: unicode.then(|| load(2)) }
    }

    /// The classes of each byte.
    #[inline(always)]
    fn classes(&self, text: uint8x16_t) -> uint8x16_t {
        // SAFETY: all operations are arithmetic on registers.
        unsafe {
            // An index that a table does not have gives zero, or keeps what is there.
            let low = vqtbl4q_u8(self.of_ascii[0], text);
            let ascii = vqtbx4q_u8(low, self.of_ascii[1], veorq_u8(text, vdupq_n_u8(0x40)));
            match self.of_beyond {
                Some(table) => {
                    let checked = vqtbx4q_u8(ascii, table, veorq_u8(text, vdupq_n_u8(0xC0)));
                    const { assert!(bit(BEYOND) == 0x80 >> 2) };
                    vbslq_u8(vdupq_n_u8(bit(BEYOND)), vshrq_n_u8::<2>(text), checked)
                }
                None => {
                    let beyond = vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(text)));
                    vorrq_u8(ascii, vandq_u8(beyond, vdupq_n_u8(bit(BEYOND) | bit(CHECK))))
                }
            }
        }
    }
}

/// The masks of 64 bytes from the classes of each.
///
/// The places of the bits are numbers: a bit of the classes has the number of its byte, i5 to i0 from the
/// highest digit on, and its number within the byte, k2 to k0. Each step exchanges digits for all bits at
/// once; the comments say which digits number the vectors, the bytes of a vector, and the bits of a byte.
#[inline(always)]
fn turned(classes: [uint8x16_t; 4]) -> Masks {
    // SAFETY: all operations are arithmetic on registers. `Masks` are eight words in the order in which
    // they come, and any words are valid.
    unsafe {
        // i5 i4, i3 i2 i1 i0, k2 k1 k0
        let [a, b, c, d] = classes;
        let [a, b, c, d] = [vuzp1q_u8(a, b), vuzp2q_u8(a, b), vuzp1q_u8(c, d), vuzp2q_u8(c, d)];
        // i5 i0, i4 i3 i2 i1, k2 k1 k0
        let [a, b, c, d] = [vuzp1q_u8(a, c), vuzp1q_u8(b, d), vuzp2q_u8(a, c), vuzp2q_u8(b, d)];
        // i1 i0, i5 i4 i3 i2, k2 k1 k0
        let twos = vdupq_n_u8(0b0011_0011);
        let low = |one, two| vbslq_u8(twos, one, vshlq_n_u8::<2>(two));
        let high = |one, two| vbslq_u8(twos, vshrq_n_u8::<2>(one), two);
        let [a, b, c, d] = [low(a, c), low(b, d), high(a, c), high(b, d)];
        // k1 i0, i5 i4 i3 i2, k2 i1 k0
        let ones = vdupq_n_u8(0b0101_0101);
        let low = |one, two| vbslq_u8(ones, one, vshlq_n_u8::<1>(two));
        let high = |one, two| vbslq_u8(ones, vshrq_n_u8::<1>(one), two);
        let [a, b, c, d] = [low(a, b), high(a, b), low(c, d), high(c, d)];
        // k1 k0, i5 i4 i3 i2, k2 i1 i0
        let [a, b, c, d] = [vuzp1q_u8(a, c), vuzp1q_u8(b, d), vuzp2q_u8(a, c), vuzp2q_u8(b, d)];
        // i2 k0, k1 i5 i4 i3, k2 i1 i0
        let [a, b, c, d] = [vsliq_n_u8::<4>(a, c), vsliq_n_u8::<4>(b, d), vsriq_n_u8::<4>(c, a), vsriq_n_u8::<4>(d, b)];
        // k2 k0, k1 i5 i4 i3, i2 i1 i0
        transmute::<[uint8x16_t; 4], Masks>([a, b, c, d])
    }
}
