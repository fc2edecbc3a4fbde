//! The components as plain text: [`split`](crate::split) returns them, and `build` takes them.

use core::str;

use crate::syntax::spans::{Spans, Untyped};

/// The components of an identifier as plain text. The text may be unchecked.
///
/// `None` is absent, and `Some("")` is present and empty; the two never mean the same (RFC 3986 section 5.3). The
/// path is always present (section 3.3). There is an authority if there is a host; when building, also if there is
/// a userinfo or a port.
///
/// ```
/// use oneiri::{Parts, UriBuf};
///
/// let parts = Parts { scheme: Some("file"), host: Some(""), path: "/x", ..Parts::default() };
/// let uri = UriBuf::build(&parts)?;
/// assert_eq!(uri, "file:///x");
/// assert_eq!(uri.parts(), parts);
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the RFC's own nouns")]
pub struct Parts<'a> {
    pub scheme: Option<&'a str>,
    pub userinfo: Option<&'a str>,
    pub host: Option<&'a str>,
    pub port: Option<&'a str>,
    pub path: &'a str,
    pub query: Option<&'a str>,
    pub fragment: Option<&'a str>,
}

impl<'a> From<Untyped<'a, '_>> for Parts<'a> {
    fn from(value: Untyped<'a, '_>) -> Self {
        Self {
            scheme: value.scheme(),
            userinfo: value.userinfo(),
            host: value.host(),
            port: value.port(),
            path: value.path(),
            query: value.query(),
            fragment: value.fragment(),
        }
    }
}

impl<'a> Parts<'a> {
    /// The parts of a text with these spans, for constants. [`Untyped`] has the same getters for values.
    pub(crate) const fn of(text: &'a str, spans: &Spans) -> Self {
        let start = spans.authority_start();
        let (has_authority, end) = (spans.has_authority(), text.len());
        Self {
            scheme: piece(text, spans.has_scheme(), 0, spans.scheme_end),
            userinfo: piece(text, start < spans.host_start, start, spans.host_start.wrapping_sub(1)),
            host: piece(text, has_authority, spans.host_start, spans.host_end),
            port: behind(text, has_authority, spans.host_end, spans.path_start),
            path: match piece(text, true, spans.path_start, spans.path_end) {
                Some(path) => path,
                None => "",
            },
            query: behind(text, true, spans.path_end, spans.query_end),
            fragment: behind(text, true, spans.query_end, end),
        }
    }
}

/// The text between a delimiter at `from` and `to`, if the delimiter is there.
const fn behind(text: &str, present: bool, from: usize, to: usize) -> Option<&str> {
    piece(text, present && from < to, from + 1, to)
}

/// The text of a range, or `None` if `present` is false.
const fn piece(text: &str, present: bool, from: usize, to: usize) -> Option<&str> {
    if !present {
        return None;
    }
    let (head, _) = text.as_bytes().split_at(to);
    let (_, piece) = head.split_at(from);
    // Components begin and end at character boundaries, so their bytes are valid UTF-8.
    match str::from_utf8(piece) {
        Ok(piece) => Some(piece),
        Err(_) => None,
    }
}
