//! Writes text of unknown origin into HTML.
//!
//! No text may become markup, change the direction of the text around it, or show a password. The
//! page therefore passes every identifier through [`identifier`] or [`marked`], and every other text
//! of unknown origin through [`escaped`]. `escaped` does not hide passwords.

use std::ops::Range;

use crate::output::escape;
use crate::output::redact::{self, HIDDEN};

/// The largest number of characters that are shown of an identifier. A hidden password does not
/// count.
const LONGEST: usize = 240;

/// Escapes text for HTML, so that it can stand between tags and in quoted attributes. Control
/// characters become visible: U+202E is written `\u{202E}`.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in escape::visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// The HTML of an identifier, valid or not. As RFC 3987 section 4.1 requires, it is displayed from left
/// to right, and `<bdi>` isolates it from the text around it.
pub(super) fn identifier(text: &str) -> String {
    marked(text, &(0..0))
}

/// Like [`identifier`], but puts a byte range of the text into `<mark>`: with the range `1..2`, `ab`
/// becomes `a<mark>b</mark>`.
///
/// A password is replaced by `***`. If the range overlaps the password, the whole password is marked,
/// so the mark does not reveal positions inside it. A long text is cut to [`LONGEST`] characters
/// around the start of the range.
pub(super) fn marked(text: &str, range: &Range<usize>) -> String {
    if text.is_empty() {
        return "<i>the empty reference</i>".to_owned();
    }
    // If the range begins far inside a long text, the beginning of the text is left out.
    let near = |at: usize| text.floor(at.saturating_sub(LONGEST / 2));
    let from = if text.len() > LONGEST { near(range.start) } else { 0 };
    let secret = redact::password(text).unwrap_or(0..0);
    // A password is marked as a whole or not at all.
    let hit = range.start < secret.end && secret.start < range.end;
    let range =
        if hit { range.start.min(secret.start)..range.end.max(secret.end) } else { range.clone() };
    let (mut out, mut shown) = (String::new(), 0);
    let mut mark = false;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < from) {
        let marks = range.contains(&at);
        if marks != mark {
            out.push_str(if marks { "<mark>" } else { "</mark>" });
            mark = marks;
        }
        if shown == LONGEST {
            break;
        }
        if at == secret.start && !secret.is_empty() || at == from && secret.contains(&at) {
            out.push_str(HIDDEN);
        }
        if !secret.contains(&at) {
            out.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
            shown += 1;
        }
    }
    if mark {
        out.push_str("</mark>");
    }
    let (before, behind) =
        (if from > 0 { "…" } else { "" }, if shown == LONGEST { "…" } else { "" });
    format!("<bdi dir=\"ltr\">{before}{out}{behind}</bdi>")
}

/// A replacement for `str::floor_char_boundary`, which needs a newer Rust than the minimum version of
/// this crate.
trait Floor {
    /// The last character boundary at or before `at`; the length of the text if `at` lies beyond it.
    fn floor(&self, at: usize) -> usize;
}

impl Floor for str {
    fn floor(&self, at: usize) -> usize {
        (0..=at.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup() {
        assert_eq!(escaped("<a b=\"'&\u{202E}\0"), "&lt;a b=&quot;&#39;&amp;\\u{202E}\\u{0}");
        assert_eq!(marked("a<b", &(1..2)), "<bdi dir=\"ltr\">a<mark>&lt;</mark>b</bdi>");
        assert_eq!(marked("ab", &(1..2)), "<bdi dir=\"ltr\">a<mark>b</mark></bdi>");
    }

    #[test]
    fn a_password_is_hidden_and_a_long_text_cut() {
        assert_eq!(identifier("s://a:b@c"), "<bdi dir=\"ltr\">s://a:***@c</bdi>");
        let long = format!("s://a:{}@c/{}é", "p".repeat(1000), "x".repeat(1000));
        for at in [0, 10, 500, 1006, 1010, 1500, long.len()] {
            let shown = marked(&long, &(at..at));
            assert!(!shown.contains('p') && shown.contains('…'), "{shown}");
            assert!(shown.len() < 300, "{shown}");
        }
    }
}
