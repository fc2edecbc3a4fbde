//! Makes text of unknown origin safe to display.
//!
//! A line can hold escape sequences that repaint a terminal, or direction controls that make a URL look like another one.
//!
//! ```
//! use oneiri_redact::display::visible;
//!
//! assert_eq!(visible("http://h/\u{1B}[2J"), r"http://h/\u{1B}[2J");
//! assert_eq!(visible("http://é.example/"), "http://é.example/");
//! ```

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// Whether a terminal acts on `c` instead of showing it. These are the controls (C0, DEL, C1), the
/// direction controls, the line and paragraph separators, and the invisible format characters. The
/// joiners are not among them, because scripts and emoji need them. All of these characters lie
/// below U+10000, so JSON writes each of them with four digits.
#[must_use]
pub fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        || matches!(c,
            '\u{AD}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

/// Replaces every character that [`acts`] by its number, such as `\u{1B}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    // Graphic characters of ASCII and spaces do not act, and most text has no others. Many bytes are
    // looked at together.
    let plain = |byte: u8| matches!(byte, b' '..=b'~');
    if text.bytes().fold(true, |all, byte| all & plain(byte)) || !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    push(&mut out, text);
    Cow::Owned(out)
}

/// Like [`visible`], for bytes. A byte that is not UTF-8 is written like `\xFF`.
///
/// ```
/// assert_eq!(oneiri_redact::display::visible_bytes(b"a\xFF\0"), r"a\xFF\u{0}");
/// ```
#[must_use]
pub fn visible_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = core::str::from_utf8(bytes) {
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

/// Appends lines like [`visible_bytes`]; the line feeds between them stay.
pub fn push_lines(bytes: &[u8], out: &mut Vec<u8>) {
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let (line, feed) = line.split_at(line.len() - usize::from(line.ends_with(b"\n")));
        out.extend_from_slice(visible_bytes(line).as_bytes());
        out.extend_from_slice(feed);
    }
}

/// The text in which nothing looks like a character that [`visible`] writes as a number, so that nobody takes the one for the other.
///
/// ```
/// use oneiri_redact::display::{unlike_numbers, visible};
///
/// assert_eq!(visible(&unlike_numbers("\\u{A}\n")), r"\u{5C}u{A}\u{A}");
/// ```
#[must_use]
pub fn unlike_numbers(text: &str) -> String {
    text.replace("\\u{", "\\u{5C}u{")
}

/// The texts in columns of eight characters or more, as a terminal shows TABs. A terminal gets no control characters.
///
/// ```
/// assert_eq!(oneiri_redact::display::tabbed(&["http", "h"]), "http    h");
/// ```
#[must_use]
pub fn tabbed(texts: &[&str]) -> String {
    let mut line = String::new();
    let mut wanted = 0;
    for text in texts {
        // Writing to a String cannot fail.
        let _ = write!(line, "{:1$}", "", wanted);
        line.push_str(text);
        wanted = 8 - text.chars().count() % 8;
    }
    line
}

/// The number of a character, written like `\u{1B}`.
#[must_use]
pub fn spelled(c: char) -> String {
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
