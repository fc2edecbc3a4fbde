//! A log in pieces: finds the words that may have secrets, and keeps the word that a piece cuts.

use alloc::vec::Vec;
use core::mem::take;
use core::ops::Range;

use memchr::memchr3;

use crate::find::{is_boundary, word};
use crate::unit::unit;
use crate::word::{Hidden, Open, secrets};
use crate::{HIDDEN, Redactor};

/// Hides the secrets of a log that comes in pieces, whatever the pieces are. It holds at most one word, and of a word that is
/// longer than 64 KiB a part. What may be a secret where such a word is cut is hidden with all that may belong to it, which is
/// more than of a short word: up to the next `&`, or to the next `@`, or to the end of the word.
///
/// ```
/// use oneiri_redact::Redactor;
///
/// let (redactor, mut log) = (Redactor::new(), Vec::new());
/// let mut stream = redactor.stream();
/// for piece in ["got http://h/?to", "ken=ab", "c and stopped"] {
///     stream.push(piece.as_bytes(), &mut |bytes| log.extend_from_slice(bytes));
/// }
/// stream.finish(&mut |bytes| log.extend_from_slice(bytes));
/// assert_eq!(log, b"got http://h/?token=*** and stopped");
/// ```
#[derive(Debug)]
pub struct Stream<'r> {
    redactor: &'r Redactor,
    /// The beginning of a word whose end has not come yet.
    carry: Vec<u8>,
    open: Open,
    /// The secrets of the last word.
    hidden: Vec<Hidden>,
    longest: usize,
    /// How many bytes of the log are passed on or hidden, and the ranges of what is hidden, if somebody wants to know these.
    at: usize,
    found: Option<Vec<Range<usize>>>,
}

/// Takes the output.
type Put<'p> = dyn FnMut(&[u8]) + 'p;

impl<'r> Stream<'r> {
    pub(crate) fn new(redactor: &'r Redactor) -> Self {
        let (carry, open, hidden) = Default::default();
        Self { redactor, carry, open, hidden, longest: 1 << 16, at: 0, found: None }
    }

    /// The ranges of the secrets of a text that is whole.
    pub(crate) fn ranges(redactor: &'r Redactor, text: &[u8]) -> Vec<Range<usize>> {
        let mut stream = Self { found: Some(Vec::new()), ..Self::new(redactor) };
        stream.push(text, &mut |_| {});
        stream.end_word(&mut |_| {});
        stream.found.unwrap_or_default()
    }

    /// The same, for tests, with another length from which words are cut.
    #[doc(hidden)]
    #[must_use]
    pub fn with_longest(self, longest: usize) -> Self {
        Self { longest: longest.max(2), ..self }
    }

    /// Takes the next piece, and passes what is done to `put`.
    pub fn push(&mut self, mut piece: &[u8], put: &mut Put<'_>) {
        if !self.carry.is_empty() {
            let end = word(piece);
            self.carry(&piece[..end], put);
            piece = &piece[end..];
            if piece.is_empty() {
                return;
            }
            self.end_word(put);
        }
        let last = piece.iter().rposition(|&byte| is_boundary(byte)).map_or(0, |last| last + 1);
        self.words(&piece[..last], put);
        self.carry(&piece[last..], put);
    }

    /// Ends the log.
    pub fn finish(mut self, put: &mut Put<'_>) {
        self.end_word(put);
    }

    /// Adds to a word whose end has not come.
    fn carry(&mut self, bytes: &[u8], put: &mut Put<'_>) {
        for part in bytes.chunks(self.longest) {
            self.carry.extend_from_slice(part);
            let mut carry = take(&mut self.carry);
            let rest = self.cut(&carry, put);
            carry.drain(..carry.len() - rest);
            self.carry = carry;
        }
    }

    fn end_word(&mut self, put: &mut Put<'_>) {
        let mut carry = take(&mut self.carry);
        self.word(&carry, put);
        carry.clear();
        self.carry = carry;
    }

    /// Whole words with what is between them. The last byte is a boundary.
    fn words(&mut self, bytes: &[u8], put: &mut Put<'_>) {
        let find = |from: usize| memchr3(b'@', b'?', b'#', &bytes[from..]).map(|it| from + it);
        let find_escape = |mut from: usize| loop {
            let at = from + memchr3(b';', b'%', b'\\', &bytes[from..])?;
            from = at + 1;
            let is_marked = match unit(&bytes[at..]) {
                Some(unit) if unit.length > 1 => b"?#@:".contains(&unit.byte),
                _ => bytes[at] == b';' && bytes.get(from).is_some_and(|&it| may_begin_name(it)),
            };
            if is_marked {
                return Some(at);
            }
        };
        // A very long word is cut, whether or not it has a secret.
        let longest = self.longest;
        let find_long = |mut from: usize| loop {
            let window = bytes.get(from..=from + longest)?;
            match window.iter().rposition(|&byte| is_boundary(byte)) {
                Some(last) => from += last + 1,
                None => return Some(from + longest),
            }
        };
        let (mut done, mut at) = (0, 0);
        let (mut mark, mut escape, mut long) = (find(0), find_escape(0), find_long(0));
        loop {
            // After a query, quotes are passed over.
            let start = if let Some(start) = self.after_quotes(bytes, at) {
                start
            } else {
                let Some(found) = [mark, escape, long].into_iter().flatten().min() else { break };
                let before = bytes[at..found].iter().rposition(|&byte| is_boundary(byte));
                before.map_or(at, |before| at + before + 1)
            };
            let end = start + word(&bytes[start..]);
            put(&bytes[done..start]);
            self.at += start - done;
            self.word(&bytes[start..end], put);
            (done, at) = (end, end);
            mark = mark.and_then(|mark| if mark < at { find(at) } else { Some(mark) });
            escape = escape.and_then(|it| if it < at { find_escape(at) } else { Some(it) });
            long = long.and_then(|it| if it < at { find_long(at) } else { Some(it) });
        }
        put(&bytes[done..]);
        self.at += bytes.len() - done;
    }

    /// Where a word begins that goes on with a query before its quotes.
    fn after_quotes(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut boundaries = bytes[at..].iter().take_while(|&&byte| is_boundary(byte));
        let mut start = at;
        while self.open.goes_on() {
            let Some(&boundary) = boundaries.next() else {
                return Some(start).filter(|&start| start < bytes.len());
            };
            self.open = self.open.after(boundary);
            start += 1;
        }
        None
    }

    fn word(&mut self, mut bytes: &[u8], put: &mut Put<'_>) {
        let rest = self.cut(bytes, put);
        bytes = &bytes[bytes.len() - rest..];
        self.piece(bytes, true, put);
        if !self.open.goes_on() {
            self.open = Open::default();
        }
    }

    /// Cuts pieces from a very long word, and returns the length of what is left. Where a word is cut depends on the word alone.
    fn cut(&mut self, mut bytes: &[u8], put: &mut Put<'_>) -> usize {
        while bytes.len() > self.longest {
            let (piece, rest) = bytes.split_at(place_of_cut(bytes, self.longest));
            self.piece(piece, false, put);
            bytes = rest;
        }
        bytes.len()
    }

    fn piece(&mut self, bytes: &[u8], is_end: bool, put: &mut Put<'_>) {
        self.hidden.clear();
        self.open = secrets(self.redactor, bytes, self.open, is_end, &mut self.hidden);
        let mut done = 0;
        for Hidden { range, is_rest } in &self.hidden {
            put(&bytes[done..range.start]);
            if !is_rest {
                put(HIDDEN.as_bytes());
            }
            done = range.end;
            let all = self.found.as_mut().filter(|_| !range.is_empty());
            all.into_iter().for_each(|all| all.push(self.at + range.start..self.at + range.end));
        }
        put(&bytes[done..]);
        self.at += bytes.len();
    }
}

/// Whether the name of a parameter of a path may begin with a byte, which may be escaped.
fn may_begin_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_%\\&".contains(&byte)
}

/// Where a very long word is cut: before a delimiter of parameters if there is one in the second half, or else before one that is
/// escaped, or else where neither an escape nor a run of slashes with its colon is cut. What may be a secret and is cut
/// nevertheless is hidden.
fn place_of_cut(bytes: &[u8], longest: usize) -> usize {
    let half = longest / 2;
    let last = |set: &[u8]| bytes[half..longest].iter().rposition(|byte| set.contains(byte));
    let is_delimiter = |at: &usize| {
        matches!(bytes[*at], b'%' | b'\\')
            && unit(&bytes[*at..longest]).is_some_and(|unit| b"?#&;".contains(&unit.byte))
    };
    if let Some(at) = last(b"?#&;").map(|at| half + at) {
        // HTML writes `&#x26;` and `&amp;`.
        let from = at.saturating_sub(8).max(1).min(at);
        return bytes[from..at].iter().position(|&byte| byte == b'&').map_or(at, |it| from + it);
    }
    let escaped = (half..longest).rev().find(is_delimiter);
    let slashes = |until: usize| bytes[half..until].iter().rev().take_while(|byte| br":/\".contains(byte)).count();
    let at = escaped.or_else(|| last(b":%\\").map(|at| half + at)).unwrap_or(longest);
    at - slashes(at)
}
