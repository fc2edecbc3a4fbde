//! Percent-encoding by the tables of the engine, without a branch for each byte.

use alloc::string::String;

use oneiri::{Class, Spelling};

use crate::percent::PercentEncodeSet;

pub(super) static PATH: Spelling = spelling(PercentEncodeSet::PATH);
/// The query of a special scheme.
pub(super) static QUERY: Spelling = spelling(PercentEncodeSet::SPECIAL_QUERY);
pub(super) static FRAGMENT: Spelling = spelling(PercentEncodeSet::FRAGMENT);
pub(super) static USERINFO: Spelling = spelling(PercentEncodeSet::USERINFO);

/// The bytes that are written at once. The table asks for room as if each of them were encoded.
const BLOCK: usize = 16;
/// How much room [`push`] asks for beyond what it writes.
pub(super) const ROOM: usize = 3 * BLOCK;

const fn spelling(set: PercentEncodeSet) -> Spelling {
    // Letters and digits are in no set, and neither is what fills the rest of this array.
    let mut kept = [b'a'; 128];
    let mut byte = 0;
    while byte < 128 {
        if !set.contains(byte) || begins_component(byte) {
            kept[byte as usize] = byte;
        }
        byte += 1;
    }
    Spelling::keeping(Class::of(&kept))
}

/// `?` and `#` begin the components, and are none of their bytes.
pub(super) const fn begins_component(byte: u8) -> bool {
    matches!(byte, b'?' | b'#')
}

/// Appends a text, percent-encoded.
pub(super) fn push(out: &mut String, text: &[u8], spelling: &Spelling) {
    for block in text.chunks(BLOCK) {
        spelling.append(block, out);
    }
}
