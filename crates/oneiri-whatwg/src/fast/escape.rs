//! Percent-encoding by tables, without a branch for each byte.

use alloc::string::String;

use crate::percent::PercentEncodeSet;

/// How a component is written: for each byte its spelling, of one byte or of three, and the length of that.
pub(super) type Table = [[u8; 4]; 256];

pub(super) const PATH: &Table = &table(PercentEncodeSet::PATH);
/// The query of a special scheme.
pub(super) const QUERY: &Table = &table(PercentEncodeSet::SPECIAL_QUERY);
pub(super) const FRAGMENT: &Table = &table(PercentEncodeSet::FRAGMENT);

pub(super) const USERINFO: &Table = &table(PercentEncodeSet::USERINFO);

const fn table(set: PercentEncodeSet) -> Table {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut table = [[0; 4]; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        // `?` and `#` begin the components, and are none of their bytes.
        table[byte] = if set.contains(c) && !matches!(c, b'?' | b'#') {
            [b'%', HEX[byte >> 4], HEX[byte & 15], 3]
        } else {
            [c, 0, 0, 1]
        };
        byte += 1;
    }
    table
}

/// Whether a byte is percent-encoded.
pub(super) const fn changes(table: &Table, byte: u8) -> bool {
    table[byte as usize][3] > 1
}

/// Appends a text, percent-encoded.
pub(super) fn push(out: &mut String, text: &[u8], table: &Table) {
    const LENGTH: usize = 64;
    let mut escaped = [0; 3 * LENGTH + 1];
    for chunk in text.chunks(LENGTH) {
        let mut end = 0;
        for byte in chunk {
            let spelling = &table[usize::from(*byte)];
            // The length behind the spelling is overwritten by the next one.
            if let Some(place) = escaped[end..].first_chunk_mut() {
                *place = *spelling;
            }
            end += usize::from(spelling[3]);
        }
        // Every spelling is ASCII.
        out.push_str(core::str::from_utf8(&escaped[..end]).unwrap_or_default());
    }
}
