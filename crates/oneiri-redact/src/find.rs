//! Where URLs begin and end in a text.

use core::ops::Range;

/// Whether a byte is in no URL of a text: white space, controls, and the quotes and brackets that URLs cannot have.
pub(crate) const fn is_boundary(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F)
}

/// The length of the word at the beginning of some bytes.
pub(crate) fn word(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| is_boundary(byte)).unwrap_or(bytes.len())
}

/// A bracket or a quote directly before a URL, which ends at the one that closes it.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    open: u8,
    close: u8,
    depth: usize,
}

impl Frame {
    /// The frame that a byte opens.
    pub(crate) fn of(open: u8) -> Option<Self> {
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b'\'' | b'|' => open,
            _ => return None,
        };
        Some(Self { open, close, depth: 0 })
    }

    /// Whether the next byte of the URL closes the frame.
    pub(crate) fn closes(&mut self, byte: u8) -> bool {
        if byte == self.close {
            self.depth = match self.depth.checked_sub(1) {
                Some(depth) => depth,
                None => return true,
            };
        } else if byte == self.open {
            self.depth += 1;
        }
        false
    }
}

/// A text without the punctuation, the unbalanced brackets and the backslashes at its end.
pub(crate) fn trim<'t>(mut text: &'t [u8], punctuation: &[u8]) -> &'t [u8] {
    let count = |byte: u8| text.iter().filter(|&&it| it == byte).count();
    let mut pairs = [[b'(', b')'], [b'[', b']'], [b'{', b'}']].map(|[open, close]| (close, count(open), count(close)));
    while let [rest @ .., last] = text {
        let pair = pairs.iter_mut().find(|(close, open, closed)| close == last && closed > open);
        match pair {
            Some((.., closed)) => *closed -= 1,
            None if *last == b'\\' || punctuation.contains(last) => {}
            None => break,
        }
        text = rest;
    }
    text
}

/// The URLs with a scheme and `//` in a text, as Markdown finds links: a URL ends at white space, at `"`, `<`, `>` and a backtick,
/// at the bracket or quote that was opened directly before it, and before punctuation and unbalanced brackets at its
/// end ([GFM](https://github.github.com/gfm/#autolinks-extension-) section 6.9).
///
/// ```
/// use oneiri_redact::urls;
///
/// let text = b"[a](http://h/x?y=(z)),url='irc://k/#c'. ws://w/, http://";
/// let found: Vec<&[u8]> = urls(text).map(|range| &text[range]).collect();
/// assert_eq!(found, [&b"http://h/x?y=(z)"[..], b"irc://k/#c", b"ws://w/"]);
/// ```
#[must_use]
pub fn urls(text: &[u8]) -> Urls<'_> {
    Urls { text, at: 0 }
}

/// The iterator of [`urls`].
#[derive(Clone, Debug)]
pub struct Urls<'t> {
    text: &'t [u8],
    at: usize,
}

impl Iterator for Urls<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let before = self.at;
            let colon = before + memchr::memmem::find(self.text.get(before..)?, b"://")?;
            let after = colon + "://".len();
            let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
            let scheme = self.text[before..colon].iter().rev().take_while(|byte| is_scheme(byte)).count();
            let first = self.text[colon - scheme..colon].iter().position(u8::is_ascii_alphabetic);
            self.at = after;
            let Some(first) = first else { continue };
            let start = colon - scheme + first;
            let mut frame = start.checked_sub(1).and_then(|it| Frame::of(self.text[it]));
            let ends = |&byte: &u8| is_boundary(byte) || frame.as_mut().is_some_and(|frame| frame.closes(byte));
            let rest = &self.text[after..];
            let end = rest.iter().position(ends).unwrap_or(rest.len());
            let end = after + trim(&rest[..end], b".,:;!?'*_~").len();
            if end > after {
                self.at = end;
                return Some(start..end);
            }
        }
    }
}

/// Whether a text is UTF-16: by its mark, or because each second byte at its beginning is NUL. No secret is found in it, so convert
/// it first.
///
/// ```
/// assert!(oneiri_redact::is_utf16(b"h\0t\0t\0p\0"));
/// ```
#[must_use]
pub fn is_utf16(text: &[u8]) -> bool {
    let head = &text[..text.len().min(64) & !1];
    let is_nul = |from: usize| head.len() > 3 && head.iter().skip(from).step_by(2).all(|&byte| byte == 0);
    text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") || is_nul(0) != is_nul(1)
}
