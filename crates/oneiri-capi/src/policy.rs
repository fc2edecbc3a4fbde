//! Policies for C: which URLs a program may touch. Programs that were compiled with an older `oneiri.h` run with this
//! library, so the signatures here are frozen, and so is the line for a reason, because programs divide it at its tabs.
//! The comments of public items become those of the header, so after any change to them write `include/oneiri.h` again,
//! as `README.md` says.

use core::ffi::c_char;
use std::fmt::Write;
use std::net::IpAddr;

use ::oneiri_policy::{Base, Code, Decision, Denied, Policy, Reason};

use crate::boundary::{Output, bytes, optional, text as text_of};
use crate::error::{Fault, oneiri_error};
use crate::owned::{compile, free, handle};
use crate::status::{Failure, guard};

/// A compiled policy. `oneiri_policy_compile` makes it, and `oneiri_policy_free` frees it.
#[allow(non_camel_case_types, reason = "a name of C")]
#[derive(Debug)]
pub struct oneiri_policy(Policy);

/// Compiles a policy from a text of TOML.
///
/// The text `extends = "ssrf"` is the preset of that name; the others are `agent`, `redirect-uri`, `gateway` and
/// `open-redirect`. For `ONEIRI_OK`, `policy` gets the policy, which the caller frees with `oneiri_policy_free`, and
/// the result is empty. For `ONEIRI_INVALID`, `policy` is unchanged, `error` has the place of the fault in the text,
/// and the result is a sentence that says what is wrong. `buffer`, `result_length` and `error` are those of
/// `oneiri_apply`. If `policy` is null, the text is only checked.
///
/// # Safety
///
/// `text` points to `length` bytes; `capacity` bytes can be written to `buffer`; `policy`, `result_length` and `error`
/// are null, or point to memory that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_policy_compile(
    text: *const c_char,
    length: usize,
    policy: *mut *mut oneiri_policy,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    let make = |text: &str| {
        let compiled = Policy::compile(text).map(oneiri_policy);
        compiled.map_err(|error| Fault::other(0, error.range().unwrap_or(0..text.len()), None, error.to_string()))
    };
    // SAFETY: the caller makes the same promises.
    guard(|| unsafe {
        let output = Output::new(buffer, capacity, result_length, error)?;
        compile(&output, text, length, policy, make)
    })
}

/// Frees a policy. A null pointer is allowed.
///
/// # Safety
///
/// `policy` is null, or was written by `oneiri_policy_compile` and not freed yet. No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_policy_free(policy: *mut oneiri_policy) {
    // SAFETY: the caller makes the same promise.
    unsafe { free(policy) };
}

/// Checks a text by a policy.
///
/// `ONEIRI_OK` means that the policy admits the text, and nothing else means this. The result is the canonical text:
/// forward that text, and not the one that was checked. For `ONEIRI_DENIED`, the result is a line for each reason,
/// `code TAB start TAB end TAB sentence`, with the bytes of the text that are meant; if the buffer is too short for
/// it, the buffer is unchanged. The text is resolved against `base` if that is not a null pointer. `buffer` and
/// `result_length` are those of `oneiri_apply`.
///
/// # Safety
///
/// `policy` was written by `oneiri_policy_compile` and is not freed during the call; `text` points to `length` bytes,
/// and `base` to `base_length` bytes; `capacity` bytes can be written to `buffer`; `result_length` is null, or points
/// to memory that can be written.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a text of C is a pointer and a length")]
pub unsafe extern "C" fn oneiri_policy_check(
    policy: *const oneiri_policy,
    text: *const c_char,
    length: usize,
    base: *const c_char,
    base_length: usize,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (policy, text, base, output) = unsafe {
            let output = Output::new(buffer, capacity, result_length, std::ptr::null_mut())?;
            (handle(policy)?, bytes(text, length)?, optional(base, base_length)?, output)
        };
        let (text, base) = (output.apart(text), base.map(|base| output.apart(base)));
        match check(&policy.0, &text, base.as_deref()) {
            Decision::Allow(checked) => output.write(checked.as_str().as_bytes()),
            Decision::Deny(denied) => {
                // As the sentence of an error: the length says how much it needs.
                let _ = output.write(lines(denied.reasons()).as_bytes());
                Err(Failure::Denied)
            }
        }
    })
}

/// A text that is not UTF-8 is read by no parser.
fn check<'t>(policy: &Policy, text: &'t [u8], base: Option<&[u8]>) -> Decision<'t> {
    let not_utf8 = |fault: Fault| {
        let error = fault.error();
        Decision::Deny(Denied::from(Reason::new(Code::NotUtf8, error.start..error.end, fault.sentence())))
    };
    let text = match text_of(text, 0) {
        Ok(text) => text,
        Err(fault) => return not_utf8(fault),
    };
    match base.map(|base| text_of(base, 1)) {
        None => policy.check(text),
        Some(Ok(base)) => match Base::compile(base) {
            Ok(base) => policy.check_with_base(text, &base),
            Err(error) => Decision::Deny(Denied::from(error)),
        },
        Some(Err(fault)) => not_utf8(fault),
    }
}

/// A line for each reason. A control of the text, which could end a line or a field, is a space.
fn lines(reasons: &[Reason]) -> String {
    let mut lines = String::new();
    for reason in reasons {
        let (code, range) = (reason.code.as_str(), &reason.range);
        let sentence = reason.sentence().to_string().replace(char::is_control, " ");
        // Writing to a String cannot fail.
        let _ = writeln!(lines, "{code}\t{}\t{}\t{sentence}", range.start, range.end);
    }
    lines
}

/// Tells whether a connection to an address may be made for a text.
///
/// Call it for the address that the name was resolved to, directly before the connection, and connect to that address:
/// the name may lead to another address the next time. `text` is a text that `oneiri_policy_check` wrote.
/// `address` points to the 4 bytes of an IPv4 address or the 16 bytes of an IPv6 address, in network order, such as a
/// `struct in_addr`. The status is `ONEIRI_OK` if the connection may be made, and `ONEIRI_DENIED` if not, or if the
/// policy does not admit the text without a base.
///
/// # Safety
///
/// As for `oneiri_policy_check`; `address` points to `address_length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_policy_admits(
    policy: *const oneiri_policy,
    text: *const c_char,
    length: usize,
    address: *const u8,
    address_length: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (policy, text, address) =
            unsafe { (handle(policy)?, bytes(text, length)?, bytes(address.cast(), address_length)?) };
        let address = match (<[u8; 4]>::try_from(address), <[u8; 16]>::try_from(address)) {
            (Ok(octets), _) => IpAddr::from(octets),
            (_, Ok(octets)) => IpAddr::from(octets),
            _ => return Err(Failure::Misuse),
        };
        let checked = check(&policy.0, text, None).allowed();
        if checked.is_some_and(|checked| checked.admits(address)) { Ok(()) } else { Err(Failure::Denied) }
    })
}
