//! Why a call has no result.

use core::fmt::Display;
use core::ops::Range;

use oneiri::{Error, Unit};

/// Why a call has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop<'a> {
    /// A text of the call is invalid.
    Refused(Refusal<'a>),
    /// The call has no second text, or settings that the operation does not take.
    Misuse,
}

/// A text of a call that is invalid, with its error.
///
/// ```
/// use oneiri::Unit;
/// use oneiri_operations::{Call, Grammar, Operation, Settings, Stop};
///
/// let (operation, grammar, first) = (Operation::Check, Grammar::Iri, "http://é/a b");
/// let call = Call { operation, grammar, first, second: None, settings: Settings::default() };
/// let Err(Stop::Refused(refusal)) = call.run(|_| ()) else { panic!("a space is not allowed") };
/// assert_eq!((refusal.range(Unit::Byte), refusal.range(Unit::Utf16)), (11..12, 10..11));
/// assert!(refusal.message(Unit::Utf16).to_string().starts_with("invalid IRI: path, index 10: "));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal<'a> {
    /// The text that the error is about.
    pub text: &'a str,
    /// The place of the text in the call: 0 for the first, and 1 for the second.
    pub argument: usize,
    /// What is wrong, with offsets in bytes of the text.
    pub error: Error,
}

impl Refusal<'_> {
    /// The part of the text that is wrong.
    #[must_use]
    pub fn range(&self, unit: Unit) -> Range<usize> {
        let [start, end] = [self.error.start(), self.error.end()].map(|byte| unit.offset(self.text, byte));
        start..end
    }

    /// The message for people.
    pub fn message(&self, unit: Unit) -> impl Display + use<> {
        self.error.display_in(unit, self.text)
    }
}
