//! An item of the input, with its place.

use std::ffi::OsStr;

use crate::output::fault::Fault;

/// One line (or argument), as it lies in the read buffer.
pub(crate) struct Item<'a> {
    /// The file's name as messages show it, or `argument`.
    pub(crate) file: &'a str,
    /// Which file of how many; JSON names the file where there are several.
    pub(crate) file_index: usize,
    pub(crate) several: bool,
    /// The line's number in its file, or the argument's ordinal; from 1.
    pub(crate) number: u64,
    /// The line without its terminator.
    pub(crate) bytes: &'a [u8],
    /// `\n`, `\r\n`, or nothing at the end of a file.
    pub(crate) terminator: &'a [u8],
}

impl<'a> Item<'a> {
    pub(crate) fn argument(number: u64, argument: &'a OsStr) -> Self {
        // On Unix these are the bytes as given; elsewhere what is no Unicode is no UTF-8 here.
        let bytes = argument.as_encoded_bytes();
        Self { file: "argument", file_index: 0, several: false, number, bytes, terminator: b"" }
    }

    /// The line as text.
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
