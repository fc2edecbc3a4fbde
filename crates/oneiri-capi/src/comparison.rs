//! Comparing two texts: the functions that C programs call.
//!
//! Their signatures and all numbers are frozen, because programs have them compiled in. A grammar or a rung that is
//! unknown is `ONEIRI_MISUSE`, and so is a text that is null although its length is not 0. Where the answer is not
//! `ONEIRI_OK`, `rung` and `answer` stay as they were. The comments of the functions become those of
//! `include/oneiri.h`, which has to be written again after a change (`README.md`).

use core::ffi::c_char;

use oneiri::{Alphabet, Ascii, HasScheme, MaybeScheme, Ri, SchemePresence, Unicode};

use crate::boundary::{Place, bytes, text};
use crate::error::{Fault, oneiri_error};
use crate::numbers::*;
use crate::status::{Failure, guard};

/// Finds the strictest rung of the ladder of comparison, the one with the lowest number, at which two texts are equal.
///
/// Both texts are parsed by `grammar`. For `ONEIRI_OK`, `rung` gets one of `ONEIRI_RUNG_...`, or `ONEIRI_DIFFERENT`.
/// For `ONEIRI_INVALID`, `error` is written, and its `argument` says which of the texts is invalid. `rung` and `error`
/// may be null.
///
/// # Safety
///
/// `text` points to `length` bytes, and `other` to `other_length` bytes; `rung` and `error` are null, or point to memory
/// that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_compare(
    grammar: i32,
    text: *const c_char,
    length: usize,
    other: *const c_char,
    other_length: usize,
    rung: *mut i32,
    error: *mut oneiri_error,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (texts, rung, error) = unsafe {
            let texts = [bytes(text, length)?, bytes(other, other_length)?];
            (texts, Place::new(rung), Place::new(error))
        };
        fn lowest<A: Alphabet, F: SchemePresence>(a: &Ri<&str, A, F>, b: &Ri<&str, A, F>) -> i32 {
            a.compare(b).rung().map_or(ONEIRI_DIFFERENT, number_of_rung)
        }
        let answer = match grammar {
            ONEIRI_URI => with(texts, lowest::<Ascii, HasScheme>),
            ONEIRI_URI_REFERENCE => with(texts, lowest::<Ascii, MaybeScheme>),
            ONEIRI_IRI => with(texts, lowest::<Unicode, HasScheme>),
            ONEIRI_IRI_REFERENCE => with(texts, lowest::<Unicode, MaybeScheme>),
            _ => return Err(Failure::Misuse),
        };
        finish(answer, &rung, &error)
    })
}

/// Tells whether two texts are equal at a rung.
///
/// `rung` is one of `ONEIRI_RUNG_...`. Both texts are parsed by `grammar`. For `ONEIRI_OK`, `answer` gets 1 or 0. For
/// `ONEIRI_INVALID`, `error` is written. `answer` and `error` may be null.
///
/// # Safety
///
/// As for `oneiri_compare`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a text of C is a pointer and a length")]
pub unsafe extern "C" fn oneiri_equivalent(
    grammar: i32,
    rung: i32,
    text: *const c_char,
    length: usize,
    other: *const c_char,
    other_length: usize,
    answer: *mut i32,
    error: *mut oneiri_error,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (texts, answer, error) = unsafe {
            let texts = [bytes(text, length)?, bytes(other, other_length)?];
            (texts, Place::new(answer), Place::new(error))
        };
        let rung = rung_of_number(rung).ok_or(Failure::Misuse)?;
        let equal = match grammar {
            ONEIRI_URI => with::<Ascii, HasScheme, _>(texts, |a, b| a.equivalent_at(b, rung)),
            ONEIRI_URI_REFERENCE => with::<Ascii, MaybeScheme, _>(texts, |a, b| a.equivalent_at(b, rung)),
            ONEIRI_IRI => with::<Unicode, HasScheme, _>(texts, |a, b| a.equivalent_at(b, rung)),
            ONEIRI_IRI_REFERENCE => with::<Unicode, MaybeScheme, _>(texts, |a, b| a.equivalent_at(b, rung)),
            _ => return Err(Failure::Misuse),
        };
        finish(equal.map(i32::from), &answer, &error)
    })
}

/// Parses both texts and compares them.
fn with<A: Alphabet, F: SchemePresence, R>(
    [first, second]: [&[u8]; 2],
    compare: impl FnOnce(&Ri<&str, A, F>, &Ri<&str, A, F>) -> R,
) -> Result<R, Fault> {
    let first = Ri::<&str, A, F>::parse(text(first, 0)?).map_err(Fault::first)?;
    let second = Ri::<&str, A, F>::parse(text(second, 1)?).map_err(Fault::second)?;
    Ok(compare(&first, &second))
}

fn finish(answer: Result<i32, Fault>, place: &Place<i32>, error: &Place<oneiri_error>) -> Result<(), Failure> {
    place.put(answer.map_err(|fault| error.refuse(&fault))?);
    Ok(())
}
