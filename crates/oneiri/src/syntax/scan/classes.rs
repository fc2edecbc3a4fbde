//! The classes of the masks, byte by byte. The scanners that use tables make their tables from these
//! functions.

use crate::syntax::grammar::QUERY;

// Numbered in the order of the fields of [`Masks`](super::masks::Masks).
pub(super) const SLASH: usize = 0;
pub(super) const QUESTION: usize = 1;
pub(super) const HASH: usize = 2;
pub(super) const COLON_OR_AT: usize = 3;
pub(super) const DOT: usize = 4;
pub(super) const UPPER: usize = 5;
pub(super) const BEYOND: usize = 6;
pub(super) const CHECK: usize = 7;

/// The class of an ASCII character. Characters that components admit and that mean nothing to the
/// parser, such as `a` and `=`, have none.
pub(super) const fn of_ascii(byte: u8) -> Option<usize> {
    Some(match byte {
        b'/' => SLASH,
        b'?' => QUESTION,
        b'#' => HASH,
        b':' | b'@' => COLON_OR_AT,
        b'.' => DOT,
        b'A'..=b'Z' => UPPER,
        _ if QUERY.has(byte) && byte != b'\'' => return None,
        _ => CHECK,
    })
}

/// Whether a byte from 0x80 up is in the class [`CHECK`].
///
/// In a URI every such byte is. In an IRI only those are that may begin a character that IRIs do not
/// admit or that normalization changes: C2 begins the C1 controls, E2 the bidirectional controls, and
/// the bytes from EE up begin private characters, noncharacters and the supplementary planes.
pub(super) const fn is_checked(byte: u8, unicode: bool) -> bool {
    !unicode || matches!(byte, 0xC2 | 0xE2 | 0xEE..)
}
