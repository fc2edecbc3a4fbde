//! Why a record or a document cannot be read, and where.

use std::fmt;
use std::ops::Range;

/// What was expected in a record, what was found, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The first byte of what was found. Bytes count in the text that [`Located::text`] shows.
    ///
    /// [`Located::text`]: crate::Located::text
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// What was expected and what was found.
    ///
    /// It may quote the document, so it is made safe before a terminal shows it.
    pub message: String,
    is_value: bool,
}

impl Error {
    /// A message quotes only the beginning of a long text.
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(500) {
            message.truncate(end);
            message.push('…');
        }
        Self { start: range.start, end: range.end, message, is_value: false }
    }

    pub(crate) fn of_value(self) -> Self {
        Self { is_value: true, ..self }
    }

    /// Whether the bytes are all of a value that is no text, such as a number, so that another value can take its place.
    #[must_use]
    pub fn is_value(&self) -> bool {
        self.is_value
    }

    /// How messages name a character that was found.
    ///
    /// ```
    /// assert_eq!(oneiri_documents::Error::found('\t'), "U+0009");
    /// ```
    #[must_use]
    pub fn found(c: char) -> String {
        match c {
            c if c == ' ' || c.is_ascii_graphic() => format!("'{c}'"),
            '\0' => "U+0000 (NUL, frequent in UTF-16)".to_owned(),
            '\u{FEFF}' => "U+FEFF, a byte order mark".to_owned(),
            c if c.is_alphanumeric() => format!("'{c}' (U+{:04X})", u32::from(c)),
            c => format!("U+{:04X}", u32::from(c)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The bytes as text.
///
/// # Errors
///
/// The place of the first byte that is not UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| start + len);
        let utf16 =
            if start == 0 && is_utf16(bytes) { ", which begins UTF-16 (convert the file to UTF-8 first)" } else { "" };
        let found = bytes[start];
        Error::new(start..end, format!("expected UTF-8, found the byte 0x{found:02X}{utf16}"))
    })
}

/// Whether bytes begin as UTF-16 does: with U+FEFF, the byte order mark.
pub(crate) fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF")
}

/// The beginning of a text for a message, because a header may have any length.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The message of an error of JSON, without the line and the column at its end.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    error.to_string().replace(&format!(" at line {} column {}", error.line(), error.column()), "")
}
