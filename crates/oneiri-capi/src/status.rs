//! The result of every function. The numbers are frozen, because programs have them compiled in (`tests/it/numbers.rs`
//! holds them), and `bindings/scheme/src/calls.scm` takes every status above `ONEIRI_INVALID`, except `ONEIRI_DENIED`,
//! for a defect. So a new status needs a case there, a name in a group of `examples/header.rs`, and a header that is
//! written again.

/// The function did what was asked.
pub const ONEIRI_OK: i32 = 0;
/// The result does not fit into the buffer, which is unchanged. The length says how many bytes the result needs.
pub const ONEIRI_SHORT: i32 = 1;
/// A text is invalid, a change is not possible, or a template does not match. The `oneiri_error` says why.
pub const ONEIRI_INVALID: i32 = 2;
/// The call itself is wrong: an unknown number, a null pointer with a length above zero or for a policy or a template, a
/// length that no buffer or address can have, or an operation of a feature that the library lacks. Nothing was written.
pub const ONEIRI_MISUSE: i32 = 3;
/// A defect of the library. Nothing was written. Please report it, with the texts.
pub const ONEIRI_INTERNAL: i32 = 4;
/// A policy does not admit the text, or the address. `oneiri_policy_check` writes the reasons.
pub const ONEIRI_DENIED: i32 = 5;

/// Why a function did not do what was asked.
#[repr(i32)]
pub(crate) enum Failure {
    Short = ONEIRI_SHORT,
    Invalid = ONEIRI_INVALID,
    Misuse = ONEIRI_MISUSE,
    #[cfg(feature = "policy")]
    Denied = ONEIRI_DENIED,
}

/// Runs the body of a function. A panic, which would be a defect of the library, becomes `ONEIRI_INTERNAL`,
/// because unwinding into C is undefined.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)) {
        Ok(Ok(())) => ONEIRI_OK,
        Ok(Err(failure)) => failure as i32,
        Err(_) => ONEIRI_INTERNAL,
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, ONEIRI_INTERNAL, ONEIRI_MISUSE, ONEIRI_OK, guard};

    #[test]
    #[allow(clippy::panic, reason = "what the guard is for")]
    fn a_panic_becomes_a_status() {
        assert_eq!(guard(|| panic!("a defect, for the test")), ONEIRI_INTERNAL);
        assert_eq!(guard(|| Err(Failure::Misuse)), ONEIRI_MISUSE);
        assert_eq!(guard(|| Ok(())), ONEIRI_OK);
    }
}
