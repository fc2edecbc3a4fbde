//! Pieces of a URL that a message quotes.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::{HIDDEN, redact};

/// Hides the secrets of a URL in what quotes a piece of it, in which nobody would find them without the rest of the URL.
///
/// ```
/// use oneiri_redact::{Quotes, Redactor};
///
/// let url = "https://ghp_16C7@h/?token=x";
/// let quotes = Quotes::of(url, &Redactor::new().secrets(url));
/// assert_eq!(quotes.hide("the user is ghp_16C7"), "the user is ***");
/// assert_eq!(quotes.hide("token=x"), "token=***");
/// ```
#[derive(Clone, Debug)]
pub struct Quotes<'u> {
    /// The secrets, each with the `:` or `=` before it.
    secrets: Vec<&'u str>,
}

/// How many secrets are looked for in a quote, so that this takes linear time. If a URL has more, quotes show nothing.
const MOST: usize = 16;

impl<'u> Quotes<'u> {
    /// Quotes of a URL whose secrets are in these ranges.
    #[must_use]
    pub fn of(url: &'u str, secrets: &[Range<usize>]) -> Self {
        let marked = |it: &Range<usize>| {
            let is_marked = url.get(..it.start)?.ends_with([':', '=']);
            // A user with an empty password ends with a colon, which parsers leave out.
            url.get(it.start - usize::from(is_marked)..it.end).map(|it| it.trim_end_matches(':'))
        };
        Self { secrets: secrets.iter().take(MOST + 1).filter_map(marked).collect() }
    }

    /// Hides the secrets in a quote, and those of URLs that it holds.
    #[must_use]
    pub fn hide(&self, quote: &str) -> String {
        if self.secrets.len() > MOST {
            return HIDDEN.to_owned();
        }
        let mut shown = Cow::Borrowed(quote);
        for secret in self.secrets.iter().filter(|it| !it.is_empty() && quote.len() >= it.len()) {
            let mark = secret.get(..1).filter(|it| matches!(*it, ":" | "=")).unwrap_or_default();
            shown = shown.replace(secret, &[mark, HIDDEN].concat()).into();
        }
        redact(&shown).into_owned()
    }
}

/// The ranges in their order, of which those that overlap become one.
///
/// ```
/// assert_eq!(oneiri_redact::merged(vec![4..6, 0..1, 5..9]), [0..1, 4..9]);
/// ```
#[must_use]
pub fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|it| it.start);
    ranges.dedup_by(|next, last| {
        let is_one = next.start < last.end;
        last.end = if is_one { last.end.max(next.end) } else { last.end };
        is_one
    });
    ranges
}
