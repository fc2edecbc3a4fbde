//! A machine for which this library has no vector code: its parser walks over bytes, and where masks are
//! needed, words of eight bytes make them.

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
