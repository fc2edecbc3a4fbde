//! Hides passwords in identifiers and in messages that contain identifiers.

use std::borrow::Cow;
use std::ops::Range;

use oneiri::{Component, Split};

/// The replacement for a password.
pub(crate) const HIDDEN: &str = "***";

/// The byte range of the password in a text: the userinfo behind its first `:` (RFC 3986 section
/// 3.2.1).
///
/// An unescaped `/`, `?` or `#` in a password ends the authority too early. The text behind the `:`
/// then looks like a port that is not a number, and an `@` follows. In this case everything up to
/// the last `@` is taken for the password.
pub(crate) fn password(text: &str) -> Option<Range<usize>> {
    let split = Split::of(text);
    let range = match (split.range(Component::Userinfo), split.range(Component::Port)) {
        (Some(userinfo), _) => {
            let colon = text[userinfo.clone()].find(':')?;
            userinfo.start + colon + 1..userinfo.end
        }
        (None, Some(port)) if text[port.clone()].bytes().any(|byte| !byte.is_ascii_digit()) => {
            let host = split.range(Component::Host)?.start;
            let colon = host + text[host..].find(':')?;
            colon + 1..text.rfind('@').filter(|&at| at > colon)?
        }
        _ => return None,
    };
    Some(range).filter(|password| !password.is_empty())
}

/// Hides the password in a text that is an identifier, valid or not.
pub(crate) fn hidden(text: &str) -> Cow<'_, str> {
    match password(text) {
        Some(range) => Cow::Owned([&text[..range.start], HIDDEN, &text[range.end..]].concat()),
        None => Cow::Borrowed(text),
    }
}

/// What the value of an option is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Userinfo,
    Authority,
    Other,
}

/// Hides the password in the value of an option. A userinfo or an authority alone does not parse as an identifier, so the
/// delimiters are added before a password is looked for.
pub(crate) fn value(value: &str, holds: Holds) -> Cow<'_, str> {
    let range = match holds {
        Holds::Other => return message(value),
        Holds::Userinfo => password(&["//", value, "@"].concat()),
        Holds::Authority => password(&["//", value].concat()),
    };
    match range {
        Some(Range { start, end }) => {
            Cow::Owned([&value[..start - 2], HIDDEN, &value[end - 2..]].concat())
        }
        None => Cow::Borrowed(value),
    }
}

/// Hides every password in a message. A password is the text behind a `//` that lies between a `:`
/// and the last `@` of the authority.
pub(crate) fn message(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//") {
        let (before, behind) = rest.split_at(at + 2);
        let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '\'' | '"');
        let authority = &behind[..behind.find(ends).unwrap_or(behind.len())];
        let user = authority.rfind('@').and_then(|end| Some((authority[..end].find(':')?, end)));
        out.push_str(before);
        rest = behind;
        if let Some((colon, end)) = user.filter(|(colon, end)| colon + 1 < *end) {
            out.push_str(&behind[..=colon]);
            out.push_str(HIDDEN);
            rest = &behind[end..];
        }
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
#[path = "../../tests/laws/redact.rs"]
mod tests;
