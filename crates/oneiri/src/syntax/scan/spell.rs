//! Percent-encoding: every byte is written as it is or as an escape.
#![allow(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::syntax::grammar::{Class, escape};

/// How each byte is written: as it is, or as an escape. The fourth byte of an entry is the length of the
/// spelling, 1 or 3, and the bytes before it are the spelling, filled up with zeros. All spellings are ASCII.
#[derive(Clone, Debug)]
pub struct Spelling([[u8; 4]; 256]);

impl Spelling {
    /// Writes the characters of `kept` as they are, and all other bytes as escapes.
    pub const fn keeping(kept: Class) -> Self {
        let mut spelled = [[0; 4]; 256];
        let mut byte = 0;
        while byte < 256 {
            let [percent, high, low] = escape(byte as u8);
            // A class contains ASCII characters alone.
            let keep = kept.has(byte as u8);
            spelled[byte] = if keep { [byte as u8, 0, 0, 1] } else { [percent, high, low, 3] };
            byte += 1;
        }
        Self(spelled)
    }

    /// Writes an ASCII character as it is from now on.
    pub(crate) const fn keep(&mut self, byte: u8) {
        if byte.is_ascii() {
            self.0[byte as usize] = [byte, 0, 0, 1];
        }
    }

    /// Whether a byte is written as it is.
    #[inline(always)]
    pub(crate) const fn keeps(&self, byte: u8) -> bool {
        self.0[byte as usize][3] == 1
    }

    /// Appends the spellings of some bytes.
    ///
    /// # Panics
    ///
    /// If `out` becomes longer than `isize::MAX` bytes, as `String` does.
    pub fn append(&self, bytes: &[u8], out: &mut String) {
        // SAFETY: `write` appends ASCII alone, so the text stays UTF-8.
        let out = unsafe { out.as_mut_vec() };
        for block in bytes.chunks(BLOCK) {
            out.reserve(3 * block.len() + SPARE);
            // SAFETY: a spelling has at most three bytes, so this is the room that `write` asks for.
            unsafe { self.write(block, out) };
        }
    }

    /// Appends the spellings of some bytes, which are ASCII.
    ///
    /// # Safety
    ///
    /// The spare capacity of `out` is at least the length of the spellings and [`SPARE`] bytes more.
    pub(super) unsafe fn write(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let start = out.as_mut_ptr();
        // SAFETY: the length is within the capacity.
        let mut end = unsafe { start.add(out.len()) };
        for &byte in bytes {
            let spelled = self.0[usize::from(byte)];
            // Four bytes are written for every byte, and one or three of them are kept: a copy of fixed size needs
            // no branch.
            // SAFETY: all spellings up to and with this one fit into the capacity, and so do `SPARE` bytes after
            // them. A spelling has at least one byte, so the four bytes written here end within these.
            unsafe { end.cast::<[u8; 4]>().write_unaligned(spelled) };
            // SAFETY: as before.
            end = unsafe { end.add(usize::from(spelled[3])) };
        }
        // SAFETY: both pointers are in the same allocation; the bytes between them were initialized, because each
        // pass initialized four bytes and moved `end` by at most three.
        unsafe { out.set_len(end.offset_from(start).unsigned_abs()) };
    }
}

/// The bytes that are written at once.
const BLOCK: usize = 64;

/// The capacity for the spellings of `length` bytes with which [`Spelling::append`] seldom allocates again: it
/// suffices if at most 64 of the bytes are escaped.
pub(crate) const fn likely_capacity(length: usize) -> usize {
    length.saturating_add(2 * BLOCK + SPARE)
}

/// The bytes that [`Spelling::write`] writes after the last byte it keeps.
pub(super) const SPARE: usize = 3;

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::syntax::grammar::UNRESERVED;

    /// Every byte, between runs of every length around a block, with and without spare capacity.
    #[test]
    fn every_byte_is_kept_or_escaped() {
        let mut spelling = Spelling::keeping(UNRESERVED);
        b"/\xE9%".iter().for_each(|&byte| spelling.keep(byte));
        let step = if cfg!(miri) { 51 } else { 1 };
        for byte in (0..=255u8).step_by(step) {
            let kept = byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte);
            assert_eq!(spelling.keeps(byte), kept, "{byte:02X}");
            let expected = if kept { char::from(byte).into() } else { format!("%{byte:02X}") };
            for length in [0, 1, 20, 21, 62, 63, 64, 65, 127, 128, 129] {
                let mut bytes = Vec::from([byte]).repeat(length);
                bytes.push(b'a');
                for capacity in [0, length, 3 * length + 2] {
                    let mut out = String::with_capacity(capacity);
                    out.push('\u{E9}');
                    spelling.append(&bytes, &mut out);
                    assert_eq!(out, format!("\u{E9}{}a", expected.repeat(length)));
                }
            }
        }
    }
}
