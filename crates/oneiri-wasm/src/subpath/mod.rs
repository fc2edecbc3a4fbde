//! The modules of the subpaths: `oneiri/whatwg`, `oneiri/template`, `oneiri/policy`, `oneiri/parsers` and `oneiri/redact`.
//!
//! Each has operations with a number. An operation takes texts, and perhaps the number of a value that the module
//! keeps; its answer is decoded in the order in which it is written, by the file of the subpath in `bindings/js/src`.
//! What `Stop::invalid` writes is read by `subpath.js` for all of them. Tests of the package run the modules
//! (`subpaths.test.js`). A new subpath needs what `lib.rs` says about features.

#[cfg(target_arch = "wasm32")]
mod boundary;
#[cfg(feature = "parsers")]
pub mod parsers;
#[cfg(feature = "policy")]
pub mod policy;
#[cfg(feature = "redact")]
pub mod redact;
#[cfg(feature = "template")]
pub mod template;
#[cfg(feature = "whatwg")]
pub mod whatwg;

use alloc::vec::Vec;
use core::ops::Range;

use crate::answer::{Answer, Counter};

/// What a call has: the number of the operation, that of a kept value, and texts.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The number of the operation.
    pub operation: u32,
    /// The number of a value that was kept; zero for operations without one.
    pub value: usize,
    /// The texts; one that is absent is `None`.
    pub texts: &'a [Option<&'a str>],
}

impl<'a> Call<'a> {
    /// The text with a number; empty if it is absent.
    pub fn text(&self, number: usize) -> &'a str {
        self.optional(number).unwrap_or_default()
    }

    /// The text with a number; `None` if it is absent.
    pub fn optional(&self, number: usize) -> Option<&'a str> {
        self.texts.get(number).copied().flatten()
    }
}

/// Why a call has no answer.
#[derive(Debug)]
pub enum Stop {
    /// A text is invalid: its number, start, end, rule and message.
    Invalid(Answer),
    /// A number of the call means nothing.
    Misuse,
}

impl Stop {
    /// The answer about an invalid text: its number, its range, the rule, and a message that counts UTF-16 code units.
    pub fn invalid(number: usize, text: &str, range: Range<usize>, kind: &str, message: &str) -> Self {
        let mut answer = Answer::default();
        answer.number(number);
        answer.range(&mut Counter::new(text), range);
        answer.text(kind);
        answer.text(message);
        Self::Invalid(answer)
    }
}

/// The values that a module keeps between calls, by number.
#[derive(Debug)]
pub struct Kept<T> {
    values: Vec<Option<T>>,
    /// The numbers of the values that were dropped.
    dropped: Vec<usize>,
}

impl<T> Kept<T> {
    /// No values.
    pub const fn new() -> Self {
        Self { values: Vec::new(), dropped: Vec::new() }
    }

    /// Keeps a value, and returns its number. The time does not depend on how many values there are.
    pub fn keep(&mut self, value: T) -> usize {
        if let Some(number) = self.dropped.pop() {
            self.values[number] = Some(value);
            return number;
        }
        self.values.push(Some(value));
        self.values.len() - 1
    }

    /// The value with a number.
    ///
    /// # Errors
    ///
    /// There is no such value.
    pub fn get(&mut self, number: usize) -> Result<&mut T, Stop> {
        self.values.get_mut(number).and_then(Option::as_mut).ok_or(Stop::Misuse)
    }

    /// Drops a value. Its number may become that of another one.
    pub fn free(&mut self, number: usize) {
        if self.values.get_mut(number).and_then(Option::take).is_some() {
            self.dropped.push(number);
        }
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self::new()
    }
}
