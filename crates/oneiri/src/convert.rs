//! The conversion of IRIs to URIs (RFC 3987 section 3.1). Its reverse (section 3.2) is the escape
//! step of normalization, for IRIs.

use alloc::string::String;
use alloc::vec;

use crate::percent::escape;
use crate::spans::{Hints, Spans, Untyped};

/// Puts the escapes of its UTF-8 in the place of every character beyond ASCII, and changes nothing
/// else. Each byte beyond ASCII becomes three, so it is known before where all will lie.
pub(crate) fn to_uri(source: Untyped<'_>) -> (String, Spans) {
    let bytes = source.text.as_bytes();
    let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, .. } =
        source.spans;
    let mut counted = 0;
    let mut grown = 0;
    // Called with offsets from left to right.
    let mut moved = |at: usize| {
        grown += 2 * bytes[counted..at].iter().filter(|byte| !byte.is_ascii()).count();
        counted = at;
        at + grown
    };
    let has_authority = source.spans.has_authority();
    let spans = Spans {
        scheme_end,
        host_start: if has_authority { moved(host_start) } else { 0 },
        host_end: if has_authority { moved(host_end) } else { 0 },
        path_start: moved(path_start),
        path_end: moved(path_end),
        query_end: moved(query_end),
        hints: Hints::ALL,
    };
    let mut uri = vec![0; moved(bytes.len())];
    let mut rest = uri.as_mut_slice();
    for &byte in bytes {
        let length = if byte.is_ascii() { 1 } else { 3 };
        let (here, behind) = rest.split_at_mut(length);
        match here {
            [plain] => *plain = byte,
            _ => here.copy_from_slice(&escape(byte)),
        }
        rest = behind;
    }
    // It is all ASCII by now.
    (String::from_utf8(uri).unwrap_or_default(), spans)
}
