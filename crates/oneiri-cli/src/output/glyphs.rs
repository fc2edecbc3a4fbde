//! Splits text into pieces as a terminal shows them, each with its width in columns.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::output::escape;

/// A piece of text as it is displayed, with its width in columns.
#[derive(Default)]
pub(crate) struct Shown<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) width: usize,
    /// The length of the original text of this piece.
    pub(crate) bytes: usize,
}

/// Splits a text into the smallest pieces that have a width. A character that acts on the display
/// is spelled out, and so is a combining character without a base. With `pointed_at`, every
/// character of width zero is spelled out, because a mark has to stand below it.
pub(crate) fn glyphs(text: &str, pointed_at: bool) -> impl Iterator<Item = Shown<'_>> {
    let width = |c: char| if escape::acts(c) { 0 } else { c.width().unwrap_or_default() };
    let combines = move |c: char| width(c) == 0 && !escape::acts(c);
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let behind = &rest[first.len_utf8()..];
        if width(first) == 0 {
            rest = behind;
            let text = escape::spelled(first);
            let bytes = first.len_utf8();
            return Some(Shown { width: text.len(), text: Cow::Owned(text), bytes });
        }
        let tail = if pointed_at { behind } else { behind.trim_start_matches(combines) };
        let (glyph, tail) = rest.split_at(rest.len() - tail.len());
        rest = tail;
        Some(Shown { width: width(first), text: Cow::Borrowed(glyph), bytes: glyph.len() })
    })
}

/// Splits a text into pieces of at most so many columns.
pub(crate) fn stretches(text: &str, pointed_at: bool, columns: usize) -> impl Iterator<Item = Shown<'_>> {
    let mut glyphs = glyphs(text, pointed_at).peekable();
    std::iter::from_fn(move || {
        let mut stretch = glyphs.next()?;
        while let Some(glyph) = glyphs.next_if(|glyph| stretch.width + glyph.width <= columns) {
            stretch.text.to_mut().push_str(&glyph.text);
            stretch.width += glyph.width;
            stretch.bytes += glyph.bytes;
        }
        Some(stretch)
    })
}

/// The last boundary of a character up to a byte. Replaces `str::floor_char_boundary`, which the minimum version of Rust does
/// not have.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
