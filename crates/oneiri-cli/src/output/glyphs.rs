//! Text as a terminal shows it: in pieces whose widths are known.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::output::escape;

/// A stretch of text as it is shown, and how many columns it takes.
#[derive(Default)]
pub(crate) struct Shown<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) width: usize,
    /// Of what it shows.
    pub(crate) bytes: usize,
}

/// What the characters of a text show as. What acts on the display is spelled out, and so is what
/// has no width and nothing to combine with; in a stretch that is pointed at, all that has no width.
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

/// A text in stretches that fit into so many columns.
pub(crate) fn stretches(
    text: &str,
    pointed_at: bool,
    columns: usize,
) -> impl Iterator<Item = Shown<'_>> {
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
