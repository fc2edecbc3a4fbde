//! Text of unknown origin, made safe to look at.
//!
//! A line may hold escape sequences that repaint a terminal, or direction controls that show an
//! identifier as another one. Messages always pass through here; output does on its way to a
//! terminal.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Whether `c` would act on the display instead of showing in it: C0, DEL, C1, the direction
/// controls, the two separators that break lines, and the format characters that show nothing at
/// all. The joiners stay: scripts and emoji need them. All lie in the first plane, as `json` expects.
pub(crate) fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        || matches!(c,
            '\u{AD}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

/// `text` with every such character written as `\u{1B}`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    push(&mut out, text);
    Cow::Owned(out)
}

/// The same for bytes: those that are not UTF-8 are written as `\xFF`.
pub(crate) fn visible_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return visible(text);
    }
    let mut out = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        push(&mut out, chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\x{byte:02X}");
        }
    }
    Cow::Owned(out)
}

/// A character by its number, like `\u{1B}`.
pub(crate) fn spelled(c: char) -> String {
    format!("\\u{{{:X}}}", u32::from(c))
}

fn push(out: &mut String, text: &str) {
    for c in text.chars() {
        if acts(c) {
            out.push_str(&spelled(c));
        } else {
            out.push(c);
        }
    }
}

/// How messages call a file.
pub(crate) fn path(path: &Path) -> String {
    if path == Path::new("-") {
        "stdin".to_owned()
    } else {
        visible(&path.to_string_lossy()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_scripts_and_emoji_need_stays() {
        let text = "می\u{200C}خواهم \u{928}\u{94D}\u{200D} 👩\u{200D}🚀 ☃\u{FE0F} e\u{301}";
        assert_eq!(visible(text), text);
    }

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(visible("http://é.example/ a"), Cow::Borrowed(_)));
    }

    #[test]
    fn controls_are_spelled_out() {
        assert_eq!(visible("a\u{1B}[31m\u{9B}\u{7F}\n"), "a\\u{1B}[31m\\u{9B}\\u{7F}\\u{A}");
        assert_eq!(visible("\u{202E}cba\u{2069}"), "\\u{202E}cba\\u{2069}");
        assert_eq!(visible("\u{FEFF}a\u{200B}\u{AD}"), "\\u{FEFF}a\\u{200B}\\u{AD}");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_spelled_out() {
        assert_eq!(visible_bytes(b"a\xFF\xC3\x1B"), "a\\xFF\\xC3\\u{1B}");
    }
}
