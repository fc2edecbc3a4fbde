//! How far a rule of the grammar reaches: the one loop that every byte of the input passes.

use crate::grammar::unicode::{Repertoire, char_at};
use crate::grammar::{MASKS, escape_at};

/// The end of the longest run from `from` on of characters in the class `mask`, of well-formed
/// escapes, and of characters beyond ASCII in `repertoire`.
///
/// `bytes` is UTF-8 and `from` a character boundary; so is what comes back. A `%` that begins no
/// escape ends the run.
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

/// As [`run`], for a rule that knows neither escapes nor characters beyond ASCII.
pub(crate) const fn run_plain(bytes: &[u8], from: usize, mask: u8) -> usize {
    let mut at = from;
    while at < bytes.len() && MASKS[bytes[at] as usize] & mask != 0 {
        at += 1;
    }
    at
}
