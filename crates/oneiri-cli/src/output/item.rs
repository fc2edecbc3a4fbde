//! One input with its place, which answers and refusals refer to.

use std::ffi::OsStr;

use crate::output::fault::Fault;

/// One input: a line of a file, or an argument. The bytes lie in the reader's buffer.
pub(crate) struct Item<'a> {
    /// The file's name as messages show it, or `argument`.
    pub(crate) file: &'a str,
    /// The index of the file among all files, and whether there are several. JSON names the file
    /// only if there are several.
    pub(crate) file_index: usize,
    pub(crate) several: bool,
    /// The line number, or the number of the argument, from 1.
    pub(crate) number: u64,
    /// The input without its line terminator.
    pub(crate) bytes: &'a [u8],
    /// `
    ///
    /// ` or `\r
    ///
    /// `; empty for an argument and for a last line without a terminator.
    pub(crate) terminator: &'a [u8],
}

impl<'a> Item<'a> {
    pub(crate) fn argument(number: u64, argument: &'a OsStr) -> Self {
        // On Unix these are the bytes as given. On other systems an argument that is not Unicode
        // gives bytes that are not UTF-8.
        let bytes = argument.as_encoded_bytes();
        Self { file: "argument", file_index: 0, several: false, number, bytes, terminator: b"" }
    }

    /// The input as text. An input that is not UTF-8 is refused.
    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        utf8(self.bytes)
    }
}

pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| start + len);
        let found = bytes[start];
        Fault::plain(start, end, format!("expected UTF-8, found the byte 0x{found:02X}"))
    })
}
