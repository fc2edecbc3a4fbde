//! The scanner of AVX2, which reads 32 bytes at a time.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm_setzero_si128, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8,
    _mm256_loadu_si256, _mm256_max_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use alloc::vec::Vec;

use super::decode;
use crate::syntax::scan::classify::{Classify, StopAt, Work};
use crate::syntax::scan::masks::Masks;
use crate::syntax::scan::portable::words::Words;

/// The scanner of AVX2. A value of this type proves that the machine has AVX2, BMI1 and BMI2.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(crate) struct Avx2(());

/// The length of the shortest text that this scanner reads; words read a shorter one. [`masks`] has to
/// read at least 16 bytes.
const LEAST: usize = 16;

impl Avx2 {
    /// # Safety
    ///
    /// The machine has AVX2, and BMI1 and BMI2.
    pub(super) const unsafe fn new() -> Self {
        Self(())
    }

    /// Runs `work` with this scanner, in code that uses the bit instructions of BMI1 and BMI2.
    pub(super) fn run(self, work: impl Work) {
        // SAFETY: the machine has BMI1 and BMI2, as `self` proves.
        unsafe { run(work, self) }
    }
}

/// # Safety
///
/// The machine has BMI1 and BMI2.
#[target_feature(enable = "bmi1,bmi2")]
unsafe fn run(work: impl Work, scanner: Avx2) {
    work.run(scanner);
}

impl Classify for Avx2 {
    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        if bytes.len() < LEAST {
            return Words.masks(bytes, at, unicode);
        }
        // SAFETY: the machine has AVX2, as `self` proves.
        unsafe { masks(bytes, at, unicode) }
    }

    #[inline(always)]
    fn stops(self, bytes: &[u8], at: usize, starts: u64, besides: StopAt) -> u64 {
        if bytes.len() < LEAST {
            return Words.stops(bytes, at, starts, besides);
        }
        // SAFETY: the machine has AVX2, as `self` proves.
        unsafe { stops(bytes, at, starts, besides) }
    }

    #[inline]
    fn decode(self, text: &[u8], first: usize) -> Vec<u8> {
        // SAFETY: the machine has AVX2, as `self` proves.
        unsafe { decode::decode(text, first) }
    }
}

/// The ASCII characters in [`Masks::check`], by nibble: at the index of the low nibble, bit n is set if
/// the character with the high nibble n is in the class.
const BY_LOW_NIBBLE: [i8; 16] = {
    let mut rows = [0u8; 16];
    let mut byte = 0;
    while byte < 0x80u8 {
        if byte != b'#' && (byte == b'\'' || !crate::syntax::grammar::QUERY.has(byte)) {
            rows[(byte & 15) as usize] |= 1 << (byte >> 4);
        }
        byte += 1;
    }
    let mut signed = [0i8; 16];
    let mut i = 0;
    while i < 16 {
        signed[i] = rows[i] as i8;
        i += 1;
    }
    signed
};

/// The masks of the 64 bytes from `at` on, as [`Classify::masks`] defines them, of a text of at least
/// [`LEAST`] bytes.
///
/// # Safety
///
/// The machine has AVX2.
#[target_feature(enable = "avx2")]
unsafe fn masks(bytes: &[u8], at: usize, unicode: bool) -> Masks {
    let length = bytes.len();
    // SAFETY: every load lies within `bytes`. With a length of 64 or more, `from + 64 <= length`, and the
    // loads cover `from..from + 64`. With 32 to 63 they cover `0..32` and `length - 32..length`; with 16
    // to 31, `0..16` and `length - 16..length`. The loads need no alignment. The machine has AVX2, as the
    // caller ensures.
    unsafe {
        let start = bytes.as_ptr();
        if length >= 64 {
            // The last block begins before `at` where fewer than 64 bytes are left; `behind` removes
            // the bits of the bytes before `at`.
            let from = at.min(length - 64);
            let low = _mm256_loadu_si256(start.add(from).cast::<__m256i>());
            let high = _mm256_loadu_si256(start.add(from + 32).cast::<__m256i>());
            join(half(low, unicode), half(high, unicode), 32).behind(at - from)
        } else if length >= 32 {
            // The second half ends with the text and overlaps the first. `join` shifts its bits to
            // their places; the bytes in both halves have the same bits in both.
            let low = _mm256_loadu_si256(start.cast::<__m256i>());
            let high = _mm256_loadu_si256(start.add(length - 32).cast::<__m256i>());
            join(half(low, unicode), half(high, unicode), (length - 32) as u32)
        } else if length >= 16 {
            let low = _mm_loadu_si128(start.cast::<__m128i>());
            let high = _mm_loadu_si128(start.add(length - 16).cast::<__m128i>());
            let both = half(_mm256_set_m128i(high, low), unicode);
            join(both.map(|bits| bits & 0xFFFF), both.map(|bits| bits >> 16), (length - 16) as u32)
        } else {
            Masks::default()
        }
    }
}

/// What [`Classify::stops`] returns for the 64 bytes from `at` on, of a text of at least [`LEAST`] bytes. It loads
/// them as [`masks`] does, and needs fewer comparisons.
///
/// # Safety
///
/// The machine has AVX2.
#[target_feature(enable = "avx2")]
unsafe fn stops(bytes: &[u8], at: usize, starts: u64, besides: StopAt) -> u64 {
    let length = bytes.len();
    // SAFETY: every load lies within `bytes`, as in `masks`; the other operations are arithmetic on registers. The
    // machine has AVX2, as the caller ensures.
    unsafe {
        let start = bytes.as_ptr();
        // The vectors, the distance between their first bytes, and the number of bytes before `at`.
        let (low, high, by, before) = if length >= 64 {
            let from = at.min(length - 64);
            let low = _mm256_loadu_si256(start.add(from).cast::<__m256i>());
            (low, _mm256_loadu_si256(start.add(from + 32).cast::<__m256i>()), 32, at - from)
        } else if length >= 32 {
            let low = _mm256_loadu_si256(start.cast::<__m256i>());
            let by = length - 32;
            (low, _mm256_loadu_si256(start.add(by).cast::<__m256i>()), by, 0)
        } else {
            let by = length - 16;
            let low = _mm_loadu_si128(start.cast::<__m128i>());
            let high = _mm_loadu_si128(start.add(by).cast::<__m128i>());
            let nothing = _mm_setzero_si128();
            (_mm256_set_m128i(nothing, low), _mm256_set_m128i(nothing, high), by, 0)
        };
        let bits = |vector, byte| {
            let found = _mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte));
            u64::from(_mm256_movemask_epi8(found) as u32)
        };
        let is = |byte: u8| {
            let byte = byte as i8;
            let both = bits(low, byte) | bits(high, byte) << by;
            if before < 64 { both >> before } else { 0 }
        };
        let starts = starts | is(b'/') << 1;
        let escapes = is(b'%');
        let besides = match besides {
            StopAt::Nothing => starts & escapes,
            StopAt::Escapes => escapes,
            StopAt::EscapesAndBidi => escapes | is(0xE2),
        };
        starts & is(b'.') | besides
    }
}

impl Masks {
    /// The masks without their first `count` places: bit `count` becomes the lowest.
    #[inline(always)]
    fn behind(self, count: usize) -> Self {
        let behind = |mask: u64| if count < 64 { mask >> count } else { 0 };
        Self {
            slash: behind(self.slash),
            question: behind(self.question),
            hash: behind(self.hash),
            colon_or_at: behind(self.colon_or_at),
            dot: behind(self.dot),
            upper: behind(self.upper),
            beyond: behind(self.beyond),
            check: behind(self.check),
        }
    }
}

/// Eight masks of 32 bits, in the order of the fields of [`Masks`].
type Half = [u32; 8];

/// The masks of a block whose second half begins `by` bytes after the first.
#[inline(always)]
fn join(low: Half, high: Half, by: u32) -> Masks {
    let both = |index: usize| u64::from(low[index]) | u64::from(high[index]) << by;
    Masks {
        slash: both(0),
        question: both(1),
        hash: both(2),
        colon_or_at: both(3),
        dot: both(4),
        upper: both(5),
        beyond: both(6),
        check: both(7),
    }
}

/// The masks of 32 bytes.
///
/// # Safety
///
/// The machine has AVX2.
#[inline(always)]
unsafe fn half(text: __m256i, unicode: bool) -> Half {
    // SAFETY: all operations are arithmetic on registers; the machine has AVX2, as the caller ensures.
    unsafe {
        let is = |byte: u8| _mm256_cmpeq_epi8(text, _mm256_set1_epi8(byte as i8));
        let bits = |vector: __m256i| _mm256_movemask_epi8(vector) as u32;
        let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf] = BY_LOW_NIBBLE;
        #[rustfmt::skip]
        let rows = _mm256_setr_epi8(
            r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf,
            r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf,
        );
        #[rustfmt::skip]
        let columns = _mm256_setr_epi8(
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
        );
        // A byte from 0x80 up selects a row of zeros, so it is plain as far as this test goes.
        let row = _mm256_shuffle_epi8(rows, text);
        let high_nibble = _mm256_and_si256(_mm256_srli_epi16(text, 4), _mm256_set1_epi8(15));
        let column = _mm256_shuffle_epi8(columns, high_nibble);
        let plain = _mm256_cmpeq_epi8(_mm256_and_si256(row, column), _mm256_setzero_si256());
        let beyond = if unicode {
            // The bytes that `classes::is_checked` names for IRIs: C2, E2, and from EE up.
            let from_ee = _mm256_cmpeq_epi8(_mm256_max_epu8(text, _mm256_set1_epi8(0xEEu8 as i8)), text);
            bits(_mm256_or_si256(_mm256_or_si256(is(0xC2), is(0xE2)), from_ee))
        } else {
            bits(text)
        };
        let upper = _mm256_and_si256(
            _mm256_cmpgt_epi8(text, _mm256_set1_epi8(b'@' as i8)),
            _mm256_cmpgt_epi8(_mm256_set1_epi8(b'[' as i8), text),
        );
        [
            bits(is(b'/')),
            bits(is(b'?')),
            bits(is(b'#')),
            bits(_mm256_or_si256(is(b':'), is(b'@'))),
            bits(is(b'.')),
            bits(upper),
            bits(text),
            !bits(plain) | beyond,
        ]
    }
}
