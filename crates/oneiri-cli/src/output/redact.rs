//! Hides in messages what nobody else should read: passwords, wherever a parser finds them, and the tokens that `oneiri redact` hides.

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use oneiri_parsers::passwords::{HIDDEN, password};
use oneiri_parsers::passwords::{message as without_passwords, passwords};
use oneiri_redact::{Redactor, redact, without};

/// The byte ranges of the secrets of a URL, valid or not, in their order.
pub(crate) fn secrets(url: &str) -> Vec<Range<usize>> {
    let mut all = [passwords(url), Redactor::new().secrets(url)].concat();
    all.sort_by_key(|it| it.start);
    all.dedup_by(|next, last| {
        let is_one = next.start < last.end;
        last.end = if is_one { last.end.max(next.end) } else { last.end };
        is_one
    });
    all
}

/// Hides the secrets of a URL, valid or not.
pub(crate) fn hidden(url: &str) -> Cow<'_, str> {
    without(url, &secrets(url))
}

/// Hides the secrets of the URLs in a message.
pub(crate) fn message(text: &str) -> Cow<'_, str> {
    match without_passwords(text) {
        Cow::Borrowed(text) => redact(text),
        Cow::Owned(text) => redact(&text).into_owned().into(),
    }
}

/// Hides the secrets of a URL in what quotes a piece of it. A piece may have the secret in any component, because a parser may put
/// it elsewhere.
pub(crate) struct Quotes {
    /// The secrets, each with the `:` or `=` before it.
    secrets: Vec<String>,
}

/// How many secrets are looked for in a quote. If a URL has more, quotes show nothing.
const MOST: usize = 16;

impl Quotes {
    pub(crate) fn of(url: &str) -> Self {
        let marked = |it: Range<usize>| url.get(it.start - usize::from(url.get(..it.start)?.ends_with([':', '=']))..it.end);
        let secrets = secrets(url).into_iter().take(MOST + 1).filter_map(marked);
        Self { secrets: secrets.map(str::to_owned).collect() }
    }

    pub(crate) fn hide(&self, quote: &str) -> String {
        if self.secrets.len() > MOST {
            return HIDDEN.to_owned();
        }
        let mut shown = Cow::Borrowed(quote);
        for secret in self.secrets.iter().filter(|it| quote.len() >= it.len()) {
            let mark = secret.get(..1).filter(|it| matches!(*it, ":" | "=")).unwrap_or_default();
            shown = shown.replace(secret, &[mark, HIDDEN].concat()).into();
        }
        message(&shown).into_owned()
    }
}
