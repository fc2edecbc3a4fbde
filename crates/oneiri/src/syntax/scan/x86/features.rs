//! What the processor and the system offer, by CPUID. (`std` could tell, but this library does without.)
#![allow(unsafe_code)]

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

/// Which scanners the machine can run.
pub(super) struct Features {
    /// The processor has AVX2, BMI1 and BMI2, and the system saves the registers of AVX2.
    pub(super) avx2: bool,
    /// The processor has all of that, AVX-512 F, BW, VBMI and VPOPCNTDQ, and GFNI, and the system saves
    /// the registers of AVX-512.
    pub(super) avx512: bool,
}

impl Features {
    pub(super) fn detect() -> Self {
        // Leaf 7, EBX: AVX2, BMI1, BMI2.
        const AVX2_AND_BMI: u32 = 1 << 5 | 1 << 3 | 1 << 8;
        // Leaf 7, EBX.
        const F_AND_BW: u32 = 1 << 16 | 1 << 30;
        // Leaf 7, ECX.
        const VBMI_GFNI_AND_POPCNT: u32 = 1 << 1 | 1 << 8 | 1 << 14;
        const XMM_AND_YMM: u64 = 0b110;
        const ZMM_AND_MASKS: u64 = 0b1110_0000;
        let Answer { saved, ebx, ecx } = Answer::ask();
        let avx2 = saved & XMM_AND_YMM == XMM_AND_YMM && ebx & AVX2_AND_BMI == AVX2_AND_BMI;
        let avx512 = avx2
            && saved & ZMM_AND_MASKS == ZMM_AND_MASKS
            && ebx & F_AND_BW == F_AND_BW
            && ecx & VBMI_GFNI_AND_POPCNT == VBMI_GFNI_AND_POPCNT;
        Self { avx2, avx512 }
    }
}

/// The registers that the system saves (XCR0), and the extended features of the processor (CPUID leaf
/// 7). All zero where the processor has no leaf 7 or no AVX, or the system does not use XSAVE.
#[derive(Default)]
struct Answer {
    saved: u64,
    ebx: u32,
    ecx: u32,
}

impl Answer {
    #[allow(unused_unsafe, reason = "CPUID is safe since Rust 1.94, and unsafe in the oldest compiler that we support")]
    fn ask() -> Self {
        const OSXSAVE: u32 = 1 << 27;
        const AVX: u32 = 1 << 28;
        // SAFETY: every x86-64 processor has CPUID, and its leaves 0 and 1.
        let (highest, features) = unsafe { (__cpuid(0).eax, __cpuid(1).ecx) };
        if highest < 7 || features & (OSXSAVE | AVX) != OSXSAVE | AVX {
            return Self::default();
        }
        // SAFETY: OSXSAVE is set, so the processor has XGETBV and the system allows it.
        let saved = unsafe { saved() };
        // SAFETY: leaf 7 exists, since `highest` is at least 7.
        let extended = unsafe { __cpuid_count(7, 0) };
        Self { saved, ebx: extended.ebx, ecx: extended.ecx }
    }
}

/// XCR0, which has a bit for each set of registers that the system saves.
///
/// # Safety
///
/// The processor has XGETBV and the system allows it, as the bit OSXSAVE of CPUID says.
#[target_feature(enable = "xsave")]
unsafe fn saved() -> u64 {
    // SAFETY: the caller ensures that XGETBV may be executed; XCR0, number 0, always exists then.
    unsafe { _xgetbv(0) }
}
