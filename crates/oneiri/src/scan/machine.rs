//! What this machine has. The standard library would tell, but this library does without it.

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use core::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;

/// Whether the machine has AVX2 and BMI1, and the system saves the registers. Asked once.
#[inline]
pub(super) fn has_avx2() -> bool {
    static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);
    match ANSWER.load(Ordering::Relaxed) {
        UNKNOWN => {
            let answer = detect();
            ANSWER.store(if answer { YES } else { NO }, Ordering::Relaxed);
            answer
        }
        answer => answer == YES,
    }
}

#[cold]
#[allow(unsafe_code)]
#[allow(unused_unsafe, reason = "CPUID is safe since 1.94, and was not in our oldest compiler")]
fn detect() -> bool {
    const OSXSAVE: u32 = 1 << 27;
    const AVX: u32 = 1 << 28;
    const BMI1: u32 = 1 << 3;
    const AVX2: u32 = 1 << 5;
    const XMM_AND_YMM: u64 = 0b110;
    // SAFETY: every x86-64 has CPUID.
    let (highest, features) = unsafe { (__cpuid(0).eax, __cpuid(1).ecx) };
    if highest < 7 || features & (OSXSAVE | AVX) != OSXSAVE | AVX {
        return false;
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
    if unsafe { saved() } & XMM_AND_YMM != XMM_AND_YMM {
        return false;
    }
    // SAFETY: leaf 7 exists.
    let extended = unsafe { __cpuid_count(7, 0).ebx };
    extended & (AVX2 | BMI1) == AVX2 | BMI1
}
