//! What a URL can do. This module alone chooses between the shorter ways of [`fast`] and the state machine of [`parser`].
//! Both make the value of [`value`], which knows neither of them.

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
pub(crate) mod value;

use alloc::vec::Vec;

pub use segments::Segments;
pub use value::Url;

use crate::error::Error;
use crate::{fast, parser};

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
        fast::parse(text).map_or_else(|| parser::parse(text, None), Ok)
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
        fast::join(text, base).map_or_else(|| parser::parse(text, Some(base)), Ok)
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
        match base {
            None => fast::is_url(text) || Self::parse(fast::start(text)).is_ok(),
            Some(base) => Self::can_parse_with_base(text, base),
        }
    }

    #[inline(never)]
    fn can_parse_with_base(text: &str, base: &str) -> bool {
        if fast::is_relative(text, base) || fast::is_absolute(text) {
            return Self::can_parse(base, None);
        }
        Self::parse(base).is_ok_and(|base| Self::parse_with_base(text, &base).is_ok())
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
