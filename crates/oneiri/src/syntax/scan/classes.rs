//! The classes that the walk tells apart, byte by byte: the tables behind the scanners that look up.

use crate::syntax::grammar::QUERY;

/// How many classes there are; each has its place in [`Masks`](super::walk::Masks), in this order.
pub(super) const COUNT: usize = 8;

const SLASH: usize = 0;
const QUESTION: usize = 1;
const HASH: usize = 2;
const COLON_OR_AT: usize = 3;
const DOT: usize = 4;
const UPPER: usize = 5;
pub(super) const BEYOND: usize = 6;
pub(super) const CHECK: usize = 7;

/// Which class an ASCII character is in, if in any.
pub(super) const fn of_ascii(byte: u8) -> Option<usize> {
    Some(match byte {
        b'/' => SLASH,
        b'?' => QUESTION,
        b'#' => HASH,
        b':' | b'@' => COLON_OR_AT,
        b'.' => DOT,
        b'A'..=b'Z' => UPPER,
        _ if QUERY.has(byte) => return None,
        _ => CHECK,
    })
}

/// Whether a byte beyond ASCII has to be looked at. In URIs all have; in IRIs those that may begin a
/// character that IRIs do not hold or that normalization changes: C2 begins the C1 controls, E2 the
/// bidi controls, and from EE on come private use, non-characters and the supplementary planes.
pub(super) const fn is_checked(byte: u8, unicode: bool) -> bool {
    !unicode || matches!(byte, 0xC2 | 0xE2 | 0xEE..)
}
