//! URLs with an opaque path: `mailto:user@example.com`.

use super::rest::bits;
use crate::parser::scheme;
use crate::scheme::is_special;
use crate::url::value::Offsets;

/// Whether a text surely is a URL whose scheme is not special. Nothing in it can fail but a host.
pub(super) fn is_url(text: &str) -> bool {
    let Some(scheme) = scheme(text).filter(|scheme| !is_scheme_special(scheme)) else {
        return false;
    };
    // Tabs and newlines are removed, so slashes may stand around them.
    let may_begin = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'\t' | b'\n' | b'\r'));
    let behind = &text.as_bytes()[scheme.len() + 1..];
    match behind.first() {
        Some(b'/') if behind.get(1) == Some(&b'/') => {
            let ends = |byte: &&u8| !matches!(byte, b'/' | b'?' | b'#');
            let mut host = behind[2..].iter().take_while(ends);
            host.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
        }
        Some(b'/') => !may_begin(behind.get(1)),
        first => !may_begin(first),
    }
}

/// The offsets of a text that is in its normal form and has an opaque path (opaque path state). `None` for
/// every other text, and if there are bytes that are left to the parser.
pub(super) fn offsets(text: &str) -> Option<Offsets> {
    let bytes = text.as_bytes();
    let scheme = scheme(text)?;
    let start = scheme.len() + 1;
    let is_lower = !scheme.bytes().any(|byte| byte.is_ascii_uppercase());
    if !is_lower || is_special(scheme) || bytes.get(start) == Some(&b'/') {
        return None;
    }
    let (mut query, mut fragment) = (bytes.len(), bytes.len());
    for at in (0..bytes.len()).step_by(64) {
        let masks = oneiri::masks(bytes, at);
        if bits(masks.check).any(|bit| !matches!(bytes[at + bit], b'%' | b'\'')) {
            return None;
        }
        let ends = masks.question | masks.hash;
        if ends != 0 && query == bytes.len() {
            query = at + ends.trailing_zeros() as usize;
        }
        if masks.hash != 0 && fragment == bytes.len() {
            fragment = at + masks.hash.trailing_zeros() as usize;
        }
    }
    let mut offsets = Offsets::all(start);
    offsets.scheme_end = scheme.len();
    (offsets.query_start, offsets.fragment_start) = (query, fragment);
    Some(offsets)
}

/// As [`is_special`], for a scheme that need not be in lower case.
fn is_scheme_special(scheme: &str) -> bool {
    let special = ["http", "https", "ws", "wss", "ftp", "file"];
    special.iter().any(|special| special.eq_ignore_ascii_case(scheme))
}
