//! What a place in a text is counted in.

use core::fmt;

/// What the places of a message are counted in: bytes as in Rust, C and Go, characters as in Python and SQL, or
/// UTF-16 code units as in JavaScript, Java and C#.
///
/// ```
/// use oneiri::Unit;
///
/// assert_eq!(Unit::Byte.offset("é🙂/", 6), 6);
/// assert_eq!(Unit::Char.offset("é🙂/", 6), 2);
/// assert_eq!(Unit::Utf16.offset("é🙂/", 6), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Bytes of UTF-8.
    Byte,
    /// Characters, that is, Unicode scalar values.
    Char,
    /// UTF-16 code units.
    Utf16,
}

impl Unit {
    /// The number of these units before a byte of the text. If the byte is beyond the text or within a character,
    /// the number is that of the whole text.
    #[must_use]
    pub fn offset(self, text: &str, byte: usize) -> usize {
        match self {
            Self::Byte => byte,
            _ => self.length(text.get(..byte).unwrap_or(text)),
        }
    }

    /// The length of a text in these units.
    #[must_use]
    pub fn length(self, text: &str) -> usize {
        match self {
            _ if text.is_ascii() => text.len(),
            Self::Byte => text.len(),
            Self::Char => text.chars().count(),
            Self::Utf16 => text.encode_utf16().count(),
        }
    }

    /// A byte of the text as a place in these units.
    ///
    /// ```
    /// use oneiri::Unit;
    ///
    /// assert_eq!(Unit::Char.place("é b", 3).to_string(), "character 2");
    /// assert_eq!(Unit::Utf16.place("é b", 3).to_string(), "index 2");
    /// ```
    #[must_use]
    pub fn place(self, text: &str, byte: usize) -> Place {
        let offset = self.offset(text, byte);
        let word = match self {
            // The same number, so messages about ASCII are the same in Rust and in Python.
            Self::Char if offset != byte => "character",
            Self::Byte | Self::Char => "byte",
            Self::Utf16 => "index",
        };
        Place { word, offset }
    }
}

/// A place in a text, for a message: a word for the [`Unit`], and how many of them are before the place.
///
/// The word is "byte", "character" or "index". A place that is counted in characters is called a byte if as many
/// bytes as characters are before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub(super) word: &'static str,
    pub(super) offset: usize,
}

impl Place {
    /// The number of units before the place.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.offset)
    }
}
