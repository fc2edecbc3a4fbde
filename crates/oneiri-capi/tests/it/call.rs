//! Each function behind a safe face, which checks of every call what the header promises of all calls.

use std::ffi::c_char;
use std::ptr::{null, null_mut};

use oneiri_capi::*;

/// Why a call has no result.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    Invalid { error: oneiri_error, sentence: String },
    Denied { reasons: String },
    Misuse,
}

impl Refused {
    pub(crate) fn error(&self) -> Option<oneiri_error> {
        match self {
            Self::Invalid { error, .. } => Some(*error),
            Self::Misuse | Self::Denied { .. } => None,
        }
    }
}

/// The value that tests put into memory before a call, to see whether the function writes there.
const BEFORE: u8 = 0xA5;
pub(crate) const NO_LENGTH: usize = 0xA5A5;
const NO_RANGE: oneiri_range = oneiri_range { start: NO_LENGTH, end: NO_LENGTH };
pub(crate) const NO_PARTS: oneiri_parts = oneiri_parts {
    scheme: NO_RANGE,
    userinfo: NO_RANGE,
    host: NO_RANGE,
    port: NO_RANGE,
    path: NO_RANGE,
    query: NO_RANGE,
    fragment: NO_RANGE,
};
pub(crate) const NO_ERROR: oneiri_error =
    oneiri_error { start: NO_LENGTH, end: 0, kind: -7, component: -7, found: 7, argument: -7 };

/// The pointer and the length of a text; a null pointer for none.
pub(crate) fn pointer(text: Option<&[u8]>) -> (*const c_char, usize) {
    text.map_or((null(), 0), |text| (text.as_ptr().cast(), text.len()))
}

/// `oneiri_parse`. Without the places for parts and error it says the same.
pub(crate) fn parse(grammar: i32, text: &[u8]) -> Result<oneiri_parts, Refused> {
    let (start, length) = pointer(Some(text));
    let (mut parts, mut error) = (NO_PARTS, NO_ERROR);
    // SAFETY: the text is a slice, and the places are variables of the right types.
    let status = unsafe { oneiri_parse(grammar, start, length, &mut parts, &mut error) };
    // SAFETY: likewise; null is allowed.
    let again = unsafe { oneiri_parse(grammar, start, length, null_mut(), null_mut()) };
    assert_eq!(status, again);
    assert_eq!(parts == NO_PARTS, status != ONEIRI_OK, "parts are written for ONEIRI_OK");
    assert_eq!(error == NO_ERROR, status != ONEIRI_INVALID, "error is written for ONEIRI_INVALID");
    match status {
        ONEIRI_OK => Ok(parts),
        ONEIRI_INVALID => Err(Refused::Invalid { error, sentence: String::new() }),
        ONEIRI_MISUSE => Err(Refused::Misuse),
        _ => panic!("status {status}"),
    }
}

/// `oneiri_split`.
pub(crate) fn split(text: &[u8]) -> oneiri_parts {
    let (start, length) = pointer(Some(text));
    let mut parts = NO_PARTS;
    // SAFETY: the text is a slice, and the place is a variable of the right type.
    let status = unsafe { oneiri_split(start, length, &mut parts) };
    assert_eq!(status, ONEIRI_OK, "everything can be split");
    parts
}

/// `oneiri_apply`.
pub(crate) fn apply(
    operation: i32,
    grammar: i32,
    option: i32,
    text: &[u8],
    other: Option<&[u8]>,
) -> Result<Vec<u8>, Refused> {
    let ((text, length), (other, other_length)) = (pointer(Some(text)), pointer(other));
    written(|buffer, capacity, result_length, error| {
        // SAFETY: the texts are slices, and `written` gives a buffer and places that can be written.
        unsafe {
            oneiri_apply(
                operation, grammar, option, text, length, other, other_length, buffer, capacity, result_length, error,
            )
        }
    })
}

/// The result of [`apply`] as text.
pub(crate) fn apply_text(
    operation: i32,
    grammar: i32,
    option: i32,
    text: &str,
    other: Option<&str>,
) -> Result<String, Refused> {
    let result = apply(operation, grammar, option, text.as_bytes(), other.map(str::as_bytes));
    result.map(|it| String::from_utf8(it).unwrap())
}

/// `oneiri_build`.
pub(crate) fn build(grammar: i32, text: &str, parts: &oneiri_parts) -> Result<String, Refused> {
    let (text, length) = pointer(Some(text.as_bytes()));
    let built = written(|buffer, capacity, result_length, error| {
        // SAFETY: the text is a slice, `parts` a reference, and `written` gives what can be written.
        unsafe { oneiri_build(grammar, text, length, parts, buffer, capacity, result_length, error) }
    });
    built.map(|it| String::from_utf8(it).unwrap())
}

/// Asks for the length of a result, and then for the result with a buffer of every capacity up to that length, and of
/// one byte more: the result is written if it fits, and nothing is written otherwise.
pub(crate) fn written(
    call: impl Fn(*mut c_char, usize, *mut usize, *mut oneiri_error) -> i32,
) -> Result<Vec<u8>, Refused> {
    let (mut needed, mut error) = (NO_LENGTH, NO_ERROR);
    let first = call(null_mut(), 0, &mut needed, &mut error);
    assert_eq!(error == NO_ERROR, first != ONEIRI_INVALID, "error is written for ONEIRI_INVALID");
    assert_eq!(call(null_mut(), 0, null_mut(), null_mut()), first, "without places");
    if first == ONEIRI_MISUSE {
        assert_eq!(needed, NO_LENGTH, "nothing is written for ONEIRI_MISUSE");
        return Err(Refused::Misuse);
    }
    let refused = [ONEIRI_INVALID, ONEIRI_DENIED].contains(&first);
    let expected = if needed > 0 { ONEIRI_SHORT } else { ONEIRI_OK };
    assert!(refused || first == expected, "status {first} for {needed} bytes");
    let mut result = Vec::new();
    // All of them where it is cheap.
    let step = 1 + needed / 128;
    for capacity in (0..needed).step_by(step).chain([needed, needed + 1]) {
        let mut buffer = vec![BEFORE; needed + 16];
        let (mut length, mut same) = (NO_LENGTH, NO_ERROR);
        let status = call(buffer.as_mut_ptr().cast(), capacity, &mut length, &mut same);
        assert_eq!((length, same), (needed, error), "capacity {capacity}");
        let fits = capacity >= needed;
        let expected = if fits { ONEIRI_OK } else { ONEIRI_SHORT };
        assert_eq!(status, if refused { first } else { expected }, "capacity {capacity}");
        let rest = buffer.split_off(if fits { needed } else { 0 });
        assert!(rest.iter().all(|&byte| byte == BEFORE), "capacity {capacity}: more was written");
        if fits {
            result = buffer;
        }
    }
    match first {
        ONEIRI_INVALID => Err(Refused::Invalid { error, sentence: String::from_utf8(result).unwrap() }),
        ONEIRI_DENIED => Err(Refused::Denied { reasons: String::from_utf8(result).unwrap() }),
        _ => Ok(result),
    }
}

/// `oneiri_compare`.
pub(crate) fn compare(grammar: i32, text: &[u8], other: &[u8]) -> Result<i32, Refused> {
    let ((text, length), (other, other_length)) = (pointer(Some(text)), pointer(Some(other)));
    answered(|answer, error| {
        // SAFETY: the texts are slices, and `answered` gives places that can be written, or null.
        unsafe { oneiri_compare(grammar, text, length, other, other_length, answer, error) }
    })
}

/// `oneiri_equivalent`.
pub(crate) fn equivalent(grammar: i32, rung: i32, text: &[u8], other: &[u8]) -> Result<bool, Refused> {
    let ((text, length), (other, other_length)) = (pointer(Some(text)), pointer(Some(other)));
    let answer = answered(|answer, error| {
        // SAFETY: the texts are slices, and `answered` gives places that can be written, or null.
        unsafe { oneiri_equivalent(grammar, rung, text, length, other, other_length, answer, error) }
    })?;
    assert!([0, 1].contains(&answer));
    Ok(answer == 1)
}

fn answered(call: impl Fn(*mut i32, *mut oneiri_error) -> i32) -> Result<i32, Refused> {
    const NO_ANSWER: i32 = -77;
    let (mut answer, mut error) = (NO_ANSWER, NO_ERROR);
    let status = call(&mut answer, &mut error);
    assert_eq!(call(null_mut(), null_mut()), status, "without places");
    assert_eq!(answer == NO_ANSWER, status != ONEIRI_OK);
    assert_eq!(error == NO_ERROR, status != ONEIRI_INVALID);
    match status {
        ONEIRI_OK => Ok(answer),
        ONEIRI_INVALID => Err(Refused::Invalid { error, sentence: String::new() }),
        ONEIRI_MISUSE => Err(Refused::Misuse),
        _ => panic!("status {status}"),
    }
}
