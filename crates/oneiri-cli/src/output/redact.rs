//! Hides in messages what nobody else should read: passwords, wherever a parser finds them, and the tokens that `oneiri redact` hides.

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use oneiri_parsers::passwords::{HIDDEN, password};
use oneiri_redact::{Redactor, merged, redact, without};

/// The byte ranges of the secrets of a URL, valid or not, in their order.
pub(crate) fn secrets(url: &str) -> Vec<Range<usize>> {
    merged([oneiri_parsers::passwords::passwords(url), Redactor::new().secrets(url)].concat())
}

pub(crate) fn hidden(url: &str) -> Cow<'_, str> {
    without(url, &secrets(url))
}

/// Hides the secrets of the URLs in a message.
pub(crate) fn message(text: &str) -> Cow<'_, str> {
    match oneiri_parsers::passwords::message(text) {
        Cow::Borrowed(text) => redact(text),
        Cow::Owned(text) => redact(&text).into_owned().into(),
    }
}
