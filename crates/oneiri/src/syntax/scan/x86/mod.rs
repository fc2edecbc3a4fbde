//! x86-64: AVX-512, AVX2, or neither (`Words`), whichever the processor has when the program runs.

mod avx2;
#[cfg_attr(not(oneiri_avx512), path = "older.rs")]
mod avx512;
mod decode;
mod features;

use alloc::vec::Vec;
use core::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
#[cfg(any(test, fuzzing))]
use core::iter;
use core::sync::atomic::{AtomicU8, Ordering};

use super::classify::{Classify, Machine, StopAt, Work};
use super::eight::Eight;
use super::masks::Masks;
use super::portable::words::Words;
use crate::syntax::spans::Packed;
use avx2::Avx2;
use avx512::Avx512;
use features::Features;

/// The scanners of x86-64, the slowest first.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(super) enum Scanner {
    Words,
    Avx2(Avx2),
    Avx512(Avx512),
}

const UNKNOWN: u8 = 0;
const WORDS: u8 = 1;
const AVX2: u8 = 2;
const AVX512: u8 = 3;

impl Machine for Scanner {
    /// The processor is asked once; the answer is stored.
    #[inline]
    #[allow(unsafe_code)]
    fn best() -> Self {
        static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);
        let mut answer = ANSWER.load(Ordering::Relaxed);
        if answer == UNKNOWN {
            answer = detect();
            ANSWER.store(answer, Ordering::Relaxed);
        }
        match answer {
            // SAFETY: `detect` returns `AVX512` only if `Features` reports it.
            AVX512 => Self::Avx512(unsafe { Avx512::new() }),
            // SAFETY: `detect` returns `AVX2` only if `Features` reports it.
            AVX2 => Self::Avx2(unsafe { Avx2::new() }),
            _ => Self::Words,
        }
    }

    fn run(self, work: impl Work) {
        match self {
            Self::Avx512(scanner) => scanner.run(work),
            Self::Avx2(scanner) => scanner.run(work),
            Self::Words => work.run(Words),
        }
    }

    /// By SSE2, which this file requires.
    #[inline(always)]
    #[allow(unsafe_code)]
    #[allow(unused_unsafe, reason = "arithmetic intrinsics are unsafe in the oldest compiler alone")]
    fn equal(block: &[u8; 64], byte: u8) -> u64 {
        let mut found = 0;
        for (nth, part) in block.chunks_exact(16).enumerate() {
            // SAFETY: the load reads the 16 bytes of `part`, and needs no alignment. The rest is arithmetic.
            let mask = unsafe {
                let text = _mm_loadu_si128(part.as_ptr().cast());
                _mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8(byte as i8)))
            };
            found |= u64::from(mask as u16) << (16 * nth);
        }
        found
    }

    #[cfg(any(test, fuzzing))]
    #[allow(unsafe_code)]
    fn available() -> impl Iterator<Item = Self> {
        let Features { avx2, avx512 } = Features::detect();
        // SAFETY: `Features` reports what `Avx2::new` asks for.
        let avx2 = avx2.then(|| Self::Avx2(unsafe { Avx2::new() }));
        // SAFETY: `Features` reports what `Avx512::new` asks for.
        let avx512 = avx512.then(|| Self::Avx512(unsafe { Avx512::new() }));
        iter::once(Self::Words).chain(avx2).chain(avx512)
    }
}

/// The fastest scanner of this processor, among those that `--cfg oneiri_scanner="..."` admits.
#[cold]
fn detect() -> u8 {
    match Features::detect() {
        Features { avx512: true, .. } if !cfg!(oneiri_scanner = "avx2") => AVX512,
        Features { avx2: true, .. } => AVX2,
        _ => WORDS,
    }
}

impl Classify for Scanner {
    #[inline(always)]
    fn is_fast(self) -> bool {
        !matches!(self, Self::Words)
    }

    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        match self {
            Self::Avx512(scanner) => scanner.masks(bytes, at, unicode),
            Self::Avx2(scanner) => scanner.masks(bytes, at, unicode),
            Self::Words => Words.masks(bytes, at, unicode),
        }
    }

    #[inline(always)]
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, first: &mut u64) {
        match self {
            Self::Avx512(scanner) => scanner.put_masks(bytes, unicode, masks, first),
            Self::Avx2(scanner) => scanner.put_masks(bytes, unicode, masks, first),
            Self::Words => Words.put_masks(bytes, unicode, masks, first),
        }
    }

    #[inline(always)]
    fn stops(self, bytes: &[u8], at: usize, starts: u64, besides: StopAt) -> u64 {
        match self {
            Self::Avx512(scanner) => scanner.stops(bytes, at, starts, besides),
            Self::Avx2(scanner) => scanner.stops(bytes, at, starts, besides),
            Self::Words => Words.stops(bytes, at, starts, besides),
        }
    }

    #[inline]
    fn decode(self, text: &[u8], first: usize) -> Vec<u8> {
        match self {
            // SAFETY: an `Avx512` exists only where the machine has AVX2 too: see `Features::avx512`.
            #[allow(unsafe_code)]
            Self::Avx512(_) => unsafe { decode::decode(text, first) },
            Self::Avx2(scanner) => scanner.decode(text, first),
            Self::Words => Words.decode(text, first),
        }
    }

    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        match self {
            Self::Avx512(scanner) => scanner.plain(eight, spans),
            Self::Avx2(scanner) => scanner.plain(eight, spans),
            Self::Words => Words.plain(eight, spans),
        }
    }
}
