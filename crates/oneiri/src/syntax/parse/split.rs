//! The pieces of any text, valid or not (RFC 3986 appendix B).

use crate::syntax::parts::Parts;

/// Splits any text into the pieces of the generic syntax. It never fails, and it checks nothing.
///
/// The pieces are those of the regular expression of [RFC 3986 appendix B]. The authority is split by
/// RFC 3986 section 3.2: the userinfo ends at the last `@`, an IP literal ends at its `]`, and the port
/// follows the first `:` behind that. An absent piece is `None`; an empty piece is `Some("")`. For a text
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
    let (rest, fragment) = cut(text, "#");
    let (rest, query) = cut(rest, "?");
    let (scheme, rest) = match rest.find([':', '/']) {
        Some(at) if at > 0 && rest.as_bytes()[at] == b':' => (Some(&rest[..at]), &rest[at + 1..]),
        _ => (None, rest),
    };
    let mut parts = Parts { scheme, path: rest, query, fragment, ..Parts::default() };
    if let Some(rest) = rest.strip_prefix("//") {
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (userinfo, host) = match authority.rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (None, authority),
        };
        let literal = if host.starts_with('[') { host.find(']').unwrap_or(0) } else { 0 };
        let (host, port) = match host[literal..].find(':') {
            Some(colon) => (&host[..literal + colon], Some(&host[literal + colon + 1..])),
            None => (host, None),
        };
        parts = Parts { userinfo, host: Some(host), port, path, ..parts };
    }
    parts
}

/// The text before the first `delimiter`, and the text behind it if there is a delimiter.
fn cut<'a>(text: &'a str, delimiter: &str) -> (&'a str, Option<&'a str>) {
    match text.split_once(delimiter) {
        Some((before, behind)) => (before, Some(behind)),
        None => (text, None),
    }
}
