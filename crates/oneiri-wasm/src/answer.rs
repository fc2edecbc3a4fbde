//! The answer of a call: numbers, and the texts that they divide. `reader` in `bindings/js/src/answer.js` cuts the
//! texts again, and `NONE` in `engine.js` and `policy.js` is the greatest number, so these change with this file.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::Unit;

/// An answer with several parts. All texts stand one after the other in `text`, and `numbers` has the end of each of
/// them, in UTF-16 code units, between the numbers of the answer. So the caller decodes one text, and cuts it.
#[derive(Default, Debug)]
pub struct Answer {
    /// The numbers, and the ends of the texts.
    pub numbers: Vec<u32>,
    /// The texts.
    pub text: String,
    units: usize,
}

impl Answer {
    pub(crate) fn number(&mut self, number: usize) {
        self.numbers.push(narrow(number));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
        self.units += Unit::Utf16.length(text);
        self.number(self.units);
    }

    /// A range of the bytes of a text, as UTF-16 offsets.
    pub(crate) fn range(&mut self, text: &mut Counter<'_>, range: Range<usize>) {
        self.number(text.unit_at(range.start));
        self.number(text.unit_at(range.end));
    }
}

/// Counts the UTF-16 code units before bytes of a text. Each call goes on from the byte of the last one, so that many
/// places, from left to right, take linear time.
pub(crate) struct Counter<'a> {
    text: &'a str,
    byte: usize,
    unit: usize,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, byte: 0, unit: 0 }
    }

    fn unit_at(&mut self, byte: usize) -> usize {
        let counted = if self.byte <= byte {
            self.text.get(self.byte..byte).map(|more| self.unit + Unit::Utf16.length(more))
        } else {
            self.text.get(byte..self.byte).map(|less| self.unit - Unit::Utf16.length(less))
        };
        (self.byte, self.unit) = (byte, counted.unwrap_or_else(|| Unit::Utf16.offset(self.text, byte)));
        self.unit
    }
}

/// A number of the interface. No text is longer than memory, which has addresses of 32 bits; `u32::MAX` stands for
/// "none".
pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
