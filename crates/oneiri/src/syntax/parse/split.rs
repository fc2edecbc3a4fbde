//! RFC 3986 appendix B: the pieces of any text at all.

use crate::syntax::parts::Parts;

/// Splits any text into the pieces of the generic syntax; never fails, and checks nothing.
///
/// This is the regular expression of [RFC 3986 appendix B], with the authority taken apart as its
/// section 3.2 says: userinfo up to the last `@`, then the host (an IP literal up to its bracket),
/// then a port behind the first colon. A piece that is absent is `None`; one that is empty is not.
/// For text that [parses](crate::UriRef::parse) these are exactly its components.
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

/// What stands before and behind the first `delimiter`.
fn cut<'a>(text: &'a str, delimiter: &str) -> (&'a str, Option<&'a str>) {
    match text.split_once(delimiter) {
        Some((before, behind)) => (before, Some(behind)),
        None => (text, None),
    }
}
