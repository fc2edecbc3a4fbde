//! What an invalid statement may have declared.
//!
//! After an error, the reader goes on where the statement seems to end, so a directive in the skipped text is not
//! read. Nobody can tell what that text was meant to be, and a forgotten quotation mark turns strings into statements and
//! statements into strings. So each text that looks like a directive counts, such as `prefix NAME:` or `base <`, wherever
//! it is, but not on a line that is a comment. What it may declare is then unknown. A statement that needs it is invalid,
//! because it could otherwise be kept with another meaning.

use std::ops::Range;

use memchr::memmem::find;
use memchr::{memchr_iter, memchr2_iter, memrchr2};

use super::name::is_inner;
use super::spans::{self, KEYWORD, NAME, Spans, blanks_before, is_name};

/// What a record may declare although it is invalid.
#[derive(Clone, Debug)]
pub(crate) struct Lost {
    /// Which record of the stretch it is.
    pub(crate) record: usize,
    /// The base or a prefix, whose name is in these bytes of the stretch.
    pub(crate) what: What,
    /// The number of the line.
    pub(crate) line: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Base,
    /// The prefix in these bytes.
    Prefix(Range<usize>),
    /// A prefix, but nobody can tell which.
    Prefixes,
}

impl What {
    /// The prefix in these bytes, if it is clear that it is meant.
    fn of(name: Range<usize>, is_clear: bool) -> Self {
        if is_clear { Self::Prefix(name) } else { Self::Prefixes }
    }

    /// The same where so many bytes are before it.
    pub(super) fn moved(self, before: usize) -> Self {
        match self {
            Self::Prefix(name) => Self::Prefix(before + name.start..before + name.end),
            other => other,
        }
    }
}

/// A text that looks like a directive: where it begins, and what it declares.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) at: usize,
    pub(super) what: What,
}

/// The texts that look like directives, in their order. `all` says that misspelled ones count, too, because the statement
/// is known to be invalid.
pub(super) fn shapes(text: &[u8], all: bool) -> Vec<Shape> {
    let scan = || Scan::new(text, all);
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
    let is = |at: usize, word: &[u8]| text.get(at..at + word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    let ends = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0xB | 0xC | b'#' | b'<') || !byte.is_ascii();
    let prefixes = memchr2_iter(b'x', b'X', text)
        .filter(|last| text.get(last + 1).is_some_and(|byte| ends(*byte) || is_inner(*byte)))
        .filter_map(|last| last.checked_sub(5).filter(|at| is(*at, b"prefix")));
    let bases = memchr2_iter(b'b', b'B', text)
        .filter(|at| text.get(at + 4).is_some_and(|byte| ends(*byte) || *byte == b':') && is(*at, b"base"));
    let mut words: Vec<usize> = prefixes.chain(bases).collect();
    words.sort_unstable();
    words
}

/// Whether a name may be a directive with a forgotten blank, such as `PREFIXe:` and `PREFIX:`, but not `prefix:a`.
#[inline]
pub(super) fn is_glued(name: &[u8]) -> bool {
    let is_prefix = matches!(name, [b'p' | b'P', ..]) && name.len() > 6 && name[..6].eq_ignore_ascii_case(b"prefix");
    is_prefix && (name[6] != b':' || name.len() == 7)
}

/// Looks at places of a text, from its beginning to its end.
struct Scan<'t> {
    text: &'t [u8],
    /// Whether the statement is known to be invalid.
    all: bool,
    /// Where the first token begins.
    first: usize,
    spans: Spans<'t>,
    /// Up to where it is known whether the line is a comment.
    seen: usize,
    is_comment: bool,
}

impl<'t> Scan<'t> {
    fn new(text: &'t [u8], all: bool) -> Self {
        let mut spans = Spans::new(text);
        Self { text, all, first: spans.skip(0, KEYWORD), spans, seen: 0, is_comment: false }
    }

    /// `prefix`, with its last letter at a byte, then a name and its colon. After an at sign, or at the beginning of the
    /// statement, the colon may be forgotten.
    fn prefix(&mut self, last: usize) -> Option<Shape> {
        let at = last.checked_sub(5)?;
        let strong = self.keyword(at, b"prefix")?;
        let has_at = at > 0 && self.text[at - 1] == b'@';
        let start = self.spans.skip(last + 1, KEYWORD);
        let is_direct = start == last + 1;
        if is_direct && self.text.get(start).is_some_and(|byte| is_name(*byte)) {
            return self.glued(at, start, strong, has_at);
        }
        // `prefix:` is a name, unless a blank was forgotten.
        if is_direct && !has_at && self.text.get(start) == Some(&b':') {
            let is_one = self.spans.after(start + 1, KEYWORD) == Some(b'<');
            return is_one.then_some(Shape { at, what: What::Prefix(start..start) });
        }
        let name = self.spans.name(start, last + 1);
        let is_empty = name.range.is_empty();
        let is_one = match self.spans.after(name.end, NAME) {
            Some(b':') => true,
            Some(b'<') => strong || !is_empty,
            _ => strong && !is_empty && (has_at || name.is_clear),
        };
        if is_one {
            return Some(Shape { at, what: What::of(name.range, name.is_clear) });
        }
        // A directive without a name: `@prefix "e": <x>`. The word may as well be in a sentence, where other signs follow.
        let is_quoted = !is_direct && matches!(self.text.get(start), Some(b'"' | b'\'' | b'\\' | b'%' | b'$' | b'?'));
        let is_nameless = self.all && (strong && is_quoted || has_at && self.begins_line(at - 1));
        is_nameless.then_some(Shape { at, what: What::Prefixes })
    }

    /// `prefix` without a blank before the name. In a valid statement `prefixes:a` is a name.
    fn glued(&mut self, at: usize, start: usize, strong: bool, has_at: bool) -> Option<Shape> {
        if self.text[start] == b'.' {
            // The end of a sentence, or of a directive without a name.
            let is_nameless = self.all && has_at && self.begins_line(at - 1);
            return is_nameless.then_some(Shape { at, what: What::Prefixes });
        }
        let name = self.spans.name(start, start);
        let colon = self.spans.skip(name.end, NAME);
        let is_one = match self.text.get(colon) {
            Some(b':') if self.all && has_at => true,
            Some(b':') => {
                let is_alone = self.text.get(colon + 1).is_none_or(|byte| !is_name(*byte));
                self.all && strong && is_alone || self.spans.after(colon + 1, KEYWORD) == Some(b'<')
            }
            Some(b'<') => self.all && strong,
            _ => self.all && has_at,
        };
        is_one.then_some(Shape { at, what: What::of(name.range, name.is_clear) })
    }

    /// `base` at a byte, then `<`. After an at sign, or at the beginning of the statement, anything may follow.
    fn base(&mut self, at: usize) -> Option<Shape> {
        let strong = self.keyword(at, b"base")?;
        let end = at + 4;
        let is_longer = self.text.get(end).is_some_and(|byte| byte.is_ascii() && is_inner(*byte));
        let is_one = !is_longer && (strong || self.spans.after(end, KEYWORD) == Some(b'<'));
        is_one.then_some(Shape { at, what: What::Base })
    }

    /// Another word after an at sign, with what follows `@prefix` or `@base`. It is misspelled, unless it is the language
    /// of a string.
    fn misspelled(&mut self, at: usize) -> Option<Shape> {
        let letters = self.text.get(at + 1..)?.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let end = at + 1 + letters;
        let word = &self.text[at + 1..end];
        let begins = |with: &[u8]| word.get(..with.len()).is_some_and(|it| it.eq_ignore_ascii_case(with));
        let is_known = word.eq_ignore_ascii_case(b"prefix") || word.eq_ignore_ascii_case(b"base");
        let is_tag = at > 0 && matches!(self.text[at - 1], b'"' | b'\'');
        if letters == 0 || is_known || is_tag || self.text.get(end) == Some(&b'-') || self.in_comment(at) {
            return None;
        }
        let start = self.spans.skip(end, KEYWORD);
        let next = self.text.get(start);
        if next == Some(&b'<') || begins(b"base") {
            return Some(Shape { at, what: What::Base });
        }
        // `@prefixe:` is found as `prefix`.
        let is_direct = start == end && next.is_some_and(|byte| is_name(*byte));
        if is_direct || next == Some(&b':') && begins(b"prefix") {
            return None;
        }
        let name = self.spans.name(start, end);
        (self.spans.after(name.end, NAME) == Some(b':'))
            .then_some(Shape { at, what: What::of(name.range, name.is_clear) })
    }

    /// A colon with a word and a name before it, and `<` after it. The word is `PREFIX`, misspelled.
    fn namespace(&mut self, colon: usize) -> Option<Shape> {
        let end = blanks_before(self.text, colon);
        let at = spans::name_before(self.text, end);
        let before = blanks_before(self.text, at);
        let is_word = at < end && before < at && before > 0 && self.text[before - 1].is_ascii_alphabetic();
        if !is_word || self.in_comment(at) || self.spans.after(colon + 1, KEYWORD) != Some(b'<') {
            return None;
        }
        Some(Shape { at, what: What::of(at..end, spans::is_clear(&self.text[at..end])) })
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

    /// Whether a byte begins the statement, or its line.
    fn begins_line(&self, at: usize) -> bool {
        let blanks = blanks_before(self.text, at);
        at == self.first || blanks == 0 || self.text[blanks..at].iter().any(|byte| matches!(byte, b'\n' | b'\r'))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, all: bool) -> Vec<&str> {
        let name = |it: Shape| match it.what {
            What::Base => "BASE",
            What::Prefix(range) => &text[range],
            What::Prefixes => "ALL",
        };
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
            ("@prefix\u{A0}e: <x> .", &["e"]),
            ("x prefix\u{C}e: <x>", &["e"]),
            ("\u{FEFF}@prefix\u{FEFF}\u{200B} e\u{3000}: <x> .", &["e"]),
            ("\u{A0}PREFIX\u{A0}# x\n\u{A0}e:\u{A0}<x>", &["e"]),
            ("x @base\u{A0}<x> . base\u{200B}<y>", &["BASE"]),
            ("<s> PREFIXe: <x> PREFIX: <x>", &["e", ""]),
            ("@prefix \u{201c}e\u{201d}: <x> .", &["ALL"]),
            ("@prefix e\u{200B}f <x> .", &["ALL"]),
        ] {
            assert_eq!(names(text, false), expected, "{text}");
            assert_eq!(names(text, true), expected, "{text}");
        }
        for (text, expected) in [
            ("@prefx e: <x> .", &["e"][..]),
            ("PERFIX e: <x>", &["e"]),
            ("<s> <p>\n@prefixes e: http://x .", &["e", "es"]),
            ("@bsae <x> .", &["BASE"]),
            ("@baseline: <x> .", &["BASE"]),
            ("@prefixe http://x/ .", &["http", "e"]),
            ("PERFIX\u{A0}e\u{200B}: <x>", &["e"]),
            ("<s> <p>\n @prefix \"e\": <x> .", &["ALL"]),
            ("<s> <p> <o> @prefix \"e\": <x> .", &["ALL"]),
            ("PREFIX 'e': <x>", &["ALL"]),
            ("PREFIXe: http://x/", &["e"]),
            ("<s> <p> \"x\n@prefix.", &["ALL"]),
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
            "<s> <p> \"\"\"a prefix. Prefix, the\nprefix (it) prefix \u{2014} and @prefix, 'prefix'\"\"\"",
            "prefix, a word; prefixes: are words; the prefix",
            "prefixes:a <x> prefix:a <x>",
        ] {
            assert_eq!(names(text, true), [""; 0], "{text}");
        }
    }
}
