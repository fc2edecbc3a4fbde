//! The conversion of IRIs to URIs (RFC 3987 section 3.1). Its reverse (section 3.2) is the escape
//! step of normalization, for IRIs.

use alloc::string::String;
use alloc::vec::Vec;

use crate::percent::ESCAPES;
use crate::spans::{Hints, Spans, Untyped};

/// Puts the escapes of its UTF-8 in the place of every character beyond ASCII, and changes nothing
/// else.
pub(crate) fn to_uri(source: Untyped<'_, '_>) -> (String, Spans) {
    let bytes = source.text.as_bytes();
    let plain = ascii_start(bytes);
    // Each byte beyond ASCII becomes three; and there is room for what `spell` writes too much.
    let length = bytes.len() + 2 * beyond_ascii(&bytes[plain..]);
    // Not `vec![0; ...]`: some allocators are slow to give memory that is zero.
    let mut uri = Vec::with_capacity(length + 3);
    uri.extend_from_slice(&bytes[..plain]);
    uri.resize(length + 3, 0);
    let (mut read, mut written) = (plain, plain);
    // Called with offsets from left to right; of what is absent it is asked nothing.
    let mut moved = |at: usize| {
        if at > plain {
            written += spell(&bytes[read..at], &mut uri[written..]);
            read = at;
            written
        } else {
            at
        }
    };
    let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } =
        *source.spans;
    let spans = Spans {
        scheme_end,
        host_start: moved(host_start),
        host_end: moved(host_end),
        path_start: moved(path_start),
        path_end: moved(path_end),
        query_end: moved(query_end),
        hints: hints.or(Hints::ESCAPES),
    };
    moved(bytes.len());
    uri.truncate(length);
    // It is all ASCII by now.
    (String::from_utf8(uri).unwrap_or_default(), spans)
}

/// Spells bytes, and says how many it made of them. Writes four for each, whatever counts of them,
/// so that all are alike.
fn spell(bytes: &[u8], out: &mut [u8]) -> usize {
    let mut written = 0;
    for &byte in bytes {
        let Some(slot) = out[written..].first_chunk_mut() else { break };
        *slot = SPELLED[usize::from(byte)];
        written += if byte.is_ascii() { 1 } else { 3 };
    }
    written
}

/// Every byte as a URI has it: as it is if it is ASCII, else as an escape. What is behind that does
/// not count.
static SPELLED: [[u8; 4]; 256] = {
    let mut spelled = [[0; 4]; 256];
    let mut byte = 0;
    while byte < 256 {
        spelled[byte] = if byte < 0x80 { [byte as u8, 0, 0, 0] } else { ESCAPES[byte] };
        byte += 1;
    }
    spelled
};

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * EACH;

/// How many bytes are beyond ASCII.
fn beyond_ascii(bytes: &[u8]) -> usize {
    let words = bytes.chunks_exact(8);
    let rest = words.remainder().iter().filter(|byte| !byte.is_ascii()).count();
    let count = |word: &[u8]| {
        let high = word.first_chunk().map_or(0, |word| u64::from_le_bytes(*word) & HIGH);
        ((high >> 7).wrapping_mul(EACH) >> 56) as usize
    };
    words.map(count).sum::<usize>() + rest
}

/// How many bytes at the start are ASCII.
fn ascii_start(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let high = u64::from_le_bytes(*word) & HIGH;
        if high != 0 {
            return at + (high.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}
