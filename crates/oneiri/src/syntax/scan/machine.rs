//! A machine for which this library has no vector code: it scans words of eight bytes.

use super::classify::Machine;
pub(super) use super::portable::words::Words as Scanner;

impl Machine for Scanner {
    #[inline]
    fn best() -> Self {
        Self
    }

    #[cfg(any(test, fuzzing))]
    fn available() -> impl Iterator<Item = Self> {
        core::iter::once(Self)
    }
}
