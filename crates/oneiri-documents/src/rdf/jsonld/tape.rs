//! The values of a JSON document in their order, with their places. It is read whether or not all of it is
//! JSON, so that one error does not hide what follows it.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;

/// A value or a key: eight bytes, because a document may have one for every other byte.
#[derive(Clone, Copy)]
struct Entry {
    /// The first byte: of a string, after its quote.
    start: u32,
    /// Of a string, the byte after it. Of an object or an array, the entry after all that it holds. The
    /// highest bits mark strings, and those of them that are keys.
    end: u32,
}

const KEY: u32 = 1 << 31;
const STRING: u32 = 1 << 30;

pub(super) const LONGEST: usize = 1 << 30;

/// Makes room for another value. A vector that grows by itself takes up to twice the memory that it needs.
pub(super) fn grow<T>(values: &mut Vec<T>) {
    if values.len() == values.capacity() {
        values.reserve_exact(values.len() / 8 + 1024);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    Null,
    /// A number, `true` or `false`.
    Other,
}

pub(super) struct Tape<'d> {
    document: &'d str,
    entries: Vec<Entry>,
}

impl<'d> Tape<'d> {
    pub(super) fn new(document: &'d str) -> Self {
        let (bytes, mut at) = (document.as_bytes(), 0);
        let (mut entries, mut open): (Vec<Entry>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut wants_key = false;
        while let Some(&byte) = bytes.get(at) {
            let is_object = |open: &[u32], entries: &[Entry]| {
                let last = open.last().and_then(|nth| entries.get(*nth as usize));
                last.is_some_and(|entry| bytes.get(entry.start as usize) == Some(&b'{'))
            };
            match byte {
                b'{' | b'[' => {
                    open.push(entries.len() as u32);
                    grow(&mut entries);
                    entries.push(Entry { start: at as u32, end: 0 });
                    wants_key = byte == b'{';
                }
                b'}' | b']' => {
                    let next = entries.len() as u32;
                    if let Some(entry) = open.pop().and_then(|nth| entries.get_mut(nth as usize)) {
                        entry.end = next;
                    }
                    wants_key = false;
                }
                b',' => wants_key = is_object(&open, &entries),
                b':' => wants_key = false,
                b'"' => {
                    let start = at + 1;
                    at = start;
                    // A string ends with its line at the latest, so that one that is never closed does
                    // not turn the others inside out.
                    while bytes.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\n')) {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at = at.min(bytes.len());
                    let key = if wants_key { KEY | STRING } else { STRING };
                    grow(&mut entries);
                    entries.push(Entry { start: start as u32, end: at as u32 | key });
                }
                b' ' | b'\t' | b'\r' | b'\n' => {}
                _ => {
                    let is_inner = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
                    let rest = bytes.get(at + 1..).unwrap_or_default();
                    let length = rest.iter().take_while(is_inner).count();
                    if byte.is_ascii() {
                        grow(&mut entries);
                        entries.push(Entry { start: at as u32, end: 0 });
                    }
                    at += length;
                }
            }
            at += 1;
        }
        let end = entries.len() as u32;
        for nth in open {
            if let Some(entry) = entries.get_mut(nth as usize) {
                entry.end = end;
            }
        }
        Self { document, entries }
    }

    pub(super) fn document(&self) -> &'d str {
        self.document
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn kind(&self, nth: usize) -> Kind {
        let Some(Entry { start, end }) = self.entries.get(nth).copied() else { return Kind::Other };
        if end & STRING != 0 {
            return Kind::String;
        }
        match self.document.as_bytes().get(start as usize) {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'n') => Kind::Null,
            _ => Kind::Other,
        }
    }

    pub(super) fn is_key(&self, nth: usize) -> bool {
        self.entries.get(nth).is_some_and(|entry| entry.end & KEY != 0)
    }

    /// The bytes of a string, without its quotes.
    pub(super) fn range(&self, nth: usize) -> Range<usize> {
        let Some(entry) = self.entries.get(nth) else { return 0..0 };
        entry.start as usize..(entry.end & !(KEY | STRING)) as usize
    }

    /// The text of a string. An invalid escape leaves it as it is.
    pub(super) fn text(&self, nth: usize) -> Cow<'d, str> {
        let raw = self.document.get(self.range(nth)).unwrap_or_default();
        if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
            return Cow::Borrowed(raw);
        }
        let decoded: Result<String, _> = serde_json::from_str(&format!("\"{raw}\""));
        decoded.map_or(Cow::Borrowed(raw), Cow::Owned)
    }

    pub(super) fn after(&self, nth: usize) -> usize {
        match (self.kind(nth), self.entries.get(nth)) {
            (Kind::Object | Kind::Array, Some(entry)) => (entry.end as usize).max(nth + 1),
            _ => nth + 1,
        }
    }

    /// The members of an object: the keys, and the values if there are any.
    pub(super) fn members(&self, object: usize) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        let (mut at, end) = (object + 1, self.after(object));
        std::iter::from_fn(move || {
            while at < end {
                let key = at;
                at = self.after(at);
                if !self.is_key(key) {
                    continue;
                }
                let value = (at < end && !self.is_key(at)).then_some(at);
                at = value.map_or(at, |value| self.after(value));
                return Some((key, value));
            }
            None
        })
    }

    /// The items of an array, or the value itself.
    pub(super) fn items(&self, value: usize) -> impl Iterator<Item = usize> + '_ {
        let is_array = self.kind(value) == Kind::Array;
        let (mut at, end) = if is_array { (value + 1, self.after(value)) } else { (value, value + 1) };
        std::iter::from_fn(move || {
            let item = (at < end).then_some(at)?;
            at = if is_array { self.after(at) } else { end };
            Some(item)
        })
    }

    pub(super) fn member(&self, object: usize, name: &str) -> Option<usize> {
        let found = self.members(object).find(|(key, _)| self.text(*key) == name);
        found.and_then(|(_, value)| value)
    }

    /// Whether two values have the same parts in the same order.
    pub(super) fn is_same(&self, one: usize, other: usize) -> bool {
        let length = self.after(one) - one;
        length == self.after(other) - other
            && (0..length).all(|at| {
                let (one, other) = (one + at, other + at);
                self.kind(one) == self.kind(other)
                    && (self.kind(one) != Kind::String || self.text(one) == self.text(other))
            })
    }

    pub(super) fn begins(&self, at: usize, text: &str) -> bool {
        self.document.get(at..).is_some_and(|rest| rest.starts_with(text))
    }
}

/// The number of a key, or of a value that is not the first of the document.
pub(super) fn number(nth: usize) -> Option<NonZeroU32> {
    NonZeroU32::new(nth as u32)
}
