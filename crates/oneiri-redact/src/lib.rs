//! Finds URLs in logs and other running text, and hides their secrets. Use it before a log leaves your machine.
//!
//! ```
//! use oneiri_redact::{Redactor, redact, urls};
//!
//! assert_eq!(redact("see https://ada:pw@h/?token=x&a=1."), "see https://ada:***@h/?token=***&a=1.");
//! // The strict mode keeps only the values that are named.
//! let strict = Redactor::show_only(["page"]);
//! assert_eq!(strict.redact("/list?page=2&shard=7"), "/list?page=2&shard=***");
//! let text = b"(see http://h/a_(b)), or <http://h/c>.";
//! let found: Vec<&[u8]> = urls(text).map(|range| &text[range]).collect();
//! assert_eq!(found, [&b"http://h/a_(b)"[..], b"http://h/c"]);
//! ```
//!
//! The crate looks only at URLs, so it keeps headers such as `Authorization` and `Cookie`, fields of JSON and bodies of forms as they
//! are. The README says what it finds, what it does not find, and where a URL ends. The crate is `no_std` and needs `alloc`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod display;
mod find;
mod name;
mod quotes;
mod secrets;
mod stream;
mod unit;
mod userinfo;
mod word;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub use find::{Urls, is_utf16, urls};
pub use quotes::{Quotes, merged};
pub use secrets::{ENDINGS, SECRETS, Secret, TOKENS, VERSION};
pub use stream::Stream;

/// What is written instead of a secret.
pub const HIDDEN: &str = "***";

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
enum Readme {}

/// Hides the secrets of the list [`SECRETS`] and passwords in a text.
///
/// ```
/// assert_eq!(oneiri_redact::redact(r#"{"url":"http:\/\/h\/?a=1\u0026sig=x"}"#), r#"{"url":"http:\/\/h\/?a=1\u0026sig=***"}"#);
/// ```
#[must_use]
pub fn redact(text: &str) -> Cow<'_, str> {
    Redactor::new().redact(text)
}

/// Writes [`HIDDEN`] in the place of these ranges of a text, which are in their order, such as those of [`Redactor::secrets`].
///
/// ```
/// assert_eq!(oneiri_redact::without("http://ada:pw@h/", &[11..13]), "http://ada:***@h/");
/// ```
#[must_use]
pub fn without<'t>(text: &'t str, ranges: &[Range<usize>]) -> Cow<'t, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::new(), 0);
    for &Range { start, end } in ranges {
        out.push_str(text.get(at..start).unwrap_or_default());
        out.push_str(HIDDEN);
        at = end;
    }
    Cow::Owned(out + text.get(at..).unwrap_or_default())
}

/// The setting of what is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Redactor {
    /// The names of the parameters whose values are shown, as [`name::plain`] spells them; `None` hides those of the list.
    shown: Option<Vec<String>>,
}

impl Redactor {
    /// Hides passwords, and the values of the parameters in [`SECRETS`].
    #[must_use]
    pub const fn new() -> Self {
        Self { shown: None }
    }

    /// The strict mode: hides every userinfo, and every value in queries and fragments except for those of these
    /// parameters. A piece without a name, such as `?x`, is a value. Of the parameters of a path, such as `;jsessionid=`, those of the
    /// list are hidden.
    #[must_use]
    pub fn show_only<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        Self { shown: Some(names.into_iter().map(|name| name::plain(name.as_ref())).collect()) }
    }

    /// Hides the secrets in a text.
    #[must_use]
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.redact_bytes(text.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            // Secrets begin and end at ASCII characters, so what is left is UTF-8.
            Cow::Owned(bytes) => Cow::Owned(match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        }
    }

    /// Hides the secrets in bytes.
    ///
    /// ```
    /// let redactor = oneiri_redact::Redactor::new();
    /// assert_eq!(&*redactor.redact_bytes(b"\xFF http://h/?key=\xFE"), b"\xFF http://h/?key=***");
    /// ```
    #[must_use]
    pub fn redact_bytes<'t>(&self, bytes: &'t [u8]) -> Cow<'t, [u8]> {
        let mut out = Vec::new();
        let mut stream = self.stream();
        let mut put = |piece: &[u8]| out.extend_from_slice(piece);
        stream.push(bytes, &mut put);
        stream.finish(&mut put);
        if out == bytes { Cow::Borrowed(bytes) } else { Cow::Owned(out) }
    }

    /// The byte ranges of the secrets in a text, in their order, for programs that show the text in another form. Where a secret
    /// is empty, nothing has to be hidden.
    ///
    /// ```
    /// let redactor = oneiri_redact::Redactor::new();
    /// assert_eq!(redactor.secrets("https://ada:pw@h/?token=x&a=1"), [12..14, 24..25]);
    /// ```
    #[must_use]
    pub fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        Stream::ranges(self, text.as_bytes())
    }

    /// A redactor of a log that comes in pieces.
    #[must_use]
    pub fn stream(&self) -> Stream<'_> {
        Stream::new(self)
    }
}
