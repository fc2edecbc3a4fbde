//! URI Templates for C: they are compiled once, expanded with values, and matched. Programs that were compiled with an
//! older `oneiri.h` run with this library, so the signatures are frozen, and so are the JSON of values and of matches
//! and what `argument` of an error means. The comments of public items become those of the header, so after any change
//! to them write `include/oneiri.h` again, as `README.md` says.

use core::ffi::c_char;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use ::oneiri_template::{ExpandError, Matcher, MatcherError, Template, Value};

use crate::boundary::Output;
use crate::error::{Fault, oneiri_error};
use crate::owned::{compile, free, handle, made};
use crate::status::guard;

/// A URI Template (RFC 6570). `oneiri_template_compile` makes it, and `oneiri_template_free` frees it.
#[allow(non_camel_case_types, reason = "a name of C")]
#[derive(Debug)]
pub struct oneiri_template {
    template: Template,
    /// Made by the first match: an ambiguous template has none, and can be expanded.
    matcher: OnceLock<Result<Matcher, MatcherError>>,
}

/// Compiles a URI Template.
///
/// For `ONEIRI_OK`, `compiled` gets the template, which the caller frees with `oneiri_template_free`, and the result
/// is empty. For `ONEIRI_INVALID`, `compiled` is unchanged, `error` has the place of the fault in the text, and the
/// result is a sentence that says what is wrong. `buffer`, `result_length` and `error` are those of `oneiri_apply`. If
/// `compiled` is null, the text is only checked.
///
/// # Safety
///
/// `text` points to `length` bytes; `capacity` bytes can be written to `buffer`; `compiled`, `result_length` and
/// `error` are null, or point to memory that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_template_compile(
    text: *const c_char,
    length: usize,
    compiled: *mut *mut oneiri_template,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    let make = |text: &str| match Template::parse(text) {
        Ok(template) => Ok(oneiri_template { template, matcher: OnceLock::new() }),
        Err(error) => Err(at(error.start(), error.found(), error.to_string())),
    };
    // SAFETY: the caller makes the same promises.
    guard(|| unsafe {
        let output = Output::new(buffer, capacity, result_length, error)?;
        compile(&output, text, length, compiled, make)
    })
}

/// Frees a template. A null pointer is allowed.
///
/// # Safety
///
/// `compiled` is null, or was written by `oneiri_template_compile` and not freed yet. No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_template_free(compiled: *mut oneiri_template) {
    // SAFETY: the caller makes the same promise.
    unsafe { free(compiled) };
}

/// Expands a template (RFC 6570 section 3).
///
/// `values` is a JSON object with a member for each variable that has a value: a text, a number, a truth value, or a
/// list or an object of them; null is no value. `buffer`, `result_length` and `error` are those of `oneiri_apply`. For
/// `ONEIRI_INVALID`, the `argument` of the error is 0 if the values are not such an object, and 1 if the template
/// cannot be expanded with them.
///
/// # Safety
///
/// `compiled` was written by `oneiri_template_compile` and is not freed during the call; `values` points to `length`
/// bytes; `capacity` bytes can be written to `buffer`; `result_length` and `error` are null, or point to memory that
/// can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_template_expand(
    compiled: *const oneiri_template,
    values: *const c_char,
    length: usize,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    // SAFETY: the caller makes the same promises.
    guard(|| unsafe {
        let template = &handle(compiled)?.template;
        let output = Output::new(buffer, capacity, result_length, error)?;
        output.write(made(&output, values, length, |values| expand(template, values))?.as_bytes())
    })
}

fn expand(template: &Template, json: &str) -> Result<String, Fault> {
    let values: BTreeMap<String, Value<'static>> = serde_json::from_str(json).map_err(|error| {
        // The number of the line, from 1, and the number of bytes of it that were read.
        let lines = json.split_inclusive('\n').take(error.line().saturating_sub(1));
        let start = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        Fault::other(0, start..start, None, format!("values: {error}"))
    })?;
    template.expand(&values).map_err(|error| {
        let range = match &error {
            ExpandError::Prefix { range, .. } => range.clone(),
            _ => 0..template.as_str().len(),
        };
        Fault::other(1, range, None, error.to_string())
    })
}

/// Matches a text: the reverse of expansion.
///
/// The result is a JSON object with a member for each variable that has a value: a text, a list of texts or an object
/// of texts, decoded. `buffer`, `result_length` and `error` are those of `oneiri_apply`. For `ONEIRI_INVALID`, the
/// `argument` of the error is 0 if no values expand to the text, and 1 if the template cannot be matched: it is
/// ambiguous, or an escape in it is not that of a whole character.
///
/// # Safety
///
/// As for `oneiri_template_expand`; `text` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_template_match(
    compiled: *const oneiri_template,
    text: *const c_char,
    length: usize,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    // SAFETY: the caller makes the same promises.
    guard(|| unsafe {
        let compiled = handle(compiled)?;
        let output = Output::new(buffer, capacity, result_length, error)?;
        output.write(made(&output, text, length, |text| matched(compiled, text))?.as_bytes())
    })
}

fn matched(compiled: &oneiri_template, text: &str) -> Result<String, Fault> {
    let oneiri_template { template, matcher } = compiled;
    let matcher = matcher
        .get_or_init(|| template.matcher())
        .as_ref()
        .map_err(|error| Fault::other(1, 0..template.as_str().len(), None, error.to_string()))?;
    let found = matcher.matches(text);
    let found = found.map_err(|error| at(error.start(), error.found(), error.to_string()))?;
    serde_json::to_string(&found).map_err(|error| at(0, None, error.to_string()))
}

/// A fault of the first text, at a character or at the end.
fn at(start: usize, found: Option<char>, sentence: String) -> Fault {
    Fault::other(0, start..start + found.map_or(0, char::len_utf8), found, sentence)
}
