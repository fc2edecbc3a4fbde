//! `oneiri_apply`: the one function for operations that write a text.
//!
//! The numbers of operations come from the table of `oneiri-operations`, and `call.rs` there does the work, so a new
//! operation needs no change here, unless it takes an option (`settings`) or bytes that are not UTF-8 (as the first two
//! do). The signature and all numbers are frozen, because programs have them compiled in; `tests/it/numbers.rs` holds
//! the numbers. `applied` has room for 32 operations, and the compiler refuses a greater number. The comment of the
//! function becomes that of `include/oneiri.h`, as `README.md` says.

use core::ffi::c_char;

use oneiri::percent::{self, SafeSet};
use oneiri::{Normalization, OnInvalid};
use oneiri_operations::{Answer, Call, Grammar, Operation, Part, Settings, Stop, TABLE};

use crate::boundary::{Output, bytes, optional};
use crate::error::{Fault, oneiri_error};
use crate::numbers::*;
use crate::operations::*;
use crate::report;
use crate::status::{Failure, guard};

/// The step of case (RFC 3986 section 6.2.2.1).
pub const ONEIRI_STEP_CASE: i32 = 1;
/// The step of escapes (section 6.2.2.2).
pub const ONEIRI_STEP_ESCAPE: i32 = 2;
/// The step of dot segments (section 6.2.2.3).
pub const ONEIRI_STEP_PATH: i32 = 4;

/// Added to the component of `ONEIRI_SET`: makes a value fit instead of rejecting it.
pub const ONEIRI_REPAIR: i32 = 256;

/// Applies an operation to a text and writes the result into a buffer.
///
/// `operation` is the number of an operation, such as `ONEIRI_NORMALIZE`. The comment of the number says what `other` and
/// `option` are. Where an operation has no second text, `other` is null and its length zero; where it has no option, `option` is zero.
/// `grammar` is the grammar of both texts, and of the result unless the operation says otherwise. Both texts are UTF-8,
/// but `ONEIRI_ENCODE` takes any bytes.
///
/// `result_length` is written for `ONEIRI_OK`, `ONEIRI_SHORT` and `ONEIRI_INVALID`. For `ONEIRI_SHORT` the buffer is
/// unchanged: call again with a buffer of at least that length. A buffer of no bytes may be null. For
/// `ONEIRI_INVALID`, `error` is written, and the result is a sentence for people that says what is wrong; if the
/// buffer is too short for the sentence, it is unchanged. The buffer may overlap the texts. `result_length` and
/// `error` may be null.
///
/// # Safety
///
/// `text` points to `length` bytes, and `other` to `other_length` bytes; `capacity` bytes can be written to `buffer`;
/// `result_length` and `error` are null, or point to memory that can be written.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a text of C is a pointer and a length")]
pub unsafe extern "C" fn oneiri_apply(
    operation: i32,
    grammar: i32,
    option: i32,
    text: *const c_char,
    length: usize,
    other: *const c_char,
    other_length: usize,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (first, other, output) = unsafe {
            (bytes(text, length)?, optional(other, other_length)?, Output::new(buffer, capacity, result_length, error)?)
        };
        let numbers = [operation, grammar, option];
        if output.overlaps(first) || other.is_some_and(|other| output.overlaps(other)) {
            return apply_to_copies(numbers, first.to_vec(), other.map(<[u8]>::to_vec), &output);
        }
        apply(numbers, first, other, &output)
    })
}

/// Applies an operation to copies of texts that the buffer overlaps: while a slice refers to memory, nothing may be written
/// there.
#[cold]
#[inline(never)]
fn apply_to_copies(numbers: [i32; 3], first: Vec<u8>, other: Option<Vec<u8>>, output: &Output) -> Result<(), Failure> {
    apply(numbers, &first, other.as_deref(), output)
}

#[inline(always)]
fn apply(
    [operation, grammar, option]: [i32; 3],
    first: &[u8],
    other: Option<&[u8]>,
    output: &Output,
) -> Result<(), Failure> {
    if let ONEIRI_ENCODE | ONEIRI_DECODE | ONEIRI_WHATWG_HREF = operation {
        return by_function(operation, first, other, output);
    }
    let text = output.text(first, 0)?;
    let other = other.map(|other| output.text(other, 1)).transpose()?;
    let mut call = Call {
        operation: applied(operation).ok_or(Failure::Misuse)?,
        grammar: match operation {
            // This operation reads its text by no grammar.
            ONEIRI_DECODE_TEXT => Grammar::default(),
            _ => Grammar::of_number(grammar).ok_or(Failure::Misuse)?,
        },
        first: text,
        second: other,
        settings: Settings::default(),
    };
    set_option(&mut call.settings, operation, option)?;
    let written = call.run(
        // As a part of each operation this knows which answer it gets, and a check takes 33 instructions less.
        #[inline(always)]
        |answer| match answer {
            Answer::Same => output.write(text.as_bytes()),
            Answer::Text(result) => output.write(result.as_bytes()),
            Answer::Valid => output.write(b""),
            Answer::Verdict(verdict) => output.write(report::explain(verdict).as_bytes()),
            Answer::Findings(findings) => output.write(report::lint(findings).as_bytes()),
            _ => Err(Failure::Misuse),
        },
    );
    written.map_err(|stop| match stop {
        Stop::Refused(refusal) => output.refuse(Fault::of(&refusal)),
        Stop::Misuse => Failure::Misuse,
    })?
}

/// The operations of `oneiri_apply` on bytes, and by the URL Standard. They are a function of their own because their tables
/// would make the frame of the others large.
#[inline(never)]
fn by_function(operation: i32, first: &[u8], other: Option<&[u8]>, output: &Output) -> Result<(), Failure> {
    if operation == ONEIRI_ENCODE {
        let encoded = SafeSet::with(other.unwrap_or_default(), |set| percent::encode_bytes(first, set));
        return output.write(encoded.as_bytes());
    }
    let text = output.text(first, 0)?;
    if operation == ONEIRI_DECODE {
        return output.write(&percent::decode(text));
    }
    #[cfg(feature = "whatwg")]
    if operation == ONEIRI_WHATWG_HREF {
        let other = other.map(|other| output.text(other, 1)).transpose()?;
        let url = href(text, other).map_err(|fault| output.refuse(fault))?;
        return output.write(url.href().as_bytes());
    }
    Err(Failure::Misuse)
}

/// The operation with a number, if `oneiri_apply` has it. The others have functions of their own, or are not in C.
#[inline(always)]
fn applied(number: i32) -> Option<Operation> {
    // A table of bytes, because the rows of `TABLE` are in no cache.
    const APPLIED: [Option<Operation>; 32] = {
        let (mut applied, mut at) = ([None; 32], 0);
        while at < TABLE.len() {
            if !TABLE[at].faces.c_comment.is_empty() {
                applied[TABLE[at].operation.number() as usize] = Some(TABLE[at].operation);
            }
            at += 1;
        }
        applied
    };
    *APPLIED.get(number as usize)?
}

/// Sets the option of an operation, which a number gives. The settings are not returned, because a copy of them would
/// take longer than some operations.
#[inline(always)]
fn set_option(settings: &mut Settings<'_>, operation: i32, option: i32) -> Result<(), Failure> {
    match operation {
        ONEIRI_NORMALIZE => settings.rung = rung_of_number(option).ok_or(Failure::Misuse)?,
        ONEIRI_NORMALIZE_STEPS => settings.steps = steps(option).ok_or(Failure::Misuse)?,
        ONEIRI_SET => {
            let repairs = option & ONEIRI_REPAIR != 0;
            settings.policy = if repairs { OnInvalid::Repair } else { OnInvalid::Refuse };
            settings.part = part_of_number(option & !ONEIRI_REPAIR);
        }
        _ => {}
    }
    Ok(())
}

/// The steps of a sum of `ONEIRI_STEP_...`.
fn steps(sum: i32) -> Option<Normalization> {
    let has = |step| sum & step != 0;
    let steps =
        Normalization::NONE.case(has(ONEIRI_STEP_CASE)).escape(has(ONEIRI_STEP_ESCAPE)).path(has(ONEIRI_STEP_PATH));
    let all = ONEIRI_STEP_CASE | ONEIRI_STEP_ESCAPE | ONEIRI_STEP_PATH;
    (sum & !all == 0).then_some(steps)
}

fn part_of_number(number: i32) -> Option<Part> {
    Some(match number {
        ONEIRI_SCHEME => Part::Scheme,
        ONEIRI_USERINFO => Part::Userinfo,
        ONEIRI_HOST => Part::Host,
        ONEIRI_PORT => Part::Port,
        ONEIRI_PATH => Part::Path,
        ONEIRI_QUERY => Part::Query,
        ONEIRI_FRAGMENT => Part::Fragment,
        ONEIRI_AUTHORITY => Part::Authority,
        _ => return None,
    })
}

/// The URL of a text, by the URL Standard.
#[cfg(feature = "whatwg")]
fn href(text: &str, base: Option<&str>) -> Result<oneiri_whatwg::Url, Fault> {
    use oneiri_whatwg::{Error, Url};
    let fault = |argument| move |error: Error| Fault::other(argument, error.range(), None, error.to_string());
    match base {
        None => Url::parse(text).map_err(fault(0)),
        Some(base) => {
            let base = Url::parse(base).map_err(fault(1))?;
            Url::parse_with_base(text, &base).map_err(fault(0))
        }
    }
}
