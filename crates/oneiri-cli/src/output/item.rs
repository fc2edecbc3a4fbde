//! One input with its place, which answers and refusals refer to.

use std::ffi::OsStr;
use std::ops::Range;

use oneiri::{HasScheme, Ri, Unicode};

use crate::output::cell::{Cell, Notation};
use crate::output::fault::Fault;
use crate::output::spelling::{self, Escapes};

/// One input: a line of a file, an identifier in a record, or an argument. The bytes lie in the
/// reader's buffer.
pub(crate) struct Item<'a> {
    /// The file's name as messages show it, or `argument`.
    pub(crate) file: &'a str,
    /// The index of the file among all files, and whether there are several. JSON names the file
    /// only if there are several.
    pub(crate) file_index: usize,
    pub(crate) several: bool,
    /// The number of the line, of the record or of the argument, from 1.
    pub(crate) number: u64,
    /// The input, which is the identifier.
    pub(crate) bytes: &'a [u8],
    /// How many bytes were trimmed before the input, or stand before an IRI in its line.
    pub(crate) offset: usize,
    /// The line or the record that the input stands in, without its terminator.
    pub(crate) record: &'a [u8],
    /// LF, or CR and LF; empty for an argument and for a last line without a terminator.
    pub(crate) terminator: &'a [u8],
    /// The place of the input in its record. `None` if it is all of a line.
    pub(crate) cell: Option<&'a Cell<'a>>,
}

impl<'a> Item<'a> {
    pub(crate) fn argument(number: u64, argument: &'a OsStr) -> Self {
        // On Unix these are the bytes as given. On other systems an argument that is not Unicode
        // gives bytes that are not UTF-8.
        let bytes = argument.as_encoded_bytes();
        Self::line(("argument", 0, false), number, bytes, b"")
    }

    /// A line: of the file with this name and this index, which may be one of several.
    pub(crate) fn line(
        (file, file_index, several): (&'a str, usize, bool),
        number: u64,
        bytes: &'a [u8],
        terminator: &'a [u8],
    ) -> Self {
        let (offset, record, cell) = (0, bytes, None);
        Self { file, file_index, several, number, bytes, offset, record, terminator, cell }
    }

    /// The same input without white space of ASCII before and behind it.
    pub(crate) fn trimmed(self) -> Self {
        let rest = self.bytes.trim_ascii_start();
        let offset = self.offset + self.bytes.len() - rest.len();
        Self { bytes: rest.trim_ascii_end(), offset, ..self }
    }

    /// The input as text. An input that is not UTF-8 is refused, and so are a broken record, and a
    /// relative reference in a format that has none.
    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        if let Some(fault) = self.cell.and_then(|cell| cell.broken) {
            return Err(fault.clone());
        }
        let text = utf8(self.bytes)?;
        if self.is_iri() && !has_scheme(text.as_bytes()) {
            // This parser refuses it, because it has no scheme.
            Ri::<&str, Unicode, HasScheme>::parse(text)?;
        }
        Ok(text)
    }

    /// Whether there is no input, but a record to copy.
    pub(crate) fn is_gap(&self) -> bool {
        self.is(Notation::None)
    }

    /// Whether the input is an IRI of a statement that allows no relative reference.
    fn is_iri(&self) -> bool {
        self.is(Notation::Iri)
    }

    /// Whether messages count the bytes of the line in which the input stands, and not those of the
    /// input.
    pub(crate) fn counts_in_line(&self) -> bool {
        self.is_iri() || self.is(Notation::Reference) || self.is(Notation::Other)
    }

    fn is(&self, notation: Notation) -> bool {
        self.cell.is_some_and(|cell| cell.notation == notation)
    }

    /// The bytes of the line for bytes of the input, in formats whose messages count in lines; in
    /// others, the bytes of the untrimmed input.
    pub(crate) fn in_line(&self, range: Range<usize>) -> Range<usize> {
        let whole = self.cell.filter(|it| it.broken.is_none() && it.notation == Notation::Other);
        if let Some(cell) = whole {
            return self.offset..self.offset + cell.range.len();
        }
        let raw = self.cell.filter(|cell| self.counts_in_line() && cell.broken.is_none());
        let raw = raw.and_then(|cell| self.record.get(cell.range.clone()));
        let raw = raw.and_then(|raw| std::str::from_utf8(raw).ok());
        let place = |at| raw.map_or(at, |raw| spelling::place(raw, Escapes::Iri, at));
        self.offset + place(range.start)..self.offset + place(range.end)
    }

    /// How many code points stand before a byte of the line, if messages count in lines.
    pub(crate) fn code_points(&self, at: usize) -> Option<usize> {
        let cell = self.cell.filter(|_| self.counts_in_line())?;
        // The record may begin in the middle of the line.
        let start = cell.range.start.saturating_sub(self.offset);
        let before = self.offset.saturating_sub(cell.range.start);
        let text = self.record.get(start..start + at.saturating_sub(before))?;
        Some(before + String::from_utf8_lossy(text).chars().count())
    }
}

/// Whether a text begins with a scheme and its colon (RFC 3986 section 3.1).
pub(crate) fn has_scheme(text: &[u8]) -> bool {
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text.iter().position(|byte| !is_inner(byte));
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && end.is_some_and(|end| text.get(end) == Some(&b':'))
}

pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| start + len);
        let found = bytes[start];
        Fault::plain(start, end, format!("expected UTF-8, found the byte 0x{found:02X}"))
    })
}
