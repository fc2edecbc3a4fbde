//! A URL: its text, and where its components are.

use alloc::string::String;

/// A URL, as the URL Standard defines it.
///
/// A value is a text and the offsets of its components. The text is always what the parser makes of it:
/// parsing `url.href()` again gives the same URL.
///
/// ```
/// use oneiri_whatwg::Url;
///
/// let mut url = Url::parse("HTTP://User@EXAMPLE.com:80/a/../b c?q#f")?;
/// assert_eq!(url.href(), "http://User@example.com/b%20c?q#f");
/// assert_eq!((url.hostname(), url.pathname()), ("example.com", "/b%20c"));
///
/// url.set_port("8080")?;
/// assert_eq!(url.href(), "http://User@example.com:8080/b%20c?q#f");
/// # Ok::<(), oneiri_whatwg::Error>(())
/// ```
#[derive(Clone)]
pub struct Url {
    pub(crate) href: String,
    pub(crate) offsets: Offsets,
}

/// Where components begin and end in the text of a URL.
///
/// ```text
///   https://user:pass@example.com:8042/over/there?name=ferret#nose
///        |      |    ||          |    |          |           |
///        |      |    host_start  |    path_start query_start fragment_start
///        |      username_end     host_end
///        scheme_end
/// ```
///
/// `host_start` is after the `@`, if there is one. `host_start == scheme_end + 1` says that there is no
/// host. `query_start` and `fragment_start` are the offsets of `?` and `#`, or those at which they would
/// be. Between `host_end` and `path_start` is the port; if there is no host, there may be `/.`, which
/// keeps the path from being read as a host.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Offsets {
    pub(crate) scheme_end: usize,
    pub(crate) username_end: usize,
    pub(crate) host_start: usize,
    pub(crate) host_end: usize,
    pub(crate) path_start: usize,
    pub(crate) query_start: usize,
    pub(crate) fragment_start: usize,
}

impl Offsets {
    /// All offsets are the same.
    pub(crate) fn all(offset: usize) -> Self {
        Self {
            scheme_end: offset,
            username_end: offset,
            host_start: offset,
            host_end: offset,
            path_start: offset,
            query_start: offset,
            fragment_start: offset,
        }
    }

    /// The offsets of a text that ends at `end`.
    pub(crate) fn up_to(self, end: usize) -> Self {
        Self {
            scheme_end: self.scheme_end.min(end),
            username_end: self.username_end.min(end),
            host_start: self.host_start.min(end),
            host_end: self.host_end.min(end),
            path_start: self.path_start.min(end),
            query_start: self.query_start.min(end),
            fragment_start: self.fragment_start.min(end),
        }
    }

    /// Whether the host is not null.
    pub(crate) fn has_host(&self) -> bool {
        self.host_start > self.scheme_end + 1
    }
}
