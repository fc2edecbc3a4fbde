//! How far a rule of the grammar reaches, byte by byte, by a table of the classes. Everything here is
//! `const`, so that literals are checked by the same code when they are compiled.

use crate::syntax::grammar::unicode::{Repertoire, char_at};
use crate::syntax::grammar::{MASKS, escape_at};

/// The end of the longest run from `from` on that consists of characters of the class `mask`, of
/// well-formed escapes, and of characters beyond ASCII in `repertoire`.
///
/// `bytes` is UTF-8 and `from` a character boundary; the returned offset is a character boundary too. A
/// `%` that begins no escape ends the run.
pub(crate) const fn run(bytes: &[u8], from: usize, mask: u8, repertoire: Repertoire) -> usize {
    let mut at = from;
    while at < bytes.len() {
        let byte = bytes[at];
        if MASKS[byte as usize] & mask != 0 {
            at += 1;
        } else if byte == b'%' {
            if escape_at(bytes, at).is_none() {
                break;
            }
            at += 3;
        } else if byte >= 0x80 {
            let (character, length) = char_at(bytes, at);
            if !repertoire.has(character) {
                break;
            }
            at += length;
        } else {
            break;
        }
    }
    at
}

/// The end of the longest run from `from` on that consists of characters of the class `mask`: like
/// [`run`], for a rule that admits neither escapes nor characters beyond ASCII.
pub(crate) const fn run_plain(bytes: &[u8], from: usize, mask: u8) -> usize {
    let mut at = from;
    while at < bytes.len() && MASKS[bytes[at] as usize] & mask != 0 {
        at += 1;
    }
    at
}
