//! Percent-decoding for every machine.

use alloc::vec;
use alloc::vec::Vec;

use super::word::{EACH, HIGH};
use crate::syntax::grammar::escape_at;

/// Decodes every escape of a text, whose first `%` is at `first`: see [`Classify::decode`].
///
/// [`Classify::decode`]: super::Classify::decode
pub(super) fn decode(text: &[u8], first: usize) -> Vec<u8> {
    const SIGNS: u64 = b'%' as u64 * EACH;
    // The zeros are overwritten.
    let mut out = vec![0; text.len() + size_of::<u64>()];
    out[..first].copy_from_slice(&text[..first]);
    let (mut at, mut written) = (first, first);
    while at < text.len() {
        if let Some(octet) = escape_at(text, at) {
            out[written] = octet;
            at += 3;
            written += 1;
            continue;
        }
        // No escape begins here, so this byte is copied, and with it all bytes before the next percent sign. A copy of
        // fixed size is faster, and the bytes after the run are overwritten.
        let mut run = 1;
        match (text[at..].first_chunk(), out[written..].first_chunk_mut()) {
            (Some(word), Some(room)) => {
                *room = *word;
                let differs = u64::from_le_bytes(*word) ^ SIGNS;
                // A bit for each percent sign; perhaps a bit for another byte after one, which only ends the run.
                let signs = differs.wrapping_sub(EACH) & !differs & HIGH & !0xFF;
                run = (signs.trailing_zeros() / 8) as usize;
            }
            _ => out[written] = text[at],
        }
        at += run;
        written += run;
    }
    out.truncate(written);
    out
}
