//! Writes text of unknown origin as HTML.

use std::ops::Range;

use crate::output::{escape, redact, redact::HIDDEN};

/// The greatest number of characters that are shown of an identifier.
const LONGEST: usize = 240;

/// Escapes a text, so that it can stand in HTML and in attributes between double quotes.
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

/// An identifier, valid or not, as HTML. It is set from left to right and isolated from the text
/// around it, as RFC 3987 section 4.1 asks.
pub(super) fn identifier(text: &str) -> String {
    marked(text, &(0..0))
}

/// Like [`identifier`], with a range marked.
pub(super) fn marked(text: &str, range: &Range<usize>) -> String {
    if text.is_empty() {
        return "<i>the empty reference</i>".to_owned();
    }
    // Of a long text, the part around the range is shown.
    let near = |at: usize| text.floor(at.saturating_sub(LONGEST / 2));
    let from = if text.len() > LONGEST { near(range.start) } else { 0 };
    let secret = redact::password(text).unwrap_or(0..0);
    // If the range touches the password, the whole password is marked, so that the mark does not
    // reveal its parts.
    let hit = range.start < secret.end && secret.start < range.end;
    let range = if hit { range.start.min(secret.start)..range.end.max(secret.end) } else { range.clone() };
    let (mut out, mut shown) = (String::new(), 0);
    let (mut mark, mut is_cut) = (false, false);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < from) {
        let marks = range.contains(&at);
        if marks != mark {
            out.push_str(if marks { "<mark>" } else { "</mark>" });
            mark = marks;
        }
        if shown == LONGEST {
            is_cut = true;
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
    let (before, behind) = (if from > 0 { "…" } else { "" }, if is_cut { "…" } else { "" });
    format!("<bdi dir=\"ltr\">{before}{out}{behind}</bdi>")
}

/// Replaces `str::floor_char_boundary`, which the minimum version of Rust does not have.
trait Floor {
    fn floor(&self, at: usize) -> usize;
}

impl Floor for str {
    fn floor(&self, at: usize) -> usize {
        (0..=at.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "../../../tests/laws/html.rs"]
mod tests;
