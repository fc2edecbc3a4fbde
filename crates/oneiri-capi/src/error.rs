//! The error of an invalid text: `oneiri_error` as C sees it, and `Fault`, of which the functions of this crate make it.
//!
//! The fields of `oneiri_error`, their order and their types are frozen, because programs have them compiled in
//! (`tests/it/numbers.rs` holds the layout, and `bindings/scheme/src/calls.scm` reads it by offsets). Its comments
//! become those of `include/oneiri.h`, as `README.md` says. A new kind of fault becomes a variant of `Fault`.

use core::str::Utf8Error;

use oneiri::Error;

use crate::numbers::*;

/// Why a text is invalid: the position, the component, the rule and the character that was found.
#[repr(C)]
#[allow(non_camel_case_types, reason = "a name of C")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct oneiri_error {
    /// The offset of the first byte of the fault in the text that `argument` names, or, if that is a component which
    /// `ONEIRI_SET` or `oneiri_build` was given, in the component.
    pub start: usize,
    /// The offset after the last byte of the fault; equal to `start` where something is missing.
    pub end: usize,
    /// The rule: one of `ONEIRI_KIND_...`.
    pub kind: i32,
    /// The component: one of `ONEIRI_TEXT` to `ONEIRI_FRAGMENT`.
    pub component: i32,
    /// The character that was found instead, as a Unicode code point, or the octet if the text is not UTF-8;
    /// `ONEIRI_END` if no character is meant.
    pub found: u32,
    /// The text that is invalid: 0 for the first text of the call, 1 for the second, or for the template of the call.
    pub argument: i32,
}

/// Why a text of the caller is invalid.
pub(crate) enum Fault {
    /// It breaks a rule of the grammar.
    Grammar { error: Error, argument: i32 },
    /// It is not UTF-8.
    Utf8 { start: usize, end: usize, found: u8, argument: i32 },
    /// It breaks a rule of another grammar.
    #[cfg(any(feature = "policy", feature = "template", feature = "whatwg"))]
    Other { error: oneiri_error, sentence: String },
}

impl Fault {
    pub(crate) const fn first(error: Error) -> Self {
        Self::Grammar { error, argument: 0 }
    }

    pub(crate) const fn second(error: Error) -> Self {
        Self::Grammar { error, argument: 1 }
    }

    /// The fault of a text of an operation.
    pub(crate) fn of(refusal: &oneiri_operations::Refusal<'_>) -> Self {
        if refusal.argument == 0 { Self::first(refusal.error) } else { Self::second(refusal.error) }
    }

    /// A fault of the text `argument` that another crate explains.
    #[cfg(any(feature = "policy", feature = "template", feature = "whatwg"))]
    pub(crate) fn other(argument: i32, range: core::ops::Range<usize>, found: Option<char>, sentence: String) -> Self {
        let error = oneiri_error {
            start: range.start,
            end: range.end,
            kind: ONEIRI_KIND_OTHER,
            component: ONEIRI_TEXT,
            found: found.map_or(ONEIRI_END, u32::from),
            argument,
        };
        Self::Other { error, sentence }
    }

    pub(crate) fn not_utf8(error: &Utf8Error, bytes: &[u8], argument: i32) -> Self {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |length| start + length);
        Self::Utf8 { start, end, found: bytes.get(start).copied().unwrap_or_default(), argument }
    }

    pub(crate) fn error(&self) -> oneiri_error {
        match *self {
            Self::Grammar { error, argument } => oneiri_error {
                start: error.start(),
                end: error.end(),
                kind: number_of_kind(error.kind()),
                component: number_of_component(error.component()),
                found: error.found().map_or(ONEIRI_END, u32::from),
                argument,
            },
            Self::Utf8 { start, end, found, argument } => oneiri_error {
                start,
                end,
                kind: ONEIRI_KIND_UTF8,
                component: ONEIRI_TEXT,
                found: found.into(),
                argument,
            },
            #[cfg(any(feature = "policy", feature = "template", feature = "whatwg"))]
            Self::Other { error, .. } => error,
        }
    }

    /// The sentence for people.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Grammar { error, .. } => error.to_string(),
            Self::Utf8 { start, found, .. } => format!(
                "invalid text, byte {start}: expected UTF-8, found the octet 0x{found:02X} (RFC 3629 section 3)"
            ),
            #[cfg(any(feature = "policy", feature = "template", feature = "whatwg"))]
            Self::Other { sentence, .. } => sentence.clone(),
        }
    }
}
