//! The scanner of AVX-512, which reads 64 bytes at a time.
//!
//! One look-up in a table gives each byte its classes, as the bits of a byte. Transposing this matrix of
//! bits then gives the masks.
//!
//! The intrinsics are younger than the oldest compiler that the library supports. Older compilers compile
//! `older.rs` instead, as the build script decides.
#![allow(unsafe_code)]
#![allow(clippy::incompatible_msrv, reason = "compiled by Rust 1.89 and later only")]

mod plain;

use core::arch::x86_64::{
    __m512i, __mmask64, _mm_cvtsi128_si64, _mm512_castsi512_si128, _mm512_cmpeq_epi8_mask,
    _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_epi8, _mm512_mask_mov_epi8, _mm512_maskz_loadu_epi8,
    _mm512_maskz_permutex2var_epi8, _mm512_movepi8_mask, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
    _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_storeu_epi8,
};
use core::ptr::from_mut;

use crate::syntax::scan::classes::{BEYOND, CHECK, is_checked, of_ascii};
use crate::syntax::scan::classify::{Classify, StopAt, Work};
use crate::syntax::scan::eight::Eight;
use crate::syntax::scan::masks::Masks;
use crate::syntax::spans::Packed;

/// The scanner of AVX-512. A value of this type proves that the machine has AVX-512 F, BW, VBMI and
/// VPOPCNTDQ, GFNI, AVX2, BMI1 and BMI2.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(crate) struct Avx512(());

/// 64 bytes, one vector. Aligned, so that no load touches two lines of the cache.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Vector([u8; 64]);

impl Vector {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn load(&self) -> __m512i {
        // SAFETY: 64 bytes are read, which is the size of `self`.
        unsafe { _mm512_loadu_epi8(self.0.as_ptr().cast()) }
    }
}

/// The classes of each byte: bit n for class n.
struct Tables {
    /// Of the ASCII characters.
    ascii: [Vector; 2],
    /// Of the bytes from 0x80 up.
    beyond: [Vector; 2],
}

/// The constants that turn the classes of 64 bytes into eight masks. Eight bytes are a matrix of eight
/// by eight bits; to transpose it gives a byte for each class. The bytes of one class are then brought
/// together.
struct Turn {
    /// The indices that reverse the order of every eight bytes: the instruction `vgf2p8affineqb` takes the
    /// first row of a matrix from the last byte.
    reversed: Vector,
    /// In every eight bytes, byte n has bit n set.
    diagonal: Vector,
    /// The indices of the first byte of each eight, then of the second byte of each eight, and so on.
    gathered: Vector,
}

impl Turn {
    const fn new() -> Self {
        let [mut reversed, mut diagonal, mut gathered] = [[0; 64]; 3];
        let mut at = 0;
        while at < 64 {
            reversed[at] = (at ^ 7) as u8;
            diagonal[at] = 1 << (at % 8);
            gathered[at] = (at % 8 * 8 + at / 8) as u8;
            at += 1;
        }
        Self { reversed: Vector(reversed), diagonal: Vector(diagonal), gathered: Vector(gathered) }
    }
}

impl Tables {
    const fn new(unicode: bool) -> Self {
        let [mut ascii, mut beyond] = [[Vector([0; 64]); 2]; 2];
        let mut byte = 0;
        while byte < 0x80 {
            let (half, place) = ((byte / 64) as usize, (byte % 64) as usize);
            if let Some(class) = of_ascii(byte) {
                ascii[half].0[place] = 1 << class;
            }
            let checked = is_checked(byte | 0x80, unicode) as u8;
            beyond[half].0[place] = 1 << BEYOND | checked << CHECK;
            byte += 1;
        }
        Self { ascii, beyond }
    }
}

static ASCII: Tables = Tables::new(false);
static UNICODE: Tables = Tables::new(true);
static TURN: Turn = Turn::new();

impl Avx512 {
    /// # Safety
    ///
    /// The machine has AVX-512 F, BW, VBMI and VPOPCNTDQ, GFNI, and AVX2, BMI1 and BMI2.
    pub(super) const unsafe fn new() -> Self {
        Self(())
    }

    /// Runs `work` with this scanner, in code for machines that have what this scanner uses.
    pub(super) fn run(self, work: impl Work) {
        // SAFETY: the machine has the instructions, as `self` proves.
        unsafe { run(work, self) }
    }
}

/// # Safety
///
/// The machine has AVX-512 F, BW, VBMI and VPOPCNTDQ, GFNI, BMI1 and BMI2.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni,bmi1,bmi2")]
fn run(work: impl Work, scanner: Avx512) {
    work.run(scanner);
}

impl Classify for Avx512 {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        // SAFETY: the machine has the instructions, as `self` proves.
        unsafe { masks(&bytes[at..], unicode) }
    }

    #[inline(always)]
    fn stops(self, bytes: &[u8], at: usize, starts: u64, besides: StopAt) -> u64 {
        // SAFETY: the machine has the instructions, as `self` proves.
        unsafe { stops(&bytes[at..], starts, besides) }
    }

    #[inline(always)]
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, first: &mut u64) {
        // SAFETY: the machine has the instructions, as `self` proves.
        unsafe { put_masks(bytes, unicode, masks, first) }
    }

    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        // SAFETY: the machine has the instructions, as `self` proves.
        unsafe { plain::plain(eight, spans) }
    }
}

/// The first 64 bytes of `bytes`, and the classes of each of them. Zeros are in the places after the
/// end.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn load(bytes: &[u8], unicode: bool) -> (__m512i, __m512i) {
    let (valid, text) = load_text(bytes);
    let Tables { ascii, beyond } = if unicode { &UNICODE } else { &ASCII };
    // Both tables are indexed by the low seven bits. The highest bit chooses between them.
    let if_ascii = _mm512_maskz_permutex2var_epi8(valid, ascii[0].load(), text, ascii[1].load());
    let if_beyond = _mm512_permutex2var_epi8(beyond[0].load(), text, beyond[1].load());
    (text, _mm512_mask_mov_epi8(if_ascii, _mm512_movepi8_mask(text), if_beyond))
}

/// The first 64 bytes of `bytes`, and zeros in the places after the end.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_text(bytes: &[u8]) -> (__mmask64, __m512i) {
    let valid = if bytes.len() < 64 { !(!0 << bytes.len()) } else { !0u64 };
    // SAFETY: only the bytes whose bits are set in `valid` are read, and all of them lie in `bytes`; a
    // masked load does not access the others.
    (valid, unsafe { _mm512_maskz_loadu_epi8(valid, bytes.as_ptr().cast()) })
}

/// What [`Classify::stops`] returns for the first 64 bytes. Unlike the masks, it loads no tables.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
fn stops(bytes: &[u8], starts: u64, besides: StopAt) -> u64 {
    let (_, text) = load_text(bytes);
    let is = |byte: u8| _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(byte.cast_signed()));
    let starts = starts | is(b'/') << 1;
    let escapes = is(b'%');
    let besides = match besides {
        StopAt::Nothing => starts & escapes,
        StopAt::Escapes => escapes,
        StopAt::EscapesAndBidi => escapes | is(0xE2),
    };
    starts & is(b'.') | besides
}

/// The masks of the first 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn masks(bytes: &[u8], unicode: bool) -> Masks {
    let mut masks = Masks::default();
    put_masks(bytes, unicode, &mut masks, &mut 0);
    masks
}

/// Stores the masks of the first 64 bytes, and the first eight bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn put_masks(bytes: &[u8], unicode: bool, masks: &mut Masks, first: &mut u64) {
    const { assert!(size_of::<Masks>() == 64) };
    let (text, classes) = load(bytes, unicode);
    let reversed = _mm512_shuffle_epi8(classes, TURN.reversed.load());
    let turned = _mm512_gf2p8affine_epi64_epi8::<0>(TURN.diagonal.load(), reversed);
    let gathered = _mm512_permutexvar_epi8(TURN.gathered.load(), turned);
    // SAFETY: 64 bytes are written, which is the size of `Masks`, as asserted in this function. `masks` is exclusively
    // borrowed, and any eight words are valid `Masks`, which are laid out in the order of the classes.
    unsafe { _mm512_storeu_epi8(from_mut(masks).cast(), gathered) };
    *first = _mm_cvtsi128_si64(_mm512_castsi512_si128(text)) as u64;
}
