//! The conversion of IRIs to URIs (RFC 3987 section 3.1). The reverse conversion (section 3.2) is the escape step
//! of the normalization of IRIs.

use alloc::string::String;

use crate::syntax::scan::in_ascii;
use crate::syntax::spans::{Hints, Spans, Untyped};

/// Replaces every character beyond ASCII by the escapes of its UTF-8 octets, and changes nothing else.
pub(crate) fn to_uri(source: Untyped<'_, '_>) -> (String, Spans) {
    let uri = in_ascii(source.text);
    let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } = *source.spans;
    let spans = Spans {
        scheme_end,
        host_start: uri.moved(host_start),
        host_end: uri.moved(host_end),
        path_start: uri.moved(path_start),
        path_end: uri.moved(path_end),
        query_end: uri.moved(query_end),
        hints: hints.or(Hints::ESCAPES),
    };
    (uri.text, spans)
}
