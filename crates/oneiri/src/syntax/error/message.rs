//! The message of an error. It is built in a constant buffer, so the compiler shows the same message for an
//! invalid literal that a program shows for invalid input.

use core::fmt;

use super::fault::Error;
use super::kind::ErrorKind;
use super::unit::{Place, Unit};

/// The buffer is long enough for the longest message; a longer one would be cut off.
const CAPACITY: usize = 320;

pub(crate) struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Message {
    /// `invalid IRI: path, byte 10: expected ..., found ' ' (RFC 3987 section 2.2, ipath)`
    pub(crate) const fn of(error: &Error) -> Self {
        Self::with(error, Some(Place { word: "byte", offset: error.start }))
    }

    /// The message with this place, or without a place.
    const fn with(error: &Error, place: Option<Place>) -> Self {
        let start = Self { bytes: [0; CAPACITY], length: 0 };
        let subject = match (error.grammar, error.component) {
            (Some(grammar), Some(component)) => {
                start.push("invalid ").push(grammar.name()).push(": ").push(component.name())
            }
            _ if matches!(error.kind, ErrorKind::PortRange) => start.push("invalid port"),
            _ => start.push("invalid percent-encoding"),
        };
        let subject = match place {
            Some(Place { word, offset }) => subject.push(", ").push(word).push(" ").push_number(offset, 10),
            None => subject,
        };
        subject
            .push(": expected ")
            .push(error.expected())
            .push(", found ")
            .push_what(error)
            .push(" (")
            .push(error.section())
            .push(")")
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    const fn push(self, text: &str) -> Self {
        self.push_bytes(text.as_bytes())
    }

    /// Appends a text if it fits.
    const fn push_bytes(mut self, text: &[u8]) -> Self {
        if text.len() > CAPACITY - self.length {
            return self;
        }
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.length + i] = text[i];
            i += 1;
        }
        self.length += text.len();
        self
    }

    const fn push_number(self, number: usize, base: usize) -> Self {
        let rest = if number >= base { self.push_number(number / base, base) } else { self };
        let digits = "0123456789ABCDEF".as_bytes();
        rest.push_bytes(&[digits[number % base]])
    }

    const fn push_what(self, error: &Error) -> Self {
        match error.kind {
            ErrorKind::Utf8 => self.push("others"),
            ErrorKind::PortRange => self.push("a larger number"),
            _ => self.push_found(error.found),
        }
    }

    /// Appends a character in a form that a person can read and that cannot disturb a terminal. Printable ASCII
    /// appears as itself, letters of common scripts appear with their code point, and for any other character only
    /// the code point appears.
    const fn push_found(self, found: Option<char>) -> Self {
        let Some(character) = found else { return self.push("the end") };
        if matches!(character, ' '..='~') {
            return self.push("'").push_bytes(&[character as u8]).push("'");
        }
        let code = character as u32 as usize;
        if !is_plain_letter(character) {
            return self.push_code_point(code);
        }
        let mut utf8 = [0; 4];
        let shown = character.encode_utf8(&mut utf8);
        self.push("'").push(shown).push("' (").push_code_point(code).push(")")
    }

    const fn push_code_point(mut self, code: usize) -> Self {
        self = self.push("U+");
        let mut least = 0x1000;
        while code < least && least > 1 {
            self = self.push("0");
            least >>= 4;
        }
        self.push_number(code, 16)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Message::of(self).as_str())
    }
}

impl core::error::Error for Error {}

impl Error {
    /// The message without the place, for a program that shows the place in its own way.
    ///
    /// ```
    /// let error = oneiri::Iri::parse("http://h:x/").unwrap_err();
    /// let reason = error.reason().to_string();
    /// assert!(reason.starts_with("invalid IRI: port: expected decimal digits"), "{reason}");
    /// assert!(reason.ends_with("found 'x' (RFC 3986 section 3.2.3)"), "{reason}");
    /// ```
    pub fn reason(&self) -> impl fmt::Display + use<> {
        Shown { error: *self, place: None }
    }

    /// The message with its place counted in another unit, for example in characters for Python. `text` is the
    /// text that the offsets of the error refer to.
    ///
    /// ```
    /// use oneiri::{IriRef, Unit};
    ///
    /// let error = IriRef::parse("é🙂 b").unwrap_err();
    /// let message = |unit| error.display_in(unit, "é🙂 b").to_string();
    /// assert_eq!(message(Unit::Byte), error.to_string());
    /// assert!(message(Unit::Char).starts_with("invalid IRI reference: path, character 2: expected "));
    /// assert!(message(Unit::Utf16).starts_with("invalid IRI reference: path, index 3: expected "));
    /// ```
    pub fn display_in(&self, unit: Unit, text: &str) -> impl fmt::Display + use<> {
        Shown { error: *self, place: Some(unit.place(text, self.start)) }
    }
}

/// An error whose message has this place, or none.
struct Shown {
    error: Error,
    place: Option<Place>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Message::with(&self.error, self.place).as_str())
    }
}

/// Whether the character is a letter that is written from left to right, needs no neighbor, and is one or two
/// columns wide.
const fn is_plain_letter(character: char) -> bool {
    matches!(character,
        '\u{C0}'..='\u{24F}' | '\u{391}'..='\u{3C9}' | '\u{400}'..='\u{481}'
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}')
}
