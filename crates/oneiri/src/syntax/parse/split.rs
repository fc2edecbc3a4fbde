//! The pieces of any text, valid or not (RFC 3986 appendix B).

use core::ops::Range;

use crate::syntax::error::Component;
use crate::syntax::parts::Parts;
use crate::syntax::spans::{Hints, Spans, Untyped};

/// Splits any text into the pieces of the generic syntax. It never fails, and it checks nothing. Use [`Split`] if you
/// also need the places of the pieces.
///
/// Use it where you must take apart texts that may be invalid, for example to find the host in each line of a log. A
/// piece says nothing about what another program reads there, so never decide by it whether a text is safe: parse the
/// text instead.
///
/// The pieces are those of the regular expression of [RFC 3986 appendix B]. The authority is split by
/// RFC 3986 section 3.2: the userinfo ends at the last `@`, an IP literal ends at its `]`, and the port
/// follows the first `:` after that. An absent piece is `None`; an empty piece is `Some("")`. For a text
/// that [parses](crate::UriRef::parse), the pieces are exactly its components.
///
/// ```
/// let parts = oneiri::split("http://h:80a/b c?");
/// assert_eq!(parts.scheme, Some("http"));
/// assert_eq!((parts.host, parts.port), (Some("h"), Some("80a")));
/// assert_eq!((parts.path, parts.query, parts.fragment), ("/b c", Some(""), None));
/// ```
///
/// [RFC 3986 appendix B]: https://www.rfc-editor.org/rfc/rfc3986#appendix-B
pub fn split(text: &str) -> Parts<'_> {
    Split::of(text).parts()
}

/// Any text, valid or not, and where its pieces are: what [`split`] does, with the places.
///
/// ```
/// use oneiri::{Component, Split};
///
/// let split = Split::of("http://h:80a/b c?");
/// assert_eq!(split.parts(), oneiri::split("http://h:80a/b c?"));
/// assert_eq!(split.range(Component::Port), Some(9..12));
/// assert_eq!((split.range(Component::Query), split.range(Component::Fragment)), (Some(17..17), None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Split<'a> {
    text: &'a str,
    spans: Spans,
}

impl<'a> Split<'a> {
    /// Splits a text in linear time.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let first = |delimiter: u8, range: Range<usize>| {
            let found = bytes[range.clone()].iter().position(|&byte| byte == delimiter);
            found.map(|at| range.start + at)
        };
        let query_end = first(b'#', 0..bytes.len()).unwrap_or(bytes.len());
        let path_end = first(b'?', 0..query_end).unwrap_or(query_end);
        let scheme_end = match bytes[..path_end].iter().position(|byte| matches!(byte, b':' | b'/')) {
            Some(at) if bytes[at] == b':' => at,
            _ => 0,
        };
        let path_start = if scheme_end == 0 { 0 } else { scheme_end + 1 };
        let hints = Hints::ALL;
        let mut spans = Spans { scheme_end, host_start: 0, host_end: 0, path_start, path_end, query_end, hints };
        if bytes[path_start..path_end].starts_with(b"//") {
            let start = path_start + 2;
            let end = first(b'/', start..path_end).unwrap_or(path_end);
            let at = bytes[start..end].iter().rposition(|&byte| byte == b'@');
            let host_start = at.map_or(start, |at| start + at + 1);
            let is_literal = bytes[host_start..end].first() == Some(&b'[');
            let literal = if is_literal { first(b']', host_start..end) } else { None };
            let host_end = first(b':', literal.unwrap_or(host_start)..end).unwrap_or(end);
            spans = Spans { host_start, host_end, path_start: end, ..spans };
        }
        Self { text, spans }
    }

    /// The pieces.
    #[must_use]
    pub fn parts(&self) -> Parts<'a> {
        self.untyped().into()
    }

    /// The bytes of a piece, without its delimiters; `None` if the piece is absent.
    #[must_use]
    pub fn range(&self, component: Component) -> Option<Range<usize>> {
        let source = self.untyped();
        source.has(component).then(|| source.range(component))
    }

    fn untyped(&self) -> Untyped<'a, '_> {
        Untyped { text: self.text, spans: &self.spans }
    }
}
