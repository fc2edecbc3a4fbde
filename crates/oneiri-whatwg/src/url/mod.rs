//! A URL: its text, and where its components are.

#[cfg(all(feature = "std", any(unix, windows)))]
mod file_path;
mod getters;
mod origin;
mod parts;
mod segments;
#[cfg(feature = "serde")]
mod serde;
mod setters;
mod traits;

use alloc::string::String;
use alloc::vec::Vec;

pub use segments::Segments;

use crate::error::Error;
use crate::{fast, parser};

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
/// `host_start` is behind the `@`, if there is one. `host_start == scheme_end + 1` says that there is no
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

impl Url {
    /// Parses a text without a base (URL parser, section 4.4).
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert_eq!(Url::parse(" https:/\\EXAMPLE.org/%7Ea/./b ")?.href(), "https://example.org/%7Ea/b");
    /// assert!(Url::parse("/a/b").is_err());
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a URL, or it is relative.
    pub fn parse(text: &str) -> Result<Self, Error> {
        fast::parse(text, None)
    }

    /// Parses a text relative to a base.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let base = Url::parse("https://example.org/a/b?q")?;
    /// assert_eq!(Url::parse_with_base("../c", &base)?.href(), "https://example.org/c");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a URL, or it is relative and the base has an opaque path.
    pub fn parse_with_base(text: &str, base: &Self) -> Result<Self, Error> {
        fast::join(text, base)
    }

    /// Parses a text, relative to a base if there is one, and returns all validation errors too, in the order
    /// in which the parser finds them. Most of them do not keep a text from being a URL; if the text is no
    /// URL, the last of them says why.
    ///
    /// Each error has the name that the Standard gives it and a range of bytes in the text. Where the
    /// Standard's parser removes several stretches of spaces, tabs or newlines, each is an error.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let (url, errors) = Url::parse_with_errors("https:\\\\me@h/a b", None);
    /// assert_eq!(url?.href(), "https://me@h/a%20b");
    /// let errors = errors.iter().map(|error| (error.kind().name(), error.range()));
    /// assert_eq!(errors.collect::<Vec<_>>(), [
    ///     ("special-scheme-missing-following-solidus", 6..6),
    ///     ("special-scheme-missing-following-solidus", 6..7),
    ///     ("special-scheme-missing-following-solidus", 7..8),
    ///     ("invalid-credentials", 8..11),
    ///     ("invalid-URL-unit", 14..15),
    /// ]);
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    pub fn parse_with_errors(text: &str, base: Option<&Self>) -> (Result<Self, Error>, Vec<Error>) {
        parser::parse_with_errors(text, base)
    }

    /// Whether a text can be parsed, relative to a base if there is one (section 6.1, `canParse`).
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert!(Url::can_parse("a", Some("http://h/")));
    /// assert!(!Url::can_parse("a", None));
    /// ```
    #[must_use]
    pub fn can_parse(text: &str, base: Option<&str>) -> bool {
        match base.map(Self::parse) {
            None => fast::is_url(text) || Self::parse(text).is_ok(),
            Some(base) => base.is_ok_and(|base| Self::parse_with_base(text, &base).is_ok()),
        }
    }

    /// Resolves a text with this URL as the base: the last segment of the base's path is replaced, unless
    /// the path ends with a slash. [`append_segments`](Self::append_segments) keeps it.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert_eq!(Url::parse("http://h/a/b")?.join("c")?.href(), "http://h/a/c");
    /// assert_eq!(Url::parse("http://h/a/b/")?.join("c")?.href(), "http://h/a/b/c");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`parse_with_base`](Self::parse_with_base).
    pub fn join(&self, text: &str) -> Result<Self, Error> {
        Self::parse_with_base(text, self)
    }
}
