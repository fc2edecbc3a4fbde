//! The path, as `Uri\WhatWg\Url` reads it.

use alloc::string::String;

use oneiri_whatwg::{PercentEncodeSet, percent_encode};

/// What the characters of a path mean depends on the scheme.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Scheme {
    File,
    /// A backslash is a slash, as in a file.
    Special,
    Other,
}

/// A path that is being read.
pub(super) struct Path {
    scheme: Scheme,
    /// What was written, with a slash at its end.
    written: String,
    /// How many segments were written, as the program counts them: fewer than none if `..` removed more than there were.
    segments: isize,
    /// Whether nothing was written yet, not even the path of a base.
    is_fresh: bool,
}

impl Path {
    pub(super) fn new(scheme: Scheme) -> Self {
        Self { scheme, written: "/".into(), segments: 0, is_fresh: true }
    }

    /// A path that begins with the directory of a base.
    pub(super) fn in_directory(scheme: Scheme, directory: &str) -> Self {
        let segments = directory.bytes().skip(1).map(|byte| isize::from(byte == b'/')).sum();
        Self { scheme, written: directory.into(), segments, is_fresh: false }
    }

    /// A drive letter of a base. The program does not count it as a segment, so `..` removes it.
    pub(super) fn on_drive(drive: &str) -> Self {
        Self { segments: 0, ..Self::in_directory(Scheme::File, drive) }
    }

    /// Reads a text up to its query or fragment, which are returned.
    ///
    /// The Standard reads character by character. The program copies what needs no change in one piece, from `start` to the first
    /// character that it has to encode, and reads slowly from the segment of that character on. The quirks come from these copies.
    pub(super) fn read(mut self, text: &str) -> (String, &str) {
        let (mut start, mut segment, mut at) = (0, 0, 0);
        // The slashes since `start`, without those that a `%` skipped.
        let mut slashes = 0;
        loop {
            let dots = if self.begins_segment(text, start, at) { self.dots(&text[at..]) } else { None };
            if let Some((dots, length)) = dots {
                self.copy(&text[start..at], slashes);
                match dots {
                    Dots::One => self.lose_one(),
                    Dots::Two if self.is_fresh => {}
                    Dots::Two => self.lose_segment(),
                }
                // Standard: a dot segment ends before `?` and `#`. The program swallows what ends it.
                at += length + 1;
                if at > text.len() {
                    return (self.written, "");
                }
                (start, segment, slashes) = (at, at, 0);
                continue;
            }
            match text.as_bytes().get(at) {
                None | Some(b'?' | b'#') => {
                    self.written.push_str(&text[start..at]);
                    return (self.written, &text[at..]);
                }
                // Standard: a `%` that begins no escape is a character like any other. The program skips it together with the next
                // two bytes, whatever they are.
                Some(b'%') => at = (at + 3).min(text.len()),
                Some(b'/') => (segment, at, slashes) = (at + 1, at + 1, slashes + 1),
                Some(b'\\') if self.scheme != Scheme::Other => {
                    self.copy(&text[start..at], slashes + 1);
                    self.written.push('/');
                    self.is_fresh = false;
                    (start, segment, at, slashes) = (at + 1, at + 1, at + 1, 0);
                }
                Some(byte) if is_copied(*byte) => at += 1,
                Some(_) => {
                    let copied = &text[start..segment];
                    self.segments += slashes;
                    // Standard: an empty segment stays. The program loses a copy that is nothing but its slash.
                    if copied != "/" {
                        self.written.push_str(copied);
                    }
                    return self.read_slowly(&text[segment..]);
                }
            }
        }
    }

    /// The path state of the Standard, except for what ends a dot segment. Here a `%` is a character like any other.
    fn read_slowly(mut self, mut text: &str) -> (String, &str) {
        loop {
            let end = self.segment_end(text);
            let (segment, rest) = text.split_at(end);
            let next = rest.get(1..).filter(|_| self.is_slash(rest.as_bytes()[0]));
            if let Some((dots, _)) = self.dots(text) {
                // Standard: `..` removes a segment if there is one. The program goes by its count.
                if dots == Dots::Two && self.segments != 0 {
                    self.lose_segment();
                }
                let Some(next) = rest.get(1..) else { return (self.written, "") };
                text = next;
                continue;
            }
            match *segment.as_bytes() {
                [letter, b':' | b'|'] if self.is_first_of_file() && letter.is_ascii_alphabetic() => {
                    self.written.extend([char::from(letter), ':']);
                }
                _ => self.written.push_str(&percent_encode(segment, PercentEncodeSet::PATH)),
            }
            let Some(next) = next else { return (self.written, rest) };
            self.written.push('/');
            self.segments += 1;
            text = next;
        }
    }

    /// Writes segments that need no change.
    fn copy(&mut self, copied: &str, slashes: isize) {
        self.written.push_str(copied);
        self.segments += slashes;
        self.is_fresh &= copied.is_empty();
    }

    /// Standard: `.` removes nothing. The program removes the byte before it, so an empty segment is lost.
    fn lose_one(&mut self) {
        self.written.pop();
        if !self.written.ends_with('/') {
            self.written.push('/');
        }
    }

    /// Removes the last segment, unless it is the drive letter of a file.
    fn lose_segment(&mut self) {
        let is_drive = matches!(self.written.as_bytes(), [_, letter, b':', ..] if letter.is_ascii_alphabetic());
        if self.scheme == Scheme::File && self.segments == 1 && is_drive {
            return;
        }
        self.segments -= 1;
        let parent = self.written[..self.written.len() - 1].rfind('/').unwrap_or(0);
        self.written.truncate(parent + 1);
    }

    fn is_first_of_file(&self) -> bool {
        self.scheme == Scheme::File && self.segments == 0
    }

    fn is_slash(&self, byte: u8) -> bool {
        byte == b'/' || (byte == b'\\' && self.scheme != Scheme::Other)
    }

    fn segment_end(&self, text: &str) -> usize {
        text.bytes().position(|byte| matches!(byte, b'?' | b'#') || self.is_slash(byte)).unwrap_or(text.len())
    }

    fn begins_segment(&self, text: &str, start: usize, at: usize) -> bool {
        at == start || self.is_slash(text.as_bytes()[at - 1])
    }

    /// The dot segment that a text begins with, and its length.
    fn dots(&self, text: &str) -> Option<(Dots, usize)> {
        // The longest is `%2e%2e`, so a long segment is not searched for its end.
        let bytes = text.as_bytes();
        let end = bytes.iter().take(7).position(|byte| matches!(byte, b'?' | b'#') || self.is_slash(*byte));
        let end = end.unwrap_or(bytes.len()).min(bytes.len());
        let segment = bytes.get(..end).filter(|_| end < 7)?;
        let dots = match segment {
            b"." => Dots::One,
            b".." => Dots::Two,
            [b'%', b'2', b'e' | b'E'] => Dots::One,
            [b'.', b'%', b'2', b'e' | b'E'] | [b'%', b'2', b'e' | b'E', b'.'] => Dots::Two,
            [b'%', b'2', b'e' | b'E', b'%', b'2', b'e' | b'E'] => Dots::Two,
            _ => return None,
        };
        Some((dots, end))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Dots {
    One,
    Two,
}

/// Whether the program copies a character: a URL code point of ASCII.
fn is_copied(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!$&'()*+,-./:;=?@_~".contains(&byte)
}
