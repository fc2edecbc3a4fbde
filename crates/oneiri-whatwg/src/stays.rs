//! Texts that the parser surely leaves as they are.

use crate::percent::PercentEncodeSet;

/// Whether a text of at most 63 bytes is a domain in its normal form. `false` for longer texts.
pub(crate) fn is_normal_domain(host: &str) -> bool {
    let bytes = host.as_bytes();
    if bytes.is_empty() || bytes.len() > 63 {
        return false;
    }
    let masks = oneiri::masks(bytes, 0);
    let delimiters = masks.slash | masks.question | masks.hash | masks.colon_or_at;
    let label = 64 - masks.dot.leading_zeros() as usize;
    delimiters | masks.upper | masks.check == 0 && bytes.get(label).is_some_and(|byte| !byte.is_ascii_digit())
}

/// Whether the parser surely leaves a path, given without its first slash, as it is.
pub(crate) fn is_normal_path(path: &str) -> bool {
    let mut before = b'/';
    path.bytes().all(|byte| {
        let slash = core::mem::replace(&mut before, byte) == b'/';
        // `|` may come after a drive letter.
        let changed = PercentEncodeSet::PATH.contains(byte) || matches!(byte, b'\\' | b'|');
        let dot = slash && matches!(byte, b'.' | b'%');
        !changed && !dot
    })
}
