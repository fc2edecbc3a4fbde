//! The secrets of one word: a run of bytes without white space, which may hold URLs.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memrchr;

use crate::Redactor;
use crate::find::{Frame, trim};
use crate::name::Name;
use crate::unit::unit;

/// The bytes after which a URL may begin without a scheme.
pub(crate) const BEFORE_URL: &[u8] = b"([{'|=,";

/// A range to hide. If it is the rest of one that the piece before began, `***` is written already.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    pub(crate) range: Range<usize>,
    pub(crate) is_rest: bool,
}

/// What is open where a very long word was cut.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Open {
    /// Whether a piece of the word came before.
    is_begun: bool,
    /// Whether `***` is written for what is being hidden.
    is_marked: bool,
    part: Part,
    inside: Inside,
}

impl Open {
    /// What goes on after a boundary, given what was open at the end of the word before: after a quote, what follows may be the
    /// rest of the query, and after `?token="` it is the value. White space ends everything.
    pub(crate) fn after(self, boundary: u8) -> Self {
        let inside = match self.inside {
            Inside::Quoted => Inside::Value(0),
            _ => Inside::Nothing,
        };
        if !self.goes_on() || !b"\"<>`".contains(&boundary) {
            return Self::default();
        }
        Self { is_begun: false, is_marked: false, part: Part::After, inside }
    }

    pub(crate) fn goes_on(self) -> bool {
        self.part != Part::Path
    }
}

/// The part of a URL.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Part {
    #[default]
    Path,
    Query,
    Fragment,
    /// After a bracket or a quote that seems to end a URL with a query. What follows may be the rest of the query.
    After,
}

#[derive(Clone, Copy, Default, Debug)]
pub(crate) enum Inside {
    #[default]
    Nothing,
    /// A value that is hidden, whose `=` has this depth.
    Value(u8),
    /// A value that is hidden, and whose last byte is `=`: what a quote holds after it may be a value, too.
    Quoted,
    /// What may be a userinfo, and is being hidden.
    Password,
    /// The same, after what seemed to end the authority: it goes to the last `@`.
    Overlong,
}

/// A word, or a piece of a very long one.
pub(crate) struct Word<'w> {
    redactor: &'w Redactor,
    pub(crate) bytes: &'w [u8],
    /// Whether the word begins, and whether it ends here.
    pub(crate) is_begin: bool,
    pub(crate) is_end: bool,
    /// Where the last `@` is.
    pub(crate) last_at: Option<usize>,
    /// To where an authority was looked through, plain and escaped, so that each byte is looked at once.
    pub(crate) authority_until: usize,
    pub(crate) escaped_until: usize,
    part: Part,
    pub(crate) frame: Option<Frame>,
    pub(crate) open: Inside,
    hidden: &'w mut Vec<Hidden>,
}

/// Finds the secrets of a word, and returns what is open at its end.
pub(crate) fn secrets(redactor: &Redactor, bytes: &[u8], open: Open, is_end: bool, hidden: &mut Vec<Hidden>) -> Open {
    let last_at = memrchr(b'@', bytes);
    let (part, frame) = (open.part, None);
    let is_begin = !open.is_begun;
    let mut word = Word {
        redactor,
        bytes,
        is_begin,
        is_end,
        last_at,
        authority_until: 0,
        escaped_until: 0,
        part,
        frame,
        open: Inside::Nothing,
        hidden,
    };
    word.read(open.inside, open.is_marked);
    let (part, inside) = (word.part, word.open);
    let is_marked = match hidden.last() {
        Some(last) if last.range.end == bytes.len() => true,
        Some(_) => false,
        None => bytes.is_empty() && open.is_marked,
    };
    Open { is_begun: true, is_marked, part, inside }
}

impl Word<'_> {
    pub(crate) fn is_strict(&self) -> bool {
        self.redactor.shown.is_some()
    }

    pub(crate) fn hide(&mut self, range: Range<usize>, is_rest: bool) {
        if !range.is_empty() {
            self.hidden.push(Hidden { range, is_rest });
        }
    }

    /// Goes once through the word, from left to right.
    fn read(&mut self, open: Inside, is_marked: bool) {
        let mut at = match open {
            Inside::Nothing | Inside::Quoted => 0,
            Inside::Value(depth) => {
                self.may_be_query();
                self.value(0, depth, is_marked)
            }
            Inside::Password | Inside::Overlong => self.rest_of_password(open, is_marked),
        };
        while let Some(&byte) = self.bytes.get(at) {
            at = match byte {
                b':' | b'/' | b'\\' if self.authority(at).is_some() => {
                    let start = self.authority(at).unwrap_or(at + 1);
                    self.any_userinfo(at, start)
                }
                b':' => self.escaped_userinfo(at + 1, 0),
                b'?' | b'#' | b'&' | b';' | b'%' | b'\\' => self.delimiter(at),
                byte => {
                    let mut frame = self.frame;
                    if self.is_closed(&mut frame, at) {
                        self.close();
                    } else {
                        let opened = Frame::of(byte).filter(|_| self.begins_url(at + 1));
                        self.frame = opened.or(frame);
                    }
                    at + 1
                }
            }
        }
    }

    /// Hides the password of an authority that begins at `start`, with an `@` or an escaped one. Returns where to go on.
    fn any_userinfo(&mut self, at: usize, start: usize) -> usize {
        let mut next = start;
        if self.last_at.is_some_and(|last| last >= start) || !self.is_end {
            next = self.userinfo(start);
        }
        if next == start {
            let slashes = at + usize::from(self.bytes[at] == b':');
            next = self.escaped_userinfo(slashes, 0).max(start);
        }
        next
    }

    /// After what is hidden, which may hold the `?`.
    pub(crate) fn may_be_query(&mut self) {
        if self.part == Part::Path {
            self.part = Part::After;
        }
    }

    pub(crate) fn is_in_query(&self) -> bool {
        self.part != Part::Path
    }

    /// Whether a byte closes a frame. In a query, a quote or a bracket before a letter belongs to a value, as in `O'Brien`.
    fn is_closed(&self, frame: &mut Option<Frame>, at: usize) -> bool {
        if !frame.as_mut().is_some_and(|frame| frame.closes(self.bytes[at])) {
            return false;
        }
        match self.bytes[at + 1..] {
            _ if self.part == Part::Path => true,
            [] => self.is_end,
            [byte] if b".:!?".contains(&byte) => self.is_end,
            [byte, ..] => b",;)]}|'&#\\".contains(&byte),
        }
    }

    /// Closes the frame.
    fn close(&mut self) {
        self.frame = None;
        if self.is_in_query() {
            self.part = Part::After;
        }
    }

    /// Whether a URL may begin at a place: with a scheme, a slash, or a query. Brackets in a query are a part of it.
    fn begins_url(&self, at: usize) -> bool {
        if matches!(self.part, Part::Query | Part::Fragment) {
            return false;
        }
        let rest = &self.bytes[at..];
        // Longer schemes are rare, and the look ahead has to have an end.
        let scheme = rest.iter().take(32).take_while(|it| it.is_ascii_alphanumeric() || b"+-.".contains(it)).count();
        match rest.get(scheme) {
            Some(b':') => scheme > 0,
            Some(b'/' | b'\\' | b'?' | b'#') => scheme == 0,
            _ => false,
        }
    }

    /// Reads what follows a byte that may be a delimiter, escaped or not. Returns where to go on.
    fn delimiter(&mut self, at: usize) -> usize {
        let Some(unit) = unit(&self.bytes[at..]) else { return at + 1 };
        let next = at + unit.length;
        match unit.byte {
            b'?' | b'#' if unit.depth == 0 => {
                // After white space or a bracket, `#` begins a number or a tag.
                let before = at.checked_sub(1).map(|it| self.bytes[it]);
                let is_first = before.map_or(self.is_begin, |byte| BEFORE_URL.contains(&byte));
                let is_tag = is_first && unit.byte == b'#' && matches!(self.part, Part::Path | Part::After);
                let is_fragment = unit.byte == b'#' || self.part == Part::Fragment;
                self.part = if is_fragment { Part::Fragment } else { Part::Query };
                self.pair(next, is_tag)
            }
            b'?' | b'#' | b'&' | b';' if self.part != Part::Path => self.pair(next, false),
            b';' => self.parameter(next),
            b':' if unit.depth > 0 => self.escaped_userinfo(next, unit.depth),
            _ => next,
        }
    }

    /// Reads a pair of a query or a fragment, and hides its value if it is a secret.
    fn pair(&mut self, start: usize, is_tag: bool) -> usize {
        if let Some(range) = self.find_escaped(start, 0) {
            let end = range.end;
            if self.is_strict() {
                return self.value(start, 0, false);
            }
            self.hide(range, false);
            return end;
        }
        let (mut name, mut at) = (Name::new(), start);
        // Brackets count only in what is shown.
        let mut frame = self.frame;
        let is_hidden = self.is_strict() && !is_tag;
        while let Some(unit) = unit(&self.bytes[at..]) {
            let next = at + unit.length;
            match unit.byte {
                _ if unit.length == 1 && self.is_closed(&mut frame, at) => {
                    self.hide_piece(start..at, is_tag);
                    self.close();
                    return next;
                }
                b'=' if name.is_hidden(self.redactor) => {
                    return self.value(next, unit.depth, false);
                }
                b'=' => {
                    self.frame = frame;
                    return self.escaped_userinfo(next, unit.depth);
                }
                // HTML writes `&amp;`.
                b';' if self.bytes[start..at] == *b"amp" => return at,
                b'&' | b';' | b'?' | b'#' => {
                    self.frame = if is_hidden { self.frame } else { frame };
                    self.hide_piece(start..at, is_tag);
                    return at;
                }
                b':' if self.leads_to_authority(at) => {
                    return if self.is_strict() { self.value(start, 0, false) } else { at };
                }
                byte => name.push(byte),
            }
            at = next;
        }
        // The rest of a name that is cut may make it a secret.
        if !self.is_end && !is_tag {
            return self.value(start, 0, false);
        }
        self.hide_piece(start..at, is_tag);
        at
    }

    /// In the strict mode, hides a piece that is no pair.
    fn hide_piece(&mut self, piece: Range<usize>, is_tag: bool) {
        if self.is_strict() && !is_tag {
            let is_last = piece.end == self.bytes.len();
            let end = if is_last { self.trimmed(piece.clone()) } else { piece.end };
            self.hide(piece.start..end, false);
        }
    }

    /// Hides a value that begins at `start`. What is escaped once more than its `=` belongs to it.
    pub(crate) fn value(&mut self, start: usize, depth: u8, is_rest: bool) -> usize {
        let (mut at, mut frame) = (start, self.frame);
        while let Some(unit) = unit(&self.bytes[at..]) {
            let ends = unit.byte == b'&' || unit.byte == b'#' && self.part != Part::Fragment;
            let is_closed = unit.length == 1 && self.is_closed(&mut frame, at);
            if is_closed || ends && unit.depth <= depth {
                if is_closed {
                    self.close();
                }
                self.hide(start..at, is_rest);
                return at + usize::from(is_closed);
            }
            at += unit.length;
        }
        self.end_value(start, at, depth, is_rest);
        at
    }

    /// Where a secret at the end of a word ends: before `.`, `,`, brackets that nothing opens, and a quote if there is another before.
    fn trimmed(&self, secret: Range<usize>) -> usize {
        let is_quoted = self.bytes[..secret.start].contains(&b'\'');
        let punctuation: &[u8] = if is_quoted { b".,'" } else { b".," };
        secret.start + trim(&self.bytes[secret], punctuation).len()
    }

    fn end_value(&mut self, start: usize, end: usize, depth: u8, is_rest: bool) {
        if self.is_end {
            let end = self.trimmed(start..end);
            self.hide(start..end, is_rest);
            if end == start || self.bytes[end - 1] == b'=' {
                self.open = Inside::Quoted;
            }
        } else {
            self.open = Inside::Value(depth);
            self.hide(start..end, is_rest);
        }
    }

    /// Hides the value of a secret in a path, such as `;jsessionid=`.
    fn parameter(&mut self, start: usize) -> usize {
        let (mut name, mut at) = (Name::new(), start);
        while let Some(unit) = unit(&self.bytes[at..]) {
            match unit.byte {
                b'=' if name.is_of_list() => return self.value_of_path(at + unit.length),
                byte if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) => name.push(byte),
                _ => return start,
            }
            at += unit.length;
        }
        start
    }

    fn value_of_path(&mut self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        let ends = |byte: &u8| br";/\?#&".contains(byte);
        let end = from + rest.iter().position(ends).unwrap_or(rest.len());
        if end == self.bytes.len() {
            self.end_value(from, end, 0, false);
        } else {
            self.hide(from..end, false);
        }
        self.after_authority(from, end)
    }
}
