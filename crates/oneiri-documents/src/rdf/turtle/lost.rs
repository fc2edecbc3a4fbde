//! What an invalid statement may have declared.
//!
//! After an error, the reader goes on where the statement seems to end, so a directive in the skipped text is not
//! read. Nobody can tell what that text was meant to be, and a forgotten quotation mark turns strings into statements and
//! statements into strings. So each text that looks like a directive counts, such as `prefix NAME:` or `base <`, wherever
//! it is, but not on a line that is a comment. What it may declare is then unknown. A statement that needs it is invalid,
//! because it could otherwise be kept with another meaning.

use std::ops::Range;

use memchr::memmem::find;
use memchr::{memchr_iter, memchr2, memchr2_iter, memrchr2};

use super::name::is_inner;
use super::token::blank;

/// What a record may declare although it is invalid.
#[derive(Clone, Debug)]
pub(crate) struct Lost {
    /// Which record of the stretch it is.
    pub(crate) record: usize,
    /// Where the prefix is in the stretch. `None` for the base.
    pub(crate) name: Option<Range<usize>>,
    /// The number of the line.
    pub(crate) line: u64,
}

/// A text that looks like a directive: where it begins, and where its prefix is. `None` for the base.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) at: usize,
    pub(super) name: Option<Range<usize>>,
}

/// The texts that look like directives, in their order. `all` says that misspelled ones count, too, because the statement
/// is known to be invalid.
pub(super) fn shapes(text: &[u8], all: bool) -> Vec<Shape> {
    let scan = || Scan { text, first: blank(text, 0), run: 0..0, seen: 0, is_comment: false };
    let mut found = Vec::new();
    let mut by = scan();
    found.extend(memchr2_iter(b'x', b'X', text).filter_map(|at| by.prefix(at)));
    by = scan();
    found.extend(memchr2_iter(b'b', b'B', text).filter_map(|at| by.base(at)));
    if all {
        by = scan();
        found.extend(memchr_iter(b'@', text).filter_map(|at| by.misspelled(at)));
        by = scan();
        found.extend(memchr_iter(b':', text).filter_map(|at| by.namespace(at)));
    }
    found.sort_by_key(|it| it.at);
    found
}

/// Where the words `prefix` and `base` are in a text, in their order. Without them, only misspelled directives can be in it.
pub(super) fn words(text: &[u8]) -> Vec<usize> {
    let is = |at: usize, word: &[u8]| {
        let ends = matches!(text.get(at + word.len()), Some(b' ' | b'\t' | b'\r' | b'\n' | b'#' | b'<' | b':'));
        ends && text.get(at..at + word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word))
    };
    let prefixes = memchr2_iter(b'x', b'X', text).filter_map(|last| last.checked_sub(5));
    let bases = memchr2_iter(b'b', b'B', text).filter(|at| is(*at, b"base"));
    let mut words: Vec<usize> = prefixes.filter(|at| is(*at, b"prefix")).chain(bases).collect();
    words.sort_unstable();
    words
}

/// Looks at places of a text, from its beginning to its end.
struct Scan<'t> {
    text: &'t [u8],
    /// Where the first token begins.
    first: usize,
    /// The last blanks and comments that were skipped, so that none is skipped twice.
    run: Range<usize>,
    /// Up to where it is known whether the line is a comment.
    seen: usize,
    is_comment: bool,
}

impl Scan<'_> {
    /// `prefix`, with its last letter at a byte, then a name and its colon. After an at sign, or at the beginning of the
    /// statement, the colon may be forgotten.
    fn prefix(&mut self, last: usize) -> Option<Shape> {
        let at = last.checked_sub(5)?;
        let strong = self.keyword(at, b"prefix")?;
        let name = self.name_after(last + 1)?;
        // `prefix:` is a name.
        if name.start == last + 1 && at.checked_sub(1).map(|at| self.text[at]) != Some(b'@') {
            return None;
        }
        let is_one = match self.after(name.end) {
            Some(b':') => true,
            Some(b'<') => strong || !name.is_empty(),
            _ => strong && !name.is_empty(),
        };
        is_one.then_some(Shape { at, name: Some(name) })
    }

    /// `base` at a byte, then `<`. After an at sign, or at the beginning of the statement, anything may follow.
    fn base(&mut self, at: usize) -> Option<Shape> {
        let strong = self.keyword(at, b"base")?;
        let end = at + 4;
        let is_longer = self.text.get(end).is_some_and(|byte| byte.is_ascii() && is_inner(*byte));
        let is_one = !is_longer && (strong || self.after(end) == Some(b'<'));
        is_one.then_some(Shape { at, name: None })
    }

    /// Another word after an at sign, with what follows `@prefix` or `@base`. It is misspelled, unless it is the language
    /// of a string.
    fn misspelled(&mut self, at: usize) -> Option<Shape> {
        let letters = self.text.get(at + 1..)?.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let end = at + 1 + letters;
        let word = &self.text[at + 1..end];
        let is_known = word.eq_ignore_ascii_case(b"prefix") || word.eq_ignore_ascii_case(b"base");
        let is_tag = at > 0 && matches!(self.text[at - 1], b'"' | b'\'');
        if letters == 0 || is_known || is_tag || self.text.get(end) == Some(&b'-') || self.in_comment(at) {
            return None;
        }
        if self.after(end) == Some(b'<') {
            return Some(Shape { at, name: None });
        }
        let name = self.name_after(end)?;
        (self.after(name.end) == Some(b':')).then_some(Shape { at, name: Some(name) })
    }

    /// A colon with a word and a name before it, and `<` after it. The word is `PREFIX`, misspelled.
    fn namespace(&mut self, colon: usize) -> Option<Shape> {
        let before =
            |end: usize, is: fn(u8) -> bool| end - self.text[..end].iter().rev().take_while(|byte| is(**byte)).count();
        let at = before(colon, is_name);
        let end = before(at, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        let is_word = at < colon && end < at && end > 0 && self.text[end - 1].is_ascii_alphabetic();
        if !is_word || self.in_comment(at) || self.after(colon + 1) != Some(b'<') {
            return None;
        }
        Some(Shape { at, name: Some(at..colon) })
    }

    /// Whether an at sign is before a word, or the statement begins with it. `None` if it is another word, a part of a longer
    /// one, or in a comment.
    fn keyword(&mut self, at: usize, word: &[u8]) -> Option<bool> {
        if !self.text.get(at..at + word.len())?.eq_ignore_ascii_case(word) {
            return None;
        }
        let before = at.checked_sub(1).map(|at| self.text[at]);
        let is_part = before.is_some_and(|byte| byte.is_ascii() && is_inner(byte));
        let strong = before == Some(b'@') || at == self.first;
        (!is_part && !self.in_comment(at)).then_some(strong)
    }

    /// The name after a word that ends here. It is empty if no blank is between them.
    fn name_after(&mut self, end: usize) -> Option<Range<usize>> {
        let start = self.skip(end);
        let length = self.text.get(start..)?.iter().take_while(|byte| is_name(**byte)).count();
        (start > end || length == 0).then_some(start..start + length)
    }

    /// The byte after blanks and comments.
    fn after(&mut self, at: usize) -> Option<u8> {
        let at = self.skip(at);
        self.text.get(at).copied()
    }

    fn skip(&mut self, start: usize) -> usize {
        let mut at = start;
        loop {
            match self.text.get(at) {
                Some(b' ' | b'\t') => at += 1,
                // From the beginning or the end of a comment, and from within it, the same follows.
                Some(b'#' | b'\n' | b'\r') if self.run.contains(&at) => return self.run.end,
                Some(b'\n' | b'\r') => at += 1,
                Some(b'#') => {
                    let rest = &self.text[at..];
                    at += memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        if at > self.run.end {
            self.run = start..at;
        }
        at
    }

    /// Whether the line of a byte is a comment, whatever the text before it is: `#` begins it, and no long string ends
    /// before the byte.
    fn in_comment(&mut self, at: usize) -> bool {
        let mut from = self.seen.saturating_sub(2);
        if let Some(feed) = memrchr2(b'\n', b'\r', &self.text[self.seen.min(at)..at]) {
            from = self.seen + feed + 1;
            let line = &self.text[from..];
            self.is_comment = line.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'#');
        }
        let before = &self.text[from.min(at)..at];
        if self.is_comment && (find(before, b"\"\"\"").is_some() || find(before, b"'''").is_some()) {
            self.is_comment = false;
        }
        self.seen = at;
        self.is_comment
    }
}

fn is_name(byte: u8) -> bool {
    byte == b'.' || byte != b':' && is_inner(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, all: bool) -> Vec<&str> {
        let name = |it: Shape| it.name.map_or("BASE", |range| &text[range]);
        let mut names: Vec<&str> = shapes(text.as_bytes(), all).into_iter().map(name).collect();
        names.dedup();
        names
    }

    #[test]
    fn directives_are_found_in_any_text() {
        for (text, expected) in [
            ("<s> <p> <o>\n@prefix e: <x> .", &["e"][..]),
            ("<s> \"x\"\n@PreFix\te:\n<x> .", &["e"]),
            ("<s> @prefix:<x>. prefix : <y> @prefix e.f-g_1:<z>", &["", "e.f-g_1"]),
            ("\"\"\" . PREFIX # x\n # y\n e: # z\n<x>", &["e"]),
            ("<s> <p> \u{201c}prefix caf\u{e9}: <x>", &["caf\u{e9}"]),
            ("@prefix e <x> .", &["e"]),
            ("@prefix <x> .", &[""]),
            ("@prefix e http://x/ .", &["e"]),
            ("@prefix e : <x> .", &["e"]),
            ("PREFIX e http://x/ .", &["e"]),
            ("<s> . @base <x> . BASE<y>", &["BASE"]),
            ("@base http://x/ .", &["BASE"]),
            ("base http://x/", &["BASE"]),
            ("<s> <p .\nBASE # x\n<y>", &["BASE"]),
            ("<s> . # prefix e: <x>", &["e"]),
            ("x\n # \"\"\" prefix e: <x>\n", &["e"]),
        ] {
            assert_eq!(names(text, false), expected, "{text}");
            assert_eq!(names(text, true), expected, "{text}");
        }
        for (text, expected) in [
            ("@prefx e: <x> .", &["e"][..]),
            ("PERFIX e: <x>", &["e"]),
            ("<s> <p>\n@prefixes e: http://x .", &["e"]),
            ("@bsae <x> .", &["BASE"]),
        ] {
            assert_eq!(names(text, false), [""; 0], "{text}");
            assert_eq!(names(text, true), expected, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_directives() {
        for text in [
            "<s> <p> \"the prefix and the base of a name\" , 'a prefix', \"base: <x>\"",
            "<s> e:prefix f:g ; _:base <x> ; <p> my-prefix , database <x> , bases <y>, prefixes e:f",
            "<s> <p> \"x\"@en , e: , <x> ; f:g e:h . prefix:e <p> prefix:prefix .",
            "<s> <p> <o>\n# @prefix e: <x> .\n \t# BASE <x>\r\n#PERFIX e: <x>",
            "<s> <p> \"x\"@en <x> , 'y'@en-US <y>, a@example.org",
        ] {
            assert_eq!(names(text, true), [""; 0], "{text}");
        }
    }
}
