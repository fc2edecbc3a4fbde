//! Blanks, comments and names in a text that is perhaps no Turtle.
//!
//! White space that Turtle does not have, such as a no-break space from a web page, separates words for people. So it is blank
//! here, as well as characters that nobody sees.

use std::ops::Range;

use memchr::memchr2;

use super::name::is_inner;

/// What is after keywords, and after the names after them. Many keywords may be followed by the same comment and the same
/// name, so the ends of these are remembered, and none of them is looked at for each keyword.
pub(super) struct Spans<'t> {
    text: &'t [u8],
    /// The last blanks and comments after a keyword, and after a name.
    runs: [Range<usize>; 2],
    /// The last name directly after its keyword, and the last one that has a comment before it.
    names: [Name; 2],
}

/// What ends where blanks and comments are skipped.
pub(super) const KEYWORD: usize = 0;
pub(super) const NAME: usize = 1;

/// A name after a keyword.
#[derive(Clone, Default)]
pub(super) struct Name {
    pub(super) range: Range<usize>,
    /// The end of the word that it begins, which may have blanks at its end that no name has.
    pub(super) end: usize,
    /// Whether no other prefix can be meant.
    pub(super) is_clear: bool,
}

impl<'t> Spans<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, runs: [0..0, 0..0], names: [Name::default(), Name::default()] }
    }

    /// The name that begins at a byte, after a keyword that ends at another one.
    pub(super) fn name(&mut self, start: usize, keyword: usize) -> Name {
        let slot = usize::from(self.text[keyword..start].contains(&b'#'));
        let last = &self.names[slot];
        if last.range.contains(&start) || last.range.start == start && last.end > start {
            return Name { range: start..last.range.end, ..last.clone() };
        }
        let end = if (last.range.start..last.end).contains(&start) {
            last.end
        } else {
            start + self.text[start..].iter().take_while(|byte| is_name(**byte)).count()
        };
        let (mut at, mut odd) = (start, 0);
        while at < end {
            odd = odd_blank(&self.text[at..end]);
            if odd > 0 {
                break;
            }
            at += 1;
        }
        let dots = self.text[start..at].iter().rev().take_while(|byte| **byte == b'.').count();
        let range = start..at - dots;
        while odd > 0 {
            at += odd;
            odd = odd_blank(&self.text[at..end]);
        }
        let is_clear = at == end && is_clear(&self.text[range.clone()]);
        self.names[slot] = Name { range, end, is_clear };
        self.names[slot].clone()
    }

    /// The byte after blanks and comments.
    pub(super) fn after(&mut self, at: usize, by: usize) -> Option<u8> {
        let at = self.skip(at, by);
        self.text.get(at).copied()
    }

    /// The first byte from here on that is neither blank nor in a comment. `by` says what ends here.
    pub(super) fn skip(&mut self, start: usize, by: usize) -> usize {
        let mut at = start;
        if self.runs[by].start == start && start < self.runs[by].end {
            return self.runs[by].end;
        }
        while let Some(byte) = self.text.get(at) {
            match byte {
                b' ' | b'\t' => at += 1,
                b'#' | b'\n' | b'\r' => {
                    // From the beginning or the end of a comment, and from within it, the same follows.
                    if let Some(run) = self.runs.iter().find(|run| run.contains(&at)) {
                        return run.end;
                    }
                    let rest = &self.text[at..];
                    let is_feed = *byte != b'#';
                    at += if is_feed { 1 } else { memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()) };
                }
                _ => match odd_blank(&self.text[at..]) {
                    0 => break,
                    length => at += length,
                },
            }
        }
        if at > self.runs[by].end {
            self.runs[by] = start..at;
        }
        at
    }
}

pub(super) fn is_name(byte: u8) -> bool {
    byte == b'.' || byte != b':' && is_inner(byte)
}

/// How long a name is that is looked up. In `prefix…prefix…prefix…:` each word but the first may begin a name, and together
/// these names would be much longer than the text.
const LONGEST: usize = 256;

/// Whether a name has only letters, digits and the signs that prefixes have. If it has others, another name may be meant.
pub(super) fn is_clear(name: &[u8]) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.len() <= LONGEST && std::str::from_utf8(name).is_ok_and(|name| name.chars().all(fits))
}

/// Where the name begins that ends at a byte.
pub(super) fn name_before(text: &[u8], end: usize) -> usize {
    let mut at = end;
    while at > 0 && is_name(text[at - 1]) {
        at -= 1;
        let odd = odd_blank(&text[at..end]);
        if odd > 0 {
            return at + odd;
        }
    }
    at
}

/// Where the blanks begin that end at a byte. Comments are none of them.
pub(super) fn blanks_before(text: &[u8], mut end: usize) -> usize {
    while let Some(last) = end.checked_sub(1) {
        if matches!(text[last], b' ' | b'\t' | b'\r' | b'\n') {
            end = last;
            continue;
        }
        let start = (end.saturating_sub(3)..end).find(|start| odd_blank(&text[*start..end]) == end - start);
        match start {
            Some(start) => end = start,
            None => break,
        }
    }
    end
}

/// The length of the character at the beginning of these bytes, if it is blank for people and not for Turtle.
fn odd_blank(bytes: &[u8]) -> usize {
    let length = match bytes.first() {
        Some(0xB | 0xC) => return 1,
        Some(0xC2) => 2,
        Some(0xE1..=0xEF) => 3,
        _ => return 0,
    };
    let c = bytes.get(..length).and_then(|it| std::str::from_utf8(it).ok()).and_then(|it| it.chars().next());
    let is_odd = c.is_some_and(|c| {
        let is_unseen = matches!(c, '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}')
            || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}');
        c.is_whitespace() || is_unseen
    });
    if is_odd { length } else { 0 }
}
