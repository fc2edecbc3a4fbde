//! How far a rule of the grammar reaches: what every byte of the input passes. Vector code finds the
//! components of what is plainly grammatical in one walk; a loop over tables reads everything else,
//! and says what is wrong with it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod machine;
#[cfg(test)]
mod tests;
mod walk;

use crate::grammar::unicode::{Repertoire, char_at};
use crate::grammar::{MASKS, escape_at};
use crate::spans::Spans;

/// The components of a text that is plainly grammatical; `None` for one that is not, or not plainly,
/// which says nothing of it. `authority` parses an authority that is more than a host.
#[inline]
pub(crate) fn spans(
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: walk::Authority,
) -> Option<Spans> {
    #[cfg(target_arch = "x86_64")]
    if machine::has_avx2() {
        // SAFETY: `has_avx2` says that the machine has AVX2 and BMI1, and that the system knows.
        #[allow(unsafe_code)]
        return unsafe { avx2::spans(bytes, unicode, scheme, authority) };
    }
    let _ = (bytes, unicode, scheme, authority);
    None
}

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
