//! What this machine has. The standard library would tell, but this library does without it.

use super::Work;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
use super::avx2::Avx2;
#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
use super::avx512::Avx512;
use super::eight::Eight;
use super::walk::{Classify, Masks};
use super::words::Words;
use crate::syntax::spans::Packed;

/// What makes the masks.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(super) enum Scanner {
    Words,
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
    Avx2(Avx2),
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
    Avx512(Avx512),
}

impl Scanner {
    /// The best that the machine has, or the one that `--cfg oneiri_scanner="..."` asks for when the
    /// library is compiled.
    #[inline]
    pub(super) fn best() -> Self {
        #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
        if !cfg!(any(oneiri_scanner = "words", miri)) {
            return x86::best();
        }
        Self::Words
    }

    /// Does it with this scanner, in code for the machines that have it.
    #[allow(unsafe_code)]
    pub(super) fn does(self, work: impl Work) {
        match self {
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            // SAFETY: there is such a scanner only where there is BMI1 and BMI2, see `available`.
            Self::Avx512(scanner) => unsafe { x86::with_bits(work, scanner) },
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            // SAFETY: likewise.
            Self::Avx2(scanner) => unsafe { x86::with_bits(work, scanner) },
            Self::Words => work.run(Words),
        }
    }

    /// All that the machine has, from the slowest on.
    #[cfg(any(test, fuzzing))]
    pub(super) fn available() -> impl Iterator<Item = Self> {
        #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
        if !cfg!(miri) {
            return x86::available().into_iter().flatten();
        }
        [Some(Self::Words), None, None].into_iter().flatten()
    }
}

impl Classify for Scanner {
    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        match self {
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            Self::Avx512(scanner) => scanner.masks(bytes, at, unicode),
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            Self::Avx2(scanner) => scanner.masks(bytes, at, unicode),
            Self::Words => Words.masks(bytes, at, unicode),
        }
    }

    #[inline(always)]
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, head: &mut u64) {
        match self {
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            Self::Avx512(scanner) => scanner.put_masks(bytes, unicode, masks, head),
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            Self::Avx2(scanner) => scanner.put_masks(bytes, unicode, masks, head),
            Self::Words => Words.put_masks(bytes, unicode, masks, head),
        }
    }

    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        match self {
            #[cfg(all(
                target_arch = "x86_64",
                target_pointer_width = "64",
                target_feature = "sse2"
            ))]
            Self::Avx512(scanner) => scanner.plain(eight, spans),
            _ => eight.plain(spans),
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_pointer_width = "64", target_feature = "sse2"))]
#[allow(unsafe_code)]
mod x86 {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    use core::sync::atomic::{AtomicU8, Ordering};

    use super::{Avx2, Avx512, Classify, Scanner, Work};

    const UNKNOWN: u8 = 0;
    const WORDS: u8 = 1;
    const AVX2: u8 = 2;
    const AVX512: u8 = 3;

    /// The best scanner that the machine has. Asked once.
    #[inline]
    pub(super) fn best() -> Scanner {
        static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);
        let mut answer = ANSWER.load(Ordering::Relaxed);
        if answer == UNKNOWN {
            answer = detect();
            ANSWER.store(answer, Ordering::Relaxed);
        }
        match answer {
            // SAFETY: `detect` found it.
            AVX512 => Scanner::Avx512(unsafe { Avx512::new() }),
            // SAFETY: likewise.
            AVX2 => Scanner::Avx2(unsafe { Avx2::new() }),
            _ => Scanner::Words,
        }
    }

    /// Does work in code for machines that have BMI1 and BMI2.
    ///
    /// # Safety
    ///
    /// This one has.
    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn with_bits<C: Classify>(work: impl Work, scanner: C) {
        work.run(scanner);
    }

    #[cold]
    fn detect() -> u8 {
        match available() {
            [_, _, Some(_)] if !cfg!(oneiri_scanner = "avx2") => AVX512,
            [_, Some(_), _] => AVX2,
            _ => WORDS,
        }
    }

    /// All scanners that the machine has, from the slowest to the fastest.
    pub(super) fn available() -> [Option<Scanner>; 3] {
        const AVX2_AND_BMI: u32 = 1 << 5 | 1 << 3 | 1 << 8;
        const F_AND_BW: u32 = 1 << 16 | 1 << 30;
        const VBMI_GFNI_AND_POPCNT: u32 = 1 << 1 | 1 << 8 | 1 << 14;
        const XMM_AND_YMM: u64 = 0b110;
        const ZMM_AND_MASKS: u64 = 0b1110_0000;
        let Features { saved, ebx, ecx } = Features::detect();
        let avx2 = saved & XMM_AND_YMM == XMM_AND_YMM && ebx & AVX2_AND_BMI == AVX2_AND_BMI;
        let avx512 = avx2
            && saved & ZMM_AND_MASKS == ZMM_AND_MASKS
            && ebx & F_AND_BW == F_AND_BW
            && ecx & VBMI_GFNI_AND_POPCNT == VBMI_GFNI_AND_POPCNT;
        [
            Some(Scanner::Words),
            // SAFETY: the machine has AVX2 and BMI, and the system saves its registers.
            avx2.then(|| Scanner::Avx2(unsafe { Avx2::new() })),
            // SAFETY: the machine has AVX-512 F, BW, VBMI and VPOPCNTDQ, GFNI, and BMI, and the system
            // saves their registers.
            avx512.then(|| Scanner::Avx512(unsafe { Avx512::new() })),
        ]
    }

    /// What the system saves (XCR0), and the extended features (leaf 7).
    #[derive(Default)]
    struct Features {
        saved: u64,
        ebx: u32,
        ecx: u32,
    }

    impl Features {
        #[allow(
            unused_unsafe,
            reason = "CPUID is safe since 1.94, and was not in our oldest compiler"
        )]
        fn detect() -> Self {
            const OSXSAVE: u32 = 1 << 27;
            const AVX: u32 = 1 << 28;
            // SAFETY: every x86-64 has CPUID.
            let (highest, features) = unsafe { (__cpuid(0).eax, __cpuid(1).ecx) };
            if highest < 7 || features & (OSXSAVE | AVX) != OSXSAVE | AVX {
                return Self::default();
            }
            /// # Safety
            ///
            /// The machine has XGETBV, which OSXSAVE says.
            #[target_feature(enable = "xsave")]
            unsafe fn saved() -> u64 {
                // SAFETY: as the caller knows.
                unsafe { _xgetbv(0) }
            }
            // SAFETY: OSXSAVE is set.
            let saved = unsafe { saved() };
            // SAFETY: leaf 7 exists.
            let extended = unsafe { __cpuid_count(7, 0) };
            Self { saved, ebx: extended.ebx, ecx: extended.ecx }
        }
    }
}
