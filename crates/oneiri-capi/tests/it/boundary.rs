//! What callers of C get wrong, and what lies at the edges: null pointers, lengths, unknown numbers, overlap, bytes that
//! are no text. `call` tests capacities, and what is written, with every call.

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use oneiri_capi::*;

use crate::call::{
    NO_ERROR, NO_LENGTH, NO_PARTS, Refused, apply, apply_text, build, compare, equivalent, parse, split,
};

const GRAMMARS: [i32; 4] = [ONEIRI_URI, ONEIRI_URI_REFERENCE, ONEIRI_IRI, ONEIRI_IRI_REFERENCE];
/// The length of no buffer, as a caller has it who takes -1 for a length.
const TOO_LONG: [usize; 3] = [usize::MAX, isize::MAX as usize + 1, usize::MAX - 1];

/// Every function with this first text; the functions of two texts also with it as the second.
fn all(text: *const c_char, length: usize) -> Vec<i32> {
    let (fine, fine_length) = (c"a:b".as_ptr(), 3);
    let mut buffer: [c_char; 256] = [0; 256];
    let (buffer, capacity) = (buffer.as_mut_ptr(), 256);
    let (mut parts, mut written, mut error, mut answer) = (NO_PARTS, NO_LENGTH, NO_ERROR, -77);
    let mut results = Vec::new();
    for (text, length, other, other_length) in [(text, length, fine, fine_length), (fine, fine_length, text, length)] {
        // SAFETY: the fine text is a literal. The other one is what the test is about: either it is readable, or its
        // length is one with which the functions promise not to read. All places are variables.
        unsafe {
            let (first, second) = (other, other_length);
            results.push(oneiri_parse(ONEIRI_IRI, text, length, &mut parts, &mut error));
            results.push(oneiri_split(text, length, &mut parts));
            results.push(oneiri_apply(
                ONEIRI_EXPLAIN, ONEIRI_IRI_REFERENCE, 0, text, length, first, second, buffer, capacity, &mut written,
                &mut error,
            ));
            results.push(oneiri_compare(ONEIRI_IRI_REFERENCE, text, length, first, second, &mut answer, &mut error));
            results
                .push(oneiri_equivalent(ONEIRI_IRI_REFERENCE, 0, text, length, first, second, &mut answer, &mut error));
        }
    }
    results
}

#[test]
fn a_null_pointer_with_a_length_is_misuse() {
    let results = all(null(), 1);
    assert_eq!(results.iter().filter(|&&it| it == ONEIRI_MISUSE).count(), 8, "{results:?}");
    // The first two of the second round have the fine text alone.
    assert_eq!(results[5..7], [ONEIRI_OK; 2]);
}

#[test]
fn a_null_pointer_without_a_length_is_the_empty_text() {
    let empty = all(c"".as_ptr(), 0);
    let mut null = all(null(), 0);
    // The second text of an explanation must be given.
    assert_eq!(null[7], ONEIRI_MISUSE);
    null[7] = empty[7];
    assert_eq!(null, empty);
    assert_eq!(empty[0], ONEIRI_INVALID, "an IRI is not empty");
    assert_eq!(empty[1..], [ONEIRI_OK; 9]);
}

#[test]
fn a_length_that_no_buffer_has_is_misuse() {
    for length in TOO_LONG {
        let results = all(c"a:b".as_ptr(), length);
        assert_eq!(results.iter().filter(|&&it| it == ONEIRI_MISUSE).count(), 8, "{results:?}");
    }
}

#[test]
fn a_null_buffer_has_no_capacity() {
    let mut length = NO_LENGTH;
    let mut call = |capacity| {
        // SAFETY: the text is a literal, and the length a variable. The buffer is null, whatever its capacity.
        let status = unsafe {
            oneiri_apply(
                ONEIRI_NORMALIZE,
                ONEIRI_URI,
                3,
                c"a:b".as_ptr(),
                3,
                null(),
                0,
                null_mut(),
                capacity,
                &mut length,
                null_mut(),
            )
        };
        (status, length)
    };
    assert_eq!(call(3), (ONEIRI_MISUSE, NO_LENGTH));
    assert_eq!(call(0), (ONEIRI_SHORT, 3));
}

#[test]
fn an_unknown_number_is_misuse() {
    for number in [-1, 4, 99, i32::MIN, i32::MAX] {
        assert_eq!(parse(number, b"a:b"), Err(Refused::Misuse));
        assert_eq!(build(number, "a:b", &split(b"a:b")), Err(Refused::Misuse));
        assert_eq!(compare(number, b"a:b", b"a:b"), Err(Refused::Misuse));
        assert_eq!(equivalent(number, 0, b"a:b", b"a:b"), Err(Refused::Misuse));
        for operation in [ONEIRI_CHECK, ONEIRI_NORMALIZE, ONEIRI_SET, ONEIRI_EXPLAIN, ONEIRI_LINT] {
            assert_eq!(apply(operation, number, 3, b"a:b", Some(b"c")), Err(Refused::Misuse));
        }
    }
    for number in [-1, ONEIRI_WHATWG_HREF + 1, i32::MIN, i32::MAX] {
        assert_eq!(apply(number, ONEIRI_IRI, 0, b"a:b", Some(b"a:b")), Err(Refused::Misuse));
    }
    for rung in [ONEIRI_DIFFERENT, ONEIRI_RUNG_SCHEME + 1, i32::MAX] {
        assert_eq!(apply(ONEIRI_NORMALIZE, ONEIRI_IRI, rung, b"a:b", None), Err(Refused::Misuse));
        assert_eq!(equivalent(ONEIRI_IRI, rung, b"a:b", b"a:b"), Err(Refused::Misuse));
    }
    for steps in [-1, 8, 15] {
        let got = apply(ONEIRI_NORMALIZE_STEPS, ONEIRI_IRI, steps, b"a:b", None);
        assert_eq!(got, Err(Refused::Misuse));
    }
    for component in [ONEIRI_TEXT, 9, -1, ONEIRI_REPAIR, ONEIRI_PATH + 2 * ONEIRI_REPAIR] {
        let got = apply(ONEIRI_SET, ONEIRI_IRI, component, b"a:b", Some(b"c"));
        assert_eq!(got, Err(Refused::Misuse), "{component}");
    }
}

#[test]
fn a_missing_second_text_is_misuse() {
    for operation in [ONEIRI_RESOLVE, ONEIRI_RELATIVIZE, ONEIRI_EXPLAIN] {
        assert_eq!(apply(operation, ONEIRI_IRI, 0, b"a:b", None), Err(Refused::Misuse));
    }
}

/// The empty text is not a missing one.
#[test]
fn an_empty_component_is_not_an_absent_one() {
    let set = |value| apply_text(ONEIRI_SET, ONEIRI_URI, ONEIRI_QUERY, "a:b?c", value);
    assert_eq!(set(Some("")).as_deref(), Ok("a:b?"));
    assert_eq!(set(None).as_deref(), Ok("a:b"));
}

#[test]
fn ranges_beyond_the_text_are_misuse() {
    let parts = split("a:é".as_bytes());
    for (start, end) in [(0, 5), (2, 3), (3, 2), (usize::MAX, 0), (0, usize::MAX), (9, 9)] {
        let wrong = oneiri_parts { path: oneiri_range { start, end }, ..parts };
        assert_eq!(build(ONEIRI_IRI, "a:é", &wrong), Err(Refused::Misuse), "{start} to {end}");
    }
    // SAFETY: the text is a literal; the missing ranges are what the test is about.
    let status = unsafe { oneiri_build(ONEIRI_IRI, c"a:b".as_ptr(), 3, null(), null_mut(), 0, null_mut(), null_mut()) };
    assert_eq!(status, ONEIRI_MISUSE);
}

/// The offset and the octet of bytes that are not UTF-8, and the text that has them.
#[test]
fn bytes_that_are_not_utf8_are_invalid() {
    let broken: [(&[u8], usize, usize, u8); 5] = [
        (b"a:\xFF", 2, 3, 0xFF),
        (b"a:\xC3(", 2, 3, 0xC3),
        (b"a:\xE2\x82", 2, 4, 0xE2),
        (b"a:\xED\xA0\x80", 2, 3, 0xED),
        (b"\x80", 0, 1, 0x80),
    ];
    for (bytes, start, end, found) in broken {
        let kind = ONEIRI_KIND_UTF8;
        let expected =
            |argument| oneiri_error { start, end, kind, component: ONEIRI_TEXT, found: found.into(), argument };
        for grammar in GRAMMARS {
            assert_eq!(parse(grammar, bytes).unwrap_err().error(), Some(expected(0)));
            for operation in ONEIRI_CHECK..=ONEIRI_WHATWG_HREF {
                let done = apply(operation, grammar, ONEIRI_SCHEME, bytes, Some(b"a:b"));
                if operation == ONEIRI_ENCODE {
                    assert!(done.is_ok(), "any bytes can be escaped");
                    continue;
                }
                let Err(Refused::Invalid { error, sentence }) = done else { panic!("{operation}") };
                assert_eq!(error, expected(0));
                assert!(sentence.contains(&format!("0x{found:02X}")), "{sentence}");
                let second = apply(operation, grammar, ONEIRI_SCHEME, b"a:b", Some(bytes));
                if ![ONEIRI_DECODE, ONEIRI_DECODE_TEXT].contains(&operation) {
                    assert_eq!(second.unwrap_err().error(), Some(expected(1)), "{operation}");
                }
            }
            assert_eq!(compare(grammar, b"a:b", bytes).unwrap_err().error(), Some(expected(1)));
            assert_eq!(compare(grammar, bytes, b"a:b").unwrap_err().error(), Some(expected(0)));
            assert_eq!(equivalent(grammar, 0, bytes, bytes).unwrap_err().error(), Some(expected(0)));
            let built = oneiri_build_bytes(grammar, bytes);
            assert_eq!(built, (ONEIRI_INVALID, expected(0)));
        }
        // It splits all the same.
        assert_eq!(split(bytes).path.end, bytes.len());
    }
    let parts = split(b"\xFF://\xFE?\xFD");
    assert_eq!([parts.path.start, parts.query.start, parts.query.end], [5, 6, 7]);
    assert_eq!(parts.host, oneiri_range { start: 4, end: 5 });
}

fn oneiri_build_bytes(grammar: i32, bytes: &[u8]) -> (i32, oneiri_error) {
    let mut error = NO_ERROR;
    let (text, length) = (bytes.as_ptr().cast(), bytes.len());
    let parts = split(b"a:b");
    // SAFETY: the text is a slice, the parts and the error are variables, and there is no buffer.
    let status = unsafe { oneiri_build(grammar, text, length, &parts, null_mut(), 0, null_mut(), &mut error) };
    (status, error)
}

/// A NUL ends no text. It is a character that no grammar allows.
#[test]
fn a_nul_is_a_character() {
    let error = parse(ONEIRI_IRI, b"a:b\0c").unwrap_err().error().unwrap();
    assert_eq!((error.start, error.end, error.found), (3, 4, 0));
    assert_eq!(split(b"a:b\0c?d").query, oneiri_range { start: 6, end: 7 });
    assert_eq!(apply(ONEIRI_DECODE, 0, 0, b"%00a%00", None).unwrap(), b"\0a\0");
    assert_eq!(apply(ONEIRI_ENCODE, 0, 0, b"\0a", None).unwrap(), b"%00a");
    assert_eq!(apply(ONEIRI_LENIENT, ONEIRI_URI, 0, b"a:b\0", None).unwrap(), b"a:b%00");
}

/// The buffer may be the text itself, or begin within it.
#[test]
fn the_buffer_may_overlap_the_text() {
    let text = b"HTTP://EXAMPLE.org/%7Ea/../b%2fc";
    let expected = apply(ONEIRI_NORMALIZE, ONEIRI_URI, ONEIRI_RUNG_PATH, text, None).unwrap();
    let decoded = apply(ONEIRI_DECODE, 0, 0, text, None).unwrap();
    for shift in 0..=text.len() {
        for (operation, expected) in [(ONEIRI_NORMALIZE, &expected), (ONEIRI_DECODE, &decoded)] {
            let mut memory = [0; 128];
            memory[..text.len()].copy_from_slice(text);
            let mut length = 0;
            let start = memory.as_mut_ptr();
            // SAFETY: text and buffer both lie in `memory`, to which nothing else refers during the call.
            let status = unsafe {
                oneiri_apply(
                    operation,
                    ONEIRI_URI,
                    ONEIRI_RUNG_PATH,
                    start.cast(),
                    text.len(),
                    null(),
                    0,
                    start.add(shift).cast(),
                    64,
                    &mut length,
                    null_mut(),
                )
            };
            assert_eq!(status, ONEIRI_OK);
            assert_eq!(memory[shift..shift + length], expected[..], "{operation} at {shift}");
        }
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    // SAFETY: the function returns a text that ends with a NUL and lives as long as the program.
    let version = unsafe { CStr::from_ptr(oneiri_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
}
